"""Mails about money between people: the same sums and days as in the wallet."""

from __future__ import annotations

import random
from typing import Any

from tapworld_scenarios.profiles.dates import written_day
from tapworld_scenarios.profiles.life import Favour, Meal, life
from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.mail.conversations import CONTENT, next_reply
from tapworld_scenarios.profiles.mail.manners import Manners
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.personas import Person, Persona
from tapworld_scenarios.profiles.prices import written
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["money_talk"]


def money_talk(persona: Persona) -> list[Thread]:
    """Return the threads about favours that were written about, and about shared meals."""
    facts = life(persona)
    found = [_favour(persona, favour) for favour in facts.favours if favour.written]
    found.extend(_meal(persona, meal) for meal in facts.meals)
    return found


def _favour(persona: Persona, favour: Favour) -> Thread:
    person = favour.person
    rng = rng_for(persona.id, "mail", "favour", person.handle, favour.asked.isoformat())
    words = _words(person.language)
    wording = Wording(
        persona, person.language, rng, favour.asked,
        {
            "note": favour.reason.note,
            "phrase": favour.reason.phrase,
            "amount": written(persona, favour.amount_cents),
        },
    )  # fmt: skip
    asks, answers = ("asks_me", "i_paid") if favour.incoming else ("i_ask", "they_paid")
    piece = rng.choice(words[asks])
    manners = Manners(persona, rng)
    thread = Thread(wording.title(piece["subject"]), _topic(person))
    body = wording.fill(piece["body"])
    other = Mailbox.of(person)
    if favour.incoming:
        opening = Letter(other, (None,), manners.theirs(person, body, first=True), favour.asked)
    else:
        text = manners.own(body, person, person.language, first=True)
        opening = Letter(None, (other,), text, favour.asked)
    thread.letters.append(opening)
    if favour.status == "paid" and favour.resolved is not None and favour.resolved < persona.now:
        at = next_reply(persona, rng, favour.resolved)
        answer = wording.fill(rng.choice(words[answers]))
        if at is not None and favour.incoming:
            text = manners.own(answer, person, person.language, first=False)
            thread.letters.append(Letter(None, (other,), text, at))
        elif at is not None:
            text = manners.theirs(person, answer, first=False)
            thread.letters.append(Letter(other, (None,), text, at))
    return thread


def _meal(persona: Persona, meal: Meal) -> Thread:
    rng = rng_for(persona.id, "mail", "meal", meal.at.isoformat())
    language = _common_language(persona, meal)
    words = _words(language)
    if meal.payer is None:
        lines = [
            f"{guest.short}: {written(persona, share)}"
            for guest, share in zip(meal.guests, meal.shares, strict=True)
        ]
        return _own_meal(persona, meal, language, words, rng, "\n".join(lines))
    return _their_meal(persona, meal, meal.payer, rng)


def _own_meal(
    persona: Persona,
    meal: Meal,
    language: str,
    words: dict[str, Any],
    rng: random.Random,
    shares: str,
) -> Thread:
    wording = Wording(persona, language, rng, meal.at, _known(persona, meal, language, shares))
    piece = rng.choice(words["my_meal"])
    manners = Manners(persona, rng)
    names = ", ".join(guest.short for guest in meal.guests)
    guests = tuple(Mailbox.of(guest) for guest in meal.guests)
    text = manners.own(wording.fill(piece["body"]), names, language, first=True)
    thread = Thread(wording.title(piece["subject"]), "friends")
    thread.letters.append(Letter(None, guests, text, meal.asked))
    for guest, settled in zip(meal.guests, meal.settled, strict=True):
        at = None if settled is None else next_reply(persona, rng, settled)
        if at is not None and rng.random() < 0.5:
            answer = rng.choice(_words(guest.language)["meal_thanks"])
            body = manners.theirs(guest, wording.fill(answer), first=False)
            others = tuple(box for box in guests if box.email != guest.email)
            thread.letters.append(Letter(Mailbox.of(guest), (None,), body, at, cc=others))
    thread.letters.sort(key=lambda letter: letter.at)
    return thread


def _their_meal(persona: Persona, meal: Meal, payer: Person, rng: random.Random) -> Thread:
    language = payer.language
    words = _words(language)
    wording = Wording(persona, language, rng, meal.at, _known(persona, meal, language, ""))
    piece = rng.choice(words["their_meal"])
    manners = Manners(persona, rng)
    thread = Thread(wording.title(piece["subject"]), "friends")
    body = manners.theirs(payer, wording.fill(piece["body"]), first=True)
    others = tuple(Mailbox.of(guest) for guest in meal.guests[1:])
    thread.letters.append(Letter(Mailbox.of(payer), (None,), body, meal.asked, cc=others))
    settled = meal.settled[0]
    at = None if settled is None else next_reply(persona, rng, settled)
    if at is not None:
        answer = wording.fill(rng.choice(words["meal_thanks"]))
        text = manners.own(answer, payer, language, first=False)
        thread.letters.append(Letter(None, (Mailbox.of(payer),), text, at))
    return thread


def _known(persona: Persona, meal: Meal, language: str, shares: str) -> dict[str, str]:
    return {
        "place": meal.eatery.name,
        "title": meal.title,
        "day": written_day(language, meal.at.date()),
        "amount": written(persona, meal.total_cents),
        "share": written(persona, meal.own_share),
        "shares": shares,
    }


def _common_language(persona: Persona, meal: Meal) -> str:
    spoken = {guest.language for guest in meal.guests}
    return spoken.pop() if len(spoken) == 1 else persona.languages[0]


def _words(language: str) -> dict[str, Any]:
    return load_yaml(CONTENT / language / "money.yaml")


def _topic(person: Person) -> str:
    return {"family": "family", "work": "work"}.get(person.kind, "friends")
