"""Ten personas and, for each app, a generator that fills the app's database with their lives.

A sub-package with a ``schema.sql`` and a function ``generate(persona, connection)`` is an
app's generator and is found by its name; everything else here is shared.
"""

from tapworld_scenarios.profiles.databases import profile_database, profile_hash
from tapworld_scenarios.profiles.generators import generator_apps, schema
from tapworld_scenarios.profiles.personas import Person, Persona, persona, personas

__all__ = [
    "Person",
    "Persona",
    "generator_apps",
    "persona",
    "personas",
    "profile_database",
    "profile_hash",
    "schema",
]
