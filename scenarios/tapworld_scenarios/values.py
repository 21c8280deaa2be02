"""Parameters in their three forms: as the goal says it, as one types it, as SQL compares it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any

from .formatting import (
    at_local,
    currency_decimals,
    format_date,
    format_date_time,
    format_money,
    format_plain_money,
    format_time,
    local,
    start_of_day,
)
from .model import ParamSpec, ParamType
from .profile_source import PersonaLike

__all__ = ["ATTRIBUTES", "Value", "ValueProblem", "ValueUnfit", "make_value", "parse_literal"]

_MOMENTS = ("date", "time", "datetime")
_MOMENT_PARTS = ("day", "month", "year", "hour", "minute", "iso", "date", "time")
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_MOMENTS, ("goal", "sql", *_MOMENT_PARTS)),
    "choice": ("goal", "sql", "label"),
    "person": ("goal", "sql", "first"),
}
_COMMON = ("goal", "sql")


class ValueProblem(ValueError):
    """A literal or a template's result does not fit the parameter's type."""


class ValueUnfit(ValueProblem):
    """The value is fine elsewhere but not on this profile: 12.50 in a currency without cents."""


@dataclass(frozen=True)
class Value:
    """One resolved parameter.

    Attributes:
        type: The parameter's type.
        sql: What ``:name`` is bound to: cents, epoch ms, a number or text.
        goal: As people read it on this phone: ``$12.50``, ``12,50 €``, ``Mar 5, 2026``.
        screen: As one types it: ``12.50``.
        parts: Further forms, named by ``{name.part}``.
    """

    type: str
    sql: int | str | float | None
    goal: str
    screen: str
    parts: Mapping[str, str] = field(default_factory=dict[str, str])

    def attribute(self, name: str) -> str:
        """The form called ``name``."""
        if name == "goal":
            return self.goal
        if name == "sql":
            return "" if self.sql is None else str(self.sql)
        return self.parts[name]


def attributes_of(kind: str) -> tuple[str, ...]:
    """Names that may stand behind the dot in ``{param.name}``."""
    return ATTRIBUTES.get(kind, _COMMON)


def parse_literal(kind: ParamType, raw: Any, persona: PersonaLike) -> int | str | float | None:
    """Read what stands in a scenario file; the SQL form.

    Raises:
        ValueProblem: It does not fit the type.
    """
    if isinstance(raw, bool) or raw is None:
        raise ValueProblem(f"{raw!r} is no value of type {kind}")
    if kind == "money":
        return _cents(raw)
    if kind == "int":
        return _whole(raw)
    if kind in _MOMENTS:
        return _moment(kind, raw, persona)
    if kind == "id" and isinstance(raw, int):
        return raw
    return str(raw)


def _cents(raw: Any) -> int:
    try:
        cents = Decimal(str(raw)) * 100
    except InvalidOperation as error:
        raise ValueProblem(f"{raw!r} is no amount; write it as a decimal: 12.50") from error
    if cents != cents.to_integral_value():
        raise ValueProblem(f"{raw!r} has more than two decimals")
    return int(cents)


def _whole(raw: Any) -> int:
    try:
        return int(str(raw))
    except ValueError as error:
        raise ValueProblem(f"{raw!r} is no whole number") from error


def _moment(kind: str, raw: Any, persona: PersonaLike) -> int:
    text = str(raw).strip()
    try:
        if kind == "date":
            moment = datetime.combine(date.fromisoformat(text), time())
        elif kind == "time":
            today = local(persona.clock_ms, persona.time_zone).date()
            moment = datetime.combine(today, time.fromisoformat(text))
        else:
            moment = datetime.fromisoformat(text)
    except ValueError as error:
        shape = {"date": "2026-03-14", "time": "14:30", "datetime": "2026-03-14 14:30"}[kind]
        raise ValueProblem(f"{raw!r} is no {kind}; write it as {shape!r}") from error
    return at_local(moment, persona.time_zone)


def make_value(spec: ParamSpec, sql: Any, persona: PersonaLike) -> Value:
    """Give all forms of a value that is already in its SQL form.

    Raises:
        ValueProblem: It does not fit the type.
    """
    kind = spec.type
    if kind == "money":
        return _money(_integer(kind, sql), persona)
    if kind in _MOMENTS:
        return _moment_value(kind, _integer(kind, sql), persona)
    if kind == "int":
        number = _integer(kind, sql)
        return Value(kind, number, str(number), str(number))
    if kind == "id" and isinstance(sql, int):
        return Value(kind, sql, str(sql), str(sql))
    if isinstance(sql, (bytes, bool)) or sql is None:
        raise ValueProblem(f"{sql!r} is no value of type {kind}")
    text = _plain_text(sql)
    if kind == "choice":
        if spec.labels is not None and text not in spec.labels:
            raise ValueProblem(f"{text!r} is none of {', '.join(spec.labels)}")
        label = text if spec.labels is None else spec.labels[text]
        return Value(kind, text, label, text, {"label": label})
    if kind == "person":
        return Value(kind, text, text, text, {"first": text.split()[0] if text.split() else text})
    return Value(kind, text, text, text)


def raw_value(sql: Any) -> Value:
    """A derived value without a type: the same text in every form, its own type in SQL."""
    text = "" if sql is None else _plain_text(sql)
    return Value("text", sql, text, text)


def _plain_text(sql: Any) -> str:
    return f"{sql:g}" if isinstance(sql, float) else str(sql)


def _integer(kind: str, sql: Any) -> int:
    if isinstance(sql, bool) or not isinstance(sql, int):
        if isinstance(sql, float) and sql.is_integer():
            return int(sql)
        raise ValueProblem(f"{sql!r} is no value of type {kind}: a whole number is needed")
    return sql


def _money(cents: int, persona: PersonaLike) -> Value:
    if currency_decimals(persona.currency) == 0 and cents % 100:
        raise ValueUnfit(f"{cents / 100} is no amount in {persona.currency}")
    return Value(
        "money",
        cents,
        format_money(cents, persona.currency, persona.locale),
        format_plain_money(cents, persona.currency),
    )


def _moment_value(kind: str, ms: int, persona: PersonaLike) -> Value:
    zone, locale = persona.time_zone, persona.locale
    if kind == "date":
        ms = start_of_day(ms, zone)
    day, clock = format_date(ms, locale, zone), format_time(ms, locale, zone, persona.hour24)
    whole = format_date_time(ms, locale, zone, persona.hour24)
    wall = local(ms, zone)
    iso = {"date": f"{wall:%Y-%m-%d}", "time": f"{wall:%H:%M}"}.get(kind, f"{wall:%Y-%m-%dT%H:%M}")
    text = {"date": day, "time": clock}.get(kind, whole)
    parts = {
        "day": str(wall.day),
        "month": str(wall.month),
        "year": str(wall.year),
        "hour": f"{wall.hour:02d}",
        "minute": f"{wall.minute:02d}",
        "iso": iso,
        "date": day,
        "time": clock,
    }
    return Value(kind, ms, text, text, parts)
