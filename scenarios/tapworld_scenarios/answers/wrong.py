"""Answers that are nearly right, by type: what a sloppy comparison would let through."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Any

from tapworld_scenarios.formatting import format_plain_money, local

from .expected import Expected, written

__all__ = ["wrong_answers"]

_DAY_MS, _HOUR_MS = 86_400_000, 3_600_000


def wrong_answers(expected: Expected, values: Mapping[str, str]) -> list[tuple[str, str]]:
    """Named wrong answers; none of them means the same as the right one.

    Args:
        expected: The right answer.
        values: Parameters as the goal shows them: each is offered as an answer.
    """
    kind = expected.clause.type
    made = _BY_KIND[kind](expected)
    made.append(("right_and_more", f"{expected.text} or {expected.text} 1"))
    for name, text in values.items():
        made.append((f"parameter_{name}", text))
    kept: dict[str, str] = {}
    for name, text in made:
        if text.strip() and not expected.accepts(text) and text not in kept.values():
            kept[name] = text
    return list(kept.items())


def _count(expected: Expected) -> list[tuple[str, str]]:
    n = int(expected.value)
    return [
        ("digit_in_front", f"1{n}"),
        ("digit_behind", f"{n}0"),
        ("one_more", str(n + 1)),
        ("one_less", str(n - 1)),
    ]


def _number(expected: Expected) -> list[tuple[str, str]]:
    step = Decimal(1).scaleb(-expected.clause.decimals)
    return [
        ("digit_in_front", f"1{abs(expected.value):f}"),
        ("last_digit", f"{expected.value + step:f}"),
        ("tenfold", f"{expected.value * 10:f}"),
    ]


def _money(expected: Expected) -> list[tuple[str, str]]:
    cents, currency = int(expected.value), expected.place.currency
    other = "€" if currency != "EUR" else "£"
    plain = format_plain_money(cents, currency)
    unit = 100 if currency == "JPY" else 1
    return [
        ("digit_in_front", f"1{plain.lstrip('-')}"),
        ("smallest_unit_more", format_plain_money(cents + unit, currency)),
        ("tenfold", format_plain_money(cents * 10, currency)),
        ("other_currency", f"{other}{plain}"),
    ]


def _date(expected: Expected) -> list[tuple[str, str]]:
    day = local(expected.value, expected.place.time_zone).date()
    made = [
        ("day_after", (day + timedelta(days=1)).isoformat()),
        ("year_before", f"{day.year - 1}-{day:%m-%d}"),
    ]
    if day.day <= 12:
        made.append(("day_and_month_swapped", f"{day.year}-{day.day:02d}-{day.month:02d}"))
    return made


def _time(expected: Expected) -> list[tuple[str, str]]:
    wall = local(expected.value, expected.place.time_zone)
    return [
        ("half_a_day_off", f"{(wall.hour + 12) % 24:02d}:{wall.minute:02d}"),
        ("an_hour_more", f"{(wall.hour + 1) % 24:02d}:{wall.minute:02d}"),
        ("a_minute_more", f"{wall.hour:02d}:{(wall.minute + 1) % 60:02d}"),
    ]


def _datetime(expected: Expected) -> list[tuple[str, str]]:
    zone = expected.place.time_zone
    made = []
    for name, shift in (("a_day_more", _DAY_MS), ("an_hour_more", _HOUR_MS)):
        made.append((name, f"{local(expected.value + shift, zone):%Y-%m-%d %H:%M}"))
    made.append(("day_alone", f"{local(expected.value, zone):%Y-%m-%d}"))
    return made


def _text(expected: Expected) -> list[tuple[str, str]]:
    words = str(expected.value).split()
    made = [("more_words", f"{expected.value} etc")]
    if len(words) > 1:
        made += [("first_word", words[0]), ("last_word_missing", " ".join(words[:-1]))]
    elif len(words[0]) > 1:
        made.append(("last_letter_missing", words[0][:-1]))
    return made


def _choice(expected: Expected) -> list[tuple[str, str]]:
    others = [("other_choice", option) for option in expected.clause.options]
    return [*others, *_text(expected)]


def _yes_no(expected: Expected) -> list[tuple[str, str]]:
    return [("opposite", "no" if expected.value else "yes"), ("both", "yes and no")]


def _list(expected: Expected) -> list[tuple[str, str]]:
    items = [written(expected.clause.items, item, expected.place) for item in expected.value]
    extra = "1" if expected.clause.items != "text" else "something else"
    made = [("one_item_more", "\n".join([*items, extra]))]
    if len(items) > 1:
        made += [("last_item_missing", "\n".join(items[:-1])), ("first_item_alone", items[0])]
        if expected.clause.ordered:
            made.append(("reversed", "\n".join(reversed(items))))
    return made


_BY_KIND: dict[str, Any] = {
    "count": _count,
    "number": _number,
    "money": _money,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "text": _text,
    "choice": _choice,
    "yes_no": _yes_no,
    "list": _list,
}
