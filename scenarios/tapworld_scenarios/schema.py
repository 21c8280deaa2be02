"""What tables an app has, read from its ``schema.sql`` by SQLite itself."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

__all__ = ["ForeignKey", "Schema", "Table", "read_schema", "suggest"]


@dataclass(frozen=True)
class ForeignKey:
    """Column ``columns[i]`` refers to ``parent.parent_columns[i]``."""

    columns: tuple[str, ...]
    parent: str
    parent_columns: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """One table.

    Attributes:
        name: Without the app's prefix.
        columns: In the order of the schema.
        types: Declared type by column, upper case.
        key: Columns of the primary key; ``("rowid",)`` where none is declared.
        unique: Column sets of the other UNIQUE constraints.
        required: NOT NULL columns without a default that are no integer primary key.
        foreign_keys: References to other tables.
    """

    name: str
    columns: tuple[str, ...]
    types: Mapping[str, str]
    key: tuple[str, ...]
    unique: tuple[tuple[str, ...], ...]
    required: frozenset[str]
    foreign_keys: tuple[ForeignKey, ...]


@dataclass(frozen=True)
class Schema:
    """The tables of one app.

    Attributes:
        app: App id.
        tables: By name, in the order of the file.
        empty: A database file with the schema and no rows.
        digest: SHA-256 of the normalised definitions, in hex.
    """

    app: str
    tables: Mapping[str, Table]
    empty: bytes
    digest: str


def suggest(name: str, known: Mapping[str, object] | tuple[str, ...] | list[str]) -> str:
    """`` (did you mean ...?)`` or the list of what there is.

    >>> suggest("contact", ["contacts", "cards"])
    "; did you mean 'contacts'?"
    """
    names = sorted(known)
    close = get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known: {', '.join(names)}" if names else "; there are none"


@lru_cache(maxsize=64)
def read_schema(app: str, sql: str) -> Schema:
    """Run ``sql`` in an empty database and describe what it made.

    Raises:
        sqlite3.Error: The text is not a valid schema.
    """
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(sql)
        tables = describe_tables(connection, "main")
        return Schema(app, tables, connection.serialize(), _definition_digest(connection))
    finally:
        connection.close()


def describe_tables(connection: sqlite3.Connection, database: str) -> dict[str, Table]:
    """Tables of one attached database; virtual tables, their shadows and views are left out."""
    listed = connection.execute(f'PRAGMA "{database}".table_list').fetchall()
    kinds = {row[1]: row[2] for row in listed if row[0] == database}
    ordered = connection.execute(
        f"SELECT name FROM \"{database}\".sqlite_master WHERE type = 'table' ORDER BY rowid"
    )
    return {
        name: _describe(connection, database, name)
        for (name,) in ordered.fetchall()
        if kinds.get(name) == "table" and not name.startswith("sqlite_")
    }


def _describe(connection: sqlite3.Connection, database: str, name: str) -> Table:
    info = connection.execute(f'PRAGMA "{database}".table_info("{name}")').fetchall()
    key = tuple(row[1] for row in sorted((r for r in info if r[5]), key=lambda r: r[5]))
    integer_key = len(key) == 1 and any(
        row[1] == key[0] and row[2].upper() == "INTEGER" for row in info
    )
    return Table(
        name=name,
        columns=tuple(row[1] for row in info),
        types={row[1]: row[2].upper() for row in info},
        key=key or ("rowid",),
        unique=_unique(connection, database, name, key),
        required=frozenset(
            row[1]
            for row in info
            if row[3] and row[4] is None and not (integer_key and row[1] == key[0])
        ),
        foreign_keys=_foreign_keys(connection, database, name),
    )


def _unique(
    connection: sqlite3.Connection, database: str, name: str, key: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    found = []
    for row in connection.execute(f'PRAGMA "{database}".index_list("{name}")').fetchall():
        if not row[2]:
            continue
        columns = connection.execute(f'PRAGMA "{database}".index_info("{row[1]}")').fetchall()
        names = tuple(str(column[2]) for column in columns if column[2] is not None)
        if names != key:
            found.append(names)
    return tuple(sorted(found))


def _foreign_keys(
    connection: sqlite3.Connection, database: str, name: str
) -> tuple[ForeignKey, ...]:
    grouped: dict[int, list[tuple[int, str, str, str]]] = {}
    for row in connection.execute(f'PRAGMA "{database}".foreign_key_list("{name}")').fetchall():
        grouped.setdefault(row[0], []).append((row[1], row[2], row[3], row[4] or "id"))
    return tuple(
        ForeignKey(
            tuple(part[2] for part in sorted(parts)),
            parts[0][1],
            tuple(part[3] for part in sorted(parts)),
        )
        for _, parts in sorted(grouped.items())
    )


def _definition_digest(connection: sqlite3.Connection) -> str:
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    text = "\n".join(" ".join(str(sql).split()) for (sql,) in rows.fetchall())
    return hashlib.sha256(text.encode()).hexdigest()
