"""How much one axis moves the result: mean absolute deviation over matched pairs.

Two configurations match on an axis when they differ in nothing else. The effect of an axis is the
mean of ``|p - p'|`` over its matched pairs, averaged within the scenario, then the app, then the
suite (the definition is ours: the paper's appendix is missing).

With few rollouts the absolute value alone makes this positive, so every value comes with its null:
what shuffling the rollouts within each pair would give on average. That expectation is exact (the
shuffled successes are hypergeometric), not simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from tapworld_eval.statistics.cells import Cells, Records, count_cells
from tapworld_eval.statistics.errors import DesignError, OptionError
from tapworld_eval.statistics.intervals import check_level

__all__ = ["axis_variability", "scenario_bootstrap", "suite_average"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def axis_variability(
    records: Records,
    axes: Sequence[str] | None = None,
    *,
    permutations: int = 199,
    replicates: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> pd.DataFrame:
    """Matched-pair mean absolute deviation of each axis.

    Args:
        records: Rollouts, or counted cells.
        axes: Axes to report; all of them take part in the matching.
        permutations: Shuffles of rollouts among all matched levels, for the p value.
        replicates: Bootstrap draws of scenarios within apps, for the interval of the excess.
        seed: Decides every draw.
        level: Confidence level of the interval.

    Returns:
        One row an axis: axis, mad, null, excess (mad minus null), low, high (of the excess),
        p_value (of no effect at all), pairs.

    Raises:
        DesignError: There is no axis, or no axis has a matched pair.
    """
    check_level(level)
    if permutations < 1 or replicates < 1:
        raise OptionError("permutations and replicates must be at least 1")
    cells = count_cells(records, axes)
    if not cells.axes:
        raise DesignError("the records have no axis; name columns as axes (--axis, axes=)")
    rows = []
    for number, axis in enumerate(cells.axes):
        pairs = _MatchedPairs(cells, number)
        if pairs.count == 0:
            rows.append((axis, *[np.nan] * 6, 0))
            continue
        observed = pairs.deviation(cells.successes)
        null = pairs.null()
        mad, expected = (suite_average(cells, pairs.mean(x)) for x in (observed, null))
        rng = np.random.default_rng([seed, number])
        excess = pairs.mean(observed - null)
        low, high = scenario_bootstrap(cells, excess, rng, replicates, level)
        shuffled = [
            suite_average(cells, pairs.mean(pairs.deviation(pairs.shuffle(rng))))
            for _ in range(permutations)
        ]
        p_value = (1 + np.sum(np.array(shuffled) >= mad - 1e-12)) / (permutations + 1)
        rows.append((axis, mad, expected, mad - expected, low, high, p_value, pairs.count))
    if all(row[-1] == 0 for row in rows):
        raise DesignError(
            "no two configurations differ in one axis only; sample configurations so that some "
            "share all other levels"
        )
    columns = ["axis", "mad", "null", "excess", "low", "high", "p_value", "pairs"]
    return pd.DataFrame(rows, columns=columns)


def suite_average(cells: Cells, by_scenario: FloatArray) -> float:
    """Mean over apps of the mean over scenarios; scenarios without a value (NaN) are left out."""
    _, first = np.unique(cells.scenario, return_index=True)
    app = cells.app[first]
    known = ~np.isnan(by_scenario)
    count = np.bincount(app[known], minlength=len(cells.apps))
    total = np.bincount(app[known], weights=by_scenario[known], minlength=len(cells.apps))
    return float((total[count > 0] / count[count > 0]).mean()) if known.any() else float("nan")


class _MatchedPairs:
    """The pairs of configurations that differ in one axis only."""

    def __init__(self, cells: Cells, axis: int) -> None:
        self.cells = cells
        others = np.delete(cells.levels, axis, axis=1)
        key = np.column_stack([cells.scenario, others])
        _, self.group = np.unique(key, axis=0, return_inverse=True)
        self.group = self.group.ravel()
        order = np.argsort(self.group, kind="stable")
        sizes = np.bincount(self.group)
        self._groups = np.split(order, np.cumsum(sizes)[:-1])
        index = [pair for rows in self._groups for pair in _pairs(rows)]
        self.left, self.right = np.array(index, dtype=np.int64).reshape(-1, 2).T
        self.count = len(index)
        self.scenario = cells.scenario[self.left]

    def deviation(self, successes: IntArray) -> FloatArray:
        """Absolute difference of the rates of every pair, shape (pairs,)."""
        rates = successes / self.cells.rollouts
        return np.abs(rates[self.left] - rates[self.right])

    def null(self) -> FloatArray:
        """Expected absolute difference of every pair after shuffling its rollouts."""
        k, n = self.cells.successes, self.cells.rollouts
        design = np.column_stack([n[self.left], n[self.right], k[self.left] + k[self.right]])
        unique, inverse = np.unique(design, axis=0, return_inverse=True)
        values = np.array([_expected_gap(*map(int, row)) for row in unique])
        return values[inverse.ravel()]

    def mean(self, values: FloatArray) -> FloatArray:
        """Mean over the pairs of each scenario; NaN where a scenario has none."""
        size = len(self.cells.names["scenario"])
        count = np.bincount(self.scenario, minlength=size)
        total = np.bincount(self.scenario, weights=values, minlength=size)
        return np.divide(total, count, out=np.full(size, np.nan), where=count > 0)

    def shuffle(self, rng: np.random.Generator) -> IntArray:
        """Successes after shuffling rollouts among the levels of every matched group."""
        shuffled = np.array(self.cells.successes)
        left_k = np.bincount(self.group, weights=self.cells.successes).astype(np.int64)
        left_n = np.bincount(self.group, weights=self.cells.rollouts).astype(np.int64)
        for rows in self._by_position():
            group = self.group[rows]
            size = self.cells.rollouts[rows]
            drawn = rng.hypergeometric(left_k[group], left_n[group] - left_k[group], size)
            shuffled[rows] = drawn
            left_k[group] -= drawn
            left_n[group] -= size
        return shuffled

    def _by_position(self) -> Iterator[IntArray]:
        longest = max(len(rows) for rows in self._groups)
        for position in range(longest):
            yield np.array([rows[position] for rows in self._groups if len(rows) > position])


def _pairs(rows: IntArray) -> list[tuple[int, int]]:
    i, j = np.triu_indices(len(rows), 1)
    return list(zip(rows[i].tolist(), rows[j].tolist(), strict=True))


def _expected_gap(first: int, second: int, successes: int) -> float:
    """Mean of |K / first - (successes - K) / second| for hypergeometric K."""
    k = np.arange(max(0, successes - second), min(first, successes) + 1)
    chance = stats.hypergeom.pmf(k, first + second, successes, first)
    return float(np.sum(chance * np.abs(k / first - (successes - k) / second)))


def scenario_bootstrap(
    cells: Cells, values: FloatArray, rng: np.random.Generator, replicates: int, level: float
) -> tuple[float, float]:
    """Percentile interval of the suite average when scenarios are drawn anew within apps."""
    _, first = np.unique(cells.scenario, return_index=True)
    app = cells.app[first]
    means = []
    for number in range(len(cells.apps)):
        known = values[(app == number) & ~np.isnan(values)]
        if len(known):
            drawn = rng.integers(0, len(known), size=(replicates, len(known)))
            means.append(known[drawn].mean(axis=1))
    tail = (1 - level) / 2
    low, high = np.quantile(np.mean(means, axis=0), [tail, 1 - tail])
    return float(low), float(high)
