"""Fills written pieces: ``{slots}`` with the persona's world, ``[this|that]`` by chance."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Callable, Mapping

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles.dates import (
    written_date,
    written_day,
    written_month,
    written_time,
)
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.prices import local_price, written

__all__ = ["Wording"]

_CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}]*)\}")


class Wording:
    """Words of one thread: a slot has the same value wherever it occurs in it.

    Slots: ``{project}``, ``{place}``, ``{shop}``, ``{club}``, ``{meets}``, ``{city}``,
    ``{street}``, ``{employer}``, ``{me}``, ``{school}``, ``{doctor}``, ``{dentist}``, ``{gym}``;
    ``{date+3}``, ``{day+3}``, ``{month+0}`` and ``{monthname+0}`` count days from the first
    message; ``{time9-17}`` is a time on the half hour, ``{n2-9}`` a number, ``{money10-40}`` a
    price given in US dollars; a letter behind them (``{n2-9b}``) tells two of a kind apart.

    Args:
        persona: Whose mailbox it is.
        language: Language of the thread.
        rng: Generator of this thread.
        start: When the thread begins.
        known: Values of further slots, e.g. ``name``.
        weekdays: Whether days must be working days, as in offices and schools.
    """

    def __init__(
        self,
        persona: Persona,
        language: str,
        rng: random.Random,
        start: dt.datetime,
        known: Mapping[str, str],
        *,
        weekdays: bool = False,
    ) -> None:
        self._persona = persona
        self._language = language
        self._rng = rng
        self._start = start
        self._values = dict(known)
        self._weekdays = weekdays

    def fill(self, text: str) -> str:
        """Return ``text`` with every choice made and every slot filled."""
        chosen = text
        while _CHOICE.search(chosen):
            chosen = _CHOICE.sub(lambda match: self._rng.choice(match[1].split("|")), chosen)
        return _SLOT.sub(lambda match: self._value(match[1]), chosen).strip()

    def title(self, text: str) -> str:
        """Return ``text`` filled, with a capital at the beginning, for a subject or a line."""
        filled = self.fill(text)
        bullet = filled[:2] if filled.startswith("- ") else ""
        rest = filled.removeprefix(bullet)
        return bullet + rest[:1].upper() + rest[1:]

    def _value(self, slot: str) -> str:
        if slot not in self._values:
            self._values[slot] = self._make(slot)
        return self._values[slot]

    def _make(self, slot: str) -> str:
        counted = re.fullmatch(r"(date|day|month|monthname)([+-]\d+)", slot)
        if counted:
            day = self._start.date() + dt.timedelta(days=int(counted[2]))
            if self._weekdays and not counted[1].startswith("month") and day.weekday() > 4:
                day += dt.timedelta(days=7 - day.weekday())
            return {
                "date": lambda: written_date(self._persona, self._language, day),
                "day": lambda: written_day(self._language, day),
                "month": lambda: written_month(self._language, day),
                "monthname": lambda: written_month(self._language, day, year=False),
            }[counted[1]]()
        ranged = re.fullmatch(r"(time|n|money)(\d+)-(\d+)[a-z]?", slot)
        if ranged:
            low, high = int(ranged[2]), int(ranged[3])
            if ranged[1] == "n":
                return str(self._rng.randint(low, high))
            if ranged[1] == "time":
                hour, minute = self._rng.randint(low, high), self._rng.choice((0, 30))
                return written_time(self._persona, self._language, hour, minute)
            return written(self._persona, local_price(self._persona, self._rng, low, high))
        maker = self._world().get(slot)
        if maker is None:
            raise ProfileError(f"unknown slot {{{slot}}} in a text of language {self._language}")
        return maker()

    def _world(self) -> dict[str, Callable[[], str]]:
        persona, rng = self._persona, self._rng
        return {
            "me": lambda: persona.given_in(self._language),
            "owner": lambda: persona.name_in(self._language),
            "project": lambda: rng.choice(persona.employer.projects),
            "employer": lambda: persona.employer.name,
            "place": lambda: rng.choice(persona.eateries).name,
            "shop": lambda: rng.choice(persona.shops).name,
            "city": lambda: persona.home.city,
            "street": lambda: persona.home.street,
            "trip": lambda: persona.trips[-1].city,
            "school": lambda: persona.school.name,
            "doctor": lambda: persona.doctor.name,
            "dentist": lambda: persona.dentist.name,
            "gym": lambda: persona.gym.name,
        }
