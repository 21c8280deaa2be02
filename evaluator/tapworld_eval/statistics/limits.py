"""Limits of bootstrap intervals: percentile, and bias corrected and accelerated (BCa).

BCa after Efron (1987); the acceleration for several fixed strata (here: apps) after Davison and
Hinkley (1997), section 5.3: ``a = sum l^3 / n^3 / (6 (sum l^2 / n^2)^1.5)`` with ``l`` the
empirical influence values, estimated by leaving out one unit of the highest resampled level
at a time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from tapworld_eval.statistics.aggregates import Statistic
from tapworld_eval.statistics.cells import Cells

__all__ = ["bca_limits", "percentile_limits"]

FloatArray = NDArray[np.float64]
Limits = tuple[float, float]


def percentile_limits(replicates: FloatArray, level: float) -> Limits:
    """Quantiles of the replicates that leave half of ``1 - level`` on each side."""
    tail = (1 - level) / 2
    low, high = np.quantile(replicates, [tail, 1 - tail])
    return float(low), float(high)


def bca_limits(
    cells: Cells,
    levels: tuple[str, ...],
    reduce: Statistic,
    suite_replicates: FloatArray,
    app_replicates: FloatArray,
    level: float,
) -> tuple[Limits, list[Limits]]:
    """BCa limits of the suite statistic and of each app's rate."""
    point = cells.app_rates
    units = cells.scenario if "scenarios" in levels else np.arange(len(cells.scenario))
    cubes, squares = 0.0, 0.0
    per_app: list[Limits] = []
    for app, part in enumerate(cells.app_slices):
        left_out = _leave_one_out(cells, part, units[part])
        count = len(left_out)
        influence = (count - 1) * (point[app] - left_out) if count > 1 else np.zeros(0)
        per_app.append(
            _limits(app_replicates[:, app], point[app], _acceleration([influence]), level)
        )
        if count > 1:
            suites = np.repeat(point[None, :], count, axis=0)
            suites[:, app] = left_out
            shift = (count - 1) * (reduce(point) - reduce(suites))
            cubes += float((shift**3).sum()) / count**3
            squares += float((shift**2).sum()) / count**2
    acceleration = cubes / (6 * squares**1.5) if squares > 0 else 0.0
    return _limits(suite_replicates, float(reduce(point)), acceleration, level), per_app


def _leave_one_out(cells: Cells, part: slice, units: NDArray[np.int64]) -> FloatArray:
    """The app's rate without each unit in turn, shape (units,)."""
    _, unit = np.unique(units, return_inverse=True)
    successes = np.bincount(unit, weights=cells.successes[part])
    rollouts = np.bincount(unit, weights=cells.rollouts[part])
    if len(rollouts) == 1:
        return np.zeros(1)
    return (successes.sum() - successes) / (rollouts.sum() - rollouts)


def _acceleration(influences: list[FloatArray]) -> float:
    cubes = sum(float((value**3).sum()) / len(value) ** 3 for value in influences if len(value))
    squares = sum(float((value**2).sum()) / len(value) ** 2 for value in influences if len(value))
    return cubes / (6 * squares**1.5) if squares > 0 else 0.0


def _limits(replicates: FloatArray, point: float, acceleration: float, level: float) -> Limits:
    tail = (1 - level) / 2
    # Rates are discrete, so many replicates tie with the estimate: half of the ties count below.
    below = float((replicates < point).mean() + (replicates == point).mean() / 2)
    edge = 0.5 / len(replicates)
    bias = special.ndtri(np.clip(below, edge, 1 - edge))
    z = bias + special.ndtri(np.array([tail, 1 - tail]))
    # Past the pole of the correction the quantile lies beyond every replicate.
    stretch = 1 - acceleration * z
    moved = np.divide(z, stretch, out=np.copysign(np.inf, z), where=stretch > 0)
    shares = special.ndtr(bias + moved)
    low, high = np.quantile(replicates, shares)
    return float(low), float(high)
