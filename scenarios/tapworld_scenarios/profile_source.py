"""Where the engine takes personas, schemas and start databases from.

The real ones come from ``tapworld_scenarios.profiles``; tests bring small ones of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from .errors import CatalogError
from .schema import Schema, read_schema

__all__ = ["PersonLike", "PersonaLike", "ProfileSource", "ShippedProfiles", "shipped_profiles"]

SCHEMA_FOLDER = Path(__file__).parent / "profiles"


class PersonLike(Protocol):
    """Someone the persona knows, equal in every app."""

    @property
    def name(self) -> str:
        """Full name as the apps show it."""
        ...

    @property
    def email(self) -> str:
        """Mail address."""
        ...

    @property
    def handle(self) -> str:
        """Wallet handle with ``@``."""
        ...

    @property
    def phone(self) -> str:
        """International format."""
        ...


class PersonaLike(Protocol):
    """What the engine needs to know of a persona."""

    @property
    def id(self) -> str:
        """Lower-case first name."""
        ...

    @property
    def name(self) -> str:
        """Full name."""
        ...

    @property
    def email(self) -> str:
        """Address of the primary account."""
        ...

    @property
    def handle(self) -> str:
        """Wallet handle with ``@``."""
        ...

    @property
    def phone(self) -> str:
        """International format."""
        ...

    @property
    def locale(self) -> str:
        """BCP 47 tag."""
        ...

    @property
    def currency(self) -> str:
        """ISO 4217."""
        ...

    @property
    def time_zone(self) -> str:
        """IANA name."""
        ...

    @property
    def hour24(self) -> bool:
        """Whether times are shown from 0 to 24 h."""
        ...

    @property
    def clock_ms(self) -> int:
        """The frozen moment, UTC epoch milliseconds."""
        ...

    @property
    def people(self) -> Sequence[PersonLike]:
        """The address book, closest first."""
        ...


class ProfileSource(Protocol):
    """Personas and their databases."""

    def personas(self) -> Mapping[str, PersonaLike]:
        """All personas by id, in a fixed order."""
        ...

    def database(self, profile: str, app: str) -> bytes:
        """The start database of an app, as a SQLite file."""
        ...

    def schema(self, app: str) -> Schema:
        """The tables of an app.

        Raises:
            CatalogError: The app has no schema.
        """
        ...


class ShippedProfiles:
    """The ten personas that come with the package."""

    def __reduce__(self) -> str:
        """Unpickle to the one object of the other process, so that catalogues stay cached."""
        return "shipped_profiles"

    def personas(self) -> Mapping[str, PersonaLike]:
        """All personas by id."""
        from .profiles.personas import personas

        return personas()

    def database(self, profile: str, app: str) -> bytes:
        """The start database of an app, generated once and cached."""
        return _database(profile, app)

    def schema(self, app: str) -> Schema:
        """The tables of an app, from ``profiles/<app>/schema.sql``."""
        return schema_from_folder(SCHEMA_FOLDER, app)


@lru_cache(maxsize=256)
def _database(profile: str, app: str) -> bytes:
    from .profiles import profile_database

    return profile_database(profile, app)


def schema_from_folder(folder: Path, app: str) -> Schema:
    """Read ``<folder>/<app>/schema.sql``.

    Raises:
        CatalogError: There is none.
    """
    path = folder / app / "schema.sql"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CatalogError(f"the app {app!r} has no schema ({error})", file=path) from error
    return read_schema(app, text)


shipped_profiles = ShippedProfiles()
