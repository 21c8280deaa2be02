"""Both states of an episode, stored so that it can be verified again without any phone.

``states.zip`` in the episode's folder holds the interface states, settings and digests as JSON
and each database as the pages that differ: the start state from the profile's own database, the
end state from the start state. Profile databases lie once per run in ``databases/``.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_eval.errors import RunFolderError
from tapworld_eval.rollouts.files import write_whole
from tapworld_eval.rollouts.page_delta import apply_delta, make_delta
from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

if TYPE_CHECKING:
    from tapworld_scenarios import Task

__all__ = ["STATES", "load_snapshots", "store_snapshots"]

STATES = "states.zip"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip can hold: equal states, equal bytes


def store_snapshots(run: Path, folder: Path, task: Task, after: Snapshot) -> None:
    """Write ``states.zip`` into an episode's folder and the profile's databases into the run's.

    Raises:
        RunFolderError: The folder cannot be written to.
    """
    before = task.snapshot
    bases: dict[str, str] = {}
    entries: dict[str, bytes] = {}
    for app, state in sorted(before.apps.items()):
        base = task.catalog.profiles.database(task.configuration.profile, app)
        bases[app] = _keep_base(run, base)
        entries[f"before/{app}.delta"] = make_delta(base, state.database)
    for app, state in sorted(after.apps.items()):
        start = before.apps[app].database if app in before.apps else b""
        if state.database != start:
            entries[f"after/{app}.delta"] = make_delta(start, state.database)
    head = {"bases": bases, "before": _outline(before), "after": _outline(after)}
    entries = {"states.json": json.dumps(head, sort_keys=True).encode(), **entries}
    write_whole(folder / STATES, _zip(entries))


def load_snapshots(run: Path, episode: str) -> tuple[Snapshot, Snapshot]:
    """The states before and after a stored episode.

    Raises:
        RunFolderError: They are missing or damaged.
    """
    path = run / "trajectories" / episode / STATES
    try:
        with zipfile.ZipFile(path) as archive:
            entries = {name: archive.read(name) for name in archive.namelist()}
        head = json.loads(entries["states.json"])
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise RunFolderError(f"cannot read the states of {episode} in {path}: {error}") from error
    bases = {app: _read_base(run, digest) for app, digest in head["bases"].items()}
    before = _rebuild(head["before"], "before", entries, bases)
    starts = {app: state.database for app, state in before.apps.items()}
    return before, _rebuild(head["after"], "after", entries, starts)


def _outline(snapshot: Snapshot) -> dict[str, Any]:
    apps = {app: {"digest": state.digest, "ui": state.ui} for app, state in snapshot.apps.items()}
    return {
        "apps": apps,
        "settings": asdict(snapshot.settings),
        "foreground": snapshot.foreground,
        "digest": snapshot.digest(),
    }


def _rebuild(
    outline: Mapping[str, Any], side: str, entries: Mapping[str, bytes], bases: Mapping[str, bytes]
) -> Snapshot:
    apps: dict[str, AppState] = {}
    for app, state in outline["apps"].items():
        delta = entries.get(f"{side}/{app}.delta")
        base = bases.get(app, b"")
        database = base if delta is None else apply_delta(base, delta)
        if hashlib.sha256(database).hexdigest() != state["digest"]:
            raise RunFolderError(f"the stored database of {app!r} ({side}) does not fit its digest")
        apps[app] = AppState(database, state["ui"])
    return Snapshot(apps, PhoneSettings(**outline["settings"]), outline["foreground"])


def _keep_base(run: Path, database: bytes) -> str:
    digest = hashlib.sha256(database).hexdigest()
    path = run / "databases" / f"{digest}.sqlite.gz"
    if not path.exists():
        write_whole(path, gzip.compress(database, mtime=0))
    return digest


@lru_cache(maxsize=64)
def _read_base(run: Path, digest: str) -> bytes:
    path = run / "databases" / f"{digest}.sqlite.gz"
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError) as error:
        raise RunFolderError(f"cannot read the profile database {path}: {error}") from error


def _zip(entries: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
