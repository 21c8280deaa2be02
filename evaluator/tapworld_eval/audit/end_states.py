"""End states made by SQL: the phone as it is when a task is done, or almost done, without a phone.

A scenario's clauses say what must be in the databases; here they are carried out instead of
checked. The condition of an ``inserted`` clause is read as assignments (``a = x AND b IN (...)``);
columns it does not name are those of a row like it. What cannot be read raises
:class:`EndStateError`: the caller takes the state from a phone.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapworld_eval.errors import TapworldEvalError
from tapworld_scenarios.errors import SqlError
from tapworld_scenarios.expressions import evaluate, set_value
from tapworld_scenarios.places import qualify
from tapworld_scenarios.snapshot import AppState, Snapshot
from tapworld_scenarios.sql_session import SqlSession

if TYPE_CHECKING:
    from tapworld_scenarios import Task
    from tapworld_scenarios.model import (
        ChangedClause,
        Clause,
        RowsClause,
        UiClause,
        UpdatedClause,
    )
    from tapworld_scenarios.schema import Table

__all__ = ["EndState", "EndStateError", "Written", "assignments", "make_end_state"]

Place = tuple[str, str]
_NULL = re.compile(r"^(\w+)\s+IS\s+NULL$", re.IGNORECASE)
_SOME = re.compile(r"^(\w+)\s+IS\s+NOT\s+NULL$", re.IGNORECASE)
_IN = re.compile(r"^(?:\w+\()?(\w+)\)?\s+IN\s*\((.+)\)$", re.IGNORECASE | re.DOTALL)
_ALTERNATIVES = 4
_ORDER = ("deleted", "updated", "changed", "inserted", "ui")


class EndStateError(TapworldEvalError):
    """The clauses cannot be carried out by SQL."""


@dataclass(frozen=True)
class Written:
    """One value that a clause asked for.

    Attributes:
        clause: Index of the clause.
        app: App id.
        table: Table without prefix.
        key: Column -> value of the row's primary key.
        column: The column.
        value: What was written.
        choices: Other values that the clause would take as well.
    """

    clause: int
    app: str
    table: str
    key: tuple[tuple[str, Any], ...]
    column: str
    value: Any
    choices: tuple[Any, ...] = ()


@dataclass(frozen=True)
class EndState:
    """A phone on which the clauses have been carried out, and what was written."""

    snapshot: Snapshot
    written: tuple[Written, ...]


def make_end_state(
    task: Task, *, without: int | None = None, values: Mapping[str, Any] | None = None
) -> EndState:
    """Carry out a task's clauses on its start state.

    Args:
        task: The task.
        without: Index of a clause that is left out.
        values: What ``:name`` is bound to instead of the task's own values.

    Raises:
        EndStateError: A clause cannot be carried out by SQL.
    """
    with _Builder(task, dict(task.values if values is None else values)) as builder:
        expect = list(enumerate(task.scenario.expect))
        for kind in _ORDER:
            for index, clause in expect:
                if clause.kind == kind and index != without:
                    builder.carry_out(index, clause)
        return builder.result()


def assignments(
    where: str, columns: tuple[str, ...], number: int = 0
) -> list[tuple[str, str, str]]:
    """Read a condition as ``(column, how, expression)``; ``how`` is =, ``in``, ``null``, ``some``.

    Of alternatives the ``number``-th is taken, round and round, so that several rows meet them
    all; what is no assignment is left out (the verifier decides).

    >>> assignments("a = :x AND (b = 1 OR c = 2) AND d IS NULL", ("a", "b", "c", "d"))
    [('a', '=', ':x'), ('b', '=', '1'), ('d', 'null', '')]
    """
    found: list[tuple[str, str, str]] = []
    alternatives = _split(_unwrapped(where), "OR")
    if len(alternatives) > 1:
        return assignments(alternatives[number % len(alternatives)], columns, number)
    for part in _split(_unwrapped(where), "AND"):
        part = part.strip()
        if _unwrapped(part) != part:
            found += assignments(part, columns, number)
        elif match := _NULL.match(part):
            found.append((match[1], "null", ""))
        elif match := _SOME.match(part):
            found.append((match[1], "some", ""))
        elif (match := _IN.match(part)) and match[1] in columns:
            found.append((match[1], "in", match[2].strip()))
        elif len(sides := _split(part, "=")) == 2:
            named = next((w for w in re.findall(r"\w+", sides[0]) if w in columns), None)
            if named:
                found.append((named, "=", sides[1].strip()))
    return found


class _Builder:
    """Carries out clauses in a session that holds the state before and the state to come."""

    def __init__(self, task: Task, values: dict[str, Any]) -> None:
        self.task = task
        self.values = values
        apps = task.scenario.apps
        before = {app: task.snapshot.apps[app].database for app in apps}
        self.start = SqlSession(before)
        self.both = SqlSession({**before, **{f"before_{app}": before[app] for app in apps}})
        with self.both.trusted() as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
        self.written: list[Written] = []
        self.inserted: dict[Place, Any] = {}
        self.touched: set[str] = set()
        self.ui: dict[str, Mapping[str, Any]] = {}
        self.foreground = task.snapshot.foreground

    def __enter__(self) -> _Builder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.start.close()
        self.both.close()

    def result(self) -> EndState:
        apps = dict(self.task.snapshot.apps)
        for app in sorted(self.touched | set(self.ui)):
            database = apps[app].database
            if app in self.touched:
                with self.both.trusted() as connection:
                    database = connection.serialize(name=app)
            apps[app] = AppState(database, self.ui.get(app, apps[app].ui))
        snapshot = Snapshot(apps, self.task.snapshot.settings, self.foreground)
        return EndState(snapshot, tuple(self.written))

    def carry_out(self, index: int, clause: Clause) -> None:
        body: Any = clause.body
        try:
            getattr(self, f"_{clause.kind}")(index, body)
        except (SqlError, sqlite3.Error) as error:
            raise EndStateError(f"clause {index} ({clause.kind}): {error}") from error

    def _place(self, body: Any) -> tuple[Place, Table]:
        place = qualify(body.table, self.task.scenario.app)
        return place, self.task.catalog.schemas[place[0]].tables[place[1]]

    def _wanted(self, body: RowsClause) -> int:
        return int(evaluate(body.rows, self.start, self.values) or 0)

    def _keys(self, place: Place, table: Table, where: str | None) -> list[tuple[Any, ...]]:
        listed = ", ".join(f'"{column}"' for column in table.key)
        condition = f"WHERE ({where})" if where else ""
        sql = f'SELECT {listed} FROM "{place[0]}"."{place[1]}" {condition} ORDER BY {listed}'
        return self.start.query(sql, self.values)

    def _write(self, place: Place, sql: str, values: Any) -> None:
        self.touched.add(place[0])
        with self.both.trusted() as connection:
            connection.execute(sql, values)

    def _deleted(self, index: int, body: RowsClause) -> None:
        place, table = self._place(body)
        for key in self._keys(place, table, body.where)[: self._wanted(body)]:
            self._write(place, f'DELETE FROM "{place[0]}"."{place[1]}" WHERE {_is(table)}', key)

    def _updated(self, index: int, body: UpdatedClause) -> None:
        place, table = self._place(body)
        new = {c: set_value(raw, self.start, self.values) for c, raw in body.set.items()}
        changed = 0
        for key in self._keys(place, table, body.where):
            columns = ", ".join(f'"{c}"' for c in new)
            sql = f'SELECT {columns} FROM "{place[0]}"."{place[1]}" WHERE {_is(table)}'
            with self.start.trusted() as connection:
                old = connection.execute(sql, key).fetchone()
            if changed == self._wanted(body) or tuple(new.values()) == old:
                continue
            changed += 1
            pairs = ", ".join(f'"{c}" = ?' for c in new)
            sql = f'UPDATE "{place[0]}"."{place[1]}" SET {pairs} WHERE {_is(table)}'
            self._write(place, sql, (*new.values(), *key))
            self._note(index, place, table, key, new)

    def _changed(self, index: int, body: ChangedClause) -> None:
        place, table = self._place(body)
        by = evaluate(body.by, self.start, self.values)
        column = body.column
        for key in self._keys(place, table, body.where):
            sql = f'UPDATE "{place[0]}"."{place[1]}" SET "{column}" = "{column}" + ?'
            self._write(place, f"{sql} WHERE {_is(table)}", (by, *key))
            now = self.both.query(
                f'SELECT "{column}" FROM "{place[0]}"."{place[1]}" WHERE {_named(table)}',
                {f"k{i}": part for i, part in enumerate(key)},
            )
            self._note(index, place, table, key, {column: now[0][0]})

    def _inserted(self, index: int, body: RowsClause) -> None:
        place, table = self._place(body)
        for number in range(self._wanted(body)):
            # Rows should meet all alternatives; one whose rows are all there gives way.
            options = [
                self._values_of(body.where or "", table, number + turn)
                for turn in range(_ALTERNATIVES)
            ]
            chosen = next((o for o in options if self._fresh(index, o)), options[0])
            self._insert(index, place, table, chosen)

    def _fresh(self, index: int, chosen: Mapping[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
        """Values for a row as the clause has none yet."""
        keys = {w.key for w in self.written if w.clause == index}
        before = [
            {w.column: w.value for w in self.written if w.clause == index and w.key == key}
            for key in keys
        ]
        return [named for named in _named_values(chosen) if named not in before]

    def _values_of(self, where: str, table: Table, number: int) -> dict[str, tuple[Any, ...]]:
        """Column -> the values its condition takes; an empty tuple stands for "not null"."""
        found: dict[str, tuple[Any, ...]] = {}
        for column, how, text in assignments(where, table.columns, number):
            if how == "in":
                sql = text if text.upper().startswith("SELECT") else f"VALUES ({text})"
                rows = self.both.query(sql, self.values)
                found[column] = tuple(v for row in rows for v in row)
            elif how == "=":
                found[column] = (self.both.scalar(f"SELECT ({text})", self.values),)
            else:
                found.setdefault(column, (None,) if how == "null" else ())
        return found

    def _insert(
        self,
        index: int,
        place: Place,
        table: Table,
        chosen: Mapping[str, tuple[Any, ...]],
    ) -> None:
        base = self._like(place, table, chosen)
        for named in self._fresh(index, chosen) or _named_values(chosen):
            row = {**base, **named}
            self._connect(row, place, table, chosen)
            self._make_unique(row, place, table, chosen)
            columns = ", ".join(f'"{c}"' for c in row)
            marks = ", ".join("?" for _ in row)
            sql = f'INSERT INTO "{place[0]}"."{place[1]}" ({columns}) VALUES ({marks})'
            try:
                self._write(place, sql, tuple(row.values()))
            except sqlite3.IntegrityError:
                continue
            key = tuple(row[c] for c in table.key)
            self.inserted[place] = row
            self._note(index, place, table, key, named, chosen)
            return
        raise EndStateError(f"clause {index}: no new row of {'.'.join(place)} can be made")

    def _like(self, place: Place, table: Table, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """A row of the table that agrees with as many of the chosen values as can be had."""
        listed = ", ".join(f'"{c}"' for c in table.columns)
        query = f'SELECT {listed} FROM "{place[0]}"."{place[1]}"'
        rows = self.both.query(f"{query} LIMIT 1")
        condition, bound = "1", {}
        for number, (column, options) in enumerate(chosen.items()):
            narrowed = f'{condition} AND "{column}" IS :v{number}'
            tried = {**bound, f"v{number}": options[0] if options else None}
            found = self.both.query(f"{query} WHERE {narrowed} LIMIT 1", tried) if options else []
            if found:
                rows, condition, bound = found, narrowed, tried
        if rows:
            return dict(zip(table.columns, rows[0], strict=True))
        plain = {"TEXT": "", "INTEGER": 0, "REAL": 0.0, "BLOB": b""}
        return {
            c: plain.get(table.types[c], "") if c in table.required else None for c in table.columns
        }

    def _connect(
        self, row: dict[str, Any], place: Place, table: Table, chosen: Mapping[str, tuple[Any, ...]]
    ) -> None:
        """Let the row refer to rows that other clauses made."""
        for link in table.foreign_keys:
            if any(chosen.get(c) for c in link.columns):
                continue
            parent = self.inserted.get((place[0], link.parent))
            if parent is None and any(row[c] is None and c in chosen for c in link.columns):
                names = ", ".join(f'"{c}"' for c in link.parent_columns)
                rows = self.both.query(f'SELECT {names} FROM "{place[0]}"."{link.parent}" LIMIT 1')
                parent = dict(zip(link.parent_columns, rows[0], strict=True)) if rows else None
            if parent is not None:
                row.update(
                    {c: parent[p] for c, p in zip(link.columns, link.parent_columns, strict=True)}
                )

    def _make_unique(
        self, row: dict[str, Any], place: Place, table: Table, chosen: Mapping[str, Any]
    ) -> None:
        linked = {c for link in table.foreign_keys for c in link.columns}
        for columns in ((table.key,) if table.key != ("rowid",) else ()) + table.unique:
            free = [c for c in columns if c not in chosen and c not in linked]
            for column in free[:1]:
                row[column] = self._unused(place, table, column)

    def _unused(self, place: Place, table: Table, column: str) -> Any:
        if "INT" in table.types[column]:
            sql = f'SELECT COALESCE(MAX("{column}"), 0) + 1 FROM "{place[0]}"."{place[1]}"'
            return self.both.scalar(sql)
        count = self.both.scalar(f'SELECT COUNT(*) FROM "{place[0]}"."{place[1]}"')
        return f"new-{count}"

    def _note(
        self,
        index: int,
        place: Place,
        table: Table,
        key: tuple[Any, ...],
        values: Mapping[str, Any],
        chosen: Mapping[str, tuple[Any, ...]] | None = None,
    ) -> None:
        named = tuple(zip(table.key, key, strict=True))
        for column, value in values.items():
            choices = (chosen or {}).get(column, ())
            self.written.append(Written(index, *place, named, column, value, choices))

    def _ui(self, index: int, body: UiClause) -> None:
        if body.app == "launcher":
            self.foreground = None
            return
        filled = {
            part: {k: set_value(v, self.start, self.values) for k, v in getattr(body, part).items()}
            for part in ("params", "state")
        }
        ui = dict(self.task.snapshot.apps[body.app].ui or {})
        route = body.route or self.task.catalog.apps[body.app].home
        ui["stack"] = [{"route": route, **filled}]
        if "dialog" in body.model_fields_set:
            ui["dialog"] = {"name": body.dialog} if isinstance(body.dialog, str) else body.dialog
        self.ui[body.app] = ui
        if body.foreground:
            self.foreground = body.app


def _named_values(chosen: Mapping[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
    turns = max((len(options) for options in chosen.values()), default=1) or 1
    return [{c: v[turn % len(v)] for c, v in chosen.items() if v} for turn in range(turns)]


def _is(table: Table) -> str:
    return " AND ".join(f'"{column}" IS ?' for column in table.key)


def _named(table: Table) -> str:
    return " AND ".join(f'"{column}" IS :k{i}' for i, column in enumerate(table.key))


def _unwrapped(text: str) -> str:
    text = text.strip()
    if text.startswith("(") and text.endswith(")") and len(_split(text, ")(")) == 1:
        depth = 0
        for place, letter in enumerate(text):
            depth += (letter == "(") - (letter == ")")
            if depth == 0:
                return text[1:-1].strip() if place == len(text) - 1 else text
    return text


def _split(text: str, mark: str) -> list[str]:
    """Split at a word or sign that stands outside brackets and quotes."""
    parts, begun = [], 0
    for place in _outside(text):
        if place < begun or text[place : place + len(mark)].upper() != mark:
            continue
        before, after = text[place - 1 : place], text[place + len(mark) : place + len(mark) + 1]
        if mark.isalpha() and (_wordy(before) or _wordy(after)):
            continue
        if mark == "=" and (before in ("<", ">", "!") or after == "="):
            continue
        parts.append(text[begun:place])
        begun = place + len(mark)
    return [*parts, text[begun:]]


def _wordy(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _outside(text: str) -> Iterator[int]:
    depth, quoted = 0, False
    for place, letter in enumerate(text):
        if letter == "'":
            quoted = not quoted
        elif not quoted:
            if depth == 0:
                yield place
            depth += (letter == "(") - (letter == ")")
