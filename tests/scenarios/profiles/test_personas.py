"""The ten people themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from tapworld_scenarios.errors import ProfileError
from tapworld_scenarios.profiles import Persona, persona, personas


def test_ten_people_of_different_lives() -> None:
    found = list(personas().values())
    assert len(found) == 10
    for field in ("locale", "time_zone", "clock_ms", "home", "job", "age", "household"):
        assert len({str(getattr(each, field)) for each in found}) >= 9, field
    assert len({each.currency for each in found}) >= 8
    assert {language for each in found for language in each.languages} >= {
        "en", "de", "hi", "ja", "es", "fr",
    }  # fmt: skip
    assert sum(bool(each.pay.pin) for each in found) == 3


def test_clock_is_a_weekday_of_2026(persona: Persona) -> None:
    assert persona.now.year == 2026
    assert persona.now.weekday() < 5
    assert persona.now.hour < 10 or persona.now.hour >= 18
    assert persona.clock_ms == persona.now.timestamp() * 1000


def test_address_book_is_unambiguous_by_address(persona: Persona) -> None:
    assert 10 <= len(persona.people) <= 25
    businesses = [
        *persona.bills, *persona.clubs, *persona.eateries, *persona.shops, *persona.newsletters,
        persona.doctor, persona.dentist, persona.gym, persona.school,
    ]  # fmt: skip
    for field in ("name", "email", "handle"):
        values = [getattr(each, field) for each in [*persona.people, *businesses]]
        values.append(getattr(persona, field))
        shared = {value for value in values if values.count(value) > 1}
        # A club or a company may own more than one business of the same name.
        assert not shared - {"Bar do Farol"}, (field, shared)


def test_mail_domains_are_reserved(persona: Persona) -> None:
    for person in persona.people:
        assert re.fullmatch(r"[a-z0-9_.+-]+@[a-z0-9-]+\.example", person.email), person


def test_some_personas_know_two_people_of_one_first_name() -> None:
    def doubled(each: Persona) -> bool:
        first = [person.name.split()[0] for person in each.people if person.kind != "family"]
        return len(first) != len(set(first))

    assert sum(doubled(each) for each in personas().values()) >= 3


def test_frozen_and_strict(persona: Persona) -> None:
    with pytest.raises(ValidationError):
        persona.age = 3  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(ValidationError):
        Persona.model_validate({**persona.model_dump(), "hobby": "none"})


def test_unknown_names_are_named() -> None:
    with pytest.raises(ProfileError, match=r"'nobody'.*ada"):
        persona_of("nobody")
    with pytest.raises(KeyError, match="Sam Ortiz"):
        persona_of("ada").person("Sam")
    assert persona_of("ada").person("Sam Ortiz").handle == "@sam.ortiz"


def persona_of(profile: str) -> Persona:
    return persona(profile)


def test_as_json(persona: Persona) -> None:
    data = persona.to_json()
    assert data["id"] == persona.id
    assert data["clock_ms"] == persona.clock_ms
    people = data["people"]
    assert isinstance(people, list)
    assert set(people[0]) == {"name", "email", "handle", "phone", "relation"}


def test_documented(persona: Persona) -> None:
    text = (Path(__file__).parents[3] / "docs" / "profiles.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| `{persona.id}` \|.*$", text, flags=re.MULTILINE)
    for fact in (persona.name, persona.locale, persona.currency, persona.time_zone, persona.job):
        assert fact in row
    assert f"{persona.clock:%a %Y-%m-%d %H:%M}" in row
