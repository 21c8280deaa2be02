"""``tapworld audit replay``: does blind repetition succeed, and should it?

A source agent runs k times on sampled configurations. Its successful actions are then repeated
blindly, once on the very same configurations and once on fresh ones of the same scenarios.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_eval.audit.replay_scores import (
    ReplayScores,
    data_dependent_scenarios,
    score_replay,
)
from tapworld_eval.errors import PlanError
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan, plan_configurations
from tapworld_eval.rollouts.runner import RunResult, Watcher, run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios import sample_configurations

if TYPE_CHECKING:
    from tapworld_scenarios import Catalog, Configuration

__all__ = ["ReplayAudit", "audit_replay", "fresh_configurations"]

# Drawn for each scenario, of which the first that differ enough are taken.
_DRAWN = 40


@dataclass(frozen=True)
class ReplayAudit:
    """What the audit found; the first four keys of its JSON are a contract."""

    episodes: int
    scores: ReplayScores
    runs: tuple[Path, Path, Path]
    interrupted: bool

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld audit replay --json``."""
        scores = self.scores
        return {
            "episodes": self.episodes,
            "pass_at_k": scores.pass_at_k.rate,
            "static_success": scores.static.rate,
            "varied_success": scores.varied.rate,
            "varied_success_data_dependent": (
                scores.data_dependent.varied.rate if scores.data_dependent else None
            ),
            "interrupted": self.interrupted,
            "runs": [str(path) for path in self.runs],
            "details": scores.to_json_details(),
        }


def audit_replay(
    catalog: Catalog,
    out: Path,
    *,
    agent: str = "oracle",
    agent_options: Mapping[str, Any] | None = None,
    selection: Sequence[str] = (),
    sample: int = 20,
    rollouts: int = 3,
    seed: int = 0,
    device: DeviceSpec | None = None,
    workers: int = 2,
    image_width: int = 0,
    watchers: Sequence[Watcher | None] = (None, None, None),
) -> ReplayAudit:
    """Run source, static replay and varied replay, each into a folder of ``out``.

    Args:
        catalog: Where the scenarios come from.
        out: Folder of the three runs; an audit that is there is resumed.
        agent: The source agent.
        agent_options: Its options.
        selection: Which scenarios.
        sample: Configurations of the source.
        rollouts: Rollouts of each, k.
        seed: Decides both draws.
        device: The phones.
        workers: Processes.
        image_width: Width of stored screens; 0 stores none.
        watchers: Told about the three runs.

    Raises:
        AgentError: The source never succeeded, so there is nothing to replay.
    """
    device = device or DeviceSpec()
    folders = (out / "source", out / "static", out / "varied")

    def settings(name: str, options: Mapping[str, Any]) -> RunSettings:
        return RunSettings(name, options, device, workers=workers, image_width=image_width)

    plan = make_plan(
        catalog, selection=selection, sample=sample, rollouts=rollouts, seed=seed, method="uniform"
    )
    source = run(
        plan,
        settings(agent, agent_options or {}),
        folders[0],
        catalog=catalog,
        watcher=watchers[0],
    )
    results = [source]
    replaying = settings("replay", {"source": str(folders[0])})
    fresh = fresh_configurations(catalog, plan.configurations, seed=seed + 1)
    for chosen, folder, watcher in (
        (plan.configurations, folders[1], watchers[1]),
        (fresh, folders[2], watchers[2]),
    ):
        if any(result.interrupted for result in results):
            break
        again = plan_configurations(chosen, seed=seed)
        results.append(run(again, replaying, folder, catalog=catalog, watcher=watcher))
    return _audit(catalog, results, folders)


def fresh_configurations(
    catalog: Catalog, known: Sequence[Configuration], *, seed: int
) -> list[Configuration]:
    """For each configuration another one of its scenario, with another profile, theme and start.

    Raises:
        PlanError: A scenario has no other certified configuration.
    """
    fresh: list[Configuration] = []
    taken = set(known)
    for place, configuration in enumerate(known):
        drawn = sample_configurations(
            catalog, _DRAWN, seed=seed + place, method="uniform", scenarios=[configuration.scenario]
        )
        random.Random(f"{seed}/{place}").shuffle(drawn)
        candidates = [other for other in drawn if other not in taken]
        if not candidates:
            raise PlanError(f"{configuration.scenario} has no other certified configuration")
        chosen = max(candidates, key=lambda other: _difference(configuration, other))
        taken.add(chosen)
        fresh.append(chosen)
    return fresh


def _difference(one: Configuration, other: Configuration) -> int:
    return sum(
        getattr(one, axis) != getattr(other, axis)
        for axis in ("profile", "theme", "ui_state", "instance")
    )


def _audit(
    catalog: Catalog, results: Sequence[RunResult], folders: tuple[Path, Path, Path]
) -> ReplayAudit:
    replayed = [record for result in results[1:] for record in result.records]
    return ReplayAudit(
        episodes=sum(len(result.records) for result in results),
        scores=score_replay(
            results[0].records, replayed, data_dependent=data_dependent_scenarios(catalog)
        ),
        runs=folders,
        interrupted=any(result.interrupted for result in results),
    )
