"""From scores to probabilities, and how far those are from what happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import optimize

from tapworld_eval.uncertainty.errors import CalibrationError

__all__ = ["IsotonicMap", "brier", "ece", "fit_isotonic", "reliability_bins"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class IsotonicMap:
    """A rising map, linear between its knots and constant outside them.

    Attributes:
        knots: Scores, rising, shape (k,).
        values: Values at the knots, never falling, shape (k,).
    """

    knots: FloatArray
    values: FloatArray

    def __call__(self, scores: ArrayLike) -> FloatArray:
        """Values for scores of any shape."""
        return np.interp(np.asarray(scores, dtype=np.float64), self.knots, self.values)


def fit_isotonic(
    scores: ArrayLike, targets: ArrayLike, *, low: float = -np.inf, high: float = np.inf
) -> IsotonicMap:
    """Least-squares rising fit of targets on scores; equal scores share their mean.

    Only the order of the scores matters at the knots: a quantile transform before it, as the source
    paper applies to heavy-tailed scores, changes no value there.

    Raises:
        CalibrationError: There is no record with a finite score.
    """
    u, v = np.asarray(scores, dtype=np.float64), np.asarray(targets, dtype=np.float64)
    known = np.isfinite(u) & np.isfinite(v)
    if not known.any():
        raise CalibrationError("no calibration record has a finite score: nothing to fit")
    knots, inverse, counts = np.unique(u[known], return_inverse=True, return_counts=True)
    means = np.bincount(inverse, weights=v[known]) / counts
    fitted = optimize.isotonic_regression(means, weights=counts.astype(np.float64)).x
    return IsotonicMap(knots, np.clip(fitted, low, high))


def reliability_bins(probabilities: ArrayLike, wrong: ArrayLike, bins: int = 15) -> FloatArray:
    """Mean probability, observed rate and count of equal-width bins, shape (bins, 3).

    A probability on an edge belongs to the bin above it, 1 to the last; empty bins hold NaN.
    """
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(wrong, dtype=np.float64)
    place = np.clip((p * bins).astype(np.int64), 0, bins - 1)
    count = np.bincount(place, minlength=bins).astype(np.float64)
    below = np.where(count > 0, count, np.nan)
    means = np.bincount(place, weights=p, minlength=bins) / below
    rates = np.bincount(place, weights=y, minlength=bins) / below
    return np.column_stack([means, rates, count])


def ece(probabilities: ArrayLike, wrong: ArrayLike, bins: int = 15) -> float:
    """Expected calibration error over equal-width bins; NaN without records."""
    table = reliability_bins(probabilities, wrong, bins)
    total = table[:, 2].sum()
    if total == 0:
        return float("nan")
    return float(np.nansum(np.abs(table[:, 0] - table[:, 1]) * table[:, 2]) / total)


def brier(probabilities: ArrayLike, wrong: ArrayLike) -> Any:
    """Mean squared difference of probability and outcome, along the last axis."""
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(wrong, dtype=np.float64)
    return ((p - y) ** 2).mean(axis=-1) if p.shape[-1] else np.full(p.shape[:-1], np.nan)[()]
