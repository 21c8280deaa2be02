"""Reads the personas' files and fills in what follows from the rest."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles.personas.model import Persona
from tapworld_scenarios.profiles.seeds import rng_for

__all__ = ["persona", "personas"]

DATA = Path(__file__).parent / "data"
_BUSINESSES = ("doctor", "dentist", "gym", "school")
_BUSINESS_LISTS = ("bills", "clubs", "eateries", "shops", "newsletters")


@lru_cache(maxsize=1)
def personas() -> dict[str, Persona]:
    """Return the ten personas by id, in alphabetical order.

    Example:
        >>> personas()["ada"].currency
        'USD'
    """
    return {path.stem: _read(path) for path in sorted(DATA.glob("*.yaml"))}


def persona(profile: str) -> Persona:
    """Return one persona.

    Raises:
        ProfileError: No persona has this id.
    """
    known = personas()
    if profile not in known:
        raise ProfileError(f"unknown profile {profile!r}; known: {', '.join(known)}")
    return known[profile]


def _read(path: Path) -> Persona:
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        _complete(data)
        found = Persona.model_validate(data)
    except (yaml.YAMLError, ValidationError, KeyError) as error:
        raise ProfileError(f"{path.name}: {error}") from error
    if found.id != path.stem:
        raise ProfileError(f"{path.name}: id is {found.id!r}, the file name says {path.stem!r}")
    return found


def _complete(data: dict[str, Any]) -> None:
    """Write out addresses, handles and phones that a persona's file leaves to rule."""
    prefix, digits = data.pop("phone_rule")
    domains = data.pop("mail_domains")
    data.setdefault("business_languages", data["languages"][:1])
    rng = rng_for("persona", data["id"])
    for person in data["people"]:
        handle = person["handle"]
        person["handle"] = f"@{handle}"
        person.setdefault("short", person["name"].split()[0])
        person.setdefault("language", data["languages"][0])
        number = "".join(str(rng.randint(0, 9)) for _ in range(digits))
        person.setdefault("phone", f"{prefix} {number[:3]} {number[3:]}")
        if person["relation"] in ("colleague", "manager"):
            person.setdefault("company", data["employer"]["name"])
            person.setdefault("email", f"{handle}@{data['employer']['domain']}")
        person.setdefault("email", f"{handle}@{rng.choice(domains)}")
    for business in _businesses(data):
        handle = business["handle"]
        business["handle"] = f"@{handle}"
        business.setdefault("email", f"hello@{handle.replace('_', '-')}.example")


def _businesses(data: dict[str, Any]) -> list[dict[str, Any]]:
    found = [data[key] for key in _BUSINESSES]
    for key in _BUSINESS_LISTS:
        found.extend(data[key])
    return found
