"""Where an environment's tasks come from and who judges them.

A seam of three methods, so that the environment can be tested, or used, with tasks that are not
the catalogue's.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tapworld_env.errors import EnvironmentSetupError

if TYPE_CHECKING:
    from tapworld_scenarios import Catalog, Configuration
    from tapworld_scenarios.snapshot import Snapshot

__all__ = ["CatalogTasks", "Outcome", "TaskLike", "TaskSource", "VerdictLike"]

Outcome = Literal["done", "answer", "infeasible", "step_limit"]


class TaskLike(Protocol):
    """What the environment reads of a task."""

    @property
    def id(self) -> str:
        """Names the configuration."""
        ...

    @property
    def goal(self) -> str:
        """What the agent is told."""
        ...

    @property
    def snapshot(self) -> Snapshot:
        """The phone's start state."""
        ...

    @property
    def max_steps(self) -> int:
        """Actions an agent has."""
        ...


class VerdictLike(Protocol):
    """What the environment reads of a verdict."""

    @property
    def success(self) -> bool:
        """Whether the task was solved."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        ...


class TaskSource(Protocol):
    """Gives tasks and verdicts."""

    def sample(self, seed: int, scenario: str | None) -> TaskLike:
        """Draw a task, of one scenario if it is named; equal seeds give equal tasks."""
        ...

    def make(self, configuration: Any) -> TaskLike:
        """Make the task of a configuration (object, id or mapping)."""
        ...

    def verify(
        self, task: Any, after: Snapshot, outcome: Outcome, answer: str | None
    ) -> VerdictLike:
        """Judge the phone's state at the end."""
        ...


# A catalogue keeps what it has computed, for one thread at a time; all this is the interpreter's
# own work, which threads could not share anyway.
_lock = threading.Lock()


class CatalogTasks:
    """The catalogue's certified configurations.

    Args:
        catalog: Folder of a catalogue; the shipped one when ``None``.
        scenarios: Ids to draw from; all when ``None``.
    """

    def __init__(
        self, catalog: str | Path | None = None, scenarios: Sequence[str] | None = None
    ) -> None:
        self._path = None if catalog is None else Path(catalog)
        self._scenarios = None if scenarios is None else list(scenarios)
        self._catalog: Catalog | None = None

    @property
    def catalog(self) -> Catalog:
        """The catalogue, read at first use."""
        if self._catalog is None:
            from tapworld_scenarios import load_catalog

            self._catalog = load_catalog(self._path)
            for scenario in self._scenarios or []:
                self._require(scenario)
        return self._catalog

    def sample(self, seed: int, scenario: str | None) -> TaskLike:
        """Draw a certified configuration.

        Raises:
            EnvironmentSetupError: No such scenario.
            CertificateError: A certificate is missing or stale.
        """
        from tapworld_scenarios import sample_configurations

        with _lock:
            catalog = self.catalog
            if scenario is not None:
                self._require(scenario)
            chosen = self._scenarios if scenario is None else [scenario]
            (configuration,) = sample_configurations(catalog, 1, seed=seed, scenarios=chosen)
        return self.make(configuration)

    def make(self, configuration: Configuration | str | Mapping[str, Any]) -> TaskLike:
        """Arrange a configuration, given as such, as its id or as its fields.

        Raises:
            ConfigurationError: It is malformed or names something that does not exist.
            ArrangeError: Its start state cannot be made.
        """
        from tapworld_scenarios import Configuration, arrange

        if isinstance(configuration, str):
            configuration = Configuration.parse(configuration)
        elif isinstance(configuration, Mapping):
            configuration = Configuration.from_json(dict(configuration))
        with _lock:
            self._require(configuration.scenario)
            return arrange(self.catalog, configuration)

    def verify(
        self, task: Any, after: Snapshot, outcome: Outcome, answer: str | None
    ) -> VerdictLike:
        """Judge by SQL on the databases before and after."""
        from tapworld_scenarios import verify

        with _lock:
            return verify(task, after, outcome=outcome, answer=answer)

    def _require(self, scenario: str) -> None:
        known = self.catalog.scenarios
        if scenario in known:
            return
        near = difflib.get_close_matches(scenario, known, n=3)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise EnvironmentSetupError(
            f"unknown scenario {scenario!r}{hint} (`tapworld list` shows all {len(known)})"
        )
