"""Reading a stated confidence out of a reply."""

from __future__ import annotations

import re

__all__ = ["stated_confidence"]

_NUMBER = r"(\d+(?:\.\d+)?)\s*(%|/\s*100)?"
_NAMED = re.compile(r"(?:confidence|certainty|probability)\D{0,20}?" + _NUMBER, re.IGNORECASE)
_ALONE = re.compile(r"^\s*" + _NUMBER + r"\s*\.?\s*$")


def stated_confidence(reply: str, *, alone: bool) -> float | None:
    """The confidence that a reply states, in [0, 1]; ``None`` if it states none.

    Args:
        reply: The text.
        alone: Whether a reply that is nothing but a number counts: not where coordinates were
            asked for, too.

    Examples:
        >>> stated_confidence("Click (12, 40). Confidence: 85", alone=False)
        0.85
        >>> stated_confidence("70%", alone=True), stated_confidence("0.7", alone=True)
        (0.7, 0.7)
        >>> stated_confidence("(12, 40)", alone=True) is None
        True
        >>> stated_confidence("Confidence: 870", alone=False) is None
        True
    """
    found = _NAMED.findall(reply)
    if not found and alone:
        found = _ALONE.findall(reply)
    if len(found) != 1:
        return None
    number, scale = float(found[0][0]), found[0][1]
    # "1" alone is read as certainty; "1%" is not.
    value = number / 100 if scale or number > 1 else number
    return value if value <= 1 else None
