"""Comparison of two agents: paired bootstrap of the difference, exact tests, per-app control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.aggregates import resolve_statistic
from tapworld_eval.statistics.cells import Cells, Records
from tapworld_eval.statistics.errors import DesignError, OptionError
from tapworld_eval.statistics.hierarchical import Estimate
from tapworld_eval.statistics.improvement import probability_of_improvement, run_scores
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.limits import percentile_limits
from tapworld_eval.statistics.paired_tests import PairedTest, discordant_pairs, holm, sign_test
from tapworld_eval.statistics.panel import Pairing, Panel, align
from tapworld_eval.statistics.power import required_n
from tapworld_eval.statistics.readers.detect import read_records
from tapworld_eval.statistics.regret import Regret, expected_regret
from tapworld_eval.statistics.resampling import replicate_rates

__all__ = ["Comparison", "bootstrap_p_value", "compare_agents"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Comparison:
    """Two agents compared on what they share.

    Attributes:
        agents: The two names; every difference is first minus second.
        pairing: ``configurations`` or ``scenarios``.
        left_out: Configurations of each agent that found no partner and were not used.
        estimates: Suite estimate of each agent on the shared part.
        difference: First minus second, with the paired bootstrap interval.
        p_value: Two-sided bootstrap p value of no difference.
        apps: One row an app: app, first, second, difference, low, high, p_value, p_holm.
        mcnemar: Exact test over paired rollouts; None where rollouts do not pair.
        signs: Exact sign test over scenarios.
        improvement: Probability that a run of the first beats one of the second, averaged over
            apps; None where runs cannot be told apart.
        regret: Expected regret; None when paired by scenario.
        required_n: Independent pairs needed to see this difference at 80 % power; None where the
            difference is zero.
        level: Confidence level.
    """

    agents: tuple[str, str]
    pairing: str
    left_out: tuple[int, ...]
    estimates: tuple[Estimate, Estimate]
    difference: Estimate
    p_value: float
    apps: pd.DataFrame
    mcnemar: PairedTest | None
    signs: PairedTest
    improvement: float | None
    regret: Regret | None
    required_n: int | None
    level: float

    @property
    def significant(self) -> bool:
        """Whether the interval of the difference excludes 0."""
        return self.difference.low > 0 or self.difference.high < 0

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "agents": list(self.agents),
            "pairing": self.pairing,
            "left_out": list(self.left_out),
            "level": self.level,
            "estimates": [asdict(e) for e in self.estimates],
            "difference": asdict(self.difference),
            "significant": self.significant,
            "p_value": self.p_value,
            "apps": self.apps.to_dict("records"),
            "mcnemar": asdict(self.mcnemar) if self.mcnemar else None,
            "sign_test": asdict(self.signs),
            "probability_of_improvement": self.improvement,
            "regret": (
                {"wald": self.regret.wald, "bootstrap": self.regret.bootstrap}
                if self.regret
                else None
            ),
            "required_n": self.required_n,
        }


def compare_agents(
    first: Records,
    second: Records,
    axes: Sequence[str] | None = None,
    *,
    names: tuple[str, str] = ("a", "b"),
    pairing: Pairing = "auto",
    statistic: str = "mean",
    replicates: int = 1000,
    seed: int = 0,
    level: float = 0.95,
    workers: int = 1,
) -> Comparison:
    """Compare two agents on the configurations (or at least scenarios) that they share.

    Scenarios and levels are drawn once a replicate and serve both agents, so their difficulty
    cancels; rollouts are drawn separately.

    Raises:
        DesignError: The agents share no scenario.

    Examples:
        >>> first = pd.DataFrame(
        ...     [("pay", s, r, 1) for s in "abcdef" for r in range(4)],
        ...     columns=["app", "scenario", "rollout", "success"])
        >>> second = first.assign(success=[int(s in "ab") for s in first["scenario"]])
        >>> found = compare_agents(first, second, replicates=200)
        >>> round(found.difference.estimate, 3), found.mcnemar.wins, found.signs.p_value
        (0.667, 16, 0.125)
    """
    check_level(level)
    # Files are read whole: exact tests pair single rollouts, which counts no longer show.
    first, second = (
        read_records(records) if isinstance(records, str | Path) else records
        for records in (first, second)
    )
    if len(set(names)) != 2:
        raise OptionError(f"the two agents need different names, got {names}")
    panel = align({names[0]: first, names[1]: second}, axes, pairing)
    reduce = resolve_statistic(statistic)
    rates = replicate_rates(panel.cells, replicates=replicates, seed=seed, workers=workers)
    point = panel.app_rates
    suites = np.stack([reduce(rates[..., j]) for j in (0, 1)])
    thetas = [float(reduce(point[:, j])) for j in (0, 1)]
    gaps = rates[..., 0] - rates[..., 1]
    mcnemar = improvement = None
    if isinstance(first, pd.DataFrame) and isinstance(second, pd.DataFrame):
        mcnemar = discordant_pairs(first, second, list(axes) if axes is not None else None)
        improvement = _improvement(first, second)
    regret = None
    if panel.pairing == "configurations":
        regret = expected_regret(panel, replicates=replicates, seed=seed, level=level)
    difference = _estimate(suites[0] - suites[1], thetas[0] - thetas[1], level)
    return Comparison(
        agents=names,
        pairing=panel.pairing,
        left_out=panel.left_out,
        estimates=(
            _estimate(suites[0], thetas[0], level),
            _estimate(suites[1], thetas[1], level),
        ),
        difference=difference,
        p_value=bootstrap_p_value(suites[0] - suites[1]),
        apps=_app_table(panel, gaps, level),
        mcnemar=mcnemar,
        signs=sign_test(_scenario_rates(panel.cells[0]) - _scenario_rates(panel.cells[1])),
        improvement=improvement,
        regret=regret,
        required_n=_pairs_needed(mcnemar, difference.estimate, thetas, level),
        level=level,
    )


def bootstrap_p_value(differences: FloatArray) -> float:
    """Two-sided p value: twice the share of replicates on the far side of 0, never exactly 0."""
    count = len(differences)
    below = (np.sum(differences <= 0) + 1) / (count + 1)
    above = (np.sum(differences >= 0) + 1) / (count + 1)
    return float(min(1.0, 2 * min(below, above)))


def _estimate(replicates: FloatArray, point: float, level: float) -> Estimate:
    low, high = percentile_limits(replicates, level)
    return Estimate(point, min(low, point), max(high, point))


def _app_table(panel: Panel, gaps: FloatArray, level: float) -> pd.DataFrame:
    rates = panel.app_rates
    estimates = [
        _estimate(gaps[:, app], float(rates[app, 0] - rates[app, 1]), level)
        for app in range(len(panel.apps))
    ]
    p_values = [bootstrap_p_value(gaps[:, app]) for app in range(len(panel.apps))]
    return pd.DataFrame(
        {
            "app": list(panel.apps),
            "first": rates[:, 0],
            "second": rates[:, 1],
            "difference": [e.estimate for e in estimates],
            "low": [e.low for e in estimates],
            "high": [e.high for e in estimates],
            "p_value": p_values,
            "p_holm": holm(p_values),
        }
    )


def _improvement(first: pd.DataFrame, second: pd.DataFrame) -> float | None:
    """Probability of improvement over shared apps, if every run covers every app."""
    if "rollout" not in first.columns or "rollout" not in second.columns:
        return None
    shared = set(first["app"].astype(str)) & set(second["app"].astype(str))
    try:
        scores = [
            run_scores(frame[frame["app"].astype(str).isin(shared)])[1] for frame in (first, second)
        ]
    except DesignError:  # a run misses an app, so runs have no score in every app
        return None
    return probability_of_improvement(*scores)


def _scenario_rates(cells: Cells) -> FloatArray:
    k = np.bincount(cells.scenario, weights=cells.successes)
    return k / np.bincount(cells.scenario, weights=cells.rollouts)


def _pairs_needed(
    pairs: PairedTest | None, effect: float, thetas: list[float], level: float
) -> int | None:
    if abs(effect) < 1e-9:
        return None
    discordance = None
    if pairs is not None:
        total = pairs.wins + pairs.losses + pairs.ties
        # The effect is an average over apps and can exceed the pooled discordance of few rollouts.
        discordance = max((pairs.wins + pairs.losses) / total, abs(effect))
    return required_n(
        abs(effect), level=level, baseline=min(thetas), design="paired", discordance=discordance
    )
