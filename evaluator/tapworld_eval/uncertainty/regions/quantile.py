"""Conformal quantiles: the order statistic that covers the next one."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError

__all__ = [
    "check_alpha",
    "conformal_quantile",
    "effective_sample_size",
    "weighted_conformal_quantile",
]

# (n + 1) (1 - alpha) is often an integer in theory and a hair above it in floating point.
_SLACK: Final = 1e-9


def check_alpha(alpha: float, meaning: str = "alpha is the allowed error rate") -> float:
    """Return the error rate, or another probability, if it lies in (0, 1).

    Raises:
        OptionError: It does not.
    """
    if not 0 < alpha < 1:
        raise OptionError(f"{meaning}, in (0, 1); got {alpha}")
    return float(alpha)


def conformal_quantile(scores: ArrayLike, alpha: float) -> float:
    """The ceil((n + 1)(1 - alpha))-th smallest score; infinite where n is too small for alpha.

    Args:
        scores: Nonconformity of the calibration records, shape (n,); may be infinite, not NaN.
        alpha: Allowed error rate.

    Examples:
        >>> conformal_quantile(range(1, 100), 0.1)
        90.0
        >>> conformal_quantile([1, 2, 3], 0.1)
        inf
    """
    check_alpha(alpha)
    values = np.sort(np.asarray(scores, dtype=np.float64))
    if np.isnan(values).any():
        raise OptionError("calibration scores hold NaN; leave those records out")
    rank = math.ceil((len(values) + 1) * (1 - alpha) - _SLACK)
    return float(values[rank - 1]) if rank <= len(values) else math.inf


def weighted_conformal_quantile(
    scores: ArrayLike, weights: ArrayLike, own: ArrayLike, alpha: float
) -> NDArray[np.float64]:
    """Quantiles under covariate shift, one a test record.

    The smallest score at which the calibration weights, together with the test record's own weight
    put at infinity, reach 1 - alpha. Source: Tibshirani et al. (2019).

    Args:
        scores: Calibration scores, shape (n,).
        weights: Likelihood ratio target / source at the calibration records, shape (n,).
        own: The same at the test records, shape (m,).
        alpha: Allowed error rate.

    Returns:
        Shape (m,); infinite where the record's own weight leaves too little.

    Examples:
        >>> weighted_conformal_quantile([1, 2, 3], [1, 1, 1], [1.0, 100.0], 0.25).tolist()
        [3.0, inf]
    """
    check_alpha(alpha)
    s, w = np.asarray(scores, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    v = np.atleast_1d(np.asarray(own, dtype=np.float64))
    if s.shape != w.shape or np.isnan(s).any():
        raise OptionError("scores and weights must have the same shape and no NaN")
    if not (np.isfinite(w).all() and np.isfinite(v).all() and (w >= 0).all() and (v >= 0).all()):
        raise OptionError("weights must be finite and not negative")
    order = np.argsort(s, kind="stable")
    cumulative = np.cumsum(w[order])
    total = (cumulative[-1] if len(cumulative) else 0.0) + v
    place = np.searchsorted(cumulative, (1 - alpha) * total * (1 - _SLACK))
    ordered = np.append(s[order], np.inf)
    return ordered[np.minimum(place, len(s))]


def effective_sample_size(weights: ArrayLike) -> float:
    """(sum w)^2 / sum w^2: how many equal weights say as much; 0 without any weight.

    >>> effective_sample_size([1, 1, 1, 1])
    4.0
    """
    w = np.asarray(weights, dtype=np.float64)
    squared = float((w**2).sum())
    return float(w.sum() ** 2 / squared) if squared > 0 else 0.0
