"""Wallets: every balance adds up to the cent."""

from __future__ import annotations

import re
import sqlite3

from tapworld_scenarios.profiles import Persona, personas
from tapworld_scenarios.profiles.prices import money_step

from .conftest import opened
from .test_mail_profiles import column, one

WEEK_MS = 7 * 24 * 3600 * 1000


def test_size_and_kinds(pay: sqlite3.Connection) -> None:
    assert 80 <= one(pay, "SELECT COUNT(*) FROM transactions") <= 400
    assert 12 <= one(pay, "SELECT COUNT(*) FROM contacts") <= 30
    assert 2 <= one(pay, "SELECT COUNT(*) FROM cards") <= 4
    kinds = dict(pay.execute("SELECT kind, COUNT(*) FROM transactions GROUP BY kind"))
    assert kinds.keys() == {"send", "receive", "add_money", "cash_out", "refund"}
    for direction in ("incoming", "outgoing"):
        states = dict(
            pay.execute(
                "SELECT status, COUNT(*) FROM requests WHERE direction = ? GROUP BY status",
                (direction,),
            )
        )
        assert states["pending"] >= 3
        assert states["paid"] >= 8
    statuses = set(column(pay, "SELECT DISTINCT status FROM splits"))
    assert statuses == {"open", "settled", "cancelled"}
    assert one(pay, "SELECT COUNT(*) FROM contacts WHERE is_blocked") == 1


def test_balance_adds_up(pay: sqlite3.Connection) -> None:
    balance = 0
    rows = pay.execute(
        "SELECT id, kind, status, amount_cents, fee_cents, balance_after_cents FROM transactions"
        " ORDER BY created_at, id"
    ).fetchall()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    for row_id, kind, status, amount, fee, after in rows:
        if status in ("completed", "pending"):
            balance += (-amount if kind in ("send", "cash_out") else amount) - fee
        assert after == balance, row_id
        assert balance >= 0, row_id
    assert column(pay, "SELECT balance_cents FROM wallets") == [balance]
    assert balance > 0


def test_rows_agree_with_each_other(persona: Persona, pay: sqlite3.Connection) -> None:
    assert column(pay, "SELECT handle FROM users WHERE is_current") == [persona.handle]
    assert column(pay, "SELECT currency FROM wallets") == [persona.currency]
    assert one(pay, "SELECT COUNT(*) FROM cards WHERE is_default") == 1
    assert one(pay, "SELECT COUNT(*) FROM cards WHERE is_default AND is_frozen") == 0
    for table, time in (("transactions", "created_at"), ("requests", "created_at"),
                        ("requests", "resolved_at"), ("requests", "reminded_at"),
                        ("splits", "created_at"), ("cards", "added_at"), ("recents", "last_at"),
                        ("search_history", "searched_at")):  # fmt: skip
        latest = one(pay, f"SELECT MAX({time}) FROM {table}")
        assert latest is None or latest <= persona.clock_ms, (table, time)
    resolved = "SELECT COUNT(*) FROM requests WHERE (status = 'pending') <> (resolved_at IS NULL)"
    assert one(pay, resolved) == 0
    paid = (
        "SELECT COUNT(*) FROM requests r WHERE status = 'paid' AND NOT EXISTS (SELECT 1 FROM"
        " transactions t WHERE t.request_id = r.id AND t.amount_cents = r.amount_cents AND"
        " t.contact_id = r.contact_id AND t.created_at = r.resolved_at AND"
        " t.kind = CASE r.direction WHEN 'incoming' THEN 'send' ELSE 'receive' END)"
    )
    assert one(pay, paid) == 0, "every paid request has its payment"
    unpaid = (
        "SELECT COUNT(*) FROM transactions t JOIN requests r ON r.id = t.request_id"
        " WHERE r.status <> 'paid'"
    )
    assert one(pay, unpaid) == 0
    shape = (
        "SELECT COUNT(*) FROM transactions WHERE (kind IN ('add_money', 'cash_out'))"
        " <> (card_id IS NOT NULL) OR (card_id IS NULL) <> (contact_id IS NOT NULL)"
    )
    assert one(pay, shape) == 0
    to_blocked = (
        "SELECT COUNT(*) FROM transactions t JOIN contacts c ON c.id = t.contact_id"
        " WHERE c.is_blocked OR c.name <> t.contact_name"
    )
    assert one(pay, to_blocked) == 0


def test_splits_add_up(pay: sqlite3.Connection) -> None:
    wrong = (
        "SELECT COUNT(*) FROM splits s WHERE total_cents <>"
        " (SELECT SUM(share_cents) FROM split_members WHERE split_id = s.id)"
    )
    assert one(pay, wrong) == 0
    unasked = (
        "SELECT COUNT(*) FROM split_members m JOIN splits s ON s.id = m.split_id"
        " WHERE m.contact_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM requests r WHERE"
        " r.split_id = s.id AND r.contact_id = m.contact_id AND r.amount_cents = m.share_cents"
        " AND r.direction = 'outgoing' AND (r.status = 'paid') = m.is_paid)"
    )
    assert one(pay, unasked) == 0
    assert one(pay, "SELECT COUNT(*) - COUNT(DISTINCT title) FROM splits") == 0


def test_amounts_exist_in_the_currency(persona: Persona, pay: sqlite3.Connection) -> None:
    step = 100 if money_step(persona) >= 100 else 1
    for table, name in (("transactions", "amount_cents"), ("transactions", "fee_cents"),
                        ("requests", "amount_cents"), ("split_members", "share_cents"),
                        ("wallets", "balance_cents")):  # fmt: skip
        assert all(cents % step == 0 for cents in column(pay, f"SELECT {name} FROM {table}"))


def test_limits_leave_room(persona: Persona, pay: sqlite3.Connection) -> None:
    sent = (
        "SELECT COALESCE(SUM(amount_cents), 0) FROM transactions"
        " WHERE kind = 'send' AND created_at > ?"
    )
    assert one(pay, sent, persona.clock_ms - WEEK_MS) < persona.pay.limit_week_cents * 0.7
    assert one(pay, "SELECT MAX(amount_cents) FROM transactions WHERE kind = 'send'") <= (
        persona.pay.limit_payment_cents
    )


def test_everybody_is_a_contact(persona: Persona, pay: sqlite3.Connection) -> None:
    rows = pay.execute("SELECT name, handle, email, phone FROM contacts ORDER BY id").fetchall()
    people = [(p.name, p.handle, p.email, p.phone) for p in persona.people]
    assert rows[: len(people)] == people, "people first, closest first"


def test_written_as_people_write(pay: sqlite3.Connection) -> None:
    notes = column(pay, "SELECT note FROM transactions WHERE kind = 'send' AND status <> 'failed'")
    assert len(set(notes)) >= 30
    assert not any(re.search(r"[{}\[\]|]", note) or note != note.strip() for note in notes)
    references = column(pay, "SELECT reference FROM transactions")
    assert all(re.fullmatch(r"PX-[0-9A-HJKMNP-TV-Z]{5}", text) for text in references)


def test_three_have_a_pin() -> None:
    pins = [
        one(opened(profile, "pay"), "SELECT value FROM settings WHERE key = 'pin'")
        for profile in personas()
    ]
    assert sum(bool(pin) for pin in pins) == 3
