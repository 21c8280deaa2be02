"""Scenario SQL reads and does nothing else, within limits."""

from __future__ import annotations

import sqlite3

import pytest

from tapworld_scenarios.errors import EnvironmentFault, SqlError
from tapworld_scenarios.sql_session import SqlSession


def _database() -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO t VALUES (1), (2)")
    connection.commit()
    return connection.serialize()


@pytest.fixture
def session():
    with SqlSession({"app": _database()}, time_limit_s=0.2, row_limit=100) as made:
        yield made


@pytest.mark.parametrize(
    "sql",
    ["DELETE FROM app.t", "INSERT INTO app.t VALUES (3)", "UPDATE app.t SET id = 9",
     "CREATE TEMP TABLE x (a)", "PRAGMA writable_schema = ON", "ATTACH ':memory:' AS b", "VACUUM",
     "BEGIN", "SELECT load_extension('x')"],
)  # fmt: skip
def test_only_reading_is_allowed(session, sql):
    with pytest.raises(SqlError, match="only reading"):
        session.query(sql)
    assert session.scalar("SELECT COUNT(*) FROM app.t") == 2


ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT {} FROM c"


def test_a_query_without_end_is_stopped(session):
    with pytest.raises(SqlError, match=r"ran longer than 0\.2 s"):
        session.query(ENDLESS.format("MAX(n)"))
    assert session.scalar("SELECT 1") == 1


def test_too_many_rows_are_refused(session):
    with pytest.raises(SqlError, match="more than 100 rows"):
        session.query(ENDLESS.format("n"))


def test_a_value_that_is_not_bound_is_named(session):
    with pytest.raises(SqlError, match="unknown value :x"):
        session.query("SELECT :x", {"y": 1})


def test_a_file_that_is_no_database():
    with pytest.raises(EnvironmentFault):
        SqlSession({"app": b"plain text, and rather too short"})
