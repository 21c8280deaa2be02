"""Amounts as people of a country pay and write them."""

from __future__ import annotations

import random

from tapworld_scenarios.profiles.personas import Persona

__all__ = ["local_price", "money_step", "written"]

_STEP = {"JPY": 1000, "KES": 1000, "INR": 100, "MXN": 100, "BRL": 10}
_COARSE = {"JPY": 100000, "KES": 10000, "INR": 10000, "MXN": 5000, "BRL": 1000}


def money_step(persona: Persona, *, coarse: bool = False) -> int:
    """Return the step, in cents, in which amounts of the persona's currency usually come.

    The yen has no coins below one yen: its "cents" are always multiples of 100.
    """
    if coarse:
        return _COARSE.get(persona.currency, 500)
    return _STEP.get(persona.currency, 5)


def local_price(persona: Persona, rng: random.Random, low: float, high: float) -> int:
    """Return a price in cents of the persona's currency.

    Args:
        persona: Gives the price level and the currency.
        rng: Generator of the caller's purpose.
        low: Lowest price in US dollars.
        high: Highest price in US dollars.
    """
    cents = rng.uniform(low, high) * persona.pay.price_level * 100
    step = money_step(persona)
    return max(step, round(cents / step) * step)


def written(persona: Persona, cents: int) -> str:
    """Return the amount as people write it in a mail, e.g. ``12,50 €``.

    Example:
        >>> from tapworld_scenarios.profiles.personas import persona
        >>> written(persona("bruno"), 123450), written(persona("priya"), 12345600)
        ('1.234,50 €', '₹1,23,456')
    """
    whole, rest = divmod(cents, 100)
    match persona.currency:
        case "JPY":
            return f"{whole:,}円"
        case "INR":
            return f"₹{_indian(whole)}" + (f".{rest:02d}" if rest else "")
        case "KES":
            return f"KSh {whole:,}" + (f".{rest:02d}" if rest else "")
        case "EUR" if persona.locale == "fr-FR":
            return f"{whole:,}".replace(",", " ") + f",{rest:02d} €"
        case "EUR":
            return f"{whole:,}".replace(",", ".") + f",{rest:02d} €"
        case "BRL":
            return "R$ " + f"{whole:,}".replace(",", ".") + f",{rest:02d}"
        case "GBP":
            return f"£{whole:,}.{rest:02d}"
        case _:
            return f"${whole:,}.{rest:02d}"


def _indian(whole: int) -> str:
    text = str(whole)
    head, tail = text[:-3], text[-3:]
    groups = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])
