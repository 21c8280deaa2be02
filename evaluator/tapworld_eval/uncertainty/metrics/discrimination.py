"""Metrics of order: error detection, rejection, risk against coverage, severity of misses.

Arrays may carry leading axes (bootstrap replicates); the last axis is records. Scores must be
finite: the caller leaves out records without a score and says how many remained.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import integrate

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.metrics.ordering import (
    Ties,
    group_means,
    least_uncertain_first,
    rising_order,
)

__all__ = ["aurc", "auroc", "ause", "prr", "risk_coverage", "sparsification"]

FloatArray = NDArray[np.float64]


def _checked(scores: ArrayLike, values: ArrayLike) -> tuple[FloatArray, FloatArray]:
    u, v = np.asarray(scores, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if u.shape != v.shape or u.ndim == 0:
        raise OptionError(f"scores and labels must have the same shape, got {u.shape}, {v.shape}")
    if np.isnan(u).any() or np.isnan(v).any():
        raise OptionError("scores hold NaN; leave those records out and report the coverage")
    return u, v


def auroc(scores: ArrayLike, wrong: ArrayLike) -> Any:
    """Probability that a wrong click scores higher than a right one, ties counting half.

    Args:
        scores: Higher is more uncertain, shape (..., n).
        wrong: 0/1 or booleans, shape (..., n).

    Returns:
        Shape (...); NaN where all clicks are right or all are wrong.

    Examples:
        >>> float(auroc([0.1, 0.4, 0.4, 0.9], [0, 1, 0, 1]))
        0.875
    """
    u, v = _checked(scores, wrong)
    n = u.shape[-1]
    order, ordered = rising_order(u)
    labels = np.take_along_axis(v, order, -1)
    ranks = group_means(ordered, np.broadcast_to(np.arange(1.0, n + 1), u.shape).copy())
    positive = v.sum(axis=-1)
    negative = n - positive
    above = (ranks * labels).sum(axis=-1) - positive * (positive + 1) / 2
    return _ratio(above, positive * negative)


def prr(
    scores: ArrayLike, wrong: ArrayLike, *, rejected: float = 0.5, ties: Ties = "average"
) -> Any:
    """Prediction-rejection ratio: accuracy kept while up to a share of the records is rejected.

    The mean accuracy of the k least uncertain records, k from n - floor(rejected n) + 1 to n, on a
    scale where random rejection is 0 (its expectation is the accuracy, exactly) and rejection of
    the wrong clicks first is 1. Source: Malinin and Gales (2018).

    Returns:
        Shape (...); NaN where all clicks are right or all are wrong, or nothing would be rejected.

    Raises:
        OptionError: ``rejected`` is outside (0, 1].
    """
    if not 0 < rejected <= 1:
        raise OptionError(f"the rejected share must lie in (0, 1], got {rejected}")
    u, v = _checked(scores, wrong)
    n = u.shape[-1]
    count = int(rejected * n)
    right = 1 - v
    accuracy = right.mean(axis=-1) if n else np.full(u.shape[:-1], np.nan)
    if count == 0:
        return accuracy * np.nan
    kept = np.arange(1, n + 1)[-count:]

    def area(ordered: FloatArray) -> FloatArray:
        return (ordered.cumsum(axis=-1)[..., -count:] / kept).mean(axis=-1)

    reached = area(least_uncertain_first(u, right, ties))
    oracle = area(-np.sort(-right, axis=-1))
    mixed = (accuracy > 0) & (accuracy < 1)
    return np.where(mixed, _ratio(reached - accuracy, oracle - accuracy), np.nan)[()]


def risk_coverage(scores: ArrayLike, losses: ArrayLike, *, ties: Ties = "average") -> FloatArray:
    """Mean loss of the k least uncertain records, k = 1..n; shape (..., n)."""
    u, v = _checked(scores, losses)
    return least_uncertain_first(u, v, ties).cumsum(axis=-1) / np.arange(1, u.shape[-1] + 1)


def aurc(scores: ArrayLike, wrong: ArrayLike, *, ties: Ties = "average") -> Any:
    """Area under the risk-coverage curve: mean over k of the error rate of the k least uncertain.

    Source: Geifman and El-Yaniv (2019). Lower is better.
    """
    curve = risk_coverage(scores, wrong, ties=ties)
    return curve.mean(axis=-1) if curve.shape[-1] else np.full(curve.shape[:-1], np.nan)[()]


def sparsification(scores: ArrayLike, errors: ArrayLike, *, ties: Ties = "average") -> FloatArray:
    """Mean error that remains after i most uncertain records are removed, over the initial one.

    Returns:
        i = 0..n-1, shape (..., n); ones at i = 0. Where nothing is wrong at all, ones throughout.
    """
    remaining = risk_coverage(scores, errors, ties=ties)[..., ::-1]
    initial = remaining[..., :1]
    return np.divide(remaining, initial, out=np.ones_like(remaining), where=initial > 0)


def ause(scores: ArrayLike, errors: ArrayLike, *, ties: Ties = "average") -> Any:
    """Area between the sparsification curve and that of the oracle, which knows the errors.

    The trapezoid over the removed shares 0, 1/n, ..., (n-1)/n. Source: Ilg et al. (2018). Lower is
    better; NaN below two records.
    """
    u, v = _checked(scores, errors)
    n = u.shape[-1]
    if n < 2:
        return np.full(u.shape[:-1], np.nan)[()]
    difference = sparsification(u, v, ties=ties) - sparsification(v, v, ties=ties)
    return integrate.trapezoid(difference, dx=1 / n, axis=-1)


def _ratio(above: Any, below: Any) -> Any:
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    return np.divide(above, below, out=np.full(above.shape, np.nan), where=below != 0)[()]
