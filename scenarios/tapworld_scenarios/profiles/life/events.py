"""Decides the facts of a persona's last months."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from tapworld_scenarios.profiles.life.content_files import (
    Reason,
    meal_titles,
    reasons,
    shop_items,
)
from tapworld_scenarios.profiles.personas import Business, Person, Persona, Recurring, Shop
from tapworld_scenarios.profiles.prices import local_price, money_step
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["Bill", "Favour", "Life", "Meal", "Order", "life"]

MONTHS = 7
_GOODS_PRICES = {
    "books": (9, 26), "food": (18, 60), "clothes": (18, 75), "home": (14, 55), "tools": (9, 95),
    "bikes": (8, 45), "sports": (15, 110), "cameras": (12, 60), "sound": (10, 65),
    "garden": (4, 24),
}  # fmt: skip

Status = Literal["pending", "paid", "declined", "cancelled"]


@dataclass(frozen=True)
class Bill:
    """One month's bill.

    Attributes:
        payee: Who sends it.
        number: Invoice number.
        period: First day of the month it is for.
        amount_cents: What is to be paid.
        issued: When it was written.
        due: Last day to pay.
        paid: When it was paid, or ``None`` while it is open.
    """

    payee: Recurring
    number: str
    period: dt.date
    amount_cents: int
    issued: dt.datetime
    due: dt.date
    paid: dt.datetime | None


@dataclass(frozen=True)
class Meal:
    """A meal for several people that one of them paid.

    Attributes:
        eatery: Where.
        title: What the bill is called when it is split; no two meals share one.
        at: When the bill was paid.
        payer: Who paid, ``None`` for the persona.
        guests: The others at the table (without the persona).
        total_cents: The whole bill.
        shares: Each guest's share in the order of ``guests``; the rest is the persona's.
        asked: When the payer asked for the shares.
        settled: When each guest paid, ``None`` while open; when somebody else paid, the
            first entry is when the persona did.
        cancelled: When the payer took the request back (and paid for everybody), else ``None``.
    """

    eatery: Business
    title: str
    at: dt.datetime
    payer: Person | None
    guests: tuple[Person, ...]
    total_cents: int
    shares: tuple[int, ...]
    asked: dt.datetime
    settled: tuple[dt.datetime | None, ...]
    cancelled: dt.datetime | None = None

    @property
    def own_share(self) -> int:
        """The persona's share in cents."""
        return self.total_cents - sum(self.shares)


@dataclass(frozen=True)
class Favour:
    """Money that one person laid out for another and asked back.

    Attributes:
        person: The other one.
        incoming: Whether the persona is asked to pay.
        reason: What for.
        amount_cents: How much.
        asked: When it was asked for.
        status: What became of it.
        resolved: When it was paid, declined or withdrawn.
        written: Whether they also wrote about it.
    """

    person: Person
    incoming: bool
    reason: Reason
    amount_cents: int
    asked: dt.datetime
    status: Status
    resolved: dt.datetime | None
    written: bool


@dataclass(frozen=True)
class Order:
    """Something bought in a shop.

    Attributes:
        shop: Where.
        item: What.
        number: Order number.
        amount_cents: Price with delivery.
        ordered: When.
        delivered: When it came, or ``None`` while under way.
        refunded: When the money came back, for what was returned.
        by_wallet: Whether the wallet paid (else a card did).
    """

    shop: Shop
    item: str
    number: str
    amount_cents: int
    ordered: dt.datetime
    delivered: dt.datetime | None
    refunded: dt.datetime | None
    by_wallet: bool


@dataclass(frozen=True)
class Life:
    """All facts of one persona, each list in time order."""

    bills: tuple[Bill, ...]
    meals: tuple[Meal, ...]
    favours: tuple[Favour, ...]
    orders: tuple[Order, ...]


def life(persona: Persona) -> Life:
    """Return the facts of ``persona``; equal personas have equal lives."""
    return Life(_bills(persona), _meals(persona), _favours(persona), _orders(persona))


def moment(persona: Persona, days_ago: float, hour: int, minute: int) -> dt.datetime:
    """Return a local time on an earlier day; never after the persona's clock."""
    day = persona.now.date() - dt.timedelta(days=int(days_ago))
    found = dt.datetime.combine(day, dt.time(hour, minute), tzinfo=persona.zone)
    latest = persona.now - dt.timedelta(minutes=9)
    return found if found <= latest else found - dt.timedelta(days=1)


def _bills(persona: Persona) -> tuple[Bill, ...]:
    found: list[Bill] = []
    now = persona.now
    for payee in persona.bills:
        rng = rng_for(persona.id, "bill", payee.handle)
        for back in range(MONTHS, -1, -1):
            first = _month_back(now.date(), back)
            issued = dt.datetime.combine(
                first.replace(day=payee.day), dt.time(6, rng.randint(2, 58)), tzinfo=persona.zone
            )
            amount = payee.amount_cents
            if payee.varies:
                step = money_step(persona)
                amount = round(amount * rng.uniform(0.82, 1.27) / step) * step
            pause = rng.randint(1, 9)
            hour, minute = rng.randint(7, 21), rng.randint(0, 59)
            if issued >= now:
                continue
            paid = issued.replace(hour=hour, minute=minute) + dt.timedelta(days=pause)
            found.append(
                Bill(
                    payee=payee,
                    number=f"{payee.handle[1:3].upper()}-{first:%y%m}-{rng.randint(1000, 9999)}",
                    period=first,
                    amount_cents=amount,
                    issued=issued,
                    due=(issued + dt.timedelta(days=14)).date(),
                    paid=paid if paid < now else None,
                )
            )
    return tuple(sorted(found, key=lambda bill: (bill.issued, bill.payee.handle)))


