"""Resolves one instance on one profile: parameters, rows to merge, derived values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .answers import Expected, expected_answer
from .errors import ArrangeError, SqlError
from .merge import RowChange
from .model import ParamSpec, Scenario
from .placeholders import alone, fill_goal
from .places import qualify
from .sql_session import SqlSession
from .templates import Resolver, find_templates
from .values import Value, ValueProblem, ValueUnfit, make_value, parse_literal, raw_value

if TYPE_CHECKING:
    from .bench import Bench

__all__ = ["Resolved", "derive", "resolve_expected", "resolve_instance"]


@dataclass(frozen=True)
class Resolved:
    """One instance on one profile, before its rows are merged.

    Attributes:
        params: Parameter -> its three forms.
        sql: What ``:name`` is bound to so far: identity and parameters.
        changes: Rows to insert and adjust, in order.
        identity: ``current_user_...``, ``now``, ``today`` as values for placeholders.
    """

    params: Mapping[str, Value]
    sql: Mapping[str, Any]
    changes: tuple[RowChange, ...]
    identity: Mapping[str, Value]

    @property
    def forms(self) -> dict[str, Value]:
        """Everything a placeholder may name."""
        return {**self.identity, **self.params}


def resolve_instance(
    scenario: Scenario, raw: Mapping[str, Any], bench: Bench, *, rows: bool = True
) -> Resolved:
    """Resolve parameters in the order of ``params``, then the rows in the order of the file.

    Raises:
        TemplateError: A template finds nothing on this profile.
        ArrangeError: A value does not fit its type.
    """
    resolver = Resolver(bench, scenario.apps)
    identity = resolver.identity()
    bound: dict[str, Any] = dict(identity)
    params: dict[str, Value] = {}
    for name, spec in scenario.params.items():
        params[name] = _param(name, spec, raw[name], resolver, bound)
        bound[name] = params[name].sql
    shown = {name: raw_value(value) for name, value in identity.items()}
    resolved = Resolved(params, bound, (), shown)
    if not rows:
        return resolved
    changes = tuple(_changes(scenario, resolver, resolved))
    return Resolved(params, bound, changes, shown)


def _param(
    name: str, spec: ParamSpec, raw: Any, resolver: Resolver, bound: Mapping[str, Any]
) -> Value:
    persona = resolver.bench.persona
    try:
        if find_templates(raw):
            found = resolver.fill(raw, bound)
            if spec.type in ("text", "person", "email", "handle", "label", "choice"):
                found = str(found)
            return make_value(spec, found, persona)
        return make_value(spec, parse_literal(spec.type, raw, persona), persona)
    except ValueProblem as error:
        status = "infeasible" if isinstance(error, ValueUnfit) else "incoherent"
        raise ArrangeError(f"parameter {name}: {error}", status) from error


def _changes(scenario: Scenario, resolver: Resolver, resolved: Resolved) -> list[RowChange]:
    found: list[RowChange] = []
    for place, rows in scenario.arrange.items():
        app, table = qualify(place, scenario.app)
        for index, row in enumerate(rows):
            values = {c: _cell(raw, resolver, resolved) for c, raw in row.items()}
            found.append(RowChange(app, table, values, None, f"arrange.{place}.{index}"))
    for index, adjust in enumerate(scenario.adjust):
        app, table = qualify(adjust.table, scenario.app)
        values = {c: _cell(raw, resolver, resolved) for c, raw in adjust.set.items()}
        found.append(RowChange(app, table, values, adjust.where, f"adjust.{index}"))
    return found


def _cell(raw: Any, resolver: Resolver, resolved: Resolved) -> Any:
    if isinstance(raw, bool):
        return int(raw)
    if not isinstance(raw, str):
        return raw
    lone = alone(raw)
    forms = resolved.forms
    if lone is not None and lone[0] in forms:
        value = forms[lone[0]]
        return value.sql if lone[1] in (None, "sql") else value.attribute(str(lone[1]))
    return resolver.fill(fill_goal(raw, forms) if "{" in raw else raw, resolved.sql)


def derive(
    scenario: Scenario, resolved: Resolved, session: SqlSession, bench: Bench
) -> dict[str, Value]:
    """The ``let`` values on the start state, each seeing those before it.

    Raises:
        ArrangeError: One gives no row (infeasible) or several, or does not fit its type.
    """
    bound = dict(resolved.sql)
    found: dict[str, Value] = {}
    for name, spec in scenario.let.items():
        try:
            rows = session.query(spec.sql, bound)
        except SqlError as error:
            raise ArrangeError(f"let {name}: {error}") from error
        if len(rows) > 1:
            raise ArrangeError(f"let {name}: {len(rows)} rows; it must give one")
        if not rows or rows[0][0] is None:
            raise ArrangeError(f"let {name}: nothing on this profile", "infeasible")
        try:
            value = (
                raw_value(rows[0][0])
                if spec.type == "text"
                else make_value(ParamSpec(type=spec.type), rows[0][0], bench.persona)
            )
        except ValueProblem as error:
            raise ArrangeError(f"let {name}: {error}") from error
        found[name] = value
        bound[name] = value.sql
    return found


def resolve_expected(
    scenario: Scenario,
    session: SqlSession,
    bound: Mapping[str, Any],
    forms: Mapping[str, Value],
    bench: Bench,
) -> Expected | None:
    """The right answer of a question on the start state; ``None`` for other scenarios.

    Raises:
        ArrangeError: There is none, or it does not fit its type.
    """
    clause = scenario.answer
    if clause is None:
        return None
    literal = clause.value
    if isinstance(literal, str):
        literal = fill_goal(literal, forms)
    elif isinstance(literal, list):
        literal = [fill_goal(item, forms) if isinstance(item, str) else item for item in literal]
    try:
        return expected_answer(clause, session, bound, bench.persona, literal)
    except SqlError as error:
        raise ArrangeError(f"answer: {error}") from error
