"""One profile's databases, open for queries, with everything asked of them once kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .app_spec import AppSpec
from .errors import TemplateError
from .formatting import start_of_day
from .profile_source import PersonaLike, PersonLike, ProfileSource
from .schema import Schema
from .sql_session import SqlSession
from .templates import bare, persona_identity

__all__ = ["Bench"]


class Bench:
    """Query sessions over one profile's start databases.

    Not for use from several threads: merging rows for a check is done in place and undone.
    """

    def __init__(
        self,
        profile: str,
        profiles: ProfileSource,
        specs: Mapping[str, AppSpec],
        schemas: Mapping[str, Schema],
    ) -> None:
        self.profile = profile
        self.persona: PersonaLike = profiles.personas()[profile]
        self.specs = specs
        self.schemas = schemas
        self.resolved: dict[Any, Any] = {}
        self.columns: dict[tuple[str, str], list[Any]] = {}
        self._profiles = profiles
        self._sessions: dict[tuple[str, ...], SqlSession] = {}
        self._identities: dict[tuple[str, ...], dict[str, Any]] = {}
        self._people: dict[tuple[str, ...], tuple[PersonLike, ...]] = {}

    def database(self, app: str) -> bytes:
        """The start database of an app."""
        return self._profiles.database(self.profile, app)

    def session(self, apps: Sequence[str]) -> SqlSession:
        """A session in which ``<app>.<table>`` is the profile's start state."""
        key = tuple(apps)
        if key not in self._sessions:
            self._sessions[key] = SqlSession({app: self.database(app) for app in key})
        return self._sessions[key]

    def identity(self, apps: Sequence[str]) -> dict[str, Any]:
        """``now``, ``today`` and ``current_user_<column>``, the first app's first."""
        key = tuple(apps)
        if key not in self._identities:
            found: dict[str, Any] = persona_identity(self.persona)
            for app in reversed(key):
                found.update(self._current_user(app))
            found["now"] = self.persona.clock_ms
            found["today"] = start_of_day(self.persona.clock_ms, self.persona.time_zone)
            self._identities[key] = found
        return self._identities[key]

    def _current_user(self, app: str) -> dict[str, Any]:
        session = self.session((app,))
        sql = self.specs[app].current_user
        now = self.persona.clock_ms
        bound = {"now": now, "today": start_of_day(now, self.persona.time_zone)}
        rows = session.query(sql, bound)
        if len(rows) != 1:
            raise TemplateError(
                f"current_user of {app} gives {len(rows)} rows on profile {self.profile}; "
                "it must give one",
                "incoherent",
            )
        names = session.columns(sql, bound)
        return {f"current_user_{n}": v for n, v in zip(names, rows[0], strict=True)}

    def common_people(self, apps: Sequence[str]) -> tuple[PersonLike, ...]:
        """People of the address book whom every app (that knows people) knows by name."""
        key = tuple(apps)
        if key not in self._people:
            names = [self._names_in(app) for app in key if self.specs[app].person_tables]
            self._people[key] = tuple(
                person
                for person in self.persona.people
                if all(person.name in known for known in names)
            )
        return self._people[key]

    def _names_in(self, app: str) -> set[str]:
        found: set[str] = set()
        for place in self.specs[app].person_tables:
            table, _, column = place.rpartition(".")
            rows = self.session((app,)).query(f'SELECT "{column}" FROM "{app}"."{bare(table)}"')
            found.update(str(row[0]) for row in rows)
        return found
