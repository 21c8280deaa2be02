"""Puts a scenario's rows into a profile's database, in place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from .errors import ArrangeError
from .schema import Schema
from .sql_session import SqlSession

__all__ = ["RowChange", "merge", "merged"]


@dataclass(frozen=True)
class RowChange:
    """One row to insert, or rows to adjust.

    Attributes:
        app: App id.
        table: Table without prefix.
        values: Column -> value.
        where: For an adjustment: which rows; ``None`` inserts.
        place: Where it stands in the scenario, for messages.
    """

    app: str
    table: str
    values: Mapping[str, Any]
    where: str | None
    place: str


@contextmanager
def merged(
    session: SqlSession,
    changes: Sequence[RowChange],
    bound: Mapping[str, Any],
    schemas: Mapping[str, Schema],
) -> Iterator[SqlSession]:
    """The session with the rows in it; they are taken out again at the end.

    Raises:
        ArrangeError: A row violates a constraint, or an adjustment finds no row.
    """
    if not changes:
        yield session
        return
    with session.trusted() as connection:
        connection.execute("BEGIN")
    try:
        merge(session, changes, bound, schemas)
        yield session
    finally:
        with session.trusted() as connection:
            connection.execute("ROLLBACK")


def merge(
    session: SqlSession,
    changes: Sequence[RowChange],
    bound: Mapping[str, Any],
    schemas: Mapping[str, Schema],
) -> None:
    """Insert and adjust rows, then check every foreign key of the tables touched."""
    for change in changes:
        _apply(session, change, bound)
    for app, table in dict.fromkeys((change.app, change.table) for change in changes):
        with session.trusted() as connection:
            broken = connection.execute(f'PRAGMA "{app}".foreign_key_check("{table}")').fetchall()
        if broken:
            keys = schemas[app].tables[table].foreign_keys
            columns = sorted({c for k in keys if k.parent == broken[0][2] for c in k.columns})
            places = ", ".join(c.place for c in changes if (c.app, c.table) == (app, table))
            raise ArrangeError(
                f"{places}: a row of {app}.{table} refers by {' or '.join(columns)} to a row of "
                f"{broken[0][2]} that does not exist"
            )


def _apply(session: SqlSession, change: RowChange, bound: Mapping[str, Any]) -> None:
    names = list(change.values)
    target = f'"{change.app}"."{change.table}"'
    values = {f"column_{i}": change.values[name] for i, name in enumerate(names)}
    if change.where is None:
        columns = ", ".join(f'"{name}"' for name in names)
        marks = ", ".join(f":column_{i}" for i in range(len(names)))
        sql = f"INSERT INTO {target} ({columns}) VALUES ({marks})"
    else:
        pairs = ", ".join(f'"{name}" = :column_{i}' for i, name in enumerate(names))
        # The condition is the scenario's: it runs under the guard, and only finds row ids.
        found = session.query(f"SELECT rowid FROM {target} WHERE ({change.where})", bound)
        if not found:
            raise ArrangeError(f"{change.place}: no row to adjust on this profile", "infeasible")
        ids = ", ".join(str(int(row[0])) for row in found)
        sql = f"UPDATE {target} SET {pairs} WHERE rowid IN ({ids})"
    try:
        with session.trusted() as connection:
            connection.execute(sql, values)
    except sqlite3.Error as error:
        raise ArrangeError(f"{change.place}: {error}") from error
