"""A small phone of two apps and three people, independent of the shipped catalogue."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import settings

from tapworld_scenarios.catalog import Catalog, load_catalog
from tapworld_scenarios.looks import Looks
from tapworld_scenarios.profile_source import schema_from_folder
from tapworld_scenarios.schema import Schema

# A busy machine makes examples slow, not wrong.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

FIXTURES = Path(__file__).parent / "fixtures"


@dataclass(frozen=True)
class Person:
    name: str
    email: str
    handle: str
    phone: str = "+1 555"


@dataclass(frozen=True)
class Persona:
    id: str
    name: str
    email: str
    handle: str
    phone: str
    locale: str
    currency: str
    time_zone: str
    hour24: bool
    clock_ms: int
    balance_cents: int
    people: tuple[Person, ...] = field(default_factory=tuple)


def _people(*names: str) -> tuple[Person, ...]:
    return tuple(
        Person(n, f"{n.split()[0].lower()}@x.example", f"@{n.split()[0].lower()}") for n in names
    )


PERSONAS = {
    "ada": Persona(
        "ada",
        "Ada Byron",
        "ada@x.example",
        "@ada",
        "+1",
        "en-US",
        "USD",
        "America/Chicago",
        False,
        1_773_151_920_000,
        500_000,
        _people("Sam Lee", "Mina Okafor", "Rui Costa", "Ivo Brandt"),
    ),
    "bruno": Persona(
        "bruno",
        "Bruno Weber",
        "bruno@x.example",
        "@bruno",
        "+49",
        "de-DE",
        "EUR",
        "Europe/Berlin",
        True,
        1_779_297_840_000,
        250_000,
        _people("Lena Vogt", "Tom Ritter", "Pia Sommer", "Jan Kurz"),
    ),
    "kenji": Persona(
        "kenji",
        "Kenji Sato",
        "kenji@x.example",
        "@kenji",
        "+81",
        "ja-JP",
        "JPY",
        "Asia/Tokyo",
        True,
        1_776_292_500_000,
        20_000,
        _people("Sam Lee", "Aya Mori", "Ren Ito", "Yui Abe"),
    ),
}


def _memo(connection: sqlite3.Connection, persona: Persona) -> None:
    names = [p.name for p in persona.people]
    if persona.id == "kenji":
        names.append("Sam Lee")  # two people of one name: "Sam Lee" is ambiguous here
    connection.execute("INSERT INTO people VALUES (1, ?, ?, 1)", (persona.name, persona.email))
    for i, name in enumerate(names):
        connection.execute("INSERT INTO people VALUES (?, ?, '', 0)", (i + 2, name))
    for i in range(12):
        connection.execute(
            "INSERT INTO notes VALUES (?, ?, ?, ?, ?, 0, ?)",
            (i + 1, f"Note {persona.id} {i}", "text " * i, i % 4 + 2, i in (0, 3), None),
        )
    connection.execute("INSERT INTO tags VALUES (1, 'Garden'), (2, 'Work')")
    connection.execute("INSERT INTO note_tags VALUES (1, 1), (2, 2)")
    connection.execute("INSERT INTO settings VALUES ('sort', 'newest')")


def _purse(connection: sqlite3.Connection, persona: Persona) -> None:
    connection.execute("INSERT INTO wallet VALUES (1, ?, ?)", (persona.name, persona.balance_cents))
    for i, person in enumerate(persona.people):
        connection.execute(
            "INSERT INTO contacts VALUES (?, ?, ?)", (i + 1, person.name, person.handle)
        )
    connection.execute("INSERT INTO payments VALUES (1, 1, 700, 'Bread', 0)")


@lru_cache(maxsize=32)
def _database(profile: str, app: str) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.executescript((FIXTURES / "profiles" / app / "schema.sql").read_text())
    {"memo": _memo, "purse": _purse}[app](connection, PERSONAS[profile])
    connection.commit()
    return connection.serialize()


class FixtureProfiles:
    def personas(self) -> dict[str, Persona]:
        return PERSONAS

    def database(self, profile: str, app: str) -> bytes:
        return _database(profile, app)

    def schema(self, app: str) -> Schema:
        return schema_from_folder(FIXTURES / "profiles", app)


PROFILES = FixtureProfiles()
LOOKS = Looks(FIXTURES / "appearance")


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog(FIXTURES / "catalog", PROFILES, LOOKS)


@pytest.fixture
def catalog_folder(tmp_path: Path) -> Path:
    """A copy of the fixture catalogue that a test may break."""
    return Path(shutil.copytree(FIXTURES / "catalog", tmp_path / "catalog"))


@pytest.fixture
def load():
    return lambda folder: load_catalog(folder, PROFILES, LOOKS)
