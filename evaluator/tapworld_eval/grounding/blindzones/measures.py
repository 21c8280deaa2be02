"""Measures of blind zones from cell counts; definitions in docs/blindzones.md."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.errors import BlindZoneError

__all__ = [
    "Mask",
    "Severity",
    "bottom_mask",
    "checked_counts",
    "concentration",
    "direction_consistency",
    "jaccard",
    "null_concentration",
    "severity",
]

THRESHOLD = 0.8
FRACTION = 0.2

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Severity:
    """How blind a model is.

    Attributes:
        accuracy: Mean accuracy over the cells.
        area: R: share of the cells below the threshold.
        blind_accuracy: A_blind: mean accuracy of those cells; NaN where there are none.
        drop: F_blind = 1 - A_blind / accuracy; NaN where there are none.
        concentration: G_e: Gini coefficient of the cells' error rates; NaN without errors.
        excess: G_e minus what equal error everywhere would give with as many probes.
    """

    accuracy: float
    area: float
    blind_accuracy: float
    drop: float
    concentration: float
    excess: float


@dataclass(frozen=True)
class Mask:
    """The cells with the lowest accuracy.

    Attributes:
        cells: Boolean, one a cell.
        ties: Cells whose accuracy equals the last one taken, taken or not.
        contested: How many of those are outside the mask: the tie rule decided against them.
    """

    cells: NDArray[np.bool_]
    ties: int
    contested: int


def concentration(errors: ArrayLike) -> float:
    """Gini coefficient of error rates, 0 for equal ones; NaN where there is no error.

    ``sum((2 i - N - 1) e_(i)) / (N sum(e))`` over the sorted rates.

    Examples:
        >>> concentration([0.2, 0.2]), concentration([0.0, 1.0])
        (0.0, 0.5)
    """
    sorted_errors = np.sort(np.asarray(errors, dtype=np.float64))
    n, total = len(sorted_errors), sorted_errors.sum()
    if total == 0:
        return math.nan
    weights = 2 * np.arange(1, n + 1) - n - 1
    return float((weights * sorted_errors).sum() / (n * total))


def null_concentration(
    trials: ArrayLike, error: float, *, seed: int = 0, replicates: int = 400, level: float = 0.95
) -> tuple[float, float, float]:
    """What G_e is when every cell errs alike: chance alone spreads the rates.

    With 30 probes a cell it is about .54, .43, .30, .20 and .13 at error rates .03, .05, .10, .20
    and .39: a model that errs rarely looks concentrated without being so.

    Returns:
        Mean, and the limits of the central ``level`` of the distribution; NaN without errors.
    """
    n = np.asarray(trials, dtype=np.int64)
    if error <= 0:
        return math.nan, math.nan, math.nan
    drawn = np.random.default_rng(seed).binomial(n, min(error, 1.0), size=(replicates, len(n)))
    values = [concentration(row / n) for row in drawn if row.any()]
    if not values:
        return math.nan, math.nan, math.nan
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(np.mean(values)), float(low), float(high)


def severity(
    right: ArrayLike, trials: ArrayLike, *, threshold: float = THRESHOLD, seed: int = 0
) -> Severity:
    """The diagnostic measures, with the fixed threshold.

    Raises:
        BlindZoneError: A cell has no probes.

    Examples:
        >>> found = severity([30, 30, 30, 6], [30, 30, 30, 30])
        >>> found.area, round(found.blind_accuracy, 3), round(found.drop, 3)
        (0.25, 0.2, 0.75)
    """
    k, n = checked_counts(right, trials)
    a = k / n
    # The mean over cells, not over probes: adaptive probing asks more where the model is weak.
    null = null_concentration(n, float(1 - a.mean()), seed=seed)[0]
    blind = a < threshold
    mean = float(a.mean())
    inside = float(a[blind].mean()) if blind.any() else math.nan
    drop = 1 - inside / mean if mean > 0 else math.nan
    gini = concentration(1 - a)
    return Severity(mean, float(blind.mean()), inside, drop, gini, gini - null)


def bottom_mask(accuracy: ArrayLike, grid: Grid, fraction: float = FRACTION) -> Mask:
    """The operational mask: the ``fraction`` of the cells with the lowest accuracy.

    Equal accuracies (30 probes give 31 values, so there are many) are ordered by the accuracy
    smoothed over 3x3 cells, then by index.

    Cells that were never probed (NaN) are in no mask, and the share is taken of the others.

    Raises:
        BlindZoneError: The fraction is not between 0 and 1, or nothing was probed.
    """
    if not 0 < fraction < 1:
        raise BlindZoneError(f"a mask takes a share between 0 and 1, not {fraction}")
    a = np.asarray(accuracy, dtype=np.float64)
    known = np.isfinite(a)
    if not known.any():
        raise BlindZoneError("no cell of the grid was probed")
    sums, near = (
        ndimage.uniform_filter(grid.image(values), size=3, mode="nearest").ravel()
        for values in (np.where(known, a, 0.0), known)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        smooth = sums / near
    # Sums of floats differ in their last bits by order; equal neighbourhoods must stay equal.
    order = np.lexsort((np.arange(len(a)), smooth.round(9), a.round(12)))
    count = max(1, round(fraction * int(known.sum())))
    cells = np.zeros(len(a), dtype=bool)
    cells[order[:count]] = True
    tied = a.round(12) == a.round(12)[order[count - 1]]
    return Mask(cells, int(tied.sum()), int((tied & ~cells).sum()))


def jaccard(first: ArrayLike, second: ArrayLike) -> float:
    """Overlap of two masks; two empty ones are equal.

    Examples:
        >>> jaccard([True, True, False], [True, False, False])
        0.5
    """
    a, b = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    union = int((a | b).sum())
    return float((a & b).sum() / union) if union else 1.0


def direction_consistency(dx: ArrayLike, dy: ArrayLike) -> float:
    """Length of the mean error over the mean length: 1 for one shared direction, 0 for none.

    Examples:
        >>> direction_consistency([1, 1], [0, 0]), direction_consistency([1, -1], [0, 0])
        (1.0, 0.0)
    """
    x, y = np.asarray(dx, dtype=np.float64), np.asarray(dy, dtype=np.float64)
    known = np.isfinite(x) & np.isfinite(y)
    lengths = np.hypot(x[known], y[known])
    if len(lengths) == 0 or lengths.sum() == 0:
        return math.nan
    return float(math.hypot(x[known].mean(), y[known].mean()) / lengths.mean())


def checked_counts(right: ArrayLike, trials: ArrayLike) -> tuple[Floats, Floats]:
    """Counts as arrays of numbers.

    Raises:
        BlindZoneError: A cell has no probes.
    """
    k, n = np.asarray(right, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    empty = np.flatnonzero(n == 0)
    if len(empty):
        raise BlindZoneError(
            f"cell {empty[0]} (and {len(empty) - 1} more) has no probes: use a coarser grid, or "
            "probe every cell"
        )
    return k, n
