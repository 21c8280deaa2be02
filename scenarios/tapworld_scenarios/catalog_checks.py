"""What pydantic cannot know: names of tables, columns, templates, values, and SQL that compiles.

Everything is checked against empty databases of the apps' schemas, without any profile, so
that a catalogue that loads has no misspelt name left in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from .app_spec import AppSpec
from .errors import CatalogError, EnvironmentFault, SqlError, TemplateError
from .expressions import expression_sql
from .marked_yaml import Marked
from .model import ParamSpec, Scenario
from .placeholders import placeholders
from .places import qualify, split_place
from .schema import Schema, suggest
from .sql_session import SqlSession
from .steps import AnswerStep, Infeasible, Open, PickDate, Repeat, texts, walk
from .templates import check_template, find_templates, only_template
from .values import ValueProblem, attributes_of, parse_literal

__all__ = ["check_app", "check_scenario"]

Path = tuple[str | int, ...]
MIN_INSTANCES = 10
_IDENTITY = ("now", "today", "current_user_name", "current_user_email", "current_user_handle",
             "current_user_phone")  # fmt: skip


@lru_cache(maxsize=64)
def _session(key: tuple[tuple[str, bytes], ...]) -> SqlSession:
    return SqlSession(dict(key))


def empty_session(
    apps: Iterable[str], schemas: Mapping[str, Schema], *, before: bool = False
) -> SqlSession:
    """A session over empty databases, for compiling; with ``before_<app>`` when asked."""
    key = [(app, schemas[app].empty) for app in apps]
    if before:
        key += [(f"before_{app}", schemas[app].empty) for app in apps]
    return _session(tuple(key))


def check_app(spec: AppSpec, marks: Marked, schema: Schema) -> None:
    """Check tables, columns and SQL of an ``app.yaml``.

    Raises:
        CatalogError: Something does not exist or does not compile.
    """
    session = empty_session([spec.id], {spec.id: schema})
    base: dict[str, Any] = dict.fromkeys(_IDENTITY)
    times: dict[str, Any] = dict.fromkeys(("now", "today"))
    _sql(marks, session, spec.current_user, times, ("current_user",))
    columns = session.columns(spec.current_user, times)
    names = {**base, **{f"current_user_{column}": None for column in columns}}
    for name, entity in spec.entities.items():
        at: Path = ("entities", name)
        table = _table(marks, spec.id, {spec.id: schema}, entity.table, at)
        if entity.unique is not None and entity.unique not in table.columns:
            message = f"{entity.table} has no column {entity.unique!r}"
            message += suggest(entity.unique, table.columns)
            raise marks.error(message, (*at, "unique"))
        where = f"WHERE {entity.where}" if entity.where else ""
        query = f'SELECT 1 FROM "{spec.id}"."{table.name}" {where} ORDER BY {entity.order}'
        _sql(marks, session, query, names, at)
    arguments = dict.fromkeys(("arg", "arg1", "arg2", "arg3"))
    for name, template in spec.templates.items():
        _sql(marks, session, template.sql, {**names, **arguments}, ("templates", name))
    for key in ("incidental", "person_tables", "label_tables"):
        for index, place in enumerate(getattr(spec, key)):
            _place(marks, spec.id, {spec.id: schema}, place, (key, index), key != "incidental")
    for index, damage in enumerate(spec.damage):
        for position, place in enumerate(damage.touches):
            at = ("damage", index, "touches", position)
            _place(marks, spec.id, {spec.id: schema}, place, at, False)


def check_scenario(
    scenario: Scenario, marks: Marked, apps: Mapping[str, AppSpec], schemas: Mapping[str, Schema]
) -> None:
    """Check a scenario's names, values, templates and SQL.

    Raises:
        CatalogError: The first thing that does not exist, fit or compile.
    """
    _check_identity(scenario, marks, apps)
    _Checker(scenario, marks, apps, schemas).run()


def _check_identity(scenario: Scenario, marks: Marked, apps: Mapping[str, AppSpec]) -> None:
    folder, stem = marks.file.parent.name, marks.file.stem
    if scenario.id != f"{folder}.{stem}":
        raise marks.error(f"id must be {folder}.{stem}, as folder and file are called", ("id",))
    for index, app in enumerate(scenario.apps):
        if app not in apps:
            raise marks.error(f"unknown app {app!r}{suggest(app, apps)}", ("apps", index))
    if (folder == "composed") != scenario.composed:
        raise marks.error(
            "scenarios over several apps, and only they, stand in composed/", ("apps",)
        )
    if not scenario.composed and scenario.app != folder:
        raise marks.error(f"a scenario in {folder}/ must run over {folder}", ("apps",))


class _Checker:
    """One scenario's checks; keeps the names known so far."""

    def __init__(
        self,
        scenario: Scenario,
        marks: Marked,
        apps: Mapping[str, AppSpec],
        schemas: Mapping[str, Schema],
    ) -> None:
        self.scenario = scenario
        self.marks = marks
        self.apps = apps
        self.schemas = schemas
        self.start = empty_session(scenario.apps, schemas)
        self.names: dict[str, Any] = dict.fromkeys(_IDENTITY)
        for app in scenario.apps:
            session = empty_session([app], schemas)
            bound: dict[str, Any] = dict.fromkeys(("now", "today"))
            for column in session.columns(apps[app].current_user, bound):
                self.names[f"current_user_{column}"] = None

    def run(self) -> None:
        self._instances()
        self.names.update(dict.fromkeys(self.scenario.params))
        for name, spec in self.scenario.let.items():
            _sql(self.marks, self.start, spec.sql, self.names, ("let", name))
            self.names[name] = None
        self._goals()
        self._rows()
        self._requirements()
        self._clauses()
        for index, place in enumerate(self.scenario.may_change):
            self._place(place, ("may_change", index))
        self._oracle(self.scenario.oracle, ("oracle",))
        self._near_misses()

    # Instances and goals

    def _instances(self) -> None:
        instances = self.scenario.instances
        if len(instances) < MIN_INSTANCES:
            message = f"{len(instances)} instances; at least {MIN_INSTANCES} are needed"
            raise self.marks.error(message, ("instances",))
        for index, instance in enumerate(instances):
            at: Path = ("instances", index)
            for name in self.scenario.params:
                if name not in instance:
                    raise self.marks.error(f"no value for the parameter {name!r}", at)
            for name, raw in instance.items():
                if name not in self.scenario.params:
                    message = f"unknown parameter {name!r}{suggest(name, self.scenario.params)}"
                    raise self.marks.error(message, (*at, name))
                self._param_value(name, raw, (*at, name))

    def _param_value(self, name: str, raw: Any, at: Path) -> None:
        spec: ParamSpec = self.scenario.params[name]
        self._templates(raw, at)
        if find_templates(raw):
            if spec.type in ("money", "date", "time", "datetime") and only_template(raw) is None:
                raise self.marks.error(f"a {spec.type} must be one template alone", at)
            return
        try:
            found = parse_literal(spec.type, raw, _ANY_PERSONA)
        except ValueProblem as error:
            raise self.marks.error(str(error), at) from error
        if spec.labels is not None and str(found) not in spec.labels:
            message = f"{found!r} has no label{suggest(str(found), spec.labels)}"
            raise self.marks.error(message, at)

    def _templates(self, raw: Any, at: Path) -> None:
        try:
            for call in find_templates(raw):
                check_template(call, self.scenario.apps, self.apps, self.schemas)
                if call.name.startswith("current_user_") and call.name not in self.names:
                    raise TemplateError(f"unknown template {{{{{call.text}}}}}")
                if call.name == "sql":
                    params = dict.fromkeys(self.scenario.params)
                    _sql(self.marks, self.start, call.args[0], {**self.names, **params}, at)
        except TemplateError as error:
            raise self.marks.error(str(error), at) from error

    def _goals(self) -> None:
        mentioned: list[set[str]] = []
        for index, goal in enumerate(self.scenario.goal):
            self._placeholders(goal, ("goal", index))
            mentioned.append({name for name, _ in placeholders(goal)})
        for index, names in enumerate(mentioned):
            missing = sorted(mentioned[0] - names)
            if missing:
                message = f"this phrasing does not say {', '.join(missing)}, as the first does"
                raise self.marks.error(message, ("goal", index))
        if len(set(self.scenario.goal)) != len(self.scenario.goal):
            raise self.marks.error("two phrasings are equal", ("goal",))

    def _placeholders(self, text: Any, at: Path, extra: tuple[str, ...] = ()) -> None:
        if not isinstance(text, str):
            return
        for name, part in placeholders(text):
            kind = self._type(name, extra)
            if kind is None:
                known = [*self.scenario.params, *self.scenario.let, *extra]
                message = f"unknown placeholder {{{name}}}{suggest(name, known)}"
                raise self.marks.error(message, at)
            if part is not None and part not in attributes_of(kind):
                message = f"{{{name}.{part}}}: a {kind} has {', '.join(attributes_of(kind))}"
                raise self.marks.error(message, at)

    def _type(self, name: str, extra: tuple[str, ...]) -> str | None:
        if name in self.scenario.params:
            return self.scenario.params[name].type
        if name in self.scenario.let:
            return self.scenario.let[name].type
        return "text" if name in extra or name.startswith("current_user_") else None

    # Start state

    def _rows(self) -> None:
        for place, rows in self.scenario.arrange.items():
            table = self._table(place, ("arrange", place))
            for index, row in enumerate(rows):
                at: Path = ("arrange", place, index)
                for column, raw in row.items():
                    self._column(table, column, (*at, column))
                    self._templates(raw, (*at, column))
                    self._placeholders(raw, (*at, column))
                missing = sorted(table.required - set(row))
                if missing:
                    raise self.marks.error(f"no value for {', '.join(missing)}", at)
        for index, adjust in enumerate(self.scenario.adjust):
            at = ("adjust", index)
            table = self._table(adjust.table, (*at, "table"))
            self._where(adjust.table, adjust.where, (*at, "where"))
            for column, raw in adjust.set.items():
                self._column(table, column, (*at, "set", column))
                self._templates(raw, (*at, "set", column))
                self._placeholders(raw, (*at, "set", column))

    def _requirements(self) -> None:
        for index, requirement in enumerate(self.scenario.require):
            at: Path = ("require", index, requirement.kind)
            body: Any = getattr(requirement, requirement.kind)
            table = self._table(body.table, (*at, "table"))
            self._where(body.table, body.where, (*at, "where"))
            if requirement.balance is not None:
                self._column(table, requirement.balance.column, (*at, "column"))
                for key in ("at_least", "at_most"):
                    self._expression(getattr(requirement.balance, key), (*at, key))
        for index, query in enumerate(self.scenario.unique):
            _sql(self.marks, self.start, query, self.names, ("unique", index))

    # Expectations

    def _clauses(self) -> None:
        both = empty_session(self.scenario.apps, self.schemas, before=True)
        for index, clause in enumerate(self.scenario.expect):
            at: Path = ("expect", index, clause.kind)
            if clause.sql is not None:
                _sql(self.marks, both, clause.sql, self.names, at)
            elif clause.ui is not None:
                self._ui(clause.ui, at)
            elif clause.answer is not None:
                if clause.answer.sql is not None:
                    _sql(self.marks, self.start, clause.answer.sql, self.names, (*at, "sql"))
                value = clause.answer.value
                for item in value if isinstance(value, list) else [value]:
                    self._placeholders(item, (*at, "value"))
            elif clause.infeasible is None:
                self._row_clause(clause.body, clause.kind, at, both)
        kinds = [clause.kind for clause in self.scenario.expect]
        if kinds.count("answer") > 1:
            raise self.marks.error("only one answer can be asked for", ("expect",))
        if (self.scenario.kind == "question") != ("answer" in kinds):
            raise self.marks.error("kind question and an answer clause belong together", ("kind",))
        if "infeasible" in kinds and "answer" in kinds:
            raise self.marks.error("a question cannot be infeasible as well", ("expect",))

    def _row_clause(self, body: Any, kind: str, at: Path, both: SqlSession) -> None:
        table = self._table(body.table, (*at, "table"))
        session = both if kind in ("inserted",) else self.start
        self._where(body.table, body.where, (*at, "where"), session)
        if isinstance(getattr(body, "rows", 0), str):
            self._expression(body.rows, (*at, "rows"))
        if kind == "changed":
            self._column(table, body.column, (*at, "column"))
            self._expression(body.by, (*at, "by"))
        if kind == "updated":
            if not body.set:
                raise self.marks.error("set must name at least one column", (*at, "set"))
            for column, raw in body.set.items():
                self._column(table, column, (*at, "set", column))
                self._set_value(raw, (*at, "set", column))

    def _set_value(self, raw: Any, at: Path) -> None:
        if isinstance(raw, dict):
            if set(raw) != {"sql"}:
                raise self.marks.error("write a value, ':name' or {sql: expression}", at)
            _sql(self.marks, self.start, f"SELECT ({raw['sql']})", self.names, at)
        elif isinstance(raw, str) and raw.startswith(":"):
            self._expression(raw, at)

    def _ui(self, ui: Any, at: Path) -> None:
        if ui.app not in (*self.scenario.apps, "launcher"):
            raise self.marks.error(f"the app {ui.app!r} is not in apps", (*at, "app"))
        for key in ("params", "state"):
            for name, raw in getattr(ui, key).items():
                if isinstance(raw, str) and raw.startswith(":"):
                    self._expression(raw, (*at, key, name))

    # Oracle

    def _oracle(self, steps: Any, at: Path, *, near_miss: bool = False) -> None:
        extra = ("expected",) if self.scenario.answer is not None else ()
        for text in texts(steps):
            self._placeholders(text, at, extra)
        kinds = set()
        for step in walk(steps):
            kinds.add(type(step))
            if isinstance(step, Open) and step.app not in self.apps:
                raise self.marks.error(f"open: unknown app {step.app!r}", at)
            if isinstance(step, Repeat):
                times = str(step.times)
                if not placeholders(times) and not times.isdigit():
                    raise self.marks.error(f"repeat: times is {times!r}", at)
            if isinstance(step, PickDate) and len(placeholders(step.value)) != 1:
                raise self.marks.error("pick_date: value must be one placeholder", at)
        if near_miss:
            return
        if self.scenario.answer is not None and AnswerStep not in kinds:
            raise self.marks.error("the oracle of a question must end with an answer", at)
        if self.scenario.wants_infeasible != (Infeasible in kinds):
            message = "the step infeasible and the clause infeasible belong together"
            raise self.marks.error(message, at)

    def _near_misses(self) -> None:
        names = [miss.name for miss in self.scenario.near_misses]
        for index, miss in enumerate(self.scenario.near_misses):
            at: Path = ("near_misses", index)
            if names.count(miss.name) > 1:
                raise self.marks.error(f"the name {miss.name!r} stands twice", at)
            for name, raw in miss.params.items():
                if name not in self.scenario.params:
                    message = f"unknown parameter {name!r}{suggest(name, self.scenario.params)}"
                    raise self.marks.error(message, (*at, "params", name))
                self._param_value(name, raw, (*at, "params", name))
            if miss.oracle is not None:
                self._oracle(miss.oracle, (*at, "oracle"), near_miss=True)
            self._placeholders(miss.answer, (*at, "answer"), ("expected",))

    # Names

    def _table(self, name: str, at: Path) -> Any:
        return _table(self.marks, self.scenario.app, self._own_schemas(), name, at)

    def _own_schemas(self) -> dict[str, Schema]:
        return {app: self.schemas[app] for app in self.scenario.apps}

    def _column(self, table: Any, column: str, at: Path) -> None:
        if column not in table.columns:
            message = f"{table.name} has no column {column!r}{suggest(column, table.columns)}"
            raise self.marks.error(message, at)

    def _place(self, place: str, at: Path) -> None:
        _place(self.marks, self.scenario.app, self._own_schemas(), place, at, False)

    def _where(
        self, table: str, where: str | None, at: Path, session: SqlSession | None = None
    ) -> None:
        if where is None:
            return
        app, name = qualify(table, self.scenario.app)
        query = f'SELECT 1 FROM "{app}"."{name}" WHERE ({where})'
        _sql(self.marks, session or self.start, query, self.names, at)

    def _expression(self, raw: Any, at: Path) -> None:
        if isinstance(raw, str):
            _sql(self.marks, self.start, expression_sql(raw), self.names, at)


