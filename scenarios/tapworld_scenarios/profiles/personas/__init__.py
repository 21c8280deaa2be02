"""Ten personas: the people to whom the phone may belong.

``personas()`` reads ``data/<id>.yaml``; ``Persona`` says what a file holds.
"""

from tapworld_scenarios.profiles.personas.loading import persona, personas
from tapworld_scenarios.profiles.personas.model import (
    Address,
    Business,
    Card,
    Club,
    Employer,
    Label,
    PayHabits,
    Person,
    Persona,
    Recurring,
    Shop,
    Trip,
    Voice,
)

__all__ = [
    "Address",
    "Business",
    "Card",
    "Club",
    "Employer",
    "Label",
    "PayHabits",
    "Person",
    "Persona",
    "Recurring",
    "Shop",
    "Trip",
    "Voice",
    "persona",
    "personas",
]
