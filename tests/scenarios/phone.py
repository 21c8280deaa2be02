"""Changes a phone's databases the way an agent would have."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.snapshot import AppState, Snapshot


def change(snapshot: Snapshot, app: str, *statements: str) -> Snapshot:
    state = snapshot.apps[app]
    connection = sqlite3.connect(":memory:")
    connection.deserialize(state.database)
    connection.execute("PRAGMA foreign_keys = ON")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    return snapshot.with_app(app, AppState(connection.serialize(), state.ui))