class _AnyPersona:
    """Stands in where a literal is only checked for its shape."""

    locale, currency, time_zone, hour24, clock_ms = "en-US", "USD", "UTC", True, 0


_ANY_PERSONA: Any = _AnyPersona()


def _table(marks: Marked, app: str, schemas: Mapping[str, Schema], name: str, at: Path) -> Any:
    owner, table = qualify(name, app)
    if owner not in schemas:
        raise marks.error(f"table {name!r}: the app {owner!r} is not in apps", at)
    tables = schemas[owner].tables
    if table not in tables:
        raise marks.error(f"unknown table {owner}.{table}{suggest(table, tables)}", at)
    return tables[table]


def _place(
    marks: Marked, app: str, schemas: Mapping[str, Schema], place: str, at: Path, column: bool
) -> None:
    parsed = split_place(place, app, schemas)
    if parsed is None:
        tables = [f"{a}.{t}" for a, s in schemas.items() for t in s.tables]
        shape = "table.column" if column else "table or table.column"
        raise marks.error(f"{place!r} is no {shape}{suggest(place, tables)}", at)
    if column and parsed[2] is None:
        raise marks.error(f"{place!r} needs a column: table.column", at)


def _sql(marks: Marked, session: SqlSession, sql: str, names: Mapping[str, Any], at: Path) -> None:
    try:
        session.check(sql, names)
    except (SqlError, EnvironmentFault) as error:
        message = str(error).replace("EXPLAIN ", "", 1)
        raise CatalogError(message, file=marks.file, line=marks.line(at),
                           field=".".join(map(str, at))) from error  # fmt: skip
