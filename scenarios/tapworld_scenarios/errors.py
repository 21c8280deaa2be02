"""Everything that can go wrong between a scenario file and a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

__all__ = [
    "AppearanceError",
    "ArrangeError",
    "CatalogError",
    "CertificateError",
    "ConfigurationError",
    "EnvironmentFault",
    "ProfileError",
    "SqlError",
    "TapworldScenariosError",
    "TemplateError",
]

PairStatus = Literal["infeasible", "incoherent"]


class TapworldScenariosError(Exception):
    """Base of this package's errors; the message says what was wrong, where, what to do."""


class CatalogError(TapworldScenariosError):
    """A scenario, ``app.yaml`` or UI state file is wrong.

    Attributes:
        file: The file, or ``None`` when the error has no single place.
        line: Line in the file, counted from 1, or ``None``.
        field: Dotted path of the field, e.g. ``expect.0.inserted.table``.
    """

    def __init__(
        self,
        message: str,
        *,
        file: Path | str | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        self.file = None if file is None else Path(file)
        self.line = line
        self.field = field
        self.message = message
        place = "" if file is None else f"{file}"
        if line is not None:
            place += f":{line}"
        if field:
            place += f" ({field})" if place else field
        super().__init__(f"{place}: {message}" if place else message)

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the keyword arguments when a worker process sends the error home."""
        return (_catalog_error, (self.message, self.file, self.line, self.field))


def _catalog_error(
    message: str, file: Path | None, line: int | None, field: str | None
) -> CatalogError:
    return CatalogError(message, file=file, line=line, field=field)


class ConfigurationError(TapworldScenariosError):
    """A configuration id is malformed or names something that does not exist."""


class TemplateError(TapworldScenariosError):
    """A template cannot be resolved on a profile.

    Attributes:
        status: ``infeasible`` when the profile has no such data, ``incoherent`` when the
            template itself cannot work (wrong SQL, wrong argument).
    """

    def __init__(self, message: str, status: PairStatus = "infeasible") -> None:
        self.status: PairStatus = status
        super().__init__(message)


class ArrangeError(TapworldScenariosError):
    """The start state of a configuration cannot be made.

    Attributes:
        status: What the integrity pipeline calls such a pair.
    """

    def __init__(self, message: str, status: PairStatus = "incoherent") -> None:
        self.status: PairStatus = status
        super().__init__(message)


class CertificateError(TapworldScenariosError):
    """A certificate is missing or stale; run ``tapworld check`` to write it anew."""


class SqlError(TapworldScenariosError):
    """A query of a scenario failed, wrote, ran too long or gave too many rows."""


class EnvironmentFault(TapworldScenariosError):
    """A device returned a broken database; never counted against an agent."""


class ProfileError(TapworldScenariosError):
    """A persona, a generator or a profile's database is wrong or unknown."""


class AppearanceError(TapworldScenariosError):
    """A theme or a UI state is malformed, missing or unknown."""
