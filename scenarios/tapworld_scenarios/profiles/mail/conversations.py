"""Threads between people, and from the practices, schools and clubs around the persona."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.life.events import moment
from tapworld_scenarios.profiles.mail.manners import Manners
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.personas import Business, Club, Person, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["conversations", "load_pieces", "next_reply"]

CONTENT = Path(__file__).parent / "content"
# Share of a mailbox that people write to each other, apart from money matters.
_TALK_SHARE = 0.5
_MOST_THREADS = 16
_MOST_FOREIGN_THREADS = 7
_TOPICS = {"family": "family", "friend": "friends", "work": "work"}


@dataclass(frozen=True)
class Piece:
    """A written thread of a content file.

    Attributes:
        language: Language it is written in.
        subject: Subject with slots.
        who: Relations, groups (family, friend, work) or businesses (doctor, gym, ...) that
            may be the other side; a name in quotes of the persona's own people.
        parts: Messages as ``them: ...``, ``me: ...`` or ``other: ...``.
        cc: How many further people of the same kind get a copy.
        files: Attachments of the first message.
        topic: Topic when it is not that of the other side.
        ago: Range of days before the clock within which it begins.
        own: Whether it was written for this persona alone.
    """

    language: str
    subject: str
    who: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]
    cc: int = 0
    files: tuple[str, ...] = ()
    topic: str = ""
    ago: tuple[int, int] = (0, 205)
    own: bool = False


def load_pieces(path: Path, language: str, *, own: bool = False) -> list[Piece]:
    """Read the written threads of one content file."""
    found = []
    for index, entry in enumerate(load_yaml(path)["threads"]):
        known = {"subject", "who", "parts", "cc", "files", "topic", "ago", "language"}
        unknown = set(entry) - known
        if unknown:
            raise ProfileError(f"{path.name}: thread {index}: unknown keys {sorted(unknown)}")
        parts = []
        for part in entry["parts"]:
            by, text = next(iter(part.items()))
            if by not in ("them", "me", "other"):
                raise ProfileError(f"{path.name}: thread {index}: part by {by!r}")
            parts.append((by, text))
        who = entry["who"]
        found.append(
            Piece(
                language=entry.get("language", language),
                subject=entry["subject"],
                who=tuple(who) if isinstance(who, list) else (who,),
                parts=tuple(parts),
                cc=entry.get("cc", 0),
                files=tuple(entry.get("files", ())),
                topic=entry.get("topic", ""),
                ago=tuple(entry.get("ago", (0, 205))),
                own=own,
            )
        )
    return found


def conversations(persona: Persona) -> Iterator[Thread]:
    """Yield a thread for every written piece that fits the persona."""
    own = CONTENT / "personas" / f"{persona.id}.yaml"
    pieces = load_pieces(own, persona.languages[0], own=True)
    for language in persona.languages:
        shared: list[Piece] = []
        for path in sorted((CONTENT / language).glob("talk_*.yaml")):
            shared.extend(load_pieces(path, language))
        rng_for(persona.id, "mail", "shared", language).shuffle(shared)
        pieces.extend(shared)
    room = persona.mails * _TALK_SHARE
    spoken: dict[str, int] = {}
    for piece in pieces:
        rng = rng_for(persona.id, "mail", piece.language, piece.subject)
        most = _MOST_THREADS if piece.language == persona.languages[0] else _MOST_FOREIGN_THREADS
        partner = _partner(persona, piece, rng, spoken)
        if partner is None or (not piece.own and spoken.get(partner.name, 0) >= most):
            continue
        if not piece.own and room < len(piece.parts):
            continue
        spoken[partner.name] = spoken.get(partner.name, 0) + 1
        room -= len(piece.parts)
        yield _thread(persona, piece, partner, rng)


def _partner(
    persona: Persona, piece: Piece, rng: random.Random, spoken: dict[str, int]
) -> Person | Business | None:
    """Choose who the thread is with: whoever fits and has had least to say so far."""
    found: list[Person | Business] = []
    for who in piece.who:
        if piece.language not in persona.business_languages:
            break
        if who == "college" and persona.school.what in ("primary school", "secondary school"):
            continue
        if who == "college":
            found.append(persona.school)
        elif who in ("doctor", "dentist", "gym", "school"):
            found.append(getattr(persona, who))
        elif who in ("club", "eatery", "shop"):
            found.extend(
                {"club": persona.clubs, "eatery": persona.eateries, "shop": persona.shops}[who]
            )
    found.extend(
        person
        for person in persona.people
        if person.language == piece.language
        and (person.relation in piece.who or person.kind in piece.who or person.name in piece.who)
    )
    if "club" in piece.who:
        found = [entry for entry in found if not isinstance(entry, Person)] or found
    if not found:
        return None
    return min(found, key=lambda entry: (spoken.get(entry.name, 0), rng.random()))


def _thread(
    persona: Persona, piece: Piece, partner: Person | Business, rng: random.Random
) -> Thread:
    start = _start(persona, piece, rng)
    others = _others(persona, piece, partner, rng)
    known = {
        "name": partner.short if isinstance(partner, Person) else partner.name,
        "other": others[0].short if others else persona.people[1].short,
    }
    if isinstance(partner, Club):
        known |= {"club": partner.name, "meets": partner.meets}
    else:
        club = rng.choice(persona.clubs)
        known |= {"club": club.name, "meets": club.meets}
    topic = piece.topic or _topic(piece, partner)
    weekdays = topic in ("work", "school", "health", "home")
    wording = Wording(persona, piece.language, rng, start, known, weekdays=weekdays)
    manners = Manners(persona, rng)
    work = isinstance(partner, Person) and partner.kind == "work"
    thread = Thread(wording.title(piece.subject), topic, work=work and bool(persona.work_email))
    at = start
    for index, (by, text) in enumerate(piece.parts):
        if index:
            at = next_reply(persona, rng, at)
            if at is None:
                break
        body = wording.fill(text)
        author = {"them": partner, "me": None, "other": others[0] if others else partner}[by]
        if author is None:
            body = manners.own(body, partner, piece.language, first=index == 0)
        elif isinstance(author, Person):
            body = manners.theirs(author, body, first=index == 0)
        else:
            body = body[:1].upper() + body[1:]
        sender = None if author is None else Mailbox.of(author)
        to: tuple[Mailbox | None, ...] = (Mailbox.of(partner),) if sender is None else (None,)
        cc = tuple(Mailbox.of(other) for other in others[: max(piece.cc, 1)] if other is not author)
        if sender is not None and author is not partner:
            cc = (*cc, Mailbox.of(partner))
        files = piece.files if index == 0 else ()
        copies = (
            cc if piece.cc or by == "other" or any(p[0] == "other" for p in piece.parts) else ()
        )
        thread.letters.append(
            Letter(sender, to, body, at, copies, tuple(wording.fill(name) for name in files))
        )
    return thread


def _start(persona: Persona, piece: Piece, rng: random.Random) -> dt.datetime:
    low, high = piece.ago
    days_ago = low + (high - low) * rng.random() ** 1.6
    return moment(persona, days_ago, rng.randint(7, 21), rng.randint(0, 59))


def next_reply(persona: Persona, rng: random.Random, after: dt.datetime) -> dt.datetime | None:
    """Return when the next message of a thread follows, in waking hours; ``None`` if too late."""
    at = after + dt.timedelta(
        minutes=rng.choice((14, 35, 90, 200, 480, 1100)) * rng.uniform(0.6, 1.5)
    )
    if at.hour < 7:
        at = at.replace(hour=7, minute=rng.randint(2, 58))
    elif at.hour > 22:
        at = (at + dt.timedelta(days=1)).replace(hour=7, minute=rng.randint(2, 58))
    return at if at < persona.now - dt.timedelta(minutes=4) else None


def _others(
    persona: Persona, piece: Piece, partner: Person | Business, rng: random.Random
) -> list[Person]:
    if not isinstance(partner, Person):
        return []
    same = [
        person
        for person in persona.people
        if person is not partner
        and person.kind == partner.kind
        and person.language == piece.language
        and person.relation not in ("client", "landlord")
    ]
    rng.shuffle(same)
    return same[: max(piece.cc, 1)]


def _topic(piece: Piece, partner: Person | Business) -> str:
    if isinstance(partner, Person):
        if partner.relation in ("landlord", "neighbour"):
            return "home"
        if partner.relation in ("teacher", "club"):
            return {"teacher": "school", "club": "club"}[partner.relation]
        return _TOPICS[partner.kind]
    for who in piece.who:
        topic = {
            "doctor": "health", "dentist": "health", "gym": "club", "school": "school",
            "college": "school",
            "club": "club", "eatery": "friends", "shop": "orders",
        }.get(who)  # fmt: skip
        if topic:
            return topic
    return "friends"
