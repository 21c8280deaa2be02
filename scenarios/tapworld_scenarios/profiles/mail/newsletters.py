"""Periodicals: issues put together from the pieces written for each of them."""

from __future__ import annotations

from collections.abc import Iterator

from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.life.events import moment
from tapworld_scenarios.profiles.mail.conversations import CONTENT
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.personas import Business, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["newsletters"]


def newsletters(persona: Persona) -> Iterator[Thread]:
    """Yield the issues of everything the persona has subscribed to.

    Every piece leads one issue, whose subject it gives, and stands further down in others.
    """
    pieces = load_yaml(CONTENT / "news" / f"{persona.id}.yaml")
    for paper in persona.newsletters:
        yield from _issues(persona, paper, pieces[paper.handle.removeprefix("@")])


def _issues(persona: Persona, paper: Business, pieces: list[dict[str, str]]) -> Iterator[Thread]:
    rng = rng_for(persona.id, "mail", "news", paper.handle)
    number = rng.randint(30, 400)
    weekday = rng.randint(0, 6)
    back = (persona.now.weekday() - weekday) % 7 or 7
    pause = rng.choice((7, 14, 14, 21))
    for index, lead in enumerate(pieces):
        others = rng.sample([piece for piece in pieces if piece is not lead], 2)
        days_ago = back + (len(pieces) - 1 - index) * pause
        at = moment(persona, days_ago, 6, rng.randint(0, 59))
        parts = [f"{piece['head']}\n{piece['text']}" for piece in (lead, *others)]
        body = "\n\n".join([f"{paper.name} #{number + index}", *parts, paper.name])
        letter = Letter(Mailbox.of(paper), (None,), body, at)
        yield Thread(lead["head"], "news", [letter], droppable=True)