def _month_back(day: dt.date, back: int) -> dt.date:
    months = day.year * 12 + day.month - 1 - back
    return dt.date(months // 12, months % 12 + 1, 1)


def _meals(persona: Persona) -> tuple[Meal, ...]:
    rng = rng_for(persona.id, "meals")
    company = [person for person in persona.people if person.shares_money]
    found: list[Meal] = []
    days = sorted(rng.sample(range(6, 200), 11), reverse=True)
    for index, days_ago in enumerate([*days, 2]):
        guests = tuple(rng.sample(company, rng.randint(2, 4)))
        at = moment(persona, days_ago, rng.randint(19, 21), rng.randint(0, 59))
        step = money_step(persona)
        share = local_price(persona, rng, 11, 32)
        own = share + rng.randint(0, 3) * step
        asked = min(at + dt.timedelta(hours=rng.randint(10, 16)), persona.now)
        mine = index % 3 != 1
        eatery = persona.eateries[index % len(persona.eateries)]
        titles = meal_titles(persona.languages[0])
        withdrawn = asked + dt.timedelta(hours=5, minutes=12) if index == 3 else None
        open_until = persona.now - dt.timedelta(days=12)
        settled = tuple(
            _settled(
                persona,
                asked,
                rng.randint(5, 90),
                open_=withdrawn is not None or (asked > open_until and rng.random() < 0.6),
            )
            for _ in guests
        )
        found.append(
            Meal(
                eatery=eatery,
                title=titles[index // len(persona.eateries)].format(place=eatery.name),
                at=at,
                payer=None if mine else guests[0],
                guests=guests,
                total_cents=share * len(guests) + own,
                shares=(share,) * len(guests),
                asked=asked,
                settled=settled,
                cancelled=withdrawn,
            )
        )
    return tuple(sorted(found, key=lambda meal: meal.at))


def _settled(
    persona: Persona, asked: dt.datetime, hours: int, *, open_: bool
) -> dt.datetime | None:
    at = asked + dt.timedelta(hours=hours, minutes=hours % 7 * 8 + 3)
    return None if open_ or at >= persona.now else at


def _favours(persona: Persona) -> tuple[Favour, ...]:
    rng = rng_for(persona.id, "favours")
    close = [person for person in persona.people if person.shares_money]
    found: list[Favour] = []
    used: Counter[str] = Counter()
    recent = [0, 1, 2, 3, 4, 5, 7, 9]
    for index, days_ago in enumerate([*sorted(rng.sample(range(12, 210), 24)), *recent]):
        person = rng.choice(close)
        fitting = [r for r in reasons(person.language) if r.fits(person)]
        reason = min(fitting, key=lambda r: (used[r.note], rng.random()))
        used[reason.note] += 1
        asked = moment(persona, days_ago, rng.randint(8, 22), rng.randint(0, 59))
        status: Status = "pending"
        if days_ago not in recent:
            status = rng.choices(("paid", "declined", "cancelled"), (12, 2, 1))[0]
        resolved = None
        if status != "pending":
            resolved = asked + dt.timedelta(hours=rng.randint(2, 80), minutes=rng.randint(1, 59))
        found.append(
            Favour(
                person=person,
                incoming=index % 2 == 0,
                reason=reason,
                amount_cents=local_price(persona, rng, reason.low, reason.high),
                asked=asked,
                status=status,
                resolved=resolved,
                written=rng.random() < 0.6,
            )
        )
    return tuple(sorted(found, key=lambda favour: favour.asked))


def _orders(persona: Persona) -> tuple[Order, ...]:
    rng = rng_for(persona.id, "orders")
    found: list[Order] = []
    days = sorted(rng.sample(range(1, 190), 15), reverse=True)
    for index, days_ago in enumerate(days):
        shop = persona.shops[index % len(persona.shops)]
        items = shop_items(persona.languages[0], shop.goods)
        low, high = _GOODS_PRICES[shop.goods]
        ordered = moment(persona, days_ago, rng.randint(8, 22), rng.randint(0, 59))
        delivered = ordered + dt.timedelta(days=rng.randint(2, 5))
        delivered = delivered.replace(hour=rng.randint(9, 18), minute=rng.randint(0, 59))
        refunded = delivered + dt.timedelta(days=rng.randint(4, 9))
        returned = index in (3, 8)
        found.append(
            Order(
                shop=shop,
                item=items[index // len(persona.shops) % len(items)],
                number=f"{shop.handle[1:3].upper()}{rng.randint(100000, 999999)}",
                amount_cents=local_price(persona, rng, low, high),
                ordered=ordered,
                delivered=delivered if delivered < persona.now else None,
                refunded=refunded if returned and refunded < persona.now else None,
                by_wallet=returned or rng.random() < 0.6,
            )
        )
    return tuple(sorted(found, key=lambda order: order.ordered))
