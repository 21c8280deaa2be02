"""Fills the wallet: people, cards, payments, requests and splits that add up to the cent."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.profiles.pay.address_book import AddressBook, write_people
from tapworld_scenarios.profiles.pay.movements import planned_movements
from tapworld_scenarios.profiles.pay.preferences import write_preferences
from tapworld_scenarios.profiles.pay.requests import write_requests
from tapworld_scenarios.profiles.pay.transactions import write_transactions
from tapworld_scenarios.profiles.personas import Persona

__all__ = ["generate"]


def generate(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write the wallet of ``persona`` into the empty tables of ``connection``."""
    book: AddressBook = write_people(persona, connection)
    request_ids = write_requests(persona, book, connection)
    movements = planned_movements(persona, book, request_ids)
    write_transactions(persona, book, movements, connection)
    write_preferences(persona, connection)
