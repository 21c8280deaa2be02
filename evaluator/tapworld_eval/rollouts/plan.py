"""From a selection to a list of episodes, decided by one seed."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal, get_args

from tapworld_eval.errors import PlanError
from tapworld_eval.rollouts.episode import EpisodeJob
from tapworld_scenarios import sample_configurations

if TYPE_CHECKING:
    from tapworld_scenarios import Catalog, Configuration

__all__ = ["METHODS", "Method", "Plan", "make_plan", "plan_configurations", "select_scenarios"]

Method = Literal["uniform", "stratified", "pairwise", "crossed"]
METHODS: tuple[str, ...] = get_args(Method)


@dataclass(frozen=True)
class Plan:
    """What will run.

    Attributes:
        configurations: Each once.
        rollouts: How often each runs.
        seed: Decides the sample and every episode's seed.
        method: How the configurations were drawn, or ``"given"``.
        selection: The scenarios as asked for.
    """

    configurations: tuple[Configuration, ...]
    rollouts: int
    seed: int
    method: str
    selection: tuple[str, ...]

    def jobs(self) -> list[EpisodeJob]:
        """The episodes in the order in which they start.

        Rollout 0 of every configuration comes first, so that a run stopped early has seen as
        many configurations as it could.
        """
        return [
            _job(configuration, rollout, self.seed)
            for rollout in range(self.rollouts)
            for configuration in self.configurations
        ]

    def digest(self) -> str:
        """SHA-256 over the configurations' ids, in hex."""
        ids = "\n".join(configuration.id for configuration in self.configurations)
        return hashlib.sha256(ids.encode()).hexdigest()


def make_plan(
    catalog: Catalog,
    *,
    selection: Sequence[str] = (),
    sample: int = 40,
    rollouts: int = 1,
    seed: int = 0,
    method: str = "stratified",
) -> Plan:
    """Draw configurations of the selected scenarios; only certified pairs are drawn.

    Raises:
        PlanError: Nothing is selected, or a number makes no sense.
    """
    if sample < 1 or rollouts < 1:
        raise PlanError(f"--sample and --rollouts start at 1, got {sample} and {rollouts}")
    if method not in METHODS:
        raise PlanError(f"no sampling method {method!r}; choose from {', '.join(METHODS)}")
    scenarios = select_scenarios(catalog, selection)
    found = sample_configurations(
        catalog,
        sample,
        seed=seed,
        method=method,  # type: ignore[arg-type]
        scenarios=scenarios if selection else None,
    )
    return Plan(tuple(found), rollouts, seed, method, tuple(selection) or ("*",))


def plan_configurations(
    configurations: Sequence[Configuration], *, rollouts: int = 1, seed: int = 0
) -> Plan:
    """A plan over configurations that were chosen elsewhere."""
    unique = tuple(dict.fromkeys(configurations))
    if not unique:
        raise PlanError("no configurations to run")
    return Plan(unique, rollouts, seed, "given", ())


def select_scenarios(catalog: Catalog, selection: Sequence[str]) -> list[str]:
    """Ids of the selected scenarios, in the catalogue's order.

    A selector is an id, a pattern (``pay.*``), an app (``pay``), a kind (``kind:question``) or
    ``composed``; none selects everything.

    Raises:
        PlanError: A selector matches nothing; the message suggests near names.
    """
    if not selection:
        return list(catalog.scenarios)
    chosen: set[str] = set()
    for selector in selection:
        matching = [name for name in catalog.scenarios if _matches(catalog, name, selector)]
        if not matching:
            raise PlanError(_unknown(catalog, selector))
        chosen.update(matching)
    return [name for name in catalog.scenarios if name in chosen]


def _matches(catalog: Catalog, name: str, selector: str) -> bool:
    scenario = catalog.scenarios[name]
    if selector.startswith("kind:"):
        return scenario.kind == selector.removeprefix("kind:")
    if selector == "composed":
        return len(scenario.apps) > 1
    if selector in catalog.apps:
        return tuple(scenario.apps) == (selector,)
    return fnmatchcase(name, selector)


def _unknown(catalog: Catalog, selector: str) -> str:
    kinds = sorted({f"kind:{scenario.kind}" for scenario in catalog.scenarios.values()})
    known = [*catalog.scenarios, *catalog.apps, *kinds, "composed"]
    near = difflib.get_close_matches(selector, known, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "see `tapworld list`"
    return f"no scenario matches {selector!r}; {hint}"


def _job(configuration: Configuration, rollout: int, seed: int) -> EpisodeJob:
    digest = hashlib.sha256(f"{seed}/{configuration.id}/{rollout}".encode()).digest()
    name = configuration.id.replace("/", "-")
    return EpisodeJob(
        episode=f"{name}-r{rollout}-{digest[:3].hex()}",
        configuration=configuration,
        rollout=rollout,
        seed=int.from_bytes(digest[4:8], "big"),
    )
