"""Settings of the mail app; every key has a row."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles.personas import Persona

__all__ = ["settings_of", "write_preferences"]

_DEFAULTS = {
    "conversation_view": "1",
    "swipe_left": "archive",
    "swipe_right": "delete",
    "density_preview_lines": "1",
    "default_reply": "reply",
    "confirm_delete": "0",
    "confirm_send": "0",
    "notifications": "all",
    "load_images": "ask",
    "vacation_enabled": "0",
    "vacation_subject": "",
    "vacation_message": "",
    "vacation_from": "",
    "vacation_until": "",
    "vacation_contacts_only": "0",
    "signature_enabled": "1",
    "undo_send": "1",
    "default_account": "",
    "default_sort": "newest",
}


def settings_of(persona: Persona) -> dict[str, str]:
    """Return every setting of the persona's mail app."""
    unknown = set(persona.mail_settings) - set(_DEFAULTS)
    if unknown:
        raise ProfileError(f"persona {persona.id}: unknown mail settings {sorted(unknown)}")
    return _DEFAULTS | persona.mail_settings


def write_preferences(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write the persona's settings over the app's defaults."""
    connection.executemany(
        "INSERT INTO settings (key, value) VALUES (?, ?)", sorted(settings_of(persona).items())
    )
