"""The shipped profiles as open databases, one a persona and app."""

from __future__ import annotations

import sqlite3
from functools import cache

import pytest

from tapworld_scenarios.profiles import Persona, personas, profile_database


@cache
def opened(profile: str, app: str) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(profile_database(profile, app))
    return connection


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPWORLD_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(params=sorted(personas()))
def persona(request: pytest.FixtureRequest) -> Persona:
    return personas()[request.param]


@pytest.fixture
def mail(persona: Persona) -> sqlite3.Connection:
    return opened(persona.id, "mail")


@pytest.fixture
def pay(persona: Persona) -> sqlite3.Connection:
    return opened(persona.id, "pay")
