"""Turns movements into rows whose balances add up, with top-ups and cash-outs between them."""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
from dataclasses import dataclass, field

from tapworld_scenarios.profiles.pay.address_book import AddressBook
from tapworld_scenarios.profiles.pay.movements import Movement
from tapworld_scenarios.profiles.pay.references import reference_of
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.prices import money_step
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["write_transactions"]

_INSTANT_FEE = 0.015
_LONG_AGO = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass
class _Ledger:
    """The rows so far and the balance after the last one."""

    balance: int = 0
    latest: dt.datetime = _LONG_AGO
    rows: list[dict[str, object]] = field(default_factory=list)

    def add(self, at: dt.datetime, kind: str, amount: int, **columns: object) -> None:
        """Append one row; failed and cancelled ones leave the balance alone."""
        self.latest = at
        fee = int(str(columns.get("fee_cents", 0)))
        if columns.get("status", "completed") not in ("failed", "cancelled"):
            sign = -1 if kind in ("send", "cash_out") else 1
            self.balance += sign * amount - fee
        self.rows.append(
            {
                "kind": kind,
                "amount_cents": amount,
                "balance_after_cents": self.balance,
                "created_at": int(at.timestamp()) * 1000,
                **columns,
            }
        )


def write_transactions(
    persona: Persona,
    book: AddressBook,
    movements: list[Movement],
    connection: sqlite3.Connection,
) -> None:
    """Write transactions, the wallet and the recently paid people."""
    ledger = _simulate(persona, book, movements)
    for row_id, row in enumerate(ledger.rows, start=1):
        columns = {"id": row_id, **row, "reference": reference_of(row_id)}
        names = ", ".join(columns)
        marks = ", ".join("?" * len(columns))
        connection.execute(
            f"INSERT INTO transactions ({names}) VALUES ({marks})", tuple(columns.values())
        )
    connection.execute(
        "INSERT INTO wallets (id, user_id, currency, balance_cents) VALUES (1, 1, ?, ?)",
        (persona.currency, ledger.balance),
    )
    connection.execute(
        "INSERT INTO recents (contact_id, last_at)"
        " SELECT contact_id, MAX(created_at) FROM transactions WHERE kind = 'send'"
        " GROUP BY contact_id ORDER BY MAX(created_at) DESC, contact_id LIMIT 8"
    )


def _simulate(persona: Persona, book: AddressBook, movements: list[Movement]) -> _Ledger:
    rng = rng_for(persona.id, "pay", "ledger")
    ledger = _Ledger()
    unit = money_step(persona, coarse=True)
    dollar = persona.pay.price_level * 100
    reserve = _round(25 * dollar, unit)
    ceiling = _round(170 * dollar, unit)
    following = [*(movement.at for movement in movements[1:]), persona.now]
    for movement, next_at in zip(movements, following, strict=True):
        outgoing = movement.kind == "send" and movement.status == "completed"
        if outgoing and ledger.balance - movement.amount_cents < reserve:
            missing = movement.amount_cents + reserve - ledger.balance
            top_up = _round(missing + rng.uniform(40, 190) * dollar, unit)
            at = max(movement.at - dt.timedelta(minutes=rng.randint(2, 5)), ledger.latest)
            ledger.add(at, "add_money", top_up, card_id=_source(book, rng))
        ledger.add(
            movement.at,
            movement.kind,
            movement.amount_cents,
            contact_id=movement.contact_id,
            contact_name=book.names[movement.contact_id],
            request_id=movement.request_id,
            note=movement.note,
            category=movement.category,
            privacy=_privacy(persona, rng.random(), movement),
            status=movement.status,
        )
        if movement.kind != "send" and ledger.balance > ceiling:
            at = min(movement.at + dt.timedelta(minutes=3), next_at)
            _cash_out(persona, book, ledger, at, rng.random(), ceiling // 2, unit)
    if ledger.balance < 4 * reserve:
        at = max(persona.now - dt.timedelta(minutes=7), ledger.latest)
        ledger.add(at, "add_money", _round(5 * reserve, unit), card_id=book.cards[0])
    return ledger


def _cash_out(
    persona: Persona,
    book: AddressBook,
    ledger: _Ledger,
    at: dt.datetime,
    draw: float,
    keep: int,
    unit: int,
) -> None:
    amount = _round(ledger.balance - keep, unit)
    instant = draw < 0.3
    step = 100 if money_step(persona) >= 100 else 1
    fee = round(amount * _INSTANT_FEE / step) * step if instant else 0
    recent = persona.now - at < dt.timedelta(days=2)
    ledger.add(
        at,
        "cash_out",
        amount,
        card_id=book.cards[0] if instant else _bank(persona, book),
        fee_cents=fee,
        status="pending" if recent and not instant else "completed",
    )


def _source(book: AddressBook, rng: random.Random) -> int:
    """Return the card that money is added from: mostly the default, never a frozen one."""
    usable = book.cards[:3]
    return rng.choices(usable, [6, 3, 1][: len(usable)])[0]


def _bank(persona: Persona, book: AddressBook) -> int:
    kinds = [card.kind for card in persona.cards]
    return book.cards[kinds.index("bank")]


def _privacy(persona: Persona, draw: float, movement: Movement) -> str:
    if movement.category in ("rent", "bills"):
        return "private"
    if draw < 0.75:
        return persona.pay.privacy
    return "private" if draw < 0.88 else "friends"


def _round(cents: float, unit: int) -> int:
    return max(unit, round(cents / unit) * unit)
