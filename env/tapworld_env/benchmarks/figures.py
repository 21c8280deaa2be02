"""Numbers of repeated measurements."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import numpy as np

__all__ = ["ratio_interval", "ratio_of_medians", "summary"]

_RESAMPLES = 2000
Rounds = Sequence[Sequence[float]]


def summary(times: Sequence[float], digits: int = 1) -> dict[str, float]:
    """Median and 95th percentile (the smallest time that 95 % of the times do not exceed).

    >>> summary([3.0, 1.0, 2.0])
    {'median': 2.0, 'p95': 3.0}
    """
    ordered = sorted(times)
    rank = -(-95 * len(ordered) // 100) - 1
    return {
        "median": round(statistics.median(ordered), digits),
        "p95": round(ordered[rank], digits),
    }


def ratio_of_medians(theirs: Rounds, ours: Rounds) -> float:
    """How many times as long theirs take: the ratio of the medians over all rounds.

    >>> ratio_of_medians([[8.0, 9.0], [10.0]], [[3.0], [3.0]])
    3.0
    """
    return float(np.median(np.concatenate(theirs)) / np.median(np.concatenate(ours)))


def ratio_interval(theirs: Rounds, ours: Rounds, *, seed: int = 0) -> tuple[float, float]:
    """95 % percentile bootstrap interval of :func:`ratio_of_medians`.

    Rounds are drawn as pairs, then times within each: both sides of a round were measured within
    the same seconds, so the machine's slow spells hit both.
    """
    rng = np.random.default_rng(seed)
    left = [np.asarray(times) for times in theirs]
    right = [np.asarray(times) for times in ours]
    ratios = []
    for _ in range(_RESAMPLES):
        chosen = rng.integers(len(left), size=len(left))
        above = np.concatenate([rng.choice(left[i], left[i].size) for i in chosen])
        below = np.concatenate([rng.choice(right[i], right[i].size) for i in chosen])
        ratios.append(np.median(above) / np.median(below))
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(low), float(high)
