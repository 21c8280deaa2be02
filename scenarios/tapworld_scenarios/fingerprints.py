"""Content hashes of what a certificate depends on; equal content gives equal hashes anywhere."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from .diff import read_rows
from .snapshot import AppState

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["persona_hash", "profile_hash", "ui_states_hash"]


def _digest(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def profile_hash(catalog: Catalog, profile: str, app: str) -> str:
    """Over the rows of a start database, not the bytes of its file.

    Two SQLite versions may lay out the same rows in other pages.
    """
    data = catalog.profiles.database(profile, app)
    memo = catalog.memo.setdefault("profile_hash", {})
    key = (profile, app, hashlib.sha256(data).digest())
    if key not in memo:
        _, rows = read_rows(app, AppState(data))
        whole = hashlib.sha256()
        for name in sorted(rows):
            whole.update(repr((name, rows[name])).encode("utf-8", "surrogatepass"))
        memo[key] = whole.hexdigest()[:32]
    return memo[key]


def persona_hash(catalog: Catalog, profile: str) -> str:
    """Over what the engine reads of a persona."""
    persona = catalog.profiles.personas()[profile]
    names = ("id", "name", "email", "handle", "phone", "locale", "currency", "time_zone",
             "hour24", "clock_ms")  # fmt: skip
    people = [[p.name, p.email, p.handle, p.phone] for p in persona.people]
    return _digest([[getattr(persona, name) for name in names], people])


def ui_states_hash(catalog: Catalog, app: str) -> str:
    """Over the UI states of an app."""
    return _digest(catalog.looks.ui_states(app))
