"""Read-only queries over in-memory copies of app databases.

Scenario SQL and databases from devices are both untrusted. A session copies the databases
into memory, an authorizer lets only reading and functions through, a progress handler stops
what runs too long, and a row limit stops what returns too much.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .errors import EnvironmentFault, SqlError

__all__ = ["SqlSession", "SqlValue"]

SqlValue = int | float | str | bytes | None

TIME_LIMIT_S = 2.0
ROW_LIMIT = 10_000
_STEPS_PER_CALL = 20_000  # virtual machine steps between looks at the clock: about 0.3 ms
_MAX_ATTACHED = 10  # SQLite's own default

_ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
_REFUSED_FUNCTIONS = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}


class SqlSession:
    """Databases under their names in one connection that scenario SQL cannot write to.

    Args:
        databases: Name in SQL (``mail``, ``before_mail``) -> SQLite file.
        time_limit_s: Processor seconds one query may run (a busy machine is no one's fault).
        row_limit: Rows one query may return.

    Raises:
        EnvironmentFault: A file is no SQLite database.

    >>> session = SqlSession({})
    >>> session.scalar("SELECT :a + 1", {"a": 2})
    3
    """

    def __init__(
        self,
        databases: Mapping[str, bytes],
        *,
        time_limit_s: float = TIME_LIMIT_S,
        row_limit: int = ROW_LIMIT,
    ) -> None:
        if len(databases) > _MAX_ATTACHED:
            raise SqlError(
                f"{len(databases)} databases in one query session; SQLite allows "
                f"{_MAX_ATTACHED}: name fewer apps in the scenario"
            )
        self.names = tuple(databases)
        self.time_limit_s = time_limit_s
        self.row_limit = row_limit
        self._trusted = True
        self._deadline = float("inf")
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=2048, check_same_thread=False
        )
        for name, data in databases.items():
            self._attach(name, data)
        self._connection.execute("PRAGMA trusted_schema = OFF")
        self._connection.set_authorizer(self._authorize)
        self._connection.set_progress_handler(self._overdue, _STEPS_PER_CALL)
        self._trusted = False

    def _attach(self, name: str, data: bytes) -> None:
        try:
            self._connection.execute(f"ATTACH ':memory:' AS \"{name}\"")
            if data:
                self._connection.deserialize(data, name=name)
            self._connection.execute(f'SELECT COUNT(*) FROM "{name}".sqlite_master').fetchone()
        except sqlite3.Error as error:
            self.close()
            raise EnvironmentFault(f"the database {name!r} cannot be opened: {error}") from error

    def close(self) -> None:
        """Free the copies; safe to call twice."""
        self._connection.close()

    def __enter__(self) -> SqlSession:
        """Return the session itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """Close the session."""
        self.close()

    def _authorize(self, action: int, first: str | None, second: str | None, *_: object) -> int:
        if self._trusted:
            return sqlite3.SQLITE_OK
        if action not in _ALLOWED:
            return sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _REFUSED_FUNCTIONS:
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK

    def _overdue(self) -> int:
        return 1 if time.thread_time() > self._deadline else 0

    @contextmanager
    def trusted(self) -> Iterator[sqlite3.Connection]:
        """The connection with the guard lifted, for the engine's own statements."""
        self._trusted = True
        try:
            yield self._connection
        finally:
            self._trusted = False

    def query(self, sql: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Rows of one SELECT.

        Raises:
            SqlError: It does not compile, writes, needs a value that is not bound, runs too
                long or returns too many rows.
            EnvironmentFault: The database turns out to be corrupt while reading.
        """
        self._deadline = time.thread_time() + self.time_limit_s
        try:
            cursor = self._connection.execute(sql, values or {})
            rows = cursor.fetchmany(self.row_limit + 1)
            cursor.close()
        except sqlite3.Error as error:
            raise self._explain(error, sql) from error
        except (OverflowError, UnicodeError) as error:
            raise SqlError(f"{error} in: {_short(sql)}") from error
        finally:
            self._deadline = float("inf")
        if len(rows) > self.row_limit:
            raise SqlError(f"more than {self.row_limit} rows from: {_short(sql)}")
        return rows

    def scalar(self, sql: str, values: Mapping[str, Any] | None = None) -> Any:
        """First column of the first row, or ``None`` when there is none."""
        rows = self.query(sql, values)
        return rows[0][0] if rows else None

    def check(self, sql: str, names: Mapping[str, Any]) -> None:
        """Compile ``sql`` without running it.

        Raises:
            SqlError: It does not compile, writes, or uses a ``:name`` that is not in ``names``.
        """
        self.query("EXPLAIN " + sql, names)

    def columns(self, sql: str, names: Mapping[str, Any]) -> tuple[str, ...]:
        """Names of the columns ``sql`` gives."""
        try:
            cursor = self._connection.execute(sql, names)
            described = tuple(column[0] for column in cursor.description or ())
            cursor.close()
        except sqlite3.Error as error:
            raise self._explain(error, sql) from error
        return described

    def _explain(self, error: sqlite3.Error, sql: str) -> SqlError | EnvironmentFault:
        text = str(error)
        if "malformed" in text or "not a database" in text or "corrupt" in text:
            return EnvironmentFault(f"a database is broken: {text}")
        if "Could not decode" in text:
            return EnvironmentFault(f"a database holds text that is not UTF-8: {text}")
        if "not authorized" in text or "authorization denied" in text or "prohibited" in text:
            return SqlError(f"only reading is allowed ({text}): {_short(sql)}")
        if "interrupted" in text:
            return SqlError(f"ran longer than {self.time_limit_s} s: {_short(sql)}")
        if "did not supply a value" in text or "Binding" in text:
            name = text.rstrip(".").rsplit(" ", 1)[-1]
            return SqlError(f"unknown value {name} in: {_short(sql)}")
        if "one statement at a time" in text:
            return SqlError(f"only one statement is allowed: {_short(sql)}")
        return SqlError(f"{text} in: {_short(sql)}")


def _short(sql: str) -> str:
    text = " ".join(sql.split())
    return text if len(text) <= 200 else text[:197] + "..."
