"""Words for an element of a screen: by its text, by what it is for, by where it is.

An instruction is kept only if it means one element of its screen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tapworld_env.observations import Element
from tapworld_eval.grounding.phone.intents import intent_of, label_of, lines_of
from tapworld_eval.grounding.phone.relations import relations

__all__ = ["Instruction", "instructions"]

_LONGEST = 80


@dataclass(frozen=True)
class Instruction:
    """What is asked.

    Attributes:
        element: Index in the sequence of elements.
        kind: ``text``, ``function`` or ``relation``.
        words: The instruction.
    """

    element: int
    kind: str
    words: str


def instructions(
    elements: Sequence[Element], app: str = "", *, intents: bool = True
) -> list[Instruction]:
    """Every instruction that means exactly one of the visible, clickable elements.

    Args:
        elements: A screen.
        app: The app in front, in whose tasks intents are looked up.
        intents: Whether to ask by what an element is for, in words that are not on the screen.
    """
    found: list[Instruction] = []
    usable = [e.visible and e.clickable and e.enabled for e in elements]
    for index, element in enumerate(elements):
        if usable[index]:
            made = [*_of(element)]
            if intents and (words := intent_of(elements, index, app)):
                made.append(("function", words))
            found += [Instruction(index, kind, words) for kind, words in made if words]
    for index, words in relations(elements, app):
        if usable[index]:
            found.append(Instruction(index, "relation", words))
    by_words: dict[str, set[int]] = defaultdict(set)
    for one in found:
        by_words[one.words.casefold()].add(one.element)
    return [one for one in found if len(by_words[one.words.casefold()]) == 1]


def _of(element: Element) -> Iterator[tuple[str, str]]:
    lines, label = lines_of(element), label_of(element)
    # The label where it is drawn: the first text of a tab may be the number on its badge.
    text = label if label in lines else next(iter(lines), "")
    if 0 < len(text) <= _LONGEST:
        yield "text", f'Tap "{text}"'
    if label and label != text:
        yield "function", _by_label(element, label)


def _by_label(element: Element, label: str) -> str:
    match element.role:
        case "switch" | "checkbox":
            return f"{'Turn off' if element.checked else 'Turn on'}: {label}"
        case "textfield":
            return f"Put the cursor into the field: {label}"
        case "tab":
            return f"Go to the tab: {label}"
    return label
