"""Dates, times and money as the apps show them: equal to ``session.format`` of the kit.

``locales.json`` is written from Intl data by ``make_locales.mjs``.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tapworld_scenarios.errors import TapworldScenariosError

__all__ = [
    "at_local",
    "currency_decimals",
    "format_date",
    "format_date_time",
    "format_money",
    "format_plain_money",
    "format_time",
    "local",
    "locale_data",
    "locale_table",
    "start_of_day",
]


@lru_cache(maxsize=1)
def locale_table() -> dict[str, dict[str, Any]]:
    """Everything in ``locales.json``, by locale."""
    path = Path(__file__).with_name("locales.json")
    return json.loads(path.read_text(encoding="utf-8"))


def locale_data(locale: str) -> dict[str, Any]:
    """Patterns of one locale.

    Raises:
        TapworldScenariosError: ``locales.json`` lacks it.
    """
    table = locale_table()
    if locale not in table:
        known = ", ".join(sorted(table))
        raise TapworldScenariosError(
            f"no formats for locale {locale!r}; known: {known}. Add it to "
            "formatting/make_locales.mjs and run that with Node"
        )
    return table[locale]


def local(ms: int, time_zone: str) -> datetime:
    """The wall clock at ``ms``."""
    return datetime.fromtimestamp(ms / 1000, UTC).astimezone(ZoneInfo(time_zone))


def at_local(moment: datetime, time_zone: str) -> int:
    """Epoch ms at which the wall clock in ``time_zone`` shows ``moment``."""
    return round(moment.replace(tzinfo=ZoneInfo(time_zone)).timestamp() * 1000)


def start_of_day(ms: int, time_zone: str) -> int:
    """Epoch ms of the local midnight before ``ms``.

    >>> start_of_day(1_773_152_000_000, "UTC")
    1773100800000
    """
    day = local(ms, time_zone).replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
    return at_local(day, time_zone)


def _fill(pattern: str, moment: datetime, data: dict[str, Any], hour24: bool) -> str:
    hour = f"{moment.hour:02d}" if hour24 else str(moment.hour % 12 or 12)
    values = {
        "day": str(moment.day),
        "month": data["months"][moment.month - 1],
        "year": str(moment.year),
        "hour": hour,
        "minute": f"{moment.minute:02d}",
        "dayPeriod": data["am"] if moment.hour < 12 else data["pm"],
    }
    return pattern.format(**values)


def format_date(ms: int, locale: str, time_zone: str) -> str:
    """Day, short month and year.

    >>> format_date(1_772_719_620_000, "en-US", "UTC")
    'Mar 5, 2026'
    """
    data = locale_data(locale)
    return _fill(data["date"], local(ms, time_zone), data, True)


def format_time(ms: int, locale: str, time_zone: str, hour24: bool) -> str:
    """Hour and minute.

    >>> format_time(1_772_719_620_000, "en-US", "UTC", False)
    '2:07 PM'
    """
    data = locale_data(locale)
    return _fill(data[f"time_{24 if hour24 else 12}"], local(ms, time_zone), data, hour24)


def format_date_time(ms: int, locale: str, time_zone: str, hour24: bool) -> str:
    """Date and time.

    >>> format_date_time(1_772_719_620_000, "de-DE", "UTC", True)
    '5. März 2026, 14:07'
    """
    data = locale_data(locale)
    return _fill(data[f"date_time_{24 if hour24 else 12}"], local(ms, time_zone), data, hour24)


def currency_decimals(currency: str) -> int:
    """Decimals that a currency is shown with.

    >>> currency_decimals("JPY"), currency_decimals("EUR")
    (0, 2)
    """
    return int(locale_data("en-US")["money"].get(currency, {"decimals": 2})["decimals"])


def format_money(cents: int, currency: str, locale: str) -> str:
    """An amount as the apps show it.

    >>> format_money(123456, "USD", "en-US")
    '$1,234.56'
    """
    data = locale_data(locale)
    if currency not in data["money"]:
        raise TapworldScenariosError(
            f"no format for currency {currency!r}; known: {', '.join(sorted(data['money']))}"
        )
    shape = data["money"][currency]
    number = _grouped(Decimal(abs(cents)) / 100, shape["decimals"], data)
    return shape["negative" if cents < 0 else "positive"].replace("{number}", number)


def _grouped(amount: Decimal, decimals: int, data: dict[str, Any]) -> str:
    rounded = amount.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    whole, _, fraction = f"{rounded:f}".partition(".")
    first, rest = data["group_sizes"]
    if len(whole) > 4 or (len(whole) == 4 and data["groups_four_digits"]):
        groups = [whole[-first:]]
        whole = whole[:-first]
        while whole:
            groups.insert(0, whole[-rest:])
            whole = whole[:-rest]
        whole = data["group"].join(groups)
    return whole + (data["decimal"] + fraction if decimals else "")


def format_plain_money(cents: int, currency: str) -> str:
    """An amount as one types it: digits and a point, no grouping.

    >>> format_plain_money(1250, "USD"), format_plain_money(120000, "JPY")
    ('12.50', '1200')
    """
    decimals = currency_decimals(currency)
    return f"{(Decimal(cents) / 100).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN):f}"
