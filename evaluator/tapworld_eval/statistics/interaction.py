"""Interaction of two axes: does the effect of one depend on the level of the other?

Four configurations that differ in two axes only form a square. Its contrast
``D = p11 - p12 - p21 + p22`` is zero when the axes add up. D squared, less the variance that a few
rollouts alone would give it, is four times the interaction variance; it is averaged over squares
within the scenario, then the app, then the suite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.statistics.cells import Records, count_cells
from tapworld_eval.statistics.errors import DesignError
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.variability import scenario_bootstrap, suite_average

__all__ = ["Interaction", "axis_interaction"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Interaction:
    """Interaction of two axes.

    Attributes:
        axes: The two axes.
        variance: Unbiased estimate of the interaction variance; can be negative by chance.
        deviation: Square root of the variance, 0 where it is negative: the typical size of the
            interaction in success rate.
        low: Lower limit of the variance (scenarios drawn anew within apps).
        high: Upper limit.
        squares: Squares used.
    """

    axes: tuple[str, str]
    variance: float
    deviation: float
    low: float
    high: float
    squares: int


def axis_interaction(
    records: Records,
    first: str,
    second: str,
    axes: Sequence[str] | None = None,
    *,
    replicates: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Interaction:
    """Estimate how strongly two axes interact.

    Args:
        records: Rollouts, or counted cells.
        first: One axis.
        second: The other axis.
        axes: All enabled axes; the others are held equal within a square.
        replicates: Bootstrap draws of scenarios.
        seed: Decides every draw.
        level: Confidence level.

    Raises:
        DesignError: An axis is unknown, or no square has at least two rollouts in each corner
            (with one rollout the noise cannot be told from the interaction).
    """
    check_level(level)
    cells = count_cells(records, axes)
    for axis in (first, second):
        if axis not in cells.axes:
            known = ", ".join(cells.axes) or "none"
            raise DesignError(f"{axis!r} is not among the axes of the records: {known}")
    if first == second:
        raise DesignError(f"an axis does not interact with itself ({first!r})")
    columns = [cells.axes.index(first), cells.axes.index(second)]
    rate = cells.rates
    repeated = cells.rollouts > 1
    noise = np.divide(
        rate * (1 - rate), cells.rollouts - 1, out=np.full(len(rate), np.nan), where=repeated
    )
    by_scenario = np.full(len(cells.names["scenario"]), np.nan)
    squares = 0
    for code in np.unique(cells.scenario):
        rows = np.flatnonzero(cells.scenario == code)
        found = _squares(cells.levels[rows], columns, rate[rows], noise[rows])
        if len(found):
            by_scenario[code] = found.mean()
            squares += len(found)
    if squares == 0:
        raise DesignError(
            f"no four configurations differ in {first!r} and {second!r} only with two rollouts each"
        )
    variance = suite_average(cells, by_scenario)
    rng = np.random.default_rng([seed, *columns])
    low, high = scenario_bootstrap(cells, by_scenario, rng, replicates, level)
    return Interaction(
        (first, second), variance, float(np.sqrt(max(variance, 0.0))), low, high, squares
    )


def _squares(
    levels: NDArray[np.int64], columns: list[int], rate: FloatArray, noise: FloatArray
) -> FloatArray:
    """Unbiased interaction variance of every complete square of one scenario."""
    _, row = np.unique(levels[:, columns[0]], return_inverse=True)
    _, column = np.unique(levels[:, columns[1]], return_inverse=True)
    _, group = np.unique(np.delete(levels, columns, axis=1), axis=0, return_inverse=True)
    shape = (int(group.max()) + 1, int(row.max()) + 1, int(column.max()) + 1)
    p = np.full(shape, np.nan)
    v = np.full(shape, np.nan)
    p[group.ravel(), row, column] = rate
    v[group.ravel(), row, column] = noise
    i, i2 = np.triu_indices(shape[1], 1)
    j, j2 = np.triu_indices(shape[2], 1)
    i, j = np.repeat(i, len(j)), np.tile(j, len(i))
    i2, j2 = np.repeat(i2, len(j2)), np.tile(j2, len(i2))
    contrast = p[:, i, j] - p[:, i, j2] - p[:, i2, j] + p[:, i2, j2]
    spread = v[:, i, j] + v[:, i, j2] + v[:, i2, j] + v[:, i2, j2]
    values = (contrast**2 - spread) / 4
    return values[~np.isnan(values)]
