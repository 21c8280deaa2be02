"""SQL conditions read as assignments: what a row must hold to meet them."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["assignments"]

_NULL = re.compile(r"^(\w+)\s+IS\s+NULL$", re.IGNORECASE)
_SOME = re.compile(r"^(\w+)\s+IS\s+NOT\s+NULL$", re.IGNORECASE)
_IN = re.compile(r"^(?:\w+\()?(\w+)\)?\s+IN\s*\((.+)\)$", re.IGNORECASE | re.DOTALL)


def assignments(
    where: str, columns: tuple[str, ...], number: int = 0
) -> list[tuple[str, str, str]]:
    """Read a condition as ``(column, how, expression)``; ``how`` is =, ``in``, ``null``, ``some``.

    Of alternatives the ``number``-th is taken, round and round, so that several rows meet them
    all; what is no assignment is left out (the verifier decides).

    >>> assignments("a = :x AND (b = 1 OR c = 2) AND d IS NULL", ("a", "b", "c", "d"))
    [('a', '=', ':x'), ('b', '=', '1'), ('d', 'null', '')]
    """
    found: list[tuple[str, str, str]] = []
    alternatives = _split(_unwrapped(where), "OR")
    if len(alternatives) > 1:
        return assignments(alternatives[number % len(alternatives)], columns, number)
    for part in _split(_unwrapped(where), "AND"):
        part = part.strip()
        if _unwrapped(part) != part:
            found += assignments(part, columns, number)
        elif match := _NULL.match(part):
            found.append((match[1], "null", ""))
        elif match := _SOME.match(part):
            found.append((match[1], "some", ""))
        elif (match := _IN.match(part)) and match[1] in columns:
            found.append((match[1], "in", match[2].strip()))
        elif len(sides := _split(part, "=")) == 2:
            named = next((w for w in re.findall(r"\w+", sides[0]) if w in columns), None)
            if named:
                found.append((named, "=", sides[1].strip()))
    return found


def _unwrapped(text: str) -> str:
    text = text.strip()
    if text.startswith("(") and text.endswith(")") and len(_split(text, ")(")) == 1:
        depth = 0
        for place, letter in enumerate(text):
            depth += (letter == "(") - (letter == ")")
            if depth == 0:
                return text[1:-1].strip() if place == len(text) - 1 else text
    return text


def _split(text: str, mark: str) -> list[str]:
    """Split at a word or sign that stands outside brackets and quotes."""
    parts, begun = [], 0
    for place in _outside(text):
        if place < begun or text[place : place + len(mark)].upper() != mark:
            continue
        before, after = text[place - 1 : place], text[place + len(mark) : place + len(mark) + 1]
        if mark.isalpha() and (_wordy(before) or _wordy(after)):
            continue
        if mark == "=" and (before in ("<", ">", "!") or after == "="):
            continue
        parts.append(text[begun:place])
        begun = place + len(mark)
    return [*parts, text[begun:]]


def _wordy(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _outside(text: str) -> Iterator[int]:
    depth, quoted = 0, False
    for place, letter in enumerate(text):
        if letter == "'":
            quoted = not quoted
        elif not quoted:
            if depth == 0:
                yield place
            depth += (letter == "(") - (letter == ")")
