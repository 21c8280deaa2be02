"""Numbers in clauses that may be written as SQL: ``"-:amount"``, ``"1200"``, ``":a + :b"``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .sql_session import SqlSession

__all__ = ["evaluate", "expression_sql", "set_value"]


def expression_sql(text: str) -> str:
    """The query that gives the expression's value."""
    return f"SELECT ({text})"


def evaluate(raw: Any, session: SqlSession, values: Mapping[str, Any]) -> Any:
    """A number, or the value of the SQL expression in a text.

    >>> evaluate("-:amount", SqlSession({}), {"amount": 5})
    -5
    """
    if isinstance(raw, str):
        return session.scalar(expression_sql(raw), values)
    return raw


def set_value(raw: Any, session: SqlSession, values: Mapping[str, Any]) -> Any:
    """A value in ``set``, ``params`` or ``state``: literal, ``:name``, or ``{sql: ...}``."""
    if isinstance(raw, dict) and set(raw) == {"sql"}:
        return evaluate(str(raw["sql"]), session, values)
    if isinstance(raw, str) and raw.startswith(":"):
        return evaluate(raw, session, values)
    return raw
