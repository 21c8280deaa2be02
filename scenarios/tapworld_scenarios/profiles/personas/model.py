"""What is known of a persona: plain frozen data, shared by the generators of all apps."""

from __future__ import annotations

import datetime as dt
from functools import cached_property
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Address",
    "Business",
    "Card",
    "Club",
    "Employer",
    "Label",
    "PayHabits",
    "Person",
    "Persona",
    "Recurring",
    "Shop",
    "Trip",
    "Voice",
]

Relation = Literal[
    "partner", "parent", "sibling", "child", "relative", "friend", "flatmate", "neighbour",
    "colleague", "manager", "client", "landlord", "teacher", "club",
]  # fmt: skip


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Address(_Frozen):
    """A postal address, written as people of that country write it."""

    street: str
    city: str
    postcode: str
    country: str

    def line(self) -> str:
        """Return the address on one line."""
        return f"{self.street}, {self.postcode} {self.city}"


class Person(_Frozen):
    """Somebody the persona knows; the same in the address book of every app.

    Attributes:
        name: As it stands in the address book.
        short: How the persona addresses them in a mail.
        email: Address under a reserved domain.
        handle: Handle in the wallet and in chats, with the leading ``@``.
        phone: International format; the digits are not in service.
        relation: What they are to the persona.
        language: Language (ISO 639-1) in which the two write to each other.
        company: Employer, for colleagues and clients.
        opens: How they address the persona in a mail, when custom of the language fails.
        signs: How they sign a mail, when it is neither their name nor ``short``.
        formal: Whether the two keep a polite distance in writing though the relation does not
            say so.
    """

    name: str
    short: str
    email: str
    handle: str
    phone: str
    relation: Relation
    language: str
    company: str = ""
    opens: str = ""
    signs: str = ""
    formal: bool = False

    @property
    def is_formal(self) -> bool:
        """Whether the two keep a polite distance in writing."""
        return self.formal or self.relation in ("landlord", "teacher", "client")

    @property
    def shares_money(self) -> bool:
        """Whether the two lend each other money and share bills."""
        return not self.is_formal and self.relation != "manager"

    @property
    def kind(self) -> Literal["family", "friend", "work", "other"]:
        """The group of the address book this relation belongs to."""
        if self.relation in ("partner", "parent", "sibling", "child", "relative"):
            return "family"
        if self.relation in ("friend", "flatmate"):
            return "friend"
        if self.relation in ("colleague", "manager", "client"):
            return "work"
        return "other"


class Business(_Frozen):
    """An invented company, practice, shop or restaurant.

    Attributes:
        name: Invented brand name.
        email: Address from which it writes.
        handle: Its handle in the wallet.
        what: What it is, in a word or two (``bakery``, ``dentist``).
    """

    name: str
    email: str
    handle: str
    what: str


class Recurring(Business):
    """A bill that comes every month.

    Attributes:
        kind: What is paid for.
        amount_cents: The usual amount in cents of the persona's currency.
        varies: Whether the amount differs from month to month (electricity does, rent does not).
        day: Day of the month on which the bill is written.
        account: Customer or contract number printed on the bill.
    """

    kind: Literal["rent", "electricity", "internet", "phone", "insurance", "subscription", "gym"]
    amount_cents: int = Field(gt=0)
    varies: bool = False
    day: int = Field(ge=1, le=28)
    account: str


class Shop(Business):
    """A shop, online or around the corner.

    Attributes:
        goods: What it sells; a key of the goods in ``life/content``.
    """

    goods: str


class Club(Business):
    """A club, choir, team, parents' group or class the persona belongs to.

    Attributes:
        meets: When and where it meets, as in "Thursdays 19:00, St Paul's hall".
    """

    meets: str


class Employer(_Frozen):
    """Where the persona works or studies.

    Attributes:
        name: Invented name.
        domain: Mail domain of the people there.
        trade: What the place does.
        address: Where it is.
        projects: Names of projects, products or courses that mails talk about.
    """

    name: str
    domain: str
    trade: str
    address: Address
    projects: tuple[str, ...]


class Card(_Frozen):
    """A card or bank account; the same in every app that pays."""

    kind: Literal["debit", "credit", "bank"]
    label: str
    last4: str = Field(pattern=r"^\d{4}$")
    expires: str = Field(default="", pattern=r"^(\d\d/\d\d)?$")


class Trip(_Frozen):
    """A journey, past or to come.

    Attributes:
        city: Where to.
        purpose: Why, in the persona's words.
        carrier: Invented airline, railway or coach company.
        service: Flight or train number.
        hotel: Invented hotel, or ``""`` when staying with people.
        starts: First day.
        ends: Last day.
        booking: Booking code.
        fare_cents: What the tickets cost.
        hotel_cents: What the hotel costs, 0 without one.
        origin: Where the journey begins.
        companion: Name of the person who comes along, or ``""``.
    """

    city: str
    purpose: str
    carrier: str
    service: str
    hotel: str = ""
    starts: dt.date
    ends: dt.date
    booking: str
    fare_cents: int
    hotel_cents: int = 0
    origin: str
    companion: str = ""


class Label(_Frozen):
    """A label of the mailbox.

    Attributes:
        name: As shown.
        color: Name in the apps' palette.
        topics: Topics of mail that carry it.
    """

    name: str
    color: Literal["red", "orange", "yellow", "green", "teal", "blue", "purple", "grey"]
    topics: tuple[str, ...]


