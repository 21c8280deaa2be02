from __future__ import annotations

import sqlite3

import pytest

from tapworld_eval.errors import RunFolderError
from tapworld_eval.rollouts.page_delta import apply_delta, make_delta


def database(rows: int, *, extra: str = "") -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)")
    connection.executemany(
        "INSERT INTO t (text) VALUES (?)", [(f"row {i} " * 9,) for i in range(rows)]
    )
    if extra:
        connection.execute("UPDATE t SET text = ? WHERE id = 3", (extra,))
    connection.commit()
    return connection.serialize()


@pytest.mark.parametrize(
    ("base", "target"),
    [(800, 800), (800, 900), (900, 400), (0, 300)],
    ids=["equal", "grown", "shrunk", "from empty"],
)
def test_delta_gives_the_target_back(base: int, target: int) -> None:
    before, after = database(base), database(target, extra="changed")
    assert apply_delta(before, make_delta(before, after)) == after


def test_delta_from_nothing_is_the_whole_file() -> None:
    whole = database(50)
    assert apply_delta(b"", make_delta(b"", whole)) == whole


def test_a_small_change_is_a_small_delta() -> None:
    before, after = database(2000), database(2000, extra="changed")
    assert len(make_delta(before, after)) < len(after) / 20


@pytest.mark.parametrize("damage", [b"", b"nonsense", None], ids=["empty", "foreign", "cut"])
def test_damaged_delta_is_refused(damage: bytes | None) -> None:
    before, after = database(100), database(100, extra="changed")
    delta = make_delta(before, after)[:-7] if damage is None else damage
    with pytest.raises(RunFolderError, match="damaged"):
        apply_delta(before, delta)
