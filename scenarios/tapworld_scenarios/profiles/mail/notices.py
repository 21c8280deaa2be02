"""Automatic mails: bills, orders, appointments, journeys, the wallet's receipts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from tapworld_scenarios.profiles.dates import written_date, written_month, written_time
from tapworld_scenarios.profiles.life import Bill, Order, life
from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.life.events import moment
from tapworld_scenarios.profiles.mail.conversations import CONTENT
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.personas import Persona, Trip
from tapworld_scenarios.profiles.prices import written
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["notices"]


class _Writer:
    """Writes one-message threads from the pieces of the persona's language."""

    def __init__(self, persona: Persona) -> None:
        self.persona = persona
        self.language = persona.languages[0]
        self.pieces: dict[str, Any] = load_yaml(CONTENT / self.language / "notices.yaml")

    def thread(
        self,
        kind: str,
        sender: Mailbox,
        at: dt.datetime,
        topic: str,
        known: dict[str, str],
        *,
        files: tuple[str, ...] = (),
        droppable: bool = False,
    ) -> Thread:
        """Return a thread with one message of this kind."""
        rng = rng_for(self.persona.id, "mail", kind, sender.email, at.isoformat())
        piece = self.choice(kind, sender)
        wording = Wording(self.persona, self.language, rng, at, known)
        letter = Letter(sender, (None,), wording.fill(piece["body"]), at, files=files)
        return Thread(wording.title(piece["subject"]), topic, [letter], droppable=droppable)

    def choice(self, kind: str, sender: Mailbox) -> dict[str, str]:
        """Return the piece a sender uses; a company's mails all look alike."""
        return rng_for(self.persona.id, kind, sender.email).choice(self.pieces[kind])

    def date(self, day: dt.date | dt.datetime) -> str:
        """Return a day as written in the language of the notices."""
        return written_date(self.persona, self.language, day)

    def time(self, at: dt.datetime) -> str:
        """Return a time of day as written in the language of the notices."""
        return written_time(self.persona, self.language, at.hour, at.minute)


def notices(persona: Persona) -> Iterator[Thread]:
    """Yield the automatic mails of the last months."""
    writer = _Writer(persona)
    facts = life(persona)
    for bill in facts.bills:
        yield from _bill(writer, bill)
    for order in facts.orders:
        yield from _order(writer, order)
    for trip in persona.trips:
        yield from _trip(writer, trip)
    yield from _appointments(writer)
    yield from _gym(writer)
    yield from _wallet(writer)


def _bill(writer: _Writer, bill: Bill) -> Iterator[Thread]:
    persona = writer.persona
    known = {
        "payee": bill.payee.name,
        "what": bill.payee.what,
        "month": written_month(writer.language, bill.period),
        "amount": written(persona, bill.amount_cents),
        "due": writer.date(bill.due),
        "number": bill.number,
        "account": bill.payee.account,
    }
    sender = Mailbox.of(bill.payee)
    yield writer.thread("bill", sender, bill.issued, "bills", known, files=(f"{bill.number}.pdf",))
    if bill.paid is not None and bill.payee.varies:
        at = bill.paid + dt.timedelta(hours=2, minutes=11)
        yield writer.thread("bill_paid", sender, at, "bills", known, droppable=True)


def _order(writer: _Writer, order: Order) -> Iterator[Thread]:
    persona = writer.persona
    known = {
        "shop": order.shop.name,
        "item": order.item,
        "number": order.number,
        "amount": written(persona, order.amount_cents),
        "address": persona.home.line(),
    }
    sender = Mailbox.of(order.shop)
    yield writer.thread("order", sender, order.ordered + dt.timedelta(minutes=1), "orders", known)
    sent = order.ordered + dt.timedelta(hours=20)
    known["date"] = writer.date(order.ordered + dt.timedelta(days=4))
    yield writer.thread("shipped", sender, sent, "orders", known, droppable=True)
    if order.delivered is not None:
        known["time"] = writer.time(order.delivered)
        at = order.delivered + dt.timedelta(minutes=4)
        yield writer.thread("delivered", sender, at, "orders", known, droppable=True)
    if order.refunded is not None:
        yield writer.thread("refunded", sender, order.refunded, "orders", known)


