"""Intervals for a binomial proportion, vectorised over many configurations at once.

Sources: Wilson (1927); Brown, Cai and DasGupta (2001), "Interval estimation for a binomial
proportion", which also gives the convention used here for Jeffreys at the edges (the lower limit is
0 when nothing succeeded, the upper limit is 1 when everything did).
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from tapworld_eval.statistics.errors import OptionError

__all__ = ["METHODS", "Interval", "IntervalMethod", "proportion_interval", "wilson"]

IntervalMethod = Literal["wald", "wilson", "jeffreys", "clopper-pearson", "agresti-coull"]
METHODS: Final[tuple[str, ...]] = get_args(IntervalMethod)

FloatArray = NDArray[np.float64]


class Interval(NamedTuple):
    """Lower and upper limits: floats for scalar counts, else arrays of the counts' shape."""

    low: Any
    high: Any


def check_level(level: float) -> float:
    """Return ``level`` if it is a confidence level strictly between 0 and 1.

    Raises:
        OptionError: It is not.
    """
    if not 0.0 < level < 1.0:
        raise OptionError(f"level must lie strictly between 0 and 1 (0.95 means 95 %), got {level}")
    return float(level)


def _counts(k: ArrayLike, n: ArrayLike) -> tuple[FloatArray, FloatArray]:
    successes, trials = np.broadcast_arrays(
        np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    wrong = ~((successes >= 0) & (successes <= trials) & np.isfinite(trials))
    if wrong.any():
        where = int(np.flatnonzero(wrong.ravel())[0])
        raise OptionError(
            "successes must lie between 0 and the number of rollouts; at position "
            f"{where}: k={successes.ravel()[where]:g}, n={trials.ravel()[where]:g}"
        )
    return successes, trials


def _wald(k: FloatArray, n: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    z = special.ndtri(1 - tail)
    p = k / n
    half = z * np.sqrt(p * (1 - p) / n)
    return p - half, p + half


def _wilson(k: FloatArray, n: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    z = special.ndtri(1 - tail)
    p = k / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    # Algebra puts these limits exactly on the edge; rounding would leave them 1e-17 inside.
    return np.where(k == 0, 0.0, centre - half), np.where(k == n, 1.0, centre + half)


def _jeffreys(k: FloatArray, n: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    low = special.betaincinv(k + 0.5, n - k + 0.5, tail)
    high = special.betaincinv(k + 0.5, n - k + 0.5, 1 - tail)
    return np.where(k == 0, 0.0, low), np.where(k == n, 1.0, high)


def _clopper_pearson(k: FloatArray, n: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    low = special.betaincinv(np.where(k == 0, 1.0, k), n - k + 1, tail)
    high = special.betaincinv(k + 1, np.where(k == n, 1.0, n - k), 1 - tail)
    return np.where(k == 0, 0.0, low), np.where(k == n, 1.0, high)


def _agresti_coull(k: FloatArray, n: FloatArray, tail: float) -> tuple[FloatArray, FloatArray]:
    z = special.ndtri(1 - tail)
    trials = n + z * z
    p = (k + z * z / 2) / trials
    half = z * np.sqrt(p * (1 - p) / trials)
    return p - half, p + half


_LIMITS = {
    "wald": _wald,
    "wilson": _wilson,
    "jeffreys": _jeffreys,
    "clopper-pearson": _clopper_pearson,
    "agresti-coull": _agresti_coull,
}


def proportion_interval(
    k: ArrayLike, n: ArrayLike, *, method: IntervalMethod = "wilson", level: float = 0.95
) -> Interval:
    """Two-sided interval for a success probability from ``k`` successes in ``n`` rollouts.

    Args:
        k: Successes, any shape; broadcast against ``n``.
        n: Rollouts. Where it is 0 nothing is known and the interval is [0, 1].
        method: ``wald`` (kept to show what it does wrong), ``wilson``, ``jeffreys``,
            ``clopper-pearson`` (exact, conservative) or ``agresti-coull``.
        level: Confidence level, 0.95 for 95 %.

    Returns:
        The limits, clipped to [0, 1]: floats for scalars, else arrays of the broadcast shape.

    Raises:
        OptionError: An unknown method, a level outside (0, 1), or ``k`` outside [0, n].

    Examples:
        >>> low, high = proportion_interval(0, 3, method="wald")
        >>> low, high
        (0.0, 0.0)
        >>> interval = proportion_interval([0, 2, 3], 3, method="clopper-pearson")
        >>> interval.high.round(3)
        array([0.708, 0.992, 1.   ])
    """
    if method not in _LIMITS:
        raise OptionError(f"unknown interval method {method!r}; choose one of {', '.join(METHODS)}")
    tail = (1 - check_level(level)) / 2
    successes, trials = _counts(k, n)
    unknown = trials == 0
    low, high = _LIMITS[method](successes, np.where(unknown, 1.0, trials), tail)
    low = np.where(unknown, 0.0, np.clip(low, 0.0, 1.0))
    high = np.where(unknown, 1.0, np.clip(high, 0.0, 1.0))
    if low.ndim == 0:
        return Interval(float(low), float(high))
    return Interval(low, high)


def wilson(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Interval:
    """Wilson score interval; the numbers of ``scipy.stats.binomtest(k, n).proportion_ci``.

    Examples:
        >>> low, high = wilson(2, 3)
        >>> round(low, 4), round(high, 4)
        (0.2077, 0.9385)
    """
    return proportion_interval(k, n, method="wilson", level=level)
