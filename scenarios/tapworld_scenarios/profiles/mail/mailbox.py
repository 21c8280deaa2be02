"""Gathers the threads of a mailbox from all sources and brings them to its size."""

from __future__ import annotations

from tapworld_scenarios.profiles.mail.conversations import conversations
from tapworld_scenarios.profiles.mail.forwards import forwards
from tapworld_scenarios.profiles.mail.money_talk import money_talk
from tapworld_scenarios.profiles.mail.newsletters import newsletters
from tapworld_scenarios.profiles.mail.notices import notices
from tapworld_scenarios.profiles.mail.spam import spam
from tapworld_scenarios.profiles.mail.thread import Thread
from tapworld_scenarios.profiles.mail.weekly import weekly_reports
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["planned_threads"]


def planned_threads(persona: Persona) -> list[Thread]:
    """Return the threads of the mailbox, oldest first.

    What people wrote always stays; of notices, newsletters and spam so many are left out by
    chance as the mailbox is too large.
    """
    found = [
        *conversations(persona),
        *money_talk(persona),
        *notices(persona),
        *weekly_reports(persona),
        *newsletters(persona),
        *spam(persona),
    ]
    found = [thread for thread in found if thread.letters and thread.ends < persona.now]
    rng = rng_for(persona.id, "mail", "size")
    surplus = sum(len(thread.letters) for thread in found) - persona.mails
    droppable = [thread for thread in found if thread.droppable]
    rng.shuffle(droppable)
    dropped: set[int] = set()
    for thread in droppable:
        if surplus <= 0:
            break
        dropped.add(id(thread))
        surplus -= len(thread.letters)
    kept = [thread for thread in found if id(thread) not in dropped]
    kept.extend(forwards(persona, kept))
    return sorted(kept, key=lambda thread: (thread.starts, thread.subject))
