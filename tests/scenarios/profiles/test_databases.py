"""Generation is deterministic, discovered by name, and cached without silence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles import (
    Persona,
    generator_apps,
    persona,
    profile_database,
    profile_hash,
    schema,
)
from tapworld_scenarios.profiles import databases as databases_module
from tapworld_scenarios.profiles.generators import build

APPS = ("mail", "pay")


def test_generators_are_found_by_name() -> None:
    assert set(generator_apps()) >= set(APPS)
    with pytest.raises(ProfileError, match=r"no generator for app 'fax'.*mail"):
        schema("fax")


@pytest.mark.parametrize("app", APPS)
def test_file_is_whole_and_portable(persona: Persona, app: str) -> None:
    data = profile_database(persona.id, app)
    assert 90_000 <= len(data) <= 600_000
    assert int.from_bytes(data[16:18], "big") == 4096
    assert data[18:20] == b"\x01\x01", "journal_mode DELETE, not WAL"
    assert int.from_bytes(data[36:40], "big") == 0, "vacuumed: no free pages"
    connection = sqlite3.connect(":memory:")
    connection.deserialize(data)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    written = sqlite3.connect(":memory:")
    written.executescript(schema(app))
    names = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    assert connection.execute(names).fetchall() == written.execute(names).fetchall()


@pytest.mark.parametrize("app", APPS)
def test_equal_runs_give_equal_bytes(app: str) -> None:
    code = (
        "import hashlib; from tapworld_scenarios.profiles import persona;"
        "from tapworld_scenarios.profiles.generators import build;"
        f"print(hashlib.sha256(build(persona('kenji'), {app!r})).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(seen) == 1


@pytest.mark.parametrize("app", APPS)
def test_ids_are_dense_and_in_time_order(persona: Persona, app: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(profile_database(persona.id, app))
    order = {
        "mail": {"messages": "sent_at", "files": "modified_at", "drafts": "updated_at"},
        "pay": {"transactions": "created_at", "requests": "created_at", "splits": "created_at"},
    }[app]
    for table, column in order.items():
        rows = connection.execute(f"SELECT id, {column} FROM {table} ORDER BY id").fetchall()
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), table
        assert [row[1] for row in rows] == sorted(row[1] for row in rows), table


def test_hash_is_of_the_content() -> None:
    data = profile_database("ada", "pay")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(data)
    connection.execute("PRAGMA page_size = 8192")
    connection.execute("VACUUM")
    other = connection.serialize()
    assert other != data
    assert databases_module.logical_hash(other) == profile_hash("ada", "pay")
    connection.execute("UPDATE wallets SET balance_cents = balance_cents + 1")
    assert databases_module.logical_hash(connection.serialize()) != profile_hash("ada", "pay")


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache folder, and nothing in memory."""
    monkeypatch.setenv("TAPWORLD_CACHE", str(tmp_path))
    profile_database.cache_clear()
    return tmp_path


def test_disk_cache_is_used(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = profile_database("mia", "pay")
    (kept,) = cold.rglob("mia-*.sqlite")
    assert kept.read_bytes() == made
    assert list(cold.rglob("*.part")) == []

    def refuse(*_: object) -> bytes:
        raise AssertionError("generated although it was kept")

    monkeypatch.setattr(databases_module, "build", refuse)
    profile_database.cache_clear()
    assert profile_database("mia", "pay") == made


def test_torn_file_is_replaced_with_a_warning(cold: Path) -> None:
    made = profile_database("mia", "pay")
    (kept,) = cold.rglob("mia-*.sqlite")
    kept.write_bytes(made[:-5000])
    profile_database.cache_clear()
    with pytest.warns(RuntimeWarning, match="damaged"):
        assert profile_database("mia", "pay") == made
    assert kept.read_bytes() == made


def test_unusable_cache_folder_warns(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = cold / "taken"
    file.write_text("a file where a folder should be")
    monkeypatch.setenv("TAPWORLD_CACHE", str(file))
    with pytest.warns(RuntimeWarning, match="set TAPWORLD_CACHE"):
        data = profile_database("mia", "pay")
    assert data == build(persona("mia"), "pay")
