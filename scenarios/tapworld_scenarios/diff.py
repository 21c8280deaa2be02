"""Row-level differences between two states of an app."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .errors import EnvironmentFault
from .memo import Memo
from .schema import Table, describe_tables
from .snapshot import AppState

__all__ = ["AppDiff", "TableDiff", "UpdatedRow", "diff_app", "read_rows"]

Key = tuple[Any, ...]
Rows = dict[Key, tuple[Any, ...]]
Content = tuple[dict[str, Table], dict[str, list[tuple[Any, ...]]]]

# Start states repeat (a profile's database in every episode): their rows are kept.
_contents = Memo[Content](limit=24)
# Describing takes a fifth of a verification, and every database of an app is alike.
_described = Memo[dict[str, Table]](limit=32)


@dataclass(frozen=True)
class UpdatedRow:
    """A row that is in both states with other values.

    Attributes:
        key: Primary key.
        before: Column -> value before, of the columns that changed.
        after: Column -> value after, of the columns that changed.
    """

    key: Key
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns that changed, in the order of the table."""
        return tuple(self.after)


@dataclass(frozen=True)
class TableDiff:
    """What changed in one table; keys in the order in which rows are stored."""

    table: Table
    inserted: tuple[Key, ...]
    deleted: tuple[Key, ...]
    updated: tuple[UpdatedRow, ...]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.inserted or self.deleted or self.updated)

    @cached_property
    def updated_by_key(self) -> dict[Key, UpdatedRow]:
        """The updated rows by key."""
        return {row.key: row for row in self.updated}


@dataclass(frozen=True)
class AppDiff:
    """What changed in one app: only tables with a change are listed."""

    app: str
    tables: Mapping[str, TableDiff]


def diff_app(app: str, before: AppState, after: AppState) -> AppDiff:
    """Compare two states of an app; equal files are not opened.

    Raises:
        EnvironmentFault: The later file is no database, or lacks a table or column.
    """
    if before.database == after.database:
        return AppDiff(app, {})
    tables, old = read_rows(app, before)
    new_tables, new = read_rows(app, after)
    found: dict[str, TableDiff] = {}
    for name, table in tables.items():
        if name not in new_tables or new_tables[name].columns != table.columns:
            raise EnvironmentFault(
                f"the device's database of {app} has no table {name} with the columns of the "
                "start state: it is not this app's database"
            )
        if old[name] != new[name]:
            changed = diff_rows(table, old[name], new[name])
            if changed:
                found[name] = changed
    return AppDiff(app, found)


def diff_rows(table: Table, old: list[tuple[Any, ...]], new: list[tuple[Any, ...]]) -> TableDiff:
    """Compare two lists of rows, each its key followed by all columns."""
    width = len(table.key)
    before: Rows = {row[:width]: row[width:] for row in old}
    after: Rows = {row[:width]: row[width:] for row in new}
    updated = []
    for key, row in before.items():
        other = after.get(key)
        if other is None or other == row:
            continue
        changed = [i for i, (a, b) in enumerate(zip(row, other, strict=True)) if a != b]
        updated.append(
            UpdatedRow(
                key,
                {table.columns[i]: row[i] for i in changed},
                {table.columns[i]: other[i] for i in changed},
            )
        )
    return TableDiff(
        table,
        tuple(key for key in after if key not in before),
        tuple(key for key in before if key not in after),
        tuple(updated),
    )


def read_rows(app: str, state: AppState) -> Content:
    """Tables of an app's database and their rows, ordered by key, each its key then its columns.

    Raises:
        EnvironmentFault: The file cannot be read.
    """
    return _contents.get(state.digest, lambda: _read(app, state.database))


def _read(app: str, database: bytes) -> Content:
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(database)
        connection.execute("PRAGMA trusted_schema = OFF")
        tables = _tables(connection)
        return tables, {name: _rows(connection, table) for name, table in tables.items()}
    except (sqlite3.Error, UnicodeError) as error:
        raise EnvironmentFault(f"the database of {app} cannot be read: {error}") from error
    finally:
        connection.close()


def _tables(connection: sqlite3.Connection) -> dict[str, Table]:
    key = tuple(connection.execute("SELECT sql FROM sqlite_master ORDER BY rowid").fetchall())
    return _described.get(key, lambda: describe_tables(connection, "main"))


def _rows(connection: sqlite3.Connection, table: Table) -> list[tuple[Any, ...]]:
    key = ", ".join(f'"{column}"' for column in table.key)
    columns = ", ".join(f'"{column}"' for column in table.columns)
    query = f'SELECT {key}, {columns} FROM "{table.name}" ORDER BY {key}'
    return connection.execute(query).fetchall()
