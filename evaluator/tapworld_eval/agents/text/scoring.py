"""How well an element fits the goal: rare shared words count most, named things count more."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tapworld_env.observations import Element
from tapworld_eval.agents.selectors import normalise
from tapworld_eval.agents.text.goal import Goal, words_of

__all__ = ["best_match", "entity_hits", "label_of", "rank_targets"]

# A whole quoted text or name on an element outweighs any number of loose words.
_ENTITY = 6.0
_DIALOG_BUTTON = 2.0
_COMMIT = re.compile(r"^(confirm|send|save|done|ok|submit|pay|apply|create|add|next|continue)\b")


def label_of(element: Element) -> str:
    """What an element says and is called, as one text."""
    spoken = " ".join(filter(None, (element.text, element.description)))
    return f"{spoken} {element.id.replace('-', ' ')}".strip()


def entity_hits(goal: Goal, element: Element) -> int:
    """How many of the goal's named things the element shows."""
    text = normalise(f"{element.text}\n{element.description}").casefold()
    return sum(entity.casefold() in text for entity in goal.entities)


def rank_targets(
    goal: Goal, elements: Sequence[Element], done: frozenset[str]
) -> list[tuple[float, Element]]:
    """Clickable elements with their scores, best first.

    Args:
        goal: The goal.
        elements: What is visible.
        done: Signatures (see :func:`signature`) of elements that were tried already.
    """
    targets = [e for e in elements if e.clickable and e.enabled and e.role != "textfield"]
    spread = Counter(word for e in targets for word in set(_words(label_of(e))))
    scored = []
    for element in targets:
        score = _score(goal, element, spread, len(targets))
        if signature(element) in done:
            score -= 5.0
        if score > 0:
            scored.append((score, element))
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].index))


def best_match(goal: Goal, elements: Sequence[Element]) -> Element | None:
    """The element with the most named things of the goal, the smallest first, or ``None``."""
    hits = [(entity_hits(goal, e), e) for e in elements if e.text or e.description]
    hits = [(count, e) for count, e in hits if count]
    if not hits:
        return None
    return min(hits, key=lambda pair: (-pair[0], len(pair[1].text), pair[1].index))[1]


def signature(element: Element) -> str:
    """What makes an element the same as one seen before."""
    return f"{element.package}/{element.id}/{normalise(element.text)[:60]}"


def is_commit(element: Element) -> bool:
    """Whether tapping the element says "do it"."""
    return any(_COMMIT.match(text.strip().lower()) for text in (element.id, element.text) if text)


def _score(goal: Goal, element: Element, spread: Counter[str], total: int) -> float:
    score = _ENTITY * entity_hits(goal, element)
    for word in set(_words(label_of(element))) & goal.words:
        score += math.log(1 + total / spread[word]) / math.log(1 + total or 2)
    if score and is_commit(element):
        score += 0.5
    # The phone's own bar is no part of any goal.
    return 0.0 if element.id.startswith("phone-") else score


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(words_of(text))
