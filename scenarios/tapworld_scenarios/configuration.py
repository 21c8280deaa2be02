"""A configuration: one point of scenario x instance x profile x theme x UI state x phrasing."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any

from .errors import ConfigurationError

__all__ = ["Configuration"]

_ID = re.compile(
    r"(?P<scenario>[a-z0-9_]+\.[a-z0-9_]+)/i(?P<instance>\d+)/(?P<profile>[^/]+)/(?P<theme>[^/]+)"
    r"/(?P<ui_state>[^/]+)/p(?P<phrasing>\d+)(?:/s(?P<seed>\d+))?\Z"
)


@dataclass(frozen=True, order=True)
class Configuration:
    """Everything that decides an episode's start.

    Attributes:
        scenario: Scenario id.
        instance: Index into the scenario's instances.
        profile: Persona id.
        theme: Theme id.
        ui_state: Id of a UI state of the primary app.
        phrasing: Index into the scenario's goals.
        seed: Tells repetitions apart; reaches every generator of an episode.
    """

    scenario: str
    instance: int
    profile: str
    theme: str
    ui_state: str
    phrasing: int = 0
    seed: int = 0

    @property
    def id(self) -> str:
        """The configuration as text.

        >>> Configuration("pay.send_money", 3, "ada", "midnight", "search-open", 1).id
        'pay.send_money/i3/ada/midnight/search-open/p1'
        """
        text = (
            f"{self.scenario}/i{self.instance}/{self.profile}/{self.theme}/{self.ui_state}"
            f"/p{self.phrasing}"
        )
        return f"{text}/s{self.seed}" if self.seed else text

    @staticmethod
    def parse(text: str) -> Configuration:
        """Read :attr:`id`.

        >>> Configuration.parse("pay.send_money/i3/ada/midnight/search-open/p1/s7").seed
        7

        Raises:
            ConfigurationError: The text is no configuration id.
        """
        match = _ID.match(text)
        if match is None:
            raise ConfigurationError(
                f"{text!r} is no configuration id; it looks like "
                "pay.send_money/i3/ada/midnight/search-open/p1"
            )
        found = match.groupdict()
        return Configuration(
            found["scenario"],
            int(found["instance"]),
            found["profile"],
            found["theme"],
            found["ui_state"],
            int(found["phrasing"]),
            int(found["seed"] or 0),
        )

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @staticmethod
    def from_json(data: dict[str, Any]) -> Configuration:
        """Read :meth:`to_json`.

        Raises:
            ConfigurationError: A field is missing, unknown or of a wrong type.
        """
        try:
            found = Configuration(**data)
        except TypeError as error:
            raise ConfigurationError(f"not the fields of a configuration: {error}") from error
        for name in ("instance", "phrasing", "seed"):
            if isinstance(getattr(found, name), bool) or not isinstance(getattr(found, name), int):
                raise ConfigurationError(f"{name} must be a whole number")
        return found
