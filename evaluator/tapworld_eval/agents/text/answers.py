"""Reading an answer off the screen: the element that shows what the goal names, and its parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tapworld_env.observations import Element
from tapworld_eval.agents.selectors import normalise
from tapworld_eval.agents.text.goal import Goal, decimal, words_of
from tapworld_eval.agents.text.scoring import best_match, entity_hits

__all__ = ["answer_from"]

_MONEY = re.compile(r"[-+−]?\s?(?:[$€£¥₹]\s?\d[\d.,\s]*|\d[\d.,]*\s?(?:[$€£¥₹]|EUR|USD|GBP|INR))")
_DATE = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
    r"|\d{1,2}\.?\s[^\W\d_]{3,}\.?(?:\s\d{4})?|[^\W\d_]{3,}\.?\s\d{1,2}(?:,?\s\d{4})?"
)
_TIME = re.compile(r"\b\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?\b")


def answer_from(goal: Goal, elements: Sequence[Element]) -> str | None:
    """The most likely answer to the goal's question on this screen, or ``None``.

    Args:
        goal: A goal that asks something.
        elements: What is visible.
    """
    shown = [element for element in elements if element.package != "shell"]
    match = best_match(goal, shown)
    if goal.asks == "count":
        rows = [element for element in shown if re.fullmatch(r"row-\d+", element.id)]
        named = [element for element in rows if entity_hits(goal, element)]
        return str(len(named or rows)) if rows else None
    if goal.asks == "yes_no":
        return "yes" if match else "no"
    near = [match] if match else []
    candidates = [*near, *sorted(shown, key=lambda e: (-_overlap(goal, e), e.index))]
    pattern = {"money": _MONEY, "date": _DATE}.get(goal.asks or "")
    if pattern is None:
        return _other_line(goal, match) if match else None
    for element in candidates:
        text = normalise(f"{element.text}\n{element.description}")
        found = pattern.search(text) or (_TIME.search(text) if goal.asks == "date" else None)
        if found:
            return decimal(re.sub(r"[^\d.,]", "", found[0])) if goal.asks == "money" else found[0]
    return None


def _overlap(goal: Goal, element: Element) -> int:
    return len(goal.words & set(words_of(f"{element.text} {element.id.replace('-', ' ')}")))


def _other_line(goal: Goal, element: Element) -> str | None:
    """The first line of the element that does not repeat the goal."""
    lower = goal.text.casefold()
    lines = [line.strip() for line in normalise(element.text).splitlines() if line.strip()]
    return next((line for line in lines if len(line) > 2 and line.casefold() not in lower), None)
