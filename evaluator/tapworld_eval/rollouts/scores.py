"""Scores of a run: suite, apps, kinds and axes, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd

from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_eval.rollouts.tables import outcome_table
from tapworld_eval.statistics import bootstrap, wilson

__all__ = ["GROUPS", "Scores", "Share", "score_run"]

GROUPS = ("app", "kind", "theme", "ui_state", "profile", "scenario")
_REPLICATES = 1000


@dataclass(frozen=True)
class Share:
    """Successes among rollouts with the Wilson interval.

    Attributes:
        name: What was counted.
        successes: How many succeeded.
        rollouts: Of how many.
        rate: Their share.
        low: Lower end of the 95 % Wilson interval.
        high: Upper end.
    """

    name: str
    successes: int
    rollouts: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Scores:
    """What a run's episodes amount to.

    Attributes:
        agent: The agent.
        episodes: Episodes that count.
        overall: All rollouts pooled, Wilson.
        suite: Mean over apps with the hierarchical bootstrap interval: the headline.
        suite_low: Its lower end.
        suite_high: Its upper end.
        apps: Per app with the bootstrap interval, as rows of
            :class:`tapworld_eval.statistics.BootstrapResult`.
        groups: Column -> shares by its values.
        steps_mean: Mean number of actions.
        seconds_mean: Mean wall seconds of an episode.
        faults: Environment faults met.
        unfinished: Episodes that met nothing but faults.
    """

    agent: str
    episodes: int
    overall: Share
    suite: float
    suite_low: float
    suite_high: float
    apps: list[dict[str, Any]]
    groups: dict[str, list[Share]]
    steps_mean: float
    seconds_mean: float
    faults: int
    unfinished: int

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)


def score_run(agent: str, records: Sequence[EpisodeRecord], *, seed: int = 0) -> Scores | None:
    """Score the episodes of one agent, or ``None`` when none of them counts.

    Args:
        agent: Its name.
        records: Its episodes.
        seed: Decides the bootstrap's draws.
    """
    table = outcome_table(records)
    if table.empty:
        return None
    estimate = bootstrap(table.drop(columns=["agent", "kind"]), replicates=_REPLICATES, seed=seed)
    counted = [record for record in records if record.success is not None]
    return Scores(
        agent=agent,
        episodes=len(table),
        overall=_share("all", table),
        suite=estimate.suite.estimate,
        suite_low=estimate.suite.low,
        suite_high=estimate.suite.high,
        apps=estimate.to_json()["apps"],
        groups={column: _by(table, column) for column in GROUPS},
        steps_mean=sum(record.steps for record in counted) / len(counted),
        seconds_mean=sum(record.seconds for record in counted) / len(counted),
        faults=sum(len(record.faults) for record in records),
        unfinished=len(records) - len(counted),
    )


def _by(table: pd.DataFrame, column: str) -> list[Share]:
    return [_share(str(name), group) for name, group in table.groupby(column, sort=True)]


def _share(name: str, table: pd.DataFrame) -> Share:
    successes, rollouts = int(table["success"].sum()), len(table)
    low, high = wilson(successes, rollouts)
    return Share(name, successes, rollouts, successes / rollouts, float(low), float(high))
