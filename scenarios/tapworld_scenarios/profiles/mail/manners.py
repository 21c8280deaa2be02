"""Greetings and closings: the persona's own, and those of everybody else."""

from __future__ import annotations

import random

from tapworld_scenarios.profiles.mail.preferences import settings_of
from tapworld_scenarios.profiles.personas import Business, Person, Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["Manners"]

_GREETINGS = {
    "en": ("Hi {name},", "Hello {name},", "{name},", "Hey {name},", "Dear {name},"),
    "de": ("Hallo {name},", "Hi {name},", "Moin {name},", "Servus {name},"),
    "hi": ("{name},", "प्रिय {name},", "हाय {name},", "सुनो {name},"),
    "ja": ("{name}さん", "{name}さん、こんにちは。"),
    "es": ("Hola {name}:", "{name}:", "¡Hola, {name}!", "Querida {name}:"),
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
# Between people who keep a polite distance, and with businesses.
_FORMAL_GREETINGS = {
    "en": "Dear {name},", "de": "Guten Tag {name},", "hi": "नमस्ते {name},", "ja": "{name}",
    "es": "Buenas tardes, {name}:", "fr": "Bonjour {name},", "pt": "Olá, {name}!",
    "sw": "Habari {name},",
}  # fmt: skip
_FORMAL_CLOSINGS = {
    "en": "Kind regards,\n{sender}", "de": "Mit freundlichen Grüßen\n{sender}",
    "hi": "सादर,\n{sender}", "ja": "よろしくお願いいたします。\n{sender}",
    "es": "Saludos cordiales,\n{sender}", "fr": "Cordialement,\n{sender}",
    "pt": "Atenciosamente,\n{sender}", "sw": "Asante,\n{sender}",
}  # fmt: skip
# How strangers address the persona where it is not by the first name.
_ADDRESSED_FORMALLY = {("kenji", "ja"): "森田様", ("bruno", "de"): "Herr Keller"}


class Manners:
    """Puts a greeting over and a name under what was written."""

    def __init__(self, persona: Persona, rng: random.Random) -> None:
        self._persona = persona
        self._rng = rng

    def own(self, body: str, to: Person | Business | str, language: str, *, first: bool) -> str:
        """Return the persona's mail to somebody; later replies are often bare.

        Args:
            body: What is to be said.
            to: A person, a business, or the first names of several people.
            language: Language of the mail.
            first: Whether the mail opens its thread.
        """
        if not first and self._rng.random() < 0.6:
            return _capitalised(body)
        if isinstance(to, Business):
            signed = settings_of(self._persona)["signature_enabled"] == "1"
            name = "" if signed else f"\n\n{self._persona.name_in(language)}"
            return _capitalised(body) + name
        name = to if isinstance(to, str) else to.short
        if isinstance(to, Person) and to.is_formal:
            greeting = _FORMAL_GREETINGS[language].format(name=name)
            closing = _FORMAL_CLOSINGS[language].format(sender=self._persona.name_in(language))
        else:
            voice = self._persona.voice
            greeting = self._rng.choice(voice.greetings[language]).format(name=name)
            closing = self._rng.choice(voice.closings[language])
        return f"{greeting}\n\n{_after(greeting, body, language)}\n\n{closing}"

    def theirs(self, sender: Person, body: str, *, first: bool) -> str:
        """Return somebody's mail to the persona; everybody has habits of their own."""
        if not first and self._rng.random() < 0.65:
            return _capitalised(body)
        language, key = sender.language, (self._persona.id, sender.language)
        name = self._persona.given_in(language)
        habits = rng_for(self._persona.id, "manners", sender.handle)
        greeting = habits.choice(_GREETINGS[language])
        closing = habits.choice(_CLOSINGS[language])
        if sender.is_formal:
            name = _ADDRESSED_FORMALLY.get(key, name)
            greeting, closing = _FORMAL_GREETINGS[language], _FORMAL_CLOSINGS[language]
        greeting = sender.opens or greeting.format(name=name)
        body = _after(greeting, body, language)
        return f"{greeting}\n\n{body}\n\n{closing.format(sender=_signed(sender))}"


def _after(greeting: str, body: str, language: str) -> str:
    """German and French go on in lower case after a comma; content is written that way."""
    goes_on = language in ("de", "fr") and greeting.endswith(",")
    return body if goes_on else _capitalised(body)


def _capitalised(body: str) -> str:
    return body[:1].upper() + body[1:]


def _signed(sender: Person) -> str:
    if sender.signs:
        return sender.signs
    if sender.kind == "family":
        return sender.short
    return sender.name if sender.is_formal else sender.name.split()[0]
