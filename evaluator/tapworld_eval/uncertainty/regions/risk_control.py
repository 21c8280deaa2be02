"""Risk control: a parameter chosen so that a loss, not only a miss, stays below a level."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.regions.quantile import check_alpha

__all__ = ["Abstention", "learn_then_test", "risk_control", "risk_control_radius"]

FloatArray = NDArray[np.float64]
_SLACK: Final = 1e-12


def risk_control(
    losses: ArrayLike, parameters: ArrayLike, alpha: float, *, bound: float = 1.0
) -> float:
    """Conformal risk control: the smallest parameter whose corrected mean loss is at most alpha.

    n / (n + 1) R(lambda) + B / (n + 1) <= alpha, for losses that never rise with the parameter and
    never exceed B. Source: Angelopoulos et al. (2024).

    Args:
        losses: Loss of each calibration record at each parameter, shape (n, parameters).
        parameters: Rising, shape (parameters,).
        alpha: Allowed mean loss of the next record.
        bound: B.

    Returns:
        The parameter; infinite when none is enough.

    Raises:
        OptionError: The losses rise with the parameter or exceed the bound.
    """
    table, grid = np.asarray(losses, dtype=np.float64), np.asarray(parameters, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(grid) or (np.diff(grid) < 0).any():
        raise OptionError("losses must have a column for each parameter, parameters must rise")
    if (np.diff(table, axis=1) > _SLACK).any():
        raise OptionError("a loss rises with the parameter; risk control needs losses that do not")
    if table.size and (table.max() > bound + _SLACK or table.min() < 0):
        raise OptionError(f"losses must lie in [0, {bound:g}]")
    n = len(table)
    corrected = (table.sum(axis=0) + bound) / (n + 1)
    enough = np.flatnonzero(corrected <= alpha + _SLACK)
    return float(grid[enough[0]]) if len(enough) else math.inf


def risk_control_radius(
    distances: ArrayLike, alpha: float, *, tolerance: float | None = None
) -> float:
    """Radius that keeps a loss of the distance beyond the disk's edge below alpha.

    Args:
        distances: Pixels from click to centre, shape (n,).
        alpha: Allowed mean loss.
        tolerance: Pixels beyond the edge at which the loss reaches 1, rising linearly; None counts
            misses, for which the radius is that of the fixed disk.
    """
    check_alpha(alpha)
    d = np.asarray(distances, dtype=np.float64)
    if tolerance is None:
        grid = np.unique(d)
        return risk_control(d[:, None] > grid, grid, alpha)
    if tolerance <= 0:
        raise OptionError(f"the tolerance is a number of pixels above 0, got {tolerance}")
    # The mean loss is piecewise linear with knots at d and d - tolerance: between two knots the
    # exact parameter is found by interpolation.
    grid = np.unique(np.concatenate([[0.0], d, np.maximum(d - tolerance, 0.0)]))
    grid = grid[np.isfinite(grid)]
    losses = np.clip((d[:, None] - grid) / tolerance, 0.0, 1.0)
    found = risk_control(losses, grid, alpha)
    place = int(np.searchsorted(grid, found))
    if not math.isfinite(found) or place == 0:
        return found
    risk = (losses[:, place - 1 : place + 1].sum(axis=0) + 1) / (len(d) + 1)
    share = (risk[0] - alpha) / (risk[0] - risk[1])
    return float(grid[place - 1] + share * (grid[place] - grid[place - 1]))


@dataclass(frozen=True)
class Abstention:
    """A certified threshold: act when the score is at most this.

    Attributes:
        threshold: Highest certified score; minus infinity when none is.
        accepted: Share of calibration records at or below it.
        errors: Error rate among those.
        risk: Error rate that is promised.
        delta: Probability that the promise fails.
        start: Accepted records at which testing started.
    """

    threshold: float
    accepted: float
    errors: float
    risk: float
    delta: float
    start: int


def learn_then_test(
    scores: ArrayLike, wrong: ArrayLike, *, risk: float, delta: float = 0.1
) -> Abstention:
    """Highest threshold with an error rate of at most ``risk`` among accepted clicks.

    With probability 1 - delta over the calibration records. Thresholds are tested from strict to
    loose, each by the exact binomial p value, until one fails (fixed sequence testing). Below
    m0 = ceil(ln delta / ln(1 - risk)) accepted records even no error would not be significant, so
    testing starts there: an algorithm that starts at one record never certifies continuous scores.

    Args:
        scores: Uncertainty of calibration records, shape (n,); NaN is never accepted.
        wrong: Whether each is wrong, shape (n,).
        risk: Allowed error rate among accepted clicks, in (0, 1).
        delta: Allowed probability of a wrong certificate, in (0, 1).

    Source: Angelopoulos et al. (2021); Wang et al. (2026) for clicks.
    """
    check_alpha(risk, "risk is the allowed error rate among accepted clicks")
    check_alpha(delta, "delta is the allowed probability of a wrong certificate")
    u, y = np.asarray(scores, dtype=np.float64), np.asarray(wrong, dtype=bool)
    known = ~np.isnan(u)
    start = math.ceil(math.log(delta) / math.log(1 - risk) - 1e-9)
    values, counts = np.unique(u[known], return_counts=True)
    accepted = np.cumsum(counts)
    order = np.argsort(u[known], kind="stable")
    errors = np.concatenate([[0], np.cumsum(y[known][order])])[accepted]
    tested = np.flatnonzero(accepted >= start)
    failed = stats.binom.cdf(errors[tested], accepted[tested], risk) > delta
    passed = int(failed.argmax()) if failed.any() else len(tested)
    if passed == 0:
        return Abstention(-math.inf, 0.0, float("nan"), risk, delta, start)
    place = tested[passed - 1]
    return Abstention(
        float(values[place]),
        float(accepted[place] / len(u)),
        float(errors[place] / accepted[place]),
        risk,
        delta,
        start,
    )
