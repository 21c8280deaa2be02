"""How well an element fits the goal: named things, words of doing, and rare shared words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tapworld_env.observations import Element
from tapworld_eval.agents.selectors import normalise
from tapworld_eval.agents.text.goal import Goal, amounts_in, words_of

__all__ = [
    "best_match", "commits", "entity_hits", "is_commit", "label_of", "signature", "targets",
    "verb_of", "word_score",
]  # fmt: skip

_COMMITS = frozenset(
    {
        "confirm",
        "send",
        "save",
        "done",
        "ok",
        "submit",
        "pay",
        "apply",
        "create",
        "next",
        "continue",
    }
)


def label_of(element: Element) -> str:
    """What an element says and is called, as one text."""
    spoken = " ".join(filter(None, (element.text, element.description)))
    return f"{spoken} {element.id.replace('-', ' ')}".strip()


def targets(elements: Sequence[Element]) -> list[Element]:
    """What can be tapped with an effect: enabled, no text field, not chosen already."""
    return [
        element
        for element in elements
        if element.clickable
        and element.enabled
        and element.role != "textfield"
        and not (element.checked and element.role in ("radio", "tab"))
        # The phone's own bar is no part of any goal.
        and not element.id.startswith("phone-")
    ]


def entity_hits(goal: Goal, element: Element) -> int:
    """How many of the goal's named things the element shows."""
    text = normalise(f"{element.text}\n{element.description}").casefold()
    named = sum(entity.casefold() in text for entity in goal.entities)
    if not goal.amounts or not (named or not goal.entities):
        return named
    wanted = {f"{float(amount):.2f}" for amount in goal.amounts}
    return named + bool(wanted & amounts_in(text))


def best_match(goal: Goal, elements: Sequence[Element]) -> Element | None:
    """The element with the most named things of the goal, the smallest first, or ``None``."""
    hits = [(entity_hits(goal, e), e) for e in elements if e.text or e.description]
    hits = [(count, e) for count, e in hits if count]
    if not hits:
        return None
    return min(hits, key=lambda pair: (-pair[0], len(pair[1].text), pair[1].index))[1]


def verb_of(goal: Goal, element: Element) -> str | None:
    """The goal's word of doing that the element carries, if it is a control and not a row."""
    label = label_of(element)
    if len(label) > 60 or element.text.count("\n") > 1:
        return None
    words = _words(label)
    return next((verb for verb in goal.verbs if verb in words), None)


def word_score(goal: Goal, element: Element, among: Sequence[Element]) -> float:
    """Words shared with the goal, rare ones on this screen counting up to one each."""
    spread = Counter(word for e in among for word in set(_words(label_of(e))))
    total = len(among)
    return sum(
        math.log(1 + total / spread[word]) / math.log(1 + total)
        for word in set(_words(label_of(element))) & goal.words
    )


def signature(element: Element) -> str:
    """What makes an element the same as one seen before, though it may have changed its look."""
    first_line = normalise(element.text).partition("\n")[0][:60]
    return f"{element.package}/{element.id}/{first_line}"


def is_commit(element: Element) -> bool:
    """Whether tapping the element says "do it"."""
    spoken = normalise(element.text).lower()
    return (
        element.id in _COMMITS
        or spoken in _COMMITS
        or re.match(r"(send|pay) \S", spoken) is not None
    )


def commits(elements: Sequence[Element]) -> list[Element]:
    """Buttons that say "do it", the last drawn last."""
    return [element for element in targets(elements) if is_commit(element)]


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    return tuple(words_of(text))
