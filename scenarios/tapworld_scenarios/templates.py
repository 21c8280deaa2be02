"""Templates ``{{name:argument}}``: values drawn from a profile's start database.

The base resolver knows identity, relational, positioning and time templates of every app; an
app adds its own as SQL in ``app.yaml``. A template that finds nothing makes the pair
infeasible, with the reason; it never ends up as text on the phone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .errors import SqlError, TemplateError
from .formatting import at_local, local, start_of_day
from .schema import suggest

if TYPE_CHECKING:
    from .app_spec import AppSpec, EntitySpec, TemplateSpec
    from .bench import Bench
    from .profile_source import PersonLike
    from .schema import Schema

__all__ = ["Resolver", "TemplateCall", "check_template", "find_templates", "only_template"]

_TEMPLATE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_CALL = re.compile(r"\s*(?:([a-z][a-z0-9_]*)\.)?([a-z][a-z0-9_]*)\s*(?::(.*))?\Z", re.DOTALL)
_POSITION = re.compile(r"(first|middle|last|nth)_(.+)\Z")
_PERSON = {"person": "name", "person_email": "email", "person_handle": "handle",
           "person_phone": "phone"}  # fmt: skip
_COUNTED = re.compile(r"\sLIMIT\s+1\s+OFFSET\s+:arg\s*;?\s*\Z", re.IGNORECASE)
_PERSONA_IDENTITY = ("name", "email", "handle", "phone")
_TIMES = ("now", "today", "days_from_now", "hours_from_now")
_DAY_MS, _HOUR_MS = 86_400_000, 3_600_000


@dataclass(frozen=True)
class TemplateCall:
    """One ``{{app.name:args}}``.

    Attributes:
        text: As written, without the braces.
        app: The app named explicitly, or ``None``.
        name: Name of the template.
        args: Arguments, split at commas (``sql`` has one, the whole query).
    """

    text: str
    app: str | None
    name: str
    args: tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def parse_call(text: str) -> TemplateCall:
    """Read what stands between the braces.

    >>> parse_call("nth_thread_subject:3").args
    ('3',)

    Raises:
        TemplateError: It is no template call.
    """
    match = _CALL.match(text)
    if match is None:
        raise TemplateError(f"{{{{{text}}}}} is no template; write {{{{name:argument}}}}")
    app, name, rest = match.groups()
    if rest is None:
        args: tuple[str, ...] = ()
    elif name == "sql":
        args = (rest.strip(),)
    else:
        args = tuple(part.strip() for part in rest.split(","))
    return TemplateCall(text, app, name, args)


def find_templates(text: Any) -> tuple[TemplateCall, ...]:
    """All templates in a value of a scenario file; other than text has none."""
    return _find(text) if isinstance(text, str) and "{{" in text else ()


@lru_cache(maxsize=1 << 14)
def _find(text: str) -> tuple[TemplateCall, ...]:
    found = tuple(parse_call(match.group(1)) for match in _TEMPLATE.finditer(text))
    if not found or "{{" in _TEMPLATE.sub("", text):
        raise TemplateError(f"unclosed template in {text!r}")
    return found


def only_template(text: Any) -> TemplateCall | None:
    """The template, if the text is one and nothing else."""
    if not isinstance(text, str):
        return None
    match = _TEMPLATE.fullmatch(text.strip())
    return parse_call(match.group(1)) if match else None


def split_position(name: str, entities: Mapping[str, EntitySpec]) -> tuple[str, str, str] | None:
    """``nth_thread_subject`` -> ``("nth", "thread", "subject")`` if such an entity exists."""
    match = _POSITION.match(name)
    if match is None:
        return None
    where, rest = match.groups()
    for entity in sorted(entities, key=len, reverse=True):
        if rest.startswith(entity + "_"):
            return where, entity, rest[len(entity) + 1 :]
    return None


def check_template(
    call: TemplateCall,
    apps: Sequence[str],
    specs: Mapping[str, AppSpec],
    schemas: Mapping[str, Schema],
) -> None:
    """Find out at load whether a template exists, and with so many arguments.

    Raises:
        TemplateError: Unknown template, entity, column, table or app, or a wrong argument.
    """
    if call.app is not None and call.app not in apps:
        raise TemplateError(f"{{{{{call.text}}}}}: the app {call.app!r} is not in apps: {apps}")
    searched = [call.app] if call.app else list(apps)
    if call.name in ("sql", "new_id", *_TIMES, *_PERSON):
        _check_base(call, searched, schemas)
        return
    if call.name.startswith("current_user_"):
        return  # its columns are checked with the app's `current_user` query
    for app in searched:
        spec = specs[app]
        if call.name in spec.templates:
            return
        position = split_position(call.name, spec.entities)
        if position is not None:
            where, entity, column = position
            table = bare(spec.entities[entity].table)
            columns = schemas[app].tables[table].columns
            if column not in columns:
                raise TemplateError(
                    f"{{{{{call.text}}}}}: {app}.{table} has no column {column!r}"
                    f"{suggest(column, list(columns))}"
                )
            if where == "nth":
                _number(call, 0)
            return
    known = [name for app in searched for name in specs[app].templates]
    known += [f"first_{e}_<column>" for app in searched for e in specs[app].entities]
    known += [*_TIMES, *_PERSON, "new_id", "sql", "current_user_name"]
    raise TemplateError(f"unknown template {{{{{call.text}}}}}{suggest(call.name, known)}")


def _check_base(call: TemplateCall, apps: Sequence[str], schemas: Mapping[str, Schema]) -> None:
    if call.name == "new_id":
        app, _, table = (call.args[0] if call.args else "").rpartition(".")
        app = app or apps[0]
        if app not in apps or table not in schemas[app].tables:
            raise TemplateError(f"{{{{{call.text}}}}}: no table {app}.{table} in apps {apps}")
        if len(call.args) > 1:
            _number(call, 1)
    elif call.name in _PERSON:
        _number(call, 0)
    elif call.name.endswith("from_now"):
        for index in range(len(call.args) or 1):
            _number(call, index)
    elif call.name == "sql" and not call.args:
        raise TemplateError("{{sql:...}} needs a query")


def _number(call: TemplateCall, index: int) -> int:
    try:
        return int(call.args[index])
    except (IndexError, ValueError) as error:
        raise TemplateError(
            f"{{{{{call.text}}}}}: argument {index + 1} must be a whole number", "incoherent"
        ) from error


def bare(table: str) -> str:
    """A table's name without the app's prefix."""
    return table.rpartition(".")[2]


class Resolver:
    """Resolves templates of a scenario over ``apps`` on one profile.

    Args:
        bench: The profile's databases.
        apps: Apps whose templates are searched, in order.
    """

    def __init__(self, bench: Bench, apps: Sequence[str]) -> None:
        self.bench = bench
        self.apps = tuple(apps)

    def identity(self) -> dict[str, Any]:
        """What ``:now``, ``:today`` and ``:current_user_...`` are bound to."""
        return self.bench.identity(self.apps)

    def fill(self, text: Any, values: Mapping[str, Any] | None = None) -> Any:
        """Resolve all templates in a value; a lone template keeps its type.

        Raises:
            TemplateError: A template finds nothing, or cannot work.
        """
        if not isinstance(text, str) or "{{" not in text:
            return text
        alone = only_template(text)
        if alone is not None:
            return self.resolve(alone, values)
        return _TEMPLATE.sub(lambda m: str(self.resolve(parse_call(m.group(1)), values)), text)

    def resolve(self, call: TemplateCall, values: Mapping[str, Any] | None = None) -> Any:
        """Value of one template.

        Raises:
            TemplateError: It finds nothing, or cannot work.
        """
        if call.name == "sql":  # may depend on earlier parameters: not cached
            bound = {**self.identity(), **(values or {})}
            return self._one(call, self.bench.session(self.apps).scalar, call.args[0], bound)
        key = (self.apps, call.text)
        cache = self.bench.resolved
        if key not in cache:
            try:
                cache[key] = self._compute(call)
            except TemplateError as error:
                cache[key] = error
        found = cache[key]
        if isinstance(found, TemplateError):
            raise TemplateError(str(found), found.status)
        return found

    def _compute(self, call: TemplateCall) -> Any:
        name = call.name
        if name in _TIMES:
            return self._time(call)
        if name in _PERSON:
            return getattr(self._person(call), _PERSON[name])
        if name == "new_id":
            return self._new_id(call)
        searched = (call.app,) if call.app else self.apps
        if name.startswith("current_user_"):
            identity = self.bench.identity(searched)
            if identity.get(name) is None:
                raise TemplateError(f"{{{{{call.text}}}}}: this profile has none")
            return identity[name]
        for app in searched:
            spec = self.bench.specs[app]
            if name in spec.templates:
                return self._from_app(call, app, spec.templates[name])
            position = split_position(name, spec.entities)
            if position is not None:
                return self._positioned(call, app, spec.entities[position[1]], position)
        raise TemplateError(f"unknown template {{{{{call.text}}}}}", "incoherent")

    def _time(self, call: TemplateCall) -> int:
        persona = self.bench.persona
        now = persona.clock_ms
        if call.name == "now":
            return now
        if call.name == "today":
            return start_of_day(now, persona.time_zone)
        count = _number(call, 0)
        if call.name == "hours_from_now":
            return now + count * _HOUR_MS
        wall = local(now, persona.time_zone).replace(tzinfo=None)
        if len(call.args) > 1:
            minute = _number(call, 2) if len(call.args) > 2 else 0
            wall = wall.replace(hour=_number(call, 1), minute=minute, second=0, microsecond=0)
        day = type(wall).fromordinal(wall.toordinal() + count)
        return at_local(wall.replace(year=day.year, month=day.month, day=day.day),
                        persona.time_zone)  # fmt: skip

    def _person(self, call: TemplateCall) -> PersonLike:
        index = _number(call, 0)
        people = self.bench.common_people(self.apps)
        if not 0 <= index < len(people):
            raise TemplateError(
                f"{{{{{call.text}}}}}: only {len(people)} people are known in {list(self.apps)}"
            )
        return people[index]

    def _new_id(self, call: TemplateCall) -> int:
        app, _, table = call.args[0].rpartition(".")
        app = app or self.apps[0]
        key = self.bench.schemas[app].tables[table].key[0]
        last = self.bench.session((app,)).scalar(f'SELECT MAX("{key}") FROM "{app}"."{table}"')
        offset = _number(call, 1) if len(call.args) > 1 else 0
        return int(last or 0) + 1 + offset

    def _from_app(self, call: TemplateCall, app: str, spec: TemplateSpec) -> Any:
        bound = {**self.bench.identity((app,)), **bind_arguments(call)}
        counted = _COUNTED.search(spec.sql)
        index = bound["arg"]
        if counted and spec.sql.count(":arg") == 1 and isinstance(index, int) and index >= 0:
            rows = self._column(call, app, spec.sql[: counted.start()], bound)
            return self._one(call, lambda *_: rows[index] if index < len(rows) else None, "", {})
        return self._one(call, self.bench.session((app,)).scalar, spec.sql, bound)

    def _column(
        self, call: TemplateCall, app: str, sql: str, bound: Mapping[str, Any]
    ) -> list[Any]:
        """Everything a counted template may give: sorted once, not once an argument."""
        key = (app, call.name)
        if key not in self.bench.columns:
            try:
                rows = self.bench.session((app,)).query(sql, bound)
            except SqlError as error:
                raise TemplateError(f"{{{{{call.text}}}}}: {error}", "incoherent") from error
            self.bench.columns[key] = [row[0] for row in rows]
        return self.bench.columns[key]

    def _positioned(
        self, call: TemplateCall, app: str, entity: EntitySpec, position: tuple[str, str, str]
    ) -> Any:
        where, _, column = position
        session = self.bench.session((app,))
        table = f'"{app}"."{bare(entity.table)}"'
        condition = f"WHERE {entity.where}" if entity.where else ""
        bound = self.bench.identity((app,))
        count = int(session.scalar(f"SELECT COUNT(*) FROM {table} {condition}", bound))
        offset = {"first": 0, "middle": count // 2, "last": count - 1}.get(where)
        if offset is None:
            offset = _number(call, 0)
        if not 0 <= offset < count:
            raise TemplateError(f"{{{{{call.text}}}}}: {app}.{entity.table} has {count} such rows")
        sql = (
            f'SELECT "{column}" FROM {table} {condition} ORDER BY {entity.order} '
            f"LIMIT 1 OFFSET {offset}"
        )
        return self._one(call, session.scalar, sql, bound)

    def _one(self, call: TemplateCall, ask: Any, sql: str, bound: Mapping[str, Any]) -> Any:
        try:
            found = ask(sql, bound)
        except SqlError as error:
            raise TemplateError(f"{{{{{call.text}}}}}: {error}", "incoherent") from error
        if found is None:
            raise TemplateError(
                f"{{{{{call.text}}}}} finds nothing in profile {self.bench.profile}"
            )
        return found


def bind_arguments(call: TemplateCall) -> dict[str, Any]:
    """``:arg``, ``:arg1``, ...: whole numbers are bound as numbers; those left out as NULL."""
    bound: dict[str, Any] = dict.fromkeys(("arg", "arg1", "arg2", "arg3"))
    for index, text in enumerate(call.args, 1):
        value: Any = int(text) if re.fullmatch(r"-?\d+", text) else text
        bound[f"arg{index}"] = value
        if index == 1:
            bound["arg"] = value
    return bound


def persona_identity(persona: Any) -> dict[str, Any]:
    """Identity of the persona, where an app says nothing of its own."""
    return {f"current_user_{name}": getattr(persona, name) for name in _PERSONA_IDENTITY}
