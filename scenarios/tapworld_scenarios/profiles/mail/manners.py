"""Greetings and closings: the persona's own, and those of everybody else."""

from __future__ import annotations

import random

from tapworld_scenarios.profiles.personas import Person, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["Manners"]

_GREETINGS = {
    "en": ("Hi {name},", "Hello {name},", "{name},", "Hey {name},", "Dear {name},"),
    "de": ("Hallo {name},", "Lieber {name},", "Hi {name},", "Moin {name},"),
    "hi": ("{name},", "प्रिय {name},", "हाय {name},", "सुनो {name},"),
    "ja": ("{name}さん", "{name}さん、こんにちは。", "{name}先生"),
    "es": ("Hola {name}:", "{name}:", "¡Hola {name}!", "Querida {name}:"),
    "fr": ("Salut {name},", "Coucou {name},", "{name},", "Chère {name},"),
    "pt": ("Oi {name},", "E aí {name},", "{name},", "Fala {name},"),
    "sw": ("Habari {name},", "{name},", "Mpendwa {name},", "Hujambo {name},"),
}
_CLOSINGS = {
    "en": ("{sender}", "Best,\n{sender}", "Thanks,\n{sender}", "Cheers,\n{sender}"),
    "de": ("Viele Grüße\n{sender}", "Gruß\n{sender}", "LG {sender}", "Bis bald\n{sender}"),
    "hi": ("{sender}", "मिलते हैं,\n{sender}", "धन्यवाद,\n{sender}"),
    "ja": ("{sender}", "よろしくお願いします。\n{sender}", "それでは。\n{sender}"),
    "es": ("Saludos,\n{sender}", "Un abrazo,\n{sender}", "{sender}", "Besos, {sender}"),
    "fr": ("Bises,\n{sender}", "À bientôt,\n{sender}", "{sender}", "Bonne journée,\n{sender}"),
    "pt": ("Abraço,\n{sender}", "Beijo, {sender}", "{sender}", "Até mais,\n{sender}"),
    "sw": ("Asante,\n{sender}", "{sender}", "Wako,\n{sender}", "Tuonane,\n{sender}"),
}
# In Japanese one addresses people by their family name; the persona's file has it in Latin.
_ADDRESSED = {("kenji", "ja"): "森田", ("priya", "hi"): "प्रिया"}


class Manners:
    """Puts a greeting over and a name under what was written."""

    def __init__(self, persona: Persona, rng: random.Random) -> None:
        self._persona = persona
        self._rng = rng

    def own(self, body: str, name: str, language: str, *, first: bool) -> str:
        """Return the persona's mail to somebody; later replies are often bare."""
        voice = self._persona.voice
        if not first and self._rng.random() < 0.45:
            return _capitalised(body)
        greeting = self._rng.choice(voice.greetings[language]).format(name=name)
        closing = self._rng.choice(voice.closings[language])
        return f"{greeting}\n\n{_after(greeting, body, language)}\n\n{closing}"

    def theirs(self, sender: Person, body: str, *, first: bool) -> str:
        """Return somebody's mail to the persona; everybody has habits of their own."""
        if not first and self._rng.random() < 0.5:
            return _capitalised(body)
        habits = rng_for(self._persona.id, "manners", sender.handle)
        language = sender.language
        addressed = _ADDRESSED.get((self._persona.id, language), self._persona.given)
        greeting = habits.choice(_GREETINGS[language]).format(name=addressed)
        closing = habits.choice(_CLOSINGS[language]).format(sender=_signed(sender))
        return f"{greeting}\n\n{_after(greeting, body, language)}\n\n{closing}"


def _after(greeting: str, body: str, language: str) -> str:
    """German and French go on in lower case after a comma; content is written that way."""
    goes_on = language in ("de", "fr") and greeting.endswith(",")
    return body if goes_on else _capitalised(body)


def _capitalised(body: str) -> str:
    return body[:1].upper() + body[1:]


def _signed(sender: Person) -> str:
    if sender.kind == "family":
        return sender.short
    if sender.relation in ("client", "landlord", "teacher", "manager"):
        return sender.name
    return sender.name.split()[0]
