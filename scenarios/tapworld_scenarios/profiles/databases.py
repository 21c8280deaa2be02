"""The profiles' databases, generated once and kept in memory and on disk."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import warnings
from functools import cache
from pathlib import Path

from tapworld_scenarios.profiles.generators import build, source_digest
from tapworld_scenarios.profiles.personas import persona

__all__ = ["cache_folder", "logical_hash", "profile_database", "profile_hash"]


def cache_folder() -> Path:
    """Return where generated databases are kept.

    ``$TAPWORLD_CACHE`` when set, else ``$XDG_CACHE_HOME/tapworld``, else ``~/.cache/tapworld``.
    """
    named = os.environ.get("TAPWORLD_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tapworld"


@cache
def profile_database(profile: str, app: str) -> bytes:
    """Return the SQLite file of ``app`` on the phone of ``profile``.

    Args:
        profile: Id of a persona, e.g. ``"ada"``.
        app: Id of an app that has a generator, e.g. ``"mail"``.

    Returns:
        A whole database file; equal on every machine with the same SQLite version.

    Raises:
        ProfileError: Unknown profile or app, or the generator broke a constraint.
    """
    owner = persona(profile)
    path = cache_folder() / "profiles" / app / f"{profile}-{source_digest(app)[:24]}.sqlite"
    kept = _read(path)
    if kept is not None:
        return kept
    made = build(owner, app)
    _write(path, made)
    return made


@cache
def profile_hash(profile: str, app: str) -> str:
    """Return a hash of the rows and the schema, independent of the SQLite version."""
    return logical_hash(profile_database(profile, app))


def logical_hash(database: bytes) -> str:
    """Return SHA-256 over the schema and all rows of a database file, in hex."""
    digest = hashlib.sha256()
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(database)
        tables = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall()
        for name, sql in tables:
            rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
            ordered = sorted(json.dumps(row, ensure_ascii=False) for row in rows)
            digest.update(json.dumps([name, sql, ordered], ensure_ascii=False).encode())
    finally:
        connection.close()
    return digest.hexdigest()


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _warn(f"cannot read {path}: {error}")
        return None
    page_size = int.from_bytes(data[16:18], "big")
    pages = int.from_bytes(data[28:32], "big")
    if not data.startswith(b"SQLite format 3\0") or page_size * pages != len(data):
        _warn(f"{path} is damaged and will be generated anew")
        return None
    return data


def _write(path: Path, data: bytes) -> None:
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except OSError as error:
        _warn(f"cannot keep {path}: {error}")
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _warn(message: str) -> None:
    warnings.warn(
        f"{message}; set TAPWORLD_CACHE to a writable folder to keep generated databases",
        RuntimeWarning,
        stacklevel=4,
    )
