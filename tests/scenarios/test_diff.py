"""Row differences are exactly those between the two states."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapworld_scenarios.diff import diff_app
from tapworld_scenarios.errors import EnvironmentFault
from tapworld_scenarios.snapshot import AppState

ROWS = st.dictionaries(st.integers(0, 20), st.tuples(st.text(max_size=3), st.integers(0, 3)))


def _state(rows: dict[int, tuple[str, int]]) -> AppState:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER)")
    connection.execute("CREATE TABLE still (a TEXT, b TEXT, PRIMARY KEY (a, b))")
    connection.execute("INSERT INTO still VALUES ('x', 'y')")
    connection.executemany("INSERT INTO t VALUES (?, ?, ?)", [(k, *v) for k, v in rows.items()])
    connection.commit()
    return AppState(connection.serialize())


@given(ROWS, ROWS)
def test_difference_of_any_two_states(before, after):
    found = diff_app("app", _state(before), _state(after)).tables.get("t")
    if before == after:
        assert found is None
        return
    assert found is not None
    assert {key[0] for key in found.inserted} == set(after) - set(before)
    assert {key[0] for key in found.deleted} == set(before) - set(after)
    changed = {k for k in set(before) & set(after) if before[k] != after[k]}
    assert {row.key[0] for row in found.updated} == changed
    for row in found.updated:
        old, new = before[row.key[0]], after[row.key[0]]
        wanted = {c: new[i] for i, c in enumerate(("name", "n")) if old[i] != new[i]}
        assert row.after == wanted


def test_a_broken_file_is_the_environments_fault():
    good = _state({1: ("a", 1)})
    for bad in (b"not a database", good.database[:700], good.database[:4096] + b"\xff" * 4096):
        with pytest.raises(EnvironmentFault):
            diff_app("app", good, AppState(bad))


def test_another_apps_database_is_refused():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    with pytest.raises(EnvironmentFault, match="no table t with the columns"):
        diff_app("app", _state({}), AppState(connection.serialize()))
