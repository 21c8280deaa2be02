"""A catalogue for the fake device's phone: one app, two scenarios, two people.

In a module of its own, on ``sys.path``: worker processes import it by name.
"""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tapworld_scenarios.catalog import Catalog, load_catalog
from tapworld_scenarios.integrity import check_catalog
from tapworld_scenarios.looks import Looks
from tapworld_scenarios.profile_source import schema_from_folder
from tapworld_scenarios.schema import Schema

HERE = Path(__file__).parent


@dataclass(frozen=True)
class ToyPersona:
    id: str
    name: str
    email: str
    handle: str = "@x"
    phone: str = "+1"
    locale: str = "en-US"
    currency: str = "USD"
    time_zone: str = "UTC"
    hour24: bool = True
    clock_ms: int = 1_700_000_000_000
    people: tuple[()] = ()


PERSONAS = {
    "ada": ToyPersona("ada", "Ada Byron", "ada@x.example"),
    "bruno": ToyPersona("bruno", "Bruno Weber", "bruno@x.example"),
}


@lru_cache
def _database(profile: str) -> bytes:
    persona = PERSONAS[profile]
    connection = sqlite3.connect(":memory:")
    connection.executescript((HERE / "profiles" / "notes" / "schema.sql").read_text())
    connection.execute("INSERT INTO owner VALUES (1, ?, ?)", (persona.name, persona.email))
    for number in range(3 if profile == "ada" else 5):
        connection.execute("INSERT INTO notes (title) VALUES (?)", (f"Old note {number}",))
    connection.commit()
    return connection.serialize()


class ToyProfiles:
    def personas(self) -> dict[str, ToyPersona]:
        return PERSONAS

    def database(self, profile: str, app: str) -> bytes:
        return _database(profile)

    def schema(self, app: str) -> Schema:
        return schema_from_folder(HERE / "profiles", app)


def toy_catalog(folder: Path) -> Catalog:
    """The catalogue, copied into a folder that takes its certificates, and certified."""
    from tapworld_scenarios.certificates import write_certificates

    shutil.copytree(HERE / "catalog", folder, dirs_exist_ok=True)
    catalog = load_catalog(folder, ToyProfiles(), Looks(HERE / "appearance"))
    write_certificates(catalog, check_catalog(catalog))
    return catalog
