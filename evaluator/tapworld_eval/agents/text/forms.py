"""What to type into a field: the field's label says which part of the goal it wants."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tapworld_env.observations import Element
from tapworld_eval.agents.text.goal import Goal
from tapworld_eval.agents.text.scoring import label_of

__all__ = ["text_for"]

_MONEY = re.compile(r"amount|money|price|total|limit|budget|sum", re.IGNORECASE)
_PERSON = re.compile(r"\b(to|recipient|who|person|contact|name|cc|bcc)\b", re.IGNORECASE)
_EMAIL = re.compile(r"\b(to|cc|bcc|e-?mail|recipient|address)\b", re.IGNORECASE)
_SEARCH = re.compile(r"search|find|query", re.IGNORECASE)
_TEXT = re.compile(
    r"note|subject|body|message|title|text|signature|label|comment|reason|for what",
    re.IGNORECASE,
)


def text_for(field: Element, goal: Goal, used: Sequence[str]) -> str | None:
    """The part of the goal that belongs into a field, or ``None``.

    Args:
        field: A text field.
        goal: The goal.
        used: What was typed already; nothing is typed twice, except into a search.
    """
    label = label_of(field)
    wanted: list[str] = []
    if _MONEY.search(label):
        wanted += goal.amounts or goal.numbers
    if _SEARCH.search(label):
        return next(iter((*goal.quoted, *goal.names, *goal.emails, *goal.handles)), None)
    if _EMAIL.search(label):
        wanted += goal.emails
    if _PERSON.search(label):
        wanted += [*goal.names, *goal.handles]
    if _TEXT.search(label):
        wanted += _near(label, goal)
    return next((text for text in wanted if text not in used), None)


def _near(label: str, goal: Goal) -> list[str]:
    """Quoted texts, the one that stands nearest after the field's own word first."""
    lower = goal.text.casefold()
    places = [lower.find(word) for word in re.findall(r"\w{4,}", label.casefold())]
    place = max((p for p in places if p >= 0), default=0)
    after = [text for text in goal.quoted if lower.find(text.casefold()) >= place]
    return [*after, *(text for text in goal.quoted if text not in after)]
