"""Finds the apps' generators and runs them."""

from __future__ import annotations

import hashlib
import importlib
import sqlite3
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles.personas import Persona

__all__ = ["build", "generator_apps", "schema", "source_digest"]

_ROOT = Path(__file__).parent
_PAGE_SIZE = 4096
_SOURCES = (".py", ".sql", ".yaml", ".json", ".txt")


@lru_cache(maxsize=1)
def generator_apps() -> tuple[str, ...]:
    """Return the apps that have a generator, in alphabetical order."""
    found = (path.parent for path in _ROOT.glob("*/schema.sql"))
    return tuple(sorted(folder.name for folder in found if (folder / "__init__.py").exists()))


def schema(app: str) -> str:
    """Return the SQL that creates the tables of ``app``."""
    return (_folder(app) / "schema.sql").read_text(encoding="utf-8")


def build(persona: Persona, app: str) -> bytes:
    """Generate a database, without any cache.

    The file never touches a disk: page size and encoding are fixed, ``VACUUM`` leaves no
    trace of the order of writing, and the header says ``journal_mode`` DELETE.
    """
    module = importlib.import_module(f"{__package__}.{_folder(app).name}")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.executescript(
            f"PRAGMA page_size = {_PAGE_SIZE}; PRAGMA encoding = 'UTF-8'; {schema(app)}"
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN")
        module.generate(persona, connection)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        return connection.serialize()
    except sqlite3.Error as error:
        raise ProfileError(f"generator {app!r} failed for persona {persona.id!r}: {error}") from (
            error
        )
    finally:
        connection.close()


@cache
def source_digest(app: str) -> str:
    """Return a hash over everything that decides the databases of ``app``.

    These are the shared modules, the personas, the app's own folder and the SQLite version
    (which decides the bytes of a file of equal content).
    """
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    for path in _sources(app):
        digest.update(str(path.relative_to(_ROOT)).encode())
        digest.update(b"\0")
        digest.update(path.read_bytes())
        digest.update(b"\0")
    return digest.hexdigest()


def _sources(app: str) -> Iterator[Path]:
    others = set(generator_apps()) - {app}
    for path in sorted(_ROOT.rglob("*")):
        top = path.relative_to(_ROOT).parts[0]
        if path.suffix in _SOURCES and top not in others:
            yield path


def _folder(app: str) -> Path:
    if app not in generator_apps():
        known = ", ".join(generator_apps())
        raise ProfileError(f"no generator for app {app!r}; known: {known}")
    return _ROOT / app
