"""What every phone asks of a snapshot before anything is sent to it."""

from __future__ import annotations

from collections.abc import Collection

from tapworld_env.devices.sqlite_file import sqlite_flaw
from tapworld_env.errors import SnapshotRejected
from tapworld_scenarios.snapshot import Snapshot

__all__ = ["check_snapshot"]


def check_snapshot(snapshot: Snapshot, apps: Collection[str]) -> None:
    """Refuse a snapshot that no phone with these apps can show.

    Args:
        snapshot: The state to be loaded.
        apps: Ids of the apps that the phone has.

    Raises:
        SnapshotRejected: Unknown app, a foreground app that is not in the snapshot, or a
            database that is no whole SQLite file.

    >>> check_snapshot(Snapshot({}, foreground="mail"), ["mail"])
    Traceback (most recent call last):
    tapworld_env.errors.SnapshotRejected: the foreground app 'mail' is not among the snapshot's \
apps (none)
    """
    for app in sorted(snapshot.apps):
        if app not in apps:
            raise SnapshotRejected(f"unknown app {app!r}; this phone has {', '.join(apps)}")
    if snapshot.foreground is not None and snapshot.foreground not in snapshot.apps:
        raise SnapshotRejected(
            f"the foreground app {snapshot.foreground!r} is not among the snapshot's apps "
            f"({', '.join(sorted(snapshot.apps)) or 'none'})"
        )
    for app, state in sorted(snapshot.apps.items()):
        flaw = sqlite_flaw(state.database)
        if flaw is not None:
            raise SnapshotRejected(f"the database of {app!r} is broken: {flaw}")
