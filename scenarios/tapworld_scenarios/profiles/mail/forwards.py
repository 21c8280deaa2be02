"""A few mails that the persona has sent on to somebody."""

from __future__ import annotations

import datetime as dt

from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.mail.conversations import CONTENT, next_reply
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["forwards"]

_COUNT = 5
_SHARED = ("bills", "travel", "news", "club", "school", "home")


def forwards(persona: Persona, threads: list[Thread]) -> list[Thread]:
    """Return threads in which the persona forwards something out of ``threads``."""
    rng = rng_for(persona.id, "mail", "forwards")
    language = persona.languages[0]
    notes = load_yaml(CONTENT / language / "drafts.yaml")["forwards"]
    close = [p for p in persona.people[:8] if p.language == language and not p.is_formal]
    fitting = [
        thread
        for thread in threads
        if thread.topic in _SHARED
        and len(thread.letters) == 1
        and thread.letters[0].sender is not None
        and (thread.topic != "bills" or thread.letters[0].files)
        and thread.ends < persona.now - dt.timedelta(days=3)
    ]
    found = []
    for thread in rng.sample(fitting, _COUNT):
        person = rng.choice(close)
        at = next_reply(persona, rng, thread.ends)
        note = notes["task" if thread.topic == "bills" else "info"]
        if at is not None:
            letter = Letter(
                None, (Mailbox.of(person),), note, at,
                forward=thread.letters[0],
            )  # fmt: skip
            found.append(Thread(f"Fwd: {thread.subject}", thread.topic, [letter]))
    return found