def _trip(writer: _Writer, trip: Trip) -> Iterator[Thread]:
    persona = writer.persona
    rng = rng_for(persona.id, "mail", "trip", trip.booking)
    known = {
        "carrier": trip.carrier,
        "service": trip.service,
        "origin": trip.origin,
        "city": trip.city,
        "starts": writer.date(trip.starts),
        "ends": writer.date(trip.ends),
        "booking": trip.booking,
        "amount": written(persona, trip.fare_cents),
        "hotel": trip.hotel,
    }
    begins = dt.datetime.combine(trip.starts, dt.time(9, 5), tzinfo=persona.zone)
    carrier = Mailbox(trip.carrier, f"bookings@{_domain(trip.carrier, trip.booking)}")
    booked = begins - dt.timedelta(days=rng.randint(32, 60), minutes=rng.randint(1, 400))
    files = (f"{trip.booking}.pdf",)
    if booked < persona.now:
        yield writer.thread("booking", carrier, booked, "travel", known, files=files)
    checkin = begins - dt.timedelta(hours=26)
    if checkin < persona.now:
        yield writer.thread("checkin", carrier, checkin, "travel", known)
    if trip.hotel:
        hotel = Mailbox(trip.hotel, f"stay@{_domain(trip.hotel, trip.booking + 'h')}")
        stay = known | {"amount": written(persona, trip.hotel_cents)}
        yield writer.thread("hotel", hotel, booked + dt.timedelta(hours=3), "travel", stay)


def _domain(name: str, fallback: str) -> str:
    plain = "".join(char for char in name.lower() if char.isascii() and char.isalnum())
    return f"{plain or fallback.lower()}.example"


def _appointments(writer: _Writer) -> Iterator[Thread]:
    persona = writer.persona
    rng = rng_for(persona.id, "mail", "appointments")
    for practice, days in ((persona.doctor, (150, 61, -9)), (persona.dentist, (118, -16))):
        sender = Mailbox.of(practice)
        for days_ago in days:
            day = persona.now.date() - dt.timedelta(days=days_ago)
            day += dt.timedelta(days=(7 - day.weekday()) % 7 if day.weekday() > 4 else 0)
            time = dt.time(rng.randint(8, 16), rng.choice((0, 15, 30, 45)))
            at = dt.datetime.combine(day, time, tzinfo=persona.zone)
            known = {"practice": practice.name, "date": writer.date(at), "time": writer.time(at)}
            made = at - dt.timedelta(days=rng.randint(18, 30), hours=rng.randint(1, 5))
            yield writer.thread("appointment", sender, made, "health", known)
            reminded = at - dt.timedelta(days=1, hours=at.hour - 8)
            if reminded < persona.now:
                yield writer.thread("reminder", sender, reminded, "health", known, droppable=True)


def _gym(writer: _Writer) -> Iterator[Thread]:
    persona = writer.persona
    rng = rng_for(persona.id, "mail", "gym")
    sender = Mailbox.of(persona.gym)
    for index, piece in enumerate(writer.pieces["gym"]):
        at = moment(persona, 150 - 60 * index - rng.randint(0, 20), 10, rng.randint(1, 50))
        when = at + dt.timedelta(days=12)
        known = {
            "practice": persona.gym.name,
            "date": writer.date(when),
            "time": writer.time(when.replace(hour=(6, 17, 19)[index % 3], minute=30)),
            "month": written_month(writer.language, when),
        }
        wording = Wording(persona, writer.language, rng, at, known)
        letter = Letter(sender, (None,), wording.fill(piece["body"]), at)
        yield Thread(wording.title(piece["subject"]), "club", [letter])


def _wallet(writer: _Writer) -> Iterator[Thread]:
    """The wallet writes when somebody paid a request, in either direction."""
    persona = writer.persona
    pay = Mailbox("Pay", "receipts@pay.example")
    for favour in life(persona).favours:
        if favour.status != "paid" or favour.resolved is None or favour.resolved >= persona.now:
            continue
        known = {
            "person": favour.person.name,
            "amount": written(persona, favour.amount_cents),
            "note": favour.reason.note,
        }
        kind = "wallet_sent" if favour.incoming else "wallet_received"
        at = favour.resolved + dt.timedelta(minutes=1)
        yield writer.thread(kind, pay, at, "bills", known, droppable=True)
