"""Accounts and contacts of the mailbox."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.profiles.personas import Business, Person, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["write_address_book"]


def write_address_book(persona: Persona, connection: sqlite3.Connection) -> None:
    """Write the personal and, if there is one, the work account, and everybody known."""
    accounts = [(1, persona.name, persona.email, "personal", 1, persona.voice.signature)]
    if persona.work_email:
        signature = persona.voice.signature
        accounts.append((2, persona.name, persona.work_email, "work", 0, signature))
    connection.executemany(
        "INSERT INTO accounts (id, name, email, kind, is_primary, signature)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        accounts,
    )
    rng = rng_for(persona.id, "mail", "contacts")
    favourites = {person.handle for person in rng.sample(persona.people[:9], 4)}
    for person in persona.people:
        connection.execute(
            "INSERT INTO contacts (name, email, phone, company, kind, is_favourite, notes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                person.name,
                person.email,
                person.phone,
                person.company,
                person.kind,
                person.handle in favourites,
                _note(person),
            ),
        )
    for business in _services(persona):
        connection.execute(
            "INSERT INTO contacts (name, email, company, kind) VALUES (?, ?, ?, 'service')",
            (business.name, business.email, business.name),
        )


def _services(persona: Persona) -> list[Business]:
    return [
        persona.doctor,
        persona.dentist,
        persona.gym,
        persona.school,
        *persona.clubs,
        *persona.bills[:3],
        *persona.shops[:2],
    ]


def _note(person: Person) -> str:
    return {
        "landlord": "Landlord",
        "neighbour": "Next door, has a spare key",
        "teacher": "Best reached in the afternoon",
        "client": "Prefers mail over calls",
    }.get(person.relation, "")
