"""Users of the wallet network, the owner's contacts and cards."""

from __future__ import annotations

import datetime as dt
import sqlite3
from dataclasses import dataclass

from tapworld_scenarios.profiles.personas import Business, Person, Persona, personas
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["AddressBook", "write_people"]

_MOST_CONTACTS = 29


@dataclass(frozen=True)
class AddressBook:
    """Ids of what was written.

    Attributes:
        contacts: Handle -> id of the contact.
        names: Id of the contact -> name.
        cards: Ids of the cards in the persona's order.
    """

    contacts: dict[str, int]
    names: dict[int, str]
    cards: tuple[int, ...]


def write_people(persona: Persona, connection: sqlite3.Connection) -> AddressBook:
    """Write users, wallet owner, contacts and cards.

    Everybody of the persona's address book is a contact; businesses come after the people,
    and one stranger is blocked. The other personas have wallets too but are no contacts.
    """
    connection.execute(
        "INSERT INTO users (id, name, handle, email, phone, is_current) VALUES (1, ?, ?, ?, ?, 1)",
        (persona.name, persona.handle, persona.email, persona.phone),
    )
    rng = rng_for(persona.id, "pay", "people")
    known = _contacts(persona)
    favourites = {entry.handle for entry in rng.sample(persona.people[:8], 3)}
    contacts: dict[str, int] = {}
    names: dict[int, str] = {}
    for contact_id, entry in enumerate(known, start=1):
        phone = entry.phone if isinstance(entry, Person) else ""
        row = (entry.name, entry.handle, entry.email, phone)
        user_id = contact_id + 1
        connection.execute(
            "INSERT INTO users (id, name, handle, email, phone) VALUES (?, ?, ?, ?, ?)",
            (user_id, *row),
        )
        connection.execute(
            "INSERT INTO contacts (id, user_id, name, handle, email, phone, is_favourite,"
            " is_blocked) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (contact_id, user_id, *row, entry.handle in favourites, entry is known[-1]),
        )
        contacts[entry.handle] = contact_id
        names[contact_id] = entry.name
    others = [other for other in personas().values() if other.id != persona.id]
    for user_id, other in enumerate(others, start=len(known) + 2):
        connection.execute(
            "INSERT INTO users (id, name, handle, email, phone) VALUES (?, ?, ?, ?, ?)",
            (user_id, other.name, other.handle, other.email, other.phone),
        )
    return AddressBook(contacts, names, _write_cards(persona, connection))


def _contacts(persona: Persona) -> list[Person | Business]:
    stranger = Business(
        name="Golden Wheel Prizes",
        email="win@goldenwheel.example",
        handle="@goldenwheel",
        what="prize draw",
    )
    known: list[Person | Business] = [
        *persona.people,
        *persona.bills,
        *persona.eateries,
        *persona.shops,
    ]
    return [*known[:_MOST_CONTACTS], stranger]


def _write_cards(persona: Persona, connection: sqlite3.Connection) -> tuple[int, ...]:
    rng = rng_for(persona.id, "pay", "cards")
    frozen = len(persona.cards) - 1 if len(persona.cards) > 3 else -1
    opened = persona.now - dt.timedelta(days=900)
    for index, card in enumerate(persona.cards):
        opened += dt.timedelta(days=rng.randint(1, 170), minutes=rng.randint(1, 1400))
        connection.execute(
            "INSERT INTO cards (id, kind, label, last4, expires, is_default, is_frozen, added_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                index + 1,
                card.kind,
                card.label,
                card.last4,
                card.expires,
                index == 0,
                index == frozen,
                int(opened.timestamp()) * 1000,
            ),
        )
    return tuple(range(1, len(persona.cards) + 1))
