"""The expected answer of a question and the comparison with a given one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tapworld_scenarios.errors import ArrangeError
from tapworld_scenarios.formatting import (
    at_local,
    format_date,
    format_date_time,
    format_money,
    format_time,
    local,
)
from tapworld_scenarios.model import AnswerClause
from tapworld_scenarios.profile_source import PersonaLike
from tapworld_scenarios.sql_session import SqlSession
from tapworld_scenarios.values import ValueProblem, parse_literal

from .moments import MomentContext, read_date, read_datetime, read_time
from .numbers import read_amount, read_count, read_number
from .texts import fold, list_readings, read_yes_no

__all__ = ["Expected", "Place", "expected_answer"]


@dataclass(frozen=True)
class Place:
    """Of the persona, what decides how answers are read."""

    locale: str
    currency: str
    time_zone: str
    hour24: bool
    clock_ms: int

    @staticmethod
    def of(persona: PersonaLike) -> Place:
        """The persona's."""
        return Place(
            persona.locale,
            persona.currency,
            persona.time_zone,
            persona.hour24,
            persona.clock_ms,
        )

    @property
    def moments(self) -> MomentContext:
        """What reading a date needs."""
        return MomentContext(self.locale, self.time_zone, self.clock_ms)


@dataclass(frozen=True)
class Expected:
    """The right answer.

    Attributes:
        clause: What the scenario asks for.
        value: Cents, a number, epoch ms, text, a bool, or a tuple of such.
        place: How the persona writes.
    """

    clause: AnswerClause
    value: Any
    place: Place

    @property
    def text(self) -> str:
        """The right answer as the persona would write it."""
        if self.clause.type == "list":
            items = [written(self.clause.items, item, self.place) for item in self.value]
            return next(mark for mark in (", ", "; ", "\n") if _joins(mark, items)).join(items)
        return written(self.clause.type, self.value, self.place)

    def accepts(self, answer: str | None) -> bool:
        """Whether ``answer`` says exactly this."""
        if answer is None or not answer.strip():
            return False
        if self.clause.type != "list":
            return _same(self.clause, self.clause.type, self.value, answer, self.place)
        return any(self._matches(reading) for reading in list_readings(answer))

    def _matches(self, items: list[str]) -> bool:
        if len(items) != len(self.value):
            return False
        kind = self.clause.items
        if self.clause.ordered:
            return all(
                _same(self.clause, kind, value, item, self.place)
                for value, item in zip(self.value, items, strict=True)
            )
        if kind in ("text", "choice"):
            return Counter(fold(i) for i in items) == Counter(fold(str(v)) for v in self.value)
        left = list(self.value)
        for item in items:
            hit = next((v for v in left if _same(self.clause, kind, v, item, self.place)), None)
            if hit is None:
                return False
            left.remove(hit)
        return True


def _joins(mark: str, items: list[str]) -> bool:
    return mark == "\n" or not any(mark.strip() in item for item in items)


def written(kind: str, value: Any, place: Place) -> str:
    if kind == "money":
        return format_money(value, place.currency, place.locale)
    if kind == "date":
        return format_date(value, place.locale, place.time_zone)
    if kind == "time":
        return format_time(value, place.locale, place.time_zone, place.hour24)
    if kind == "datetime":
        return format_date_time(value, place.locale, place.time_zone, place.hour24)
    if kind == "yes_no":
        return "yes" if value else "no"
    if kind == "number":
        return f"{value:f}" if isinstance(value, Decimal) else str(value)
    return str(value)


