"""Statistics that turn the apps' success rates into one number for the suite.

Each takes an array whose last axis runs over apps and reduces that axis, so that a thousand
bootstrap replicates are reduced in one call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.statistics.errors import OptionError

__all__ = ["STATISTICS", "Statistic", "iqm", "resolve_statistic", "trimmed_mean"]

Statistic = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def trimmed_mean(rates: NDArray[np.float64], share: float = 0.1) -> NDArray[np.float64]:
    """Mean over the last axis without the lowest and the highest ``share`` of the values.

    ``floor(share * apps)`` values go on each side, as in ``scipy.stats.trim_mean``.

    Examples:
        >>> float(trimmed_mean(np.array([0.0, 0.4, 0.5, 0.6, 1.0]), 0.2))
        0.5
    """
    count = rates.shape[-1]
    cut = int(share * count)
    return np.sort(rates, axis=-1)[..., cut : count - cut].mean(axis=-1)


def iqm(rates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Interquartile mean: the mean of the middle half (25 % trimmed on each side)."""
    return trimmed_mean(rates, 0.25)


def _mean(rates: NDArray[np.float64]) -> NDArray[np.float64]:
    return rates.mean(axis=-1)


def _median(rates: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.median(rates, axis=-1)


STATISTICS: Final[dict[str, Statistic]] = {
    "mean": _mean,
    "trimmed_mean": trimmed_mean,
    "median": _median,
    "iqm": iqm,
}


def resolve_statistic(statistic: str | Statistic) -> Statistic:
    """Return the function behind a name; a function is returned as it is.

    Raises:
        OptionError: The name is unknown.
    """
    if callable(statistic):
        return statistic
    if statistic not in STATISTICS:
        raise OptionError(
            f"unknown suite statistic {statistic!r}; choose one of {', '.join(STATISTICS)} "
            "or pass a function that reduces the last axis"
        )
    return STATISTICS[statistic]
