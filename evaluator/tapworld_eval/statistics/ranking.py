"""Ranking of many agents, with intervals on the ranks themselves.

Rank intervals come from simultaneous confidence intervals of all pairwise differences (studentised
bootstrap maximum, as in Mogstad, Romano, Shaikh and Wilhelm, 2024): an agent's best possible rank
is one plus the number of agents surely better than it, its worst is the number of agents minus
those surely worse. All rank intervals hold at once with the given confidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.aggregates import resolve_statistic
from tapworld_eval.statistics.cells import Records
from tapworld_eval.statistics.comparison import bootstrap_p_value
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.limits import percentile_limits
from tapworld_eval.statistics.paired_tests import holm
from tapworld_eval.statistics.panel import Pairing, align, split_agents
from tapworld_eval.statistics.resampling import replicate_rates

__all__ = ["Ranking", "rank_agents"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Ranking:
    """Agents in order.

    Attributes:
        agents: One row an agent, best first: agent, estimate, low, high, rank, rank_low, rank_high,
            p_best (share of replicates in which it is the best).
        pairs: One row a pair: first, second, difference, low, high (simultaneous), p_value, p_holm.
        pairing: How the agents were aligned.
    """

    agents: pd.DataFrame
    pairs: pd.DataFrame
    pairing: str


def rank_agents(
    records: pd.DataFrame | Mapping[str, Records],
    axes: Sequence[str] | None = None,
    *,
    statistic: str = "mean",
    pairing: Pairing = "auto",
    replicates: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    workers: int = 1,
) -> Ranking:
    """Rank agents by a suite statistic.

    Args:
        records: A table with an ``agent`` column, or records by agent.
        axes: Enabled axes.
        statistic: Suite statistic.
        pairing: How agents are aligned.
        replicates: Bootstrap replicates, drawn jointly for all agents.
        seed: Decides every draw.
        level: Simultaneous confidence of the rank intervals.
        workers: Threads.

    Raises:
        DesignError: Fewer than two agents, or they share no scenario.
    """
    check_level(level)
    by_agent = split_agents(records) if isinstance(records, pd.DataFrame) else records
    panel = align(by_agent, axes, pairing)
    reduce = resolve_statistic(statistic)
    rates = replicate_rates(panel.cells, replicates=replicates, seed=seed, workers=workers)
    count = len(panel.agents)
    suites = np.stack([reduce(rates[..., j]) for j in range(count)], axis=1)
    point = np.array([float(reduce(panel.app_rates[:, j])) for j in range(count)])
    i, j = np.triu_indices(count, 1)
    gap = point[i] - point[j]
    gaps = suites[:, i] - suites[:, j]
    half = _simultaneous_half_widths(gaps, gap, level)
    surely_better = np.zeros((count, count), dtype=bool)
    surely_better[i, j] = gap - half > 0
    surely_better[j, i] = gap + half < 0
    limits = [percentile_limits(suites[:, a], level) for a in range(count)]
    best = (suites == suites.max(axis=1, keepdims=True)).astype(np.float64)
    table = pd.DataFrame(
        {
            "agent": list(panel.agents),
            "estimate": point,
            "low": np.minimum([low for low, _ in limits], point),
            "high": np.maximum([high for _, high in limits], point),
            "rank": 1 + (point[None, :] > point[:, None]).sum(axis=1),
            "rank_low": 1 + surely_better.sum(axis=0),
            "rank_high": count - surely_better.sum(axis=1),
            "p_best": (best / best.sum(axis=1, keepdims=True)).mean(axis=0),
        }
    )
    p_values = [bootstrap_p_value(gaps[:, pair]) for pair in range(len(i))]
    pairs = pd.DataFrame(
        {
            "first": [panel.agents[a] for a in i],
            "second": [panel.agents[b] for b in j],
            "difference": gap,
            "low": gap - half,
            "high": gap + half,
            "p_value": p_values,
            "p_holm": holm(p_values),
        }
    )
    table = table.sort_values(["rank", "agent"], kind="stable", ignore_index=True)
    return Ranking(table, pairs, panel.pairing)


def _simultaneous_half_widths(gaps: FloatArray, gap: FloatArray, level: float) -> FloatArray:
    """Half widths of intervals that hold for all pairs at once, shape (pairs,)."""
    error = gaps.std(axis=0)
    deviation = np.abs(gaps - gap)
    studentised = np.divide(deviation, error, out=np.zeros_like(deviation), where=error > 0)
    return np.quantile(studentised.max(axis=1), level) * error
