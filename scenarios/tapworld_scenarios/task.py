"""A task: a configuration made ready for a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .answers import Expected
from .configuration import Configuration
from .model import Scenario
from .snapshot import Snapshot
from .steps import Step
from .values import Value

if TYPE_CHECKING:
    from .catalog import Catalog
    from .near_misses import NearMiss

__all__ = ["Task"]


@dataclass(frozen=True, eq=False)
class Task:
    """Everything an episode needs, and what its verification needs afterwards.

    Attributes:
        configuration: What it was made from.
        scenario: The scenario.
        goal: What the agent is told.
        snapshot: The phone's start state.
        values: Name -> what ``:name`` is bound to in SQL.
        forms: Name -> all forms of parameters, derived values and identity.
        expected: The right answer, for a question.
        oracle: Steps that solve it, without placeholders.
        catalog: The catalogue it comes from.
    """

    configuration: Configuration
    scenario: Scenario
    goal: str
    snapshot: Snapshot
    values: Mapping[str, Any]
    forms: Mapping[str, Value]
    expected: Expected | None
    oracle: tuple[Step, ...]
    catalog: Catalog = field(repr=False)

    @property
    def id(self) -> str:
        """The configuration's id."""
        return self.configuration.id

    @property
    def max_steps(self) -> int:
        """Actions an agent has."""
        return self.scenario.max_steps

    @cached_property
    def near_misses(self) -> list[NearMiss]:
        """Wrong ways to end this task, all of which verification must refuse."""
        from .near_misses import near_misses

        return near_misses(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """A task travels to a worker as its configuration and is arranged there."""
        from .arranging import arrange

        return (arrange, (self.catalog, self.configuration))
