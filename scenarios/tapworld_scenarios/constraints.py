"""Feasibility and ambiguity of one instance on one profile, also what follows from the rest.

Derived, without being written in the scenario:

- a template with ``requires`` in ``app.yaml`` implies those constraints;
- a ``person`` or ``label`` parameter implies that the name exists and names one row;
- an ``updated`` or ``deleted`` clause implies that there are rows to change;
- a ``changed`` clause implies its row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .answers.texts import fold
from .expressions import evaluate, set_value
from .model import Balance, Requirement, Scenario
from .places import qualify, split_place
from .templates import find_templates

if TYPE_CHECKING:
    from .catalog import Catalog
    from .sql_session import SqlSession

__all__ = ["ambiguous", "unmet"]


def unmet(
    catalog: Catalog,
    scenario: Scenario,
    instance: Mapping[str, Any],
    session: SqlSession,
    values: Mapping[str, Any],
) -> str | None:
    """Why the instance cannot be solved on the start state in ``session``; ``None`` if it can.

    Raises:
        SqlError: A query fails on this data.
    """
    for requirement, app in _requirements(catalog, scenario, instance):
        reason = _unmet_requirement(requirement, app, session, values)
        if reason:
            return reason
    return _missing_name(catalog, scenario, session, values) or _nothing_to_change(
        scenario, session, values
    )


def _requirements(
    catalog: Catalog, scenario: Scenario, instance: Mapping[str, Any]
) -> Iterator[tuple[Requirement, str]]:
    for requirement in scenario.require:
        yield requirement, scenario.app
    cells = [raw for rows in scenario.arrange.values() for row in rows for raw in row.values()]
    for raw in (*instance.values(), *cells):
        for call in find_templates(raw):
            for app in (call.app,) if call.app else scenario.apps:
                template = catalog.apps[app].templates.get(call.name)
                if template is not None:
                    for requirement in template.requires:
                        yield requirement, app
                    break


def _unmet_requirement(
    requirement: Requirement, app: str, session: SqlSession, values: Mapping[str, Any]
) -> str | None:
    body: Any = getattr(requirement, requirement.kind)
    owner, table = qualify(body.table, app)
    where = f" WHERE ({body.where})" if body.where else ""
    source = f'FROM "{owner}"."{table}"{where}'
    shown = f"{owner}.{table}" + (f" where {body.where}" if body.where else "")
    if isinstance(body, Balance):
        return _unmet_balance(body, source, shown, session, values)
    count = int(session.scalar(f"SELECT COUNT(*) {source}", values))
    if requirement.max_count is not None:
        if count > requirement.max_count.at_most:
            return f"{count} rows in {shown}; at most {requirement.max_count.at_most}"
        return None
    if count < body.at_least:
        return f"{count} rows in {shown}; at least {body.at_least}"
    return None


def _unmet_balance(
    body: Balance, source: str, shown: str, session: SqlSession, values: Mapping[str, Any]
) -> str | None:
    found = session.scalar(f'SELECT "{body.column}" {source}', values)
    if found is None:
        return f"no {body.column} in {shown}"
    least, most = (evaluate(raw, session, values) for raw in (body.at_least, body.at_most))
    if least is not None and found < least:
        return f"{body.column} is {found} in {shown}; at least {least}"
    if most is not None and found > most:
        return f"{body.column} is {found} in {shown}; at most {most}"
    return None


def _name_places(catalog: Catalog, scenario: Scenario, kind: str) -> list[tuple[str, str, str]]:
    found = []
    for app in scenario.apps:
        spec = catalog.apps[app]
        places = spec.person_tables if kind == "person" else spec.labels
        for place in places:
            parsed = split_place(place, app, {app: catalog.schemas[app]})
            if parsed is not None and parsed[2] is not None:
                found.append((parsed[0], parsed[1], parsed[2]))
    return found


def _names(session: SqlSession, place: tuple[str, str, str]) -> list[str]:
    app, table, column = place
    rows = session.query(f'SELECT "{column}" FROM "{app}"."{table}"')
    return [fold(str(row[0])) for row in rows if row[0] is not None]


def _missing_name(
    catalog: Catalog, scenario: Scenario, session: SqlSession, values: Mapping[str, Any]
) -> str | None:
    if scenario.wants_infeasible:
        return None  # the very point may be that nobody is called so
    made = {qualify(c.inserted.table, scenario.app) for c in scenario.expect if c.inserted}
    for name, spec in scenario.params.items():
        if spec.type not in ("person", "label"):
            continue
        places = _name_places(catalog, scenario, spec.type)
        if not places or any(place[:2] in made for place in places):
            continue  # the task may be to make it
        wanted = fold(str(values[name]))
        if not any(wanted in _names(session, place) for place in places):
            shown = " or ".join(".".join(place) for place in places)
            return f"no {spec.type} called {values[name]!r} in {shown}"
    return None


def _nothing_to_change(
    scenario: Scenario, session: SqlSession, values: Mapping[str, Any]
) -> str | None:
    for clause in scenario.expect:
        body: Any = clause.body
        if clause.kind not in ("updated", "deleted", "changed"):
            continue
        app, table = qualify(body.table, scenario.app)
        shown = f"{app}.{table}" + (f" where {body.where}" if body.where else "")
        conditions = [f"({body.where})"] if body.where else []
        bound = dict(values)
        if clause.updated is not None:
            differs = []
            for index, (column, raw) in enumerate(clause.updated.set.items()):
                bound[f"set_{index}"] = set_value(raw, session, values)
                differs.append(f'"{column}" IS NOT :set_{index}')
            conditions.append(f"({' OR '.join(differs)})")
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        found = int(session.scalar(f'SELECT COUNT(*) FROM "{app}"."{table}" {where}', bound))
        wanted = 1 if clause.changed else int(evaluate(body.rows, session, values) or 0)
        if found < wanted:
            verb = {"updated": "still to update", "deleted": "to delete"}.get(
                clause.kind, "to change"
            )
            return f"{found} rows {verb} in {shown}; {wanted} needed"
    return None


def ambiguous(
    catalog: Catalog, scenario: Scenario, session: SqlSession, values: Mapping[str, Any]
) -> str | None:
    """Why the goal may mean several things on this start state; ``None`` if it does not.

    Raises:
        SqlError: A query fails on this data.
    """
    for query in scenario.unique:
        count = len(session.query(query, values))
        if count != 1:
            return f"{count} rows instead of one from: {' '.join(query.split())}"
    for name, spec in scenario.params.items():
        if spec.type not in ("person", "label"):
            continue
        wanted = fold(str(values[name]))
        for place in _name_places(catalog, scenario, spec.type):
            hits = [n for n in _names(session, place) if _may_mean(wanted, n, spec.type)]
            if len(hits) > 1:
                where = ".".join(place)
                return f"{len(hits)} rows of {where} may be meant by {values[name]!r}"
    return None


def _may_mean(said: str, name: str, kind: str) -> bool:
    # "Sam" may mean "Sam Lee"; a label "Work" does not mean "Work trips".
    return name == said or (kind == "person" and name.startswith(f"{said} "))
