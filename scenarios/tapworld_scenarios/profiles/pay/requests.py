"""Requests in both directions, and the splits that some of them belong to."""

from __future__ import annotations

import datetime as dt
import sqlite3
from dataclasses import dataclass

from tapworld_scenarios.profiles.life import Favour, Life, Meal, life
from tapworld_scenarios.profiles.pay.address_book import AddressBook
from tapworld_scenarios.profiles.personas import Person, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["PaidRequest", "write_requests"]


@dataclass(frozen=True)
class PaidRequest:
    """A request that was paid, for the list of payments.

    Attributes:
        request_id: Its id.
        contact_id: The other side.
        incoming: Whether the wallet's owner paid.
        amount_cents: How much.
        note: Its note.
        category: Category of the payment.
        at: When it was paid.
    """

    request_id: int
    contact_id: int
    incoming: bool
    amount_cents: int
    note: str
    category: str
    at: dt.datetime


@dataclass(frozen=True)
class _Request:
    incoming: bool
    person: Person
    meal: Meal | None
    amount_cents: int
    note: str
    category: str
    status: str
    asked: dt.datetime
    reminded: dt.datetime | None
    resolved: dt.datetime | None


def write_requests(
    persona: Persona, book: AddressBook, connection: sqlite3.Connection
) -> list[PaidRequest]:
    """Write splits, their members and all requests; return those that were paid."""
    facts = life(persona)
    splits = _write_splits(facts, book, connection)
    planned = [*_from_favours(persona, facts.favours), *_from_meals(persona, facts)]
    planned.sort(key=lambda request: (request.asked, request.person.handle))
    paid: list[PaidRequest] = []
    for request_id, request in enumerate(planned, start=1):
        contact_id = book.contacts[request.person.handle]
        connection.execute(
            "INSERT INTO requests (id, direction, contact_id, split_id, amount_cents, note,"
            " status, created_at, reminded_at, resolved_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                request_id,
                "incoming" if request.incoming else "outgoing",
                contact_id,
                splits.get(id(request.meal)),
                request.amount_cents,
                request.note,
                request.status,
                _ms(request.asked),
                _ms(request.reminded),
                _ms(request.resolved),
            ),
        )
        if request.status == "paid" and request.resolved is not None:
            paid.append(
                PaidRequest(
                    request_id=request_id,
                    contact_id=contact_id,
                    incoming=request.incoming,
                    amount_cents=request.amount_cents,
                    note=request.note,
                    category=request.category,
                    at=request.resolved,
                )
            )
    return paid


def _write_splits(facts: Life, book: AddressBook, connection: sqlite3.Connection) -> dict[int, int]:
    own = [meal for meal in facts.meals if meal.payer is None]
    member_id = 0
    for split_id, meal in enumerate(own, start=1):
        status = "settled" if all(meal.settled) else "open"
        if meal.cancelled is not None:
            status = "cancelled"
        connection.execute(
            "INSERT INTO splits (id, title, total_cents, status, created_at)"
            " VALUES (?, ?, ?, ?, ?)",
            (
                split_id,
                meal.title,
                meal.total_cents,
                status,
                _ms(meal.asked),
            ),
        )
        rows: list[tuple[int | None, int, bool]] = [(None, meal.own_share, True)]
        for guest, share, at in zip(meal.guests, meal.shares, meal.settled, strict=True):
            rows.append((book.contacts[guest.handle], share, at is not None))
        for contact_id, share, is_paid in rows:
            member_id += 1
            connection.execute(
                "INSERT INTO split_members (id, split_id, contact_id, share_cents, is_paid)"
                " VALUES (?, ?, ?, ?, ?)",
                (member_id, split_id, contact_id, share, is_paid),
            )
    return {id(meal): split_id for split_id, meal in enumerate(own, start=1)}


def _from_favours(persona: Persona, favours: tuple[Favour, ...]) -> list[_Request]:
    rng = rng_for(persona.id, "pay", "reminders")
    found = []
    for favour in favours:
        reminded = None
        waited = persona.now - favour.asked
        if favour.status == "pending" and waited > dt.timedelta(days=3) and rng.random() < 0.5:
            reminded = favour.asked + waited * 0.6
        found.append(
            _Request(
                incoming=favour.incoming,
                person=favour.person,
                meal=None,
                amount_cents=favour.amount_cents,
                note=favour.reason.note,
                category=favour.reason.category,
                status=favour.status,
                asked=favour.asked,
                reminded=reminded,
                resolved=favour.resolved,
            )
        )
    return found


def _from_meals(persona: Persona, facts: Life) -> list[_Request]:
    found = []
    for meal in facts.meals:
        if meal.payer is not None:
            found.append(_meal_request(meal, meal.payer, meal.own_share, meal.settled[0], True))
            continue
        for guest, share, at in zip(meal.guests, meal.shares, meal.settled, strict=True):
            found.append(_meal_request(meal, guest, share, at, False))
    return [request for request in found if request.asked <= persona.now]


def _meal_request(
    meal: Meal, person: Person, share: int, paid: dt.datetime | None, incoming: bool
) -> _Request:
    status = "pending" if paid is None else "paid"
    if meal.cancelled is not None:
        status = "cancelled"
    return _Request(
        incoming=incoming,
        person=person,
        meal=meal,
        amount_cents=share,
        note=meal.title,
        category="food",
        status=status,
        asked=meal.asked,
        reminded=None,
        resolved=meal.cancelled or paid,
    )


def _ms(at: dt.datetime | None) -> int | None:
    return None if at is None else int(at.timestamp()) * 1000
