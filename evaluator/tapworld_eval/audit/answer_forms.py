"""Other ways to write a right answer, which a verifier must accept."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from tapworld_scenarios.answers.expected import written
from tapworld_scenarios.formatting import format_plain_money, local

if TYPE_CHECKING:
    from tapworld_scenarios.answers import Expected

__all__ = ["answer_forms"]

_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def answer_forms(expected: Expected) -> list[tuple[str, str]]:
    """Named right answers, the canonical one first; each text once."""
    kept: dict[str, str] = {}
    for name, text in _forms(expected):
        if text not in kept.values():
            kept[name] = text
    return list(kept.items())


def _forms(expected: Expected) -> Iterator[tuple[str, str]]:
    kind, text = expected.clause.type, expected.text
    yield "as_written", text
    yield "padded", f"  {text}\n"
    yield "quoted", f'"{text}"'
    if kind == "list":
        yield from _lists(expected)
        return
    if kind in ("text", "choice"):
        if text.upper().casefold() == text.casefold():
            yield "upper_case", text.upper()
        return
    if not text.endswith("."):
        yield "full_stop", f"{text}."
    if kind == "money":
        plain = format_plain_money(int(expected.value), expected.place.currency)
        yield "without_currency", plain
        yield "currency_code", f"{plain} {expected.place.currency}"
    elif kind == "count":
        yield "digits", str(int(expected.value))
        if 0 <= expected.value < len(_WORDS):
            yield "in_words", _WORDS[int(expected.value)]
        if expected.value >= 1000:
            yield "thousands", f"{int(expected.value):,}"
    elif kind == "number":
        yield "decimal", f"{Decimal(str(expected.value)):f}"
    elif kind == "yes_no":
        yield "capital", text.capitalize()
    else:
        yield from _moments(expected)


def _moments(expected: Expected) -> Iterator[tuple[str, str]]:
    wall = local(expected.value, expected.place.time_zone)
    day = f"{wall.day} {_MONTHS[wall.month - 1]} {wall.year}"
    half = f"{(wall.hour + 11) % 12 + 1}:{wall.minute:02d} {'AM' if wall.hour < 12 else 'PM'}"
    if expected.clause.type == "date":
        yield "iso", f"{wall:%Y-%m-%d}"
        yield "day_first", day
        yield "month_first", f"{_MONTHS[wall.month - 1]} {wall.day}, {wall.year}"
    elif expected.clause.type == "time":
        yield "of_24_hours", f"{wall:%H:%M}"
        yield "of_12_hours", half
    else:
        yield "iso", f"{wall:%Y-%m-%d %H:%M}"
        yield "day_first", f"{day} {wall:%H:%M}"


def _lists(expected: Expected) -> Iterator[tuple[str, str]]:
    items = [written(expected.clause.items, item, expected.place) for item in expected.value]
    for name, mark in (("lines", "\n"), ("semicolons", "; "), ("commas", ", ")):
        if not any(mark.strip() and mark.strip() in item for item in items):
            yield name, mark.join(items)
            if not expected.clause.ordered:
                yield f"{name}_reversed", mark.join(reversed(items))
    if len(items) > 1 and not any("," in i or " and " in i.casefold() for i in items):
        yield "and", f"{', '.join(items[:-1])} and {items[-1]}"
