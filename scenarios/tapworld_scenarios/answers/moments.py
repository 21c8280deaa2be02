"""Dates and times as people of several places write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from tapworld_scenarios.formatting import local, locale_data

from .numbers import tidy

__all__ = ["MomentContext", "read_date", "read_datetime", "read_time"]

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_RELATIVE = {"today": 0, "tomorrow": 1, "yesterday": -1}
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\Z")
_NUMERIC = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2?\s?(\d{4})?\Z")
_CJK = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日\Z")
_TIME = re.compile(r"(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?(?::\d{2})?\s*(.*)\Z")


@dataclass(frozen=True)
class MomentContext:
    """Where and when the phone is.

    Attributes:
        locale: BCP 47 tag.
        time_zone: IANA name.
        clock_ms: The frozen moment.
    """

    locale: str
    time_zone: str
    clock_ms: int

    @property
    def today(self) -> date:
        """The local day."""
        return local(self.clock_ms, self.time_zone).date()


@lru_cache(maxsize=32)
def _month_names(locale: str) -> dict[str, int]:
    names: dict[str, int] = {}
    for index, name in enumerate(_MONTHS, 1):
        names[name] = index
        names[name[:3]] = index
    names["sept"] = 9
    data = locale_data(locale)
    for key in ("months", "months_long"):
        for index, name in enumerate(data[key], 1):
            if not name.isdigit():
                names[name.casefold().rstrip(".")] = index
    return names


def _without_weekday(text: str) -> str:
    first, _, rest = text.partition(" ")
    word = first.rstrip(",.")
    if rest and any(word in (day, day[:3], day[:4]) for day in _DAYS):
        return rest
    return text


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def read_date(text: str, context: MomentContext) -> date | None:
    """A day, in ISO form, in the phone's local form, or with a month's name.

    Without a year, the phone's year is meant.

    >>> where = MomentContext("en-US", "UTC", 1_772_719_620_000)
    >>> read_date("5 March", where), read_date("3/5/2026", where)
    (datetime.date(2026, 3, 5), datetime.date(2026, 3, 5))
    """
    plain = _without_weekday(tidy(text).casefold()).rstrip(".")
    if plain in _RELATIVE:
        return context.today + timedelta(days=_RELATIVE[plain])
    match = _ISO.match(plain)
    if match:
        return _date(int(match[1]), int(match[2]), int(match[3]))
    match = _CJK.match(plain)
    if match:
        return _date(int(match[1] or context.today.year), int(match[2]), int(match[3]))
    match = _NUMERIC.match(plain)
    if match:
        first, second = int(match[1]), int(match[3])
        year = int(match[4] or context.today.year)
        month_first = context.locale in ("en-US", "ja-JP") and match[2] != "."
        month, day = (first, second) if month_first else (second, first)
        return _date(year, month, day)
    return _named_date(plain, context)


def _named_date(plain: str, context: MomentContext) -> date | None:
    month: int | None = None
    numbers: list[int] = []
    for word in re.split(r"[\s,/-]+", plain):
        bare = word.rstrip(".")
        if bare in ("", "of", "the", "de"):
            continue
        named = _month_names(context.locale).get(bare)
        ordinal = re.fullmatch(r"(\d{1,4})(?:st|nd|rd|th|er|º)?", bare)
        if named is not None and month is None:
            month = named
        elif ordinal:
            numbers.append(int(ordinal[1]))
        else:
            return None
    if month is None or not 1 <= len(numbers) <= 2:
        return None
    years = [n for n in numbers if n >= 1000]
    days = [n for n in numbers if n < 1000]
    if len(days) != 1 or len(years) > 1:
        return None
    return _date(years[0] if years else context.today.year, month, days[0])


def read_time(text: str, context: MomentContext) -> int | None:
    """Minutes since midnight, in 12 or 24 hours.

    >>> where = MomentContext("en-US", "UTC", 0)
    >>> read_time("2:30 PM", where), read_time("14:30", where), read_time("2:30", where)
    (870, 870, 150)
    """
    plain = tidy(text).casefold()
    if plain in ("noon", "midnight"):
        return 720 if plain == "noon" else 0
    data = locale_data(context.locale)
    am, pm = str(data["am"]).casefold(), str(data["pm"]).casefold()
    for mark in (am, pm):
        if plain.startswith(mark):
            plain = f"{plain[len(mark) :].strip()} {mark}"
    match = _TIME.match(plain)
    if match is None:
        return None
    hour, minute, suffix = int(match[1]), int(match[2] or 0), match[3].strip()
    half = suffix.replace(".", "").replace(" ", "")
    if half in ("am", am.replace(".", "").replace(" ", "")):
        shift: int | None = 0
    elif half in ("pm", pm.replace(".", "").replace(" ", "")):
        shift = 12
    elif half in ("", "h", "uhr", "時"):
        shift = None
    else:
        return None
    if shift is None:
        if match[2] is None and half == "":
            return None  # a bare number is no time
        return hour * 60 + minute if hour < 24 and minute < 60 else None
    if not 1 <= hour <= 12 or minute >= 60:
        return None
    return (hour % 12 + shift) * 60 + minute


def read_datetime(text: str, context: MomentContext) -> tuple[date, int] | None:
    """A day and minutes since midnight, whichever comes first.

    >>> where = MomentContext("en-US", "UTC", 0)
    >>> read_datetime("March 5, 2026 at 2:30 PM", where)
    (datetime.date(2026, 3, 5), 870)
    """
    plain = tidy(text)
    try:
        moment = datetime.fromisoformat(plain)
    except ValueError:
        pass
    else:
        if len(plain) > 10 and moment.tzinfo is None:
            return moment.date(), moment.hour * 60 + moment.minute
    words = re.split(r"\s+at\s+|,\s*|\s+", plain)
    joined = [w for w in words if w]
    for cut in range(1, len(joined)):
        left, right = " ".join(joined[:cut]), " ".join(joined[cut:])
        for day_text, time_text in ((left, right), (right, left)):
            day, minutes = read_date(day_text, context), read_time(time_text, context)
            if day is not None and minutes is not None:
                return day, minutes
    return None