def _same(clause: AnswerClause, kind: str, value: Any, answer: str, place: Place) -> bool:
    bare = answer.strip().strip("\"'“”").strip()
    if kind not in ("text", "choice") and bare.endswith(".") and not bare.endswith(".m."):
        bare = bare[:-1]
    if kind == "money":
        return read_amount(bare, place.currency) == value
    if kind == "count":
        return read_count(bare) == value
    if kind == "number":
        half = Decimal(5).scaleb(-clause.decimals - 1)
        return any(abs(reading - value) < half or reading == value for reading in read_number(bare))
    if kind == "yes_no":
        return read_yes_no(bare) is bool(value)
    if kind in ("date", "time", "datetime"):
        wall = local(value, place.time_zone)
        minutes = wall.hour * 60 + wall.minute
        if kind == "date":
            return read_date(bare, place.moments) == wall.date()
        if kind == "time":
            return read_time(bare, place.moments) == minutes
        return read_datetime(bare, place.moments) == (wall.date(), minutes)
    return fold(answer) == fold(str(value))


def expected_answer(
    clause: AnswerClause,
    session: SqlSession,
    values: Mapping[str, Any],
    persona: PersonaLike,
    literal: Any = None,
) -> Expected:
    """Work out the right answer on the start state.

    Args:
        clause: What is asked.
        session: The start state.
        values: What ``:name`` is bound to.
        persona: Whose phone it is.
        literal: The clause's ``value`` with placeholders filled in.

    Raises:
        ArrangeError: There is no answer, or it does not fit the type.
    """
    place = Place.of(persona)
    try:
        if clause.type == "list":
            if clause.sql is not None:
                found = [row[0] for row in session.query(clause.sql, values)]
            else:
                found = list(literal) if isinstance(literal, (list, tuple)) else [literal]
            if not found:
                raise ArrangeError("the question has no answer: an empty list", "infeasible")
            value: Any = tuple(
                _typed(clause.items, item, clause, persona, from_sql=clause.sql is not None)
                for item in found
            )
        else:
            raw = literal if clause.sql is None else _single(session.query(clause.sql, values))
            value = _typed(clause.type, raw, clause, persona, from_sql=clause.sql is not None)
    except ValueProblem as error:
        raise ArrangeError(f"the expected answer does not fit its type: {error}") from error
    expected = Expected(clause, value, place)
    if not expected.accepts(expected.text):
        raise ArrangeError(
            f"the expected answer {expected.text!r} is not read back as {value!r}; choose another "
            f"type than {clause.type}"
        )
    return expected


def _single(rows: list[tuple[Any, ...]]) -> Any:
    if len(rows) > 1:
        raise ArrangeError(f"the answer's SQL gives {len(rows)} rows; it must give one")
    if not rows or rows[0][0] is None:
        raise ArrangeError("the question has no answer on this profile", "infeasible")
    return rows[0][0]


def _typed(
    kind: str, raw: Any, clause: AnswerClause, persona: PersonaLike, *, from_sql: bool
) -> Any:
    if raw is None:
        raise ArrangeError("the question has no answer on this profile", "infeasible")
    if kind in ("money", "date", "time", "datetime") and not from_sql:
        return parse_literal(kind, raw, persona)  # type: ignore[arg-type]
    if kind in ("money", "count", "date", "time", "datetime"):
        if isinstance(raw, float) and raw.is_integer():
            raw = int(raw)
        if isinstance(raw, bool) or not isinstance(raw, int):
            raise ValueProblem(f"{raw!r} is no {kind}: a whole number is needed")
        if kind == "date":
            wall = local(raw, persona.time_zone).replace(tzinfo=None)
            midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0)
            return at_local(midnight, persona.time_zone)
        return raw
    if kind == "number":
        number = Decimal(str(raw))
        return round(number, clause.decimals) if isinstance(raw, float) else number
    if kind == "yes_no":
        return _truth(raw)
    text = str(raw)
    known = {fold(option) for option in clause.options}
    if kind == "choice" and known and fold(text) not in known:
        raise ValueProblem(f"{text!r} is none of {', '.join(clause.options)}")
    if not text.strip():
        raise ArrangeError("the question's answer is empty on this profile", "infeasible")
    return text


def _truth(raw: Any) -> bool:
    if isinstance(raw, str):
        said = read_yes_no(raw)
        if said is None:
            raise ValueProblem(f"{raw!r} is neither yes nor no")
        return said
    return bool(raw)