class Voice(_Frozen):
    """How the persona writes.

    Attributes:
        greetings: Language -> openings; ``{name}`` is the person addressed.
        closings: Language -> closings before the name.
        exclaims: Whether the persona likes exclamation marks and emoji.
        signature: The signature of the primary account.
    """

    greetings: dict[str, tuple[str, ...]]
    closings: dict[str, tuple[str, ...]]
    exclaims: bool = False
    signature: str = ""


class PayHabits(_Frozen):
    """The persona's ways with the wallet.

    Attributes:
        payments: About how many transactions the wallet shows.
        pin: Four digits, or ``""`` when none is set.
        pin_required: When the PIN is asked for.
        privacy: Default privacy of a payment.
        price_level: Local price of something that costs 1.00 in US dollars.
        limit_payment_cents: Limit of a single payment.
        limit_week_cents: Limit of a week.
    """

    payments: int = Field(ge=80, le=400)
    pin: str = Field(default="", pattern=r"^(\d{4})?$")
    pin_required: Literal["always", "over_limit", "never"] = "never"
    privacy: Literal["public", "friends", "private"] = "friends"
    price_level: float = Field(gt=0)
    limit_payment_cents: int = Field(gt=0)
    limit_week_cents: int = Field(gt=0)


class Persona(_Frozen):
    """One of the ten people to whom the phone may belong.

    Attributes:
        id: Lower-case first name.
        name: Full name.
        given: First name, as others address the persona.
        native_name: Full name in the script of the first language, where it is not Latin.
        native_given: What others call the persona in that script.
        age: In years.
        locale: BCP 47 tag of dates and numbers.
        languages: ISO 639-1 codes, the one of most mails first.
        business_languages: Languages in which shops, schools and practices write.
        currency: ISO 4217.
        time_zone: IANA name.
        clock: Local wall time at which the phone stands still.
        hour24: Whether times are shown from 0 to 24 h.
        email: Personal address, of the primary account.
        work_email: Address at work, or ``""``.
        handle: Wallet handle with ``@``.
        phone: International format.
        job: Occupation.
        about: Two sentences on who this is; for documentation.
        household: Who lives together.
        home: Where the persona lives.
        employer: Where the persona works, studies or helps out.
        people: Everybody in the address book, closest first.
        cards: Cards and accounts.
        bills: Monthly bills.
        doctor: General practice.
        dentist: Dental practice.
        gym: Sports or yoga place.
        school: School or university of somebody in the household.
        clubs: Clubs and groups.
        eateries: Restaurants and cafés.
        shops: Shops, online or around the corner.
        newsletters: Names of periodicals the persona reads.
        trips: Journeys, oldest first.
        mails: About how many messages the mailbox holds.
        voice: How the persona writes.
        pay: Ways with the wallet.
        labels: Labels of the mailbox.
        mail_settings: Settings of the mail app that differ from its defaults.
    """

    id: str = Field(pattern=r"^[a-z]+$")
    name: str
    given: str
    native_name: str = ""
    native_given: str = ""
    age: int
    locale: str
    languages: tuple[str, ...]
    business_languages: tuple[str, ...]
    currency: str
    time_zone: str
    clock: dt.datetime
    hour24: bool
    email: str
    work_email: str = ""
    handle: str
    phone: str
    job: str
    about: str
    household: str
    home: Address
    employer: Employer
    people: tuple[Person, ...]
    cards: tuple[Card, ...]
    bills: tuple[Recurring, ...]
    doctor: Business
    dentist: Business
    gym: Business
    school: Business
    clubs: tuple[Club, ...]
    eateries: tuple[Business, ...]
    shops: tuple[Shop, ...]
    newsletters: tuple[Business, ...]
    trips: tuple[Trip, ...]
    mails: int = Field(ge=150, le=600)
    voice: Voice
    pay: PayHabits
    labels: tuple[Label, ...]
    mail_settings: dict[str, str] = Field(default_factory=dict)

    @cached_property
    def zone(self) -> ZoneInfo:
        """The time zone as an object."""
        return ZoneInfo(self.time_zone)

    @cached_property
    def now(self) -> dt.datetime:
        """The frozen moment, aware of its time zone."""
        return self.clock.replace(tzinfo=self.zone)

    @property
    def clock_ms(self) -> int:
        """The frozen moment, UTC epoch milliseconds."""
        return int(self.now.timestamp()) * 1000

    def name_in(self, language: str) -> str:
        """Return the full name as written in ``language``."""
        return self.native_name if self._is_native(language) else self.name

    def given_in(self, language: str) -> str:
        """Return what others call the persona in ``language``."""
        return self.native_given if self._is_native(language) else self.given

    def _is_native(self, language: str) -> bool:
        return bool(self.native_name) and language == self.languages[0]

    def person(self, name: str) -> Person:
        """Return the person of that exact name."""
        for person in self.people:
            if person.name == name:
                return person
        known = ", ".join(p.name for p in self.people)
        raise KeyError(f"persona {self.id} knows nobody called {name!r}; people: {known}")

    def to_json(self) -> dict[str, object]:
        """Return identity, place, clock and people as JSON data."""
        fields = {"id", "name", "email", "handle", "phone", "locale", "currency", "time_zone"}
        data: dict[str, object] = self.model_dump(mode="json", include=fields)
        data["clock_ms"] = self.clock_ms
        data["people"] = [
            p.model_dump(mode="json", include={"name", "email", "handle", "phone", "relation"})
            for p in self.people
        ]
        return data
