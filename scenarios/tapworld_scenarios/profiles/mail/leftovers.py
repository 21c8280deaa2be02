"""Drafts, files of the phone, blocked senders and past searches."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.profiles.personas import Persona

__all__ = ["write_leftovers"]


def write_leftovers(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write what lies about in the mail app besides threads."""
