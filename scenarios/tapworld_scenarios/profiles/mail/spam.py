"""What lands in the spam folder, in the languages of the persona."""

from __future__ import annotations

from collections.abc import Iterator

from tapworld_scenarios.profiles.life.content_files import load_yaml
from tapworld_scenarios.profiles.life.events import moment
from tapworld_scenarios.profiles.mail.conversations import CONTENT
from tapworld_scenarios.profiles.mail.thread import Letter, Mailbox, Thread
from tapworld_scenarios.profiles.mail.wording import Wording
from tapworld_scenarios.profiles.personas import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["spam"]

_MOST_ENGLISH = 10


def spam(persona: Persona) -> Iterator[Thread]:
    """Yield the spam of the last four weeks; older spam is gone, as in real mailboxes."""
    for language in dict.fromkeys([*persona.languages, "en"]):
        path = CONTENT / language / "spam.yaml"
        if not path.exists():
            continue
        pieces = load_yaml(path)["spam"]
        rng = rng_for(persona.id, "mail", "spam", language)
        chosen = rng.sample(pieces, min(len(pieces), _MOST_ENGLISH))
        for piece in chosen:
            at = moment(persona, rng.uniform(0, 28), rng.randint(0, 23), rng.randint(0, 59))
            wording = Wording(persona, language, rng, at, {})
            sender = Mailbox(piece["name"], piece["email"])
            letter = Letter(sender, (None,), wording.fill(piece["body"]), at)
            yield Thread(wording.title(piece["subject"]), "spam", [letter], spam=True)
