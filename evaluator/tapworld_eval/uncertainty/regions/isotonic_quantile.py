"""Rising quantile regression: a quantile of the distance that never falls with uncertainty."""

from __future__ import annotations

from bisect import insort

import numpy as np
from numpy.typing import ArrayLike

from tapworld_eval.uncertainty.errors import CalibrationError, OptionError
from tapworld_eval.uncertainty.metrics.calibration import IsotonicMap

__all__ = ["fit_isotonic_quantile"]


def fit_isotonic_quantile(scores: ArrayLike, targets: ArrayLike, level: float) -> IsotonicMap:
    """Rising map that minimises the pinball loss, by pooling adjacent violators.

    A block's value is the lower empirical quantile of its targets. Infinite targets are allowed.

    Args:
        scores: Shape (n,), NaN rows are left out.
        targets: Shape (n,).
        level: Of the quantile, in (0, 1).

    Raises:
        CalibrationError: No record has a score.
    """
    if not 0 < level < 1:
        raise OptionError(f"the level of a quantile lies in (0, 1), got {level}")
    u, v = np.asarray(scores, dtype=np.float64), np.asarray(targets, dtype=np.float64)
    known = np.isfinite(u) & ~np.isnan(v)
    if not known.any():
        raise CalibrationError("no calibration record has a finite score: nothing to fit")
    knots, inverse = np.unique(u[known], return_inverse=True)
    groups: list[list[float]] = [[] for _ in knots]
    for place, target in zip(inverse, v[known], strict=True):
        groups[place].append(float(target))
    blocks: list[tuple[list[float], int]] = []
    for group in groups:
        values, width = sorted(group), 1
        while blocks and _quantile(blocks[-1][0], level) >= _quantile(values, level):
            before, count = blocks.pop()
            for value in values:
                insort(before, value)
            values, width = before, width + count
        blocks.append((values, width))
    fitted = np.repeat(
        [_quantile(values, level) for values, _ in blocks], [width for _, width in blocks]
    )
    # Interpolation towards an infinite value is not a number: the largest finite one stands in,
    # and the conformal step makes good for it.
    finite = fitted[np.isfinite(fitted)]
    return IsotonicMap(knots, np.minimum(fitted, finite.max() if len(finite) else 0.0))


def _quantile(ordered: list[float], level: float) -> float:
    rank = int(np.ceil(level * len(ordered) - 1e-9))
    return ordered[max(rank, 1) - 1]
