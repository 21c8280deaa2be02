from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

BUNDLE = Path(__file__).parents[1] / "fixtures" / "bundle"


def notes_database(titles: list[str]) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    connection.executemany("INSERT INTO notes (title) VALUES (?)", [(t,) for t in titles])
    connection.commit()
    content = connection.serialize()
    connection.close()
    return content


@pytest.fixture(scope="session")
def toy_snapshot() -> Snapshot:
    return Snapshot(
        {
            "notes": AppState(notes_database(["Milk", "Bread"])),
            "clock": AppState(notes_database([])),
        },
        PhoneSettings(clock_ms=1_700_000_000_000),
        "notes",
    )
