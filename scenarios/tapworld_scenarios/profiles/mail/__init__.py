"""Fills the mailbox: threads, people, labels, drafts and what else a mail app keeps."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.profiles.mail.address_book import write_address_book
from tapworld_scenarios.profiles.mail.leftovers import write_leftovers
from tapworld_scenarios.profiles.mail.mailbox import planned_threads
from tapworld_scenarios.profiles.mail.preferences import write_preferences
from tapworld_scenarios.profiles.mail.writing import write_threads
from tapworld_scenarios.profiles.personas import Persona

__all__ = ["generate"]


def generate(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write the mailbox of ``persona`` into the empty tables of ``connection``."""
    write_address_book(persona, connection)
    write_threads(persona, planned_threads(persona), connection)
    write_leftovers(persona, connection)
    write_preferences(persona, connection)
