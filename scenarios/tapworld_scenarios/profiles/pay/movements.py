"""What moved money, before the balance is known: bills, requests, orders, small payments."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tapworld_scenarios.profiles.life import life
from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.life.events import moment
from tapworld_scenarios.profiles.pay.address_book import AddressBook
from tapworld_scenarios.profiles.pay.requests import PaidRequest
from tapworld_scenarios.profiles.personas import Person, Persona
from tapworld_scenarios.profiles.prices import local_price
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["Movement", "planned_movements"]

_CONTENT = Path(__file__).parent / "content"
# Share of a wallet's rows that are top-ups and cash-outs, which the balance decides later.
_BANK_SHARE = 0.16
_CASUAL_PRICES = {
    "food": (4, 28), "fun": (6, 35), "travel": (3, 30), "gift": (8, 40), "family": (8, 45),
    "bills": (4, 25), "other": (3, 30),
}  # fmt: skip


@dataclass(frozen=True)
class Movement:
    """One payment to come.

    Attributes:
        at: When.
        kind: Direction, as in the schema.
        contact_id: The other side.
        amount_cents: How much.
        note: What was written to it.
        category: What it was for.
        request_id: The request that it answers, if any.
        status: As in the schema; a failed or cancelled one moves nothing.
    """

    at: dt.datetime
    kind: Literal["send", "receive", "refund"]
    contact_id: int
    amount_cents: int
    note: str
    category: str
    request_id: int | None = None
    status: Literal["completed", "failed", "cancelled"] = "completed"


def planned_movements(
    persona: Persona, book: AddressBook, paid: list[PaidRequest]
) -> list[Movement]:
    """Return every payment of the last seven months in time order."""
    found = [*_requests(paid), *_bills(persona, book), *_orders(persona, book)]
    wanted = round(persona.pay.payments * (1 - _BANK_SHARE)) - len(found)
    found.extend(_casual(persona, book, max(12, wanted)))
    kept = [movement for movement in found if movement.at < persona.now]
    return sorted(kept, key=lambda movement: (movement.at, movement.contact_id, movement.note))


def _requests(paid: list[PaidRequest]) -> list[Movement]:
    return [
        Movement(
            at=request.at,
            kind="send" if request.incoming else "receive",
            contact_id=request.contact_id,
            amount_cents=request.amount_cents,
            note=request.note,
            category=request.category,
            request_id=request.request_id,
        )
        for request in paid
    ]


def _bills(persona: Persona, book: AddressBook) -> list[Movement]:
    found = []
    for bill in life(persona).bills:
        contact_id = book.contacts.get(bill.payee.handle)
        if contact_id is None or bill.paid is None:
            continue
        category = "rent" if bill.payee.kind == "rent" else "bills"
        note = f"{bill.payee.what} {bill.period:%m/%Y}"
        found.append(Movement(bill.paid, "send", contact_id, bill.amount_cents, note, category))
    return found


def _orders(persona: Persona, book: AddressBook) -> list[Movement]:
    found = []
    for order in life(persona).orders:
        contact_id = book.contacts.get(order.shop.handle)
        if contact_id is None or not order.by_wallet:
            continue
        amount, note = order.amount_cents, order.item
        found.append(Movement(order.ordered, "send", contact_id, amount, note, "shopping"))
        if order.refunded is not None:
            found.append(Movement(order.refunded, "refund", contact_id, amount, note, "shopping"))
    return found


def _casual(persona: Persona, book: AddressBook, count: int) -> list[Movement]:
    rng = rng_for(persona.id, "pay", "casual")
    people = [person for person in persona.people if person.shares_money]
    weights = [1 / (index + 3) for index in range(len(people))]
    found = []
    for _ in range(count):
        # Squaring the draw makes recent weeks busier than half a year ago.
        days_ago = rng.random() ** 1.4 * 208
        at = moment(persona, days_ago, rng.randint(7, 22), rng.randint(0, 59))
        eateries = [e for e in persona.eateries if e.handle in book.contacts]
        if eateries and rng.random() < 0.34:
            eatery = rng.choice(eateries)
            note = rng.choice(_notes(persona.languages[0])["eatery"])
            amount = local_price(persona, rng, 3, 24)
            contact_id = book.contacts[eatery.handle]
            found.append(Movement(at, "send", contact_id, amount, note, "food"))
            continue
        person = rng.choices(people, weights)[0]
        found.append(_between_people(persona, book, rng, person, at))
    return found


def _between_people(
    persona: Persona, book: AddressBook, rng: random.Random, person: Person, at: dt.datetime
) -> Movement:
    notes = _notes(person.language)["casual"]
    likely = [c for c in notes if c != "family" or person.kind == "family"]
    category = rng.choice(likely)
    note = rng.choice(notes[category])
    low, high = _CASUAL_PRICES[category]
    status = rng.choices(("completed", "failed", "cancelled"), (60, 2, 1))[0]
    kind: Literal["send", "receive"] = "send" if rng.random() < 0.55 else "receive"
    return Movement(
        at=at,
        kind=kind,
        contact_id=book.contacts[person.handle],
        amount_cents=local_price(persona, rng, low, high),
        note=note,
        category=category,
        status="completed" if kind == "receive" else status,
    )


def _notes(language: str) -> dict[str, Any]:
    return load_yaml(_CONTENT / f"{language}.yaml")
