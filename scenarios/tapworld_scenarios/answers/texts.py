"""Words and lists: compared as a whole, never as a part of something longer."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache

__all__ = ["fold", "list_readings", "read_yes_no"]

_YES = {"yes", "y", "true", "ja", "oui", "si", "sí", "sim", "はい", "हाँ", "ndiyo"}
_NO = {"no", "n", "false", "nein", "non", "nao", "não", "いいえ", "नहीं", "hapana"}
_BULLET = re.compile(r"\s*(?:[-*•]|\d+[.)])\s+")


@lru_cache(maxsize=1 << 16)  # a check compares the same few thousand names again and again
def fold(text: str) -> str:
    """Unicode NFKC, case and punctuation taken out; what is left must be equal.

    >>> fold("  Re: “Lunch”, O’Brien! "), fold("re lunch OBrien")
    ('re lunch obrien', 're lunch obrien')
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = []
    for char in plain:
        if char in "'’‘`´":
            continue
        kept.append(" " if unicodedata.category(char).startswith("P") else char)
    folded = " ".join("".join(kept).split())
    # A text that is all punctuation would equal every other such text.
    return folded or " ".join(plain.split())


def read_yes_no(text: str) -> bool | None:
    """Yes or no, in the languages of the personas.

    >>> read_yes_no("Yes."), read_yes_no("nein"), read_yes_no("yes and no")
    (True, False, None)
    """
    word = fold(text)
    return True if word in _YES else False if word in _NO else None


def list_readings(text: str) -> list[list[str]]:
    """Ways to split a text into items: JSON, lines, semicolons, commas (with a last "and").

    >>> list_readings("a, b and c")[-1]
    ['a', 'b', 'c']
    """
    stripped = text.strip()
    if not stripped:
        return [[]]
    readings: list[list[str]] = []
    if stripped.startswith("["):
        try:
            data = json.loads(stripped)
        except ValueError:
            data = None
        if isinstance(data, list):
            readings.append([str(item) for item in data])
    for mark in ("\n", ";", ","):
        items = [_BULLET.sub("", part, count=1) if mark == "\n" else part
                 for part in stripped.split(mark)]  # fmt: skip
        items = [item.strip() for item in items if item.strip()]
        readings.append(items)
        last = re.split(r"^(?:and|&)\s+|\s+(?:and|&)\s+", items[-1]) if items else []
        if len(last) > 1:
            readings.append([*items[:-1], *(part.strip() for part in last if part.strip())])
    return readings
