"""Calibration and test rows. Everything that is learned sees calibration rows only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import OptionError

__all__ = ["Split", "split", "splits"]

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Split:
    """Positions of calibration and test rows, each rising, without overlap."""

    seed: int
    calibration: IntArray
    test: IntArray


def split(n: int, seed: int, calibration: float = 0.2) -> Split:
    """A random split that depends on ``n``, ``seed`` and the share only.

    Args:
        n: Number of records.
        seed: Any integer from 0.
        calibration: Share of calibration rows, rounded to at least 1 and at most n - 1 rows.

    Raises:
        OptionError: Fewer than two records, or a share outside (0, 1).
    """
    if n < 2:
        raise OptionError(f"a split needs at least 2 records, got {n}")
    if not 0 < calibration < 1:
        raise OptionError(f"the calibration share must lie in (0, 1), got {calibration}")
    size = min(max(round(calibration * n), 1), n - 1)
    order = np.random.default_rng([seed, 27]).permutation(n)
    return Split(seed, np.sort(order[:size]), np.sort(order[size:]))


def splits(n: int, seeds: int = 50, calibration: float = 0.2) -> Iterator[Split]:
    """The splits of the seeds 0 to seeds - 1."""
    if seeds < 1:
        raise OptionError(f"at least one split seed is needed, got {seeds}")
    return (split(n, seed, calibration) for seed in range(seeds))
