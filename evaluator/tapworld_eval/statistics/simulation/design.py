"""Coverage of suite intervals on benchmarks like one that was run.

The records give the design (which configurations, how many rollouts each), the rate of every app
and the variance of scenarios and configurations. From these, benchmarks of the same shape are made
up again and again, each is given its intervals, and the share that contains the known truth is
counted: what "95 %" is worth on *this* benchmark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.cells import Cells, Records, count_cells
from tapworld_eval.statistics.components import variance_components
from tapworld_eval.statistics.errors import DesignError, OptionError
from tapworld_eval.statistics.intervals import check_level, proportion_interval
from tapworld_eval.statistics.resampling import replicate_rates

__all__ = ["DESIGN_LEVELS", "DESIGN_METHODS", "design_coverage"]

FloatArray = NDArray[np.float64]
DESIGN_LEVELS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
DESIGN_METHODS: Final = ("wald", "rollouts", "full")


def design_coverage(
    records: Records,
    axes: Sequence[str] | None = None,
    *,
    levels: Sequence[float] = DESIGN_LEVELS,
    methods: Sequence[str] = DESIGN_METHODS,
    experiments: int = 200,
    replicates: int = 500,
    seed: int = 0,
) -> pd.DataFrame:
    """Coverage of the suite mean's intervals on simulated benchmarks of the records' design.

    A scenario's probability is drawn from the Beta distribution with its app's rate as mean and the
    estimated variance of scenarios, a configuration's from one around its scenario. So the truth,
    the mean of the app rates, is known exactly. Variances that the design cannot tell from that of
    single rollouts are left there.

    Args:
        records: Rollouts, or counted cells.
        axes: Enabled axes.
        levels: Nominal confidence levels.
        methods: Among ``wald`` (all rollouts pooled), ``rollouts`` (bootstrap of rollouts alone)
            and ``full`` (the hierarchical bootstrap).
        experiments: Benchmarks made up.
        replicates: Bootstrap replicates for each.
        seed: Decides every draw.

    Returns:
        Columns method, level, coverage, width (mean).

    Raises:
        OptionError: An unknown method, or a number out of range.
        DesignError: All outcomes are equal, or there is one rollout: nothing can vary.

    Examples:
        >>> frame = pd.DataFrame(
        ...     [("pay", s, r, int((s + r) % 3 > 0)) for s in range(6) for r in range(3)],
        ...     columns=["app", "scenario", "rollout", "success"])
        >>> table = design_coverage(frame, experiments=10, replicates=50, levels=[0.5, 0.95])
        >>> table["method"].tolist()
        ['wald', 'wald', 'rollouts', 'rollouts', 'full', 'full']
    """
    for level in levels:
        check_level(level)
    if experiments < 1 or replicates < 1:
        raise OptionError("experiments and replicates must be at least 1")
    unknown = [name for name in methods if name not in DESIGN_METHODS]
    if unknown:
        raise OptionError(f"no method {unknown[0]!r}; choose among {', '.join(DESIGN_METHODS)}")
    cells = count_cells(records, axes)
    process = _FittedProcess(cells)
    nominal = np.asarray(levels, dtype=np.float64)
    truth = float(cells.app_rates.mean())
    covered = {method: np.zeros(len(nominal)) for method in methods}
    width = {method: np.zeros(len(nominal)) for method in covered}
    for experiment in range(experiments):
        drawn = process.draw(np.random.default_rng([seed, experiment]))
        for method in covered:
            low, high = _limits(drawn, method, nominal, replicates, (seed, experiment))
            covered[method] += (low <= truth) & (truth <= high)
            width[method] += high - low
    rows = [
        (method, float(level), covered[method][i] / experiments, width[method][i] / experiments)
        for method in covered
        for i, level in enumerate(nominal)
    ]
    return pd.DataFrame(rows, columns=["method", "level", "coverage", "width"])


class _FittedProcess:
    """Beta-distributed scenarios and configurations around the apps' rates."""

    def __init__(self, cells: Cells) -> None:
        spread = float((cells.app_rates * (1 - cells.app_rates)).mean())
        if spread == 0:
            raise DesignError("all outcomes of every app are equal: there is nothing to simulate")
        scenario, configuration = _separable_variances(cells)
        self._cells = cells
        # Shares of the variance that is possible at each level, below one: a Beta distribution
        # with all of it would have no mass between 0 and 1.
        self._scenario = min(scenario / spread, 0.99)
        left = spread * (1 - self._scenario)
        self._configuration = min(configuration / left, 0.99)
        _, first = np.unique(cells.scenario, return_index=True)
        self._means = cells.app_rates[cells.app[first]]

    def draw(self, rng: np.random.Generator) -> Cells:
        """The design with new outcomes."""
        scenario = _beta(self._means, self._scenario, rng)
        rates = _beta(scenario[self._cells.scenario], self._configuration, rng)
        return self._cells.with_successes(rng.binomial(self._cells.rollouts, rates))


def _separable_variances(cells: Cells) -> tuple[float, float]:
    """Variances of scenarios and configurations, where the design tells them from rollouts."""
    table = variance_components(cells)
    found = {"scenario": 0.0, "configuration": 0.0}
    for level, variance in zip(table["level"], table["variance"], strict=True):
        parts = str(level).split("+")
        if "rollout" not in parts and parts[0] in found:
            found[parts[0]] = float(variance)
    return found["scenario"], found["configuration"]


def _beta(mean: FloatArray, share: float, rng: np.random.Generator) -> FloatArray:
    """Draws with those means whose variance is that share of ``mean (1 - mean)``."""
    if share <= 0:
        return mean
    total = 1 / share - 1
    inside = (mean > 1e-9) & (mean < 1 - 1e-9)
    safe = np.where(inside, mean, 0.5)
    return np.where(inside, rng.beta(safe * total, (1 - safe) * total), mean)


def _limits(
    cells: Cells, method: str, nominal: FloatArray, replicates: int, seed: tuple[int, int]
) -> tuple[FloatArray, FloatArray]:
    if method == "wald":
        k, n = int(cells.successes.sum()), int(cells.rollouts.sum())
        pairs = [proportion_interval(k, n, method="wald", level=level) for level in nominal]
        return np.array([p.low for p in pairs]), np.array([p.high for p in pairs])
    resample = ("rollouts",) if method == "rollouts" else ("scenarios", "axes", "rollouts")
    suite = replicate_rates([cells], replicates=replicates, seed=seed, resample=resample)
    means = suite.mean(axis=(1, 2))
    tails = (1 - nominal) / 2
    return np.quantile(means, tails), np.quantile(means, 1 - tails)
