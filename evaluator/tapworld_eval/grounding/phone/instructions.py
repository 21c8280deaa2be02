"""Words for an element of a screen: by its text, by what it does, by where it belongs.

An instruction is kept only if it means one element of its screen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tapworld_env.observations import Element

__all__ = ["Instruction", "instructions"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERED = re.compile(r"^(.*?)[-_]\d+$")


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


def instructions(elements: Sequence[Element], app: str = "") -> list[Instruction]:
    """Every instruction that means exactly one of the visible, clickable elements."""
    found = []
    for position, element in enumerate(elements):
        if element.visible and element.clickable and element.enabled:
            found += _of(position, element)
    found += _relations(elements)
    by_words: dict[str, set[int]] = defaultdict(set)
    for one in found:
        by_words[one.words].add(one.element)
    return [one for one in found if len(by_words[one.words]) == 1]


def _of(position: int, element: Element) -> list[Instruction]:
    made = []
    lines = element.text.strip().splitlines()
    text, label = (lines[0] if lines else ""), element.description.strip()
    if 0 < len(text) <= 80:
        made.append(Instruction(position, "text", f'Tap "{text}"'))
    if label and label != text:
        made.append(Instruction(position, "function", _function(element, label)))
    return made


def _function(element: Element, label: str) -> str:
    match element.role:
        case "switch" | "checkbox":
            return f"{'Turn off' if element.checked else 'Turn on'}: {label}"
        case "textfield":
            return f"Put the cursor into the field: {label}"
        case "tab":
            return f"Go to the tab: {label}"
    return label


def _relations(elements: Sequence[Element]) -> list[Instruction]:
    """The n-th of those visible elements whose ids differ in their number only."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for position, element in enumerate(elements):
        match = _NUMBERED.match(element.id)
        if match and element.visible and element.clickable and element.package != "shell":
            groups[(element.package, match.group(1))].append(position)
    made = []
    for (_, stem), members in groups.items():
        if not 1 < len(members) <= len(_ORDINALS):
            continue
        ordered = sorted(members, key=lambda p: (elements[p].bounds[1], elements[p].bounds[0]))
        name = re.sub(r"[-_]+", " ", stem)
        made += [
            Instruction(position, "relation", f"The {ordinal} {name} from the top")
            for ordinal, position in zip(_ORDINALS, ordered, strict=False)
        ]
    return made
