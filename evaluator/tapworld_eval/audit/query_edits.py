"""Small changes of rows that may make a free query true.

A query says what must hold, not what to write. What it names is little, though: a table, rows
picked by values of the task (``thread_id = :thread_id``), columns that it looks at (``is_read``),
and values to compare them with. So the changes worth trying are few: one of these columns, in
these rows, set to one of these values. Whether a change does what is asked, the query decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapworld_scenarios.schema import Schema

__all__ = ["QueryEdit", "query_edits"]

_TABLE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)\.(\w+)", re.IGNORECASE)
_PICKED = re.compile(r"(?:\b\w+\.)?\b(\w+)\s*=\s*(:[a-z_]\w*)", re.IGNORECASE)
_LITERAL = re.compile(r"'(?:[^']|'')*'|(?<![\w:.'])-?\d+(?:\.\d+)?(?![\w.'])")


@dataclass(frozen=True)
class QueryEdit:
    """Set one column of one or all rows that a condition picks.

    Attributes:
        app: App id.
        table: Table without prefix.
        where: SQL condition that picks rows; may name values of the task.
        column: The column to set.
        value: SQL expression of the new value.
    """

    app: str
    table: str
    where: str
    column: str
    value: str


def query_edits(sql: str, schemas: Mapping[str, Schema]) -> Iterator[QueryEdit]:
    """Changes that the query's own words suggest, in the order of its words.

    Args:
        sql: The query.
        schemas: App id -> schema; tables of other databases (``before_mail``) are left alone.
    """
    for app, name in dict.fromkeys(_TABLE.findall(sql)):
        table = schemas[app].tables.get(name) if app in schemas else None
        if table is None:
            continue
        picked = [(c, v) for c, v in dict.fromkeys(_PICKED.findall(sql)) if c in table.columns]
        where = " AND ".join(f'"{column}" = {value}' for column, value in picked) or "1"
        known = {*table.key, *(column for column, _ in picked)}
        words = dict.fromkeys(re.findall(r"\w+", sql))
        for column in (word for word in words if word in table.columns and word not in known):
            for value in dict.fromkeys(_LITERAL.findall(sql)):
                yield QueryEdit(app, name, where, column, value)
