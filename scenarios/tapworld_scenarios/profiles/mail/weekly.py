"""The report that comes every week under the same subject."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.mail.conversations import CONTENT
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["weekly_reports"]

_WEEKS = 11


def weekly_reports(persona: Persona) -> Iterator[Thread]:
    """Yield the last weeks' reports, sent by the manager (or a colleague) each Friday."""
    rng = rng_for(persona.id, "mail", "weekly")
    pieces = load_yaml(CONTENT / persona.languages[0] / "weekly.yaml")
    senders = [p for p in persona.people if p.relation in ("manager", "colleague")]
    sender = min(senders, key=lambda person: person.relation != "manager")
    language = sender.language
    friday = persona.now.date() - dt.timedelta(days=(persona.now.weekday() - 4) % 7 or 7)
    for week in range(_WEEKS):
        day = friday - dt.timedelta(weeks=week)
        time = dt.time(16, rng.randint(0, 59))
        at = dt.datetime.combine(day, time, tzinfo=persona.zone)
        lines = [pieces["opening"], *rng.sample(pieces["lines"], 4)]
        # Projects differ from line to line, so every line is filled on its own.
        filled = [Wording(persona, language, rng, at, {}).title(line) for line in lines]
        body = "\n".join(filled) + f"\n\n{sender.name}"
        letter = Letter(Mailbox.of(sender), (None,), body, at)
        work = bool(persona.work_email)
        yield Thread(pieces["subject"], "work", [letter], work=work, droppable=week > 5)
