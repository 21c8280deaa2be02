"""What one app says, another one confirms."""

from __future__ import annotations

import sqlite3

from tapworld_scenarios.profiles import Persona
from tapworld_scenarios.profiles.life import life
from tapworld_scenarios.profiles.prices import written

from .test_mail_profiles import one


def test_bills_in_mail_are_paid_in_pay(
    persona: Persona, mail: sqlite3.Connection, pay: sqlite3.Connection
) -> None:
    bills = life(persona).bills
    assert len(bills) >= 30
    for bill in bills:
        letters = one(
            mail,
            "SELECT COUNT(*) FROM messages WHERE from_email = ?"
            " AND instr(body, ?) AND instr(body, ?)",
            bill.payee.email,
            bill.number,
            written(persona, bill.amount_cents),
        )
        assert letters >= 1, bill
        payments = one(
            pay,
            "SELECT COUNT(*) FROM transactions WHERE kind = 'send' AND contact_name = ?"
            " AND amount_cents = ? AND created_at = ?",
            bill.payee.name,
            bill.amount_cents,
            int(bill.paid.timestamp()) * 1000 if bill.paid else -1,
        )
        assert payments == (bill.paid is not None), bill


def test_shared_meals_are_in_both(
    persona: Persona, mail: sqlite3.Connection, pay: sqlite3.Connection
) -> None:
    meals = life(persona).meals
    assert {meal.payer is None for meal in meals} == {True, False}
    for meal in meals:
        amount = written(persona, meal.total_cents)
        told = "SELECT COUNT(*) FROM messages WHERE instr(body, ?) AND instr(subject, ?)"
        assert one(mail, told, amount, meal.eatery.name) >= 1, meal
        requests = one(pay, "SELECT COUNT(*) FROM requests WHERE note = ?", meal.title)
        assert requests == (len(meal.guests) if meal.payer is None else 1), meal


def test_written_favours_are_requests(
    persona: Persona, mail: sqlite3.Connection, pay: sqlite3.Connection
) -> None:
    favours = [favour for favour in life(persona).favours if favour.written]
    assert len(favours) >= 8
    for favour in favours:
        amount = written(persona, favour.amount_cents)
        assert one(mail, "SELECT COUNT(*) FROM messages WHERE instr(body, ?)", amount) >= 1
        found = pay.execute(
            "SELECT r.status, r.direction FROM requests r JOIN contacts c ON c.id = r.contact_id"
            " WHERE c.email = ? AND r.amount_cents = ? AND r.note = ?",
            (favour.person.email, favour.amount_cents, favour.reason.note),
        ).fetchall()
        assert (favour.status, "incoming" if favour.incoming else "outgoing") in found


def test_refunds_are_announced(
    persona: Persona, mail: sqlite3.Connection, pay: sqlite3.Connection
) -> None:
    for amount, name in pay.execute(
        "SELECT amount_cents, contact_name FROM transactions WHERE kind = 'refund'"
    ).fetchall():
        told = "SELECT COUNT(*) FROM messages WHERE from_name = ? AND instr(subject, ?)"
        assert one(mail, told, name, written(persona, amount)) >= 1
