"""Variance components: how much of the spread is app, scenario, configuration, rollout.

Nested random effects, estimated by the method of moments (analysis of variance, type I sums of
squares) with the coefficients of unbalanced designs (Searle, Casella and McCulloch, 1992, ch. 5).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.cells import Records, count_cells
from tapworld_eval.statistics.errors import DesignError

__all__ = ["variance_components"]

IntArray = NDArray[np.int64]
LEVELS = ("app", "scenario", "configuration", "rollout")


def variance_components(records: Records, axes: Sequence[str] | None = None) -> pd.DataFrame:
    """Variance of a single rollout's outcome, split by level.

    Levels that the design cannot tell apart are reported together: with one rollout a configuration
    the last row is ``configuration+rollout``.

    Args:
        records: Rollouts, or counted cells.
        axes: Enabled axes; together they make the configuration.

    Returns:
        One row a level: level, units, variance (negative estimates set to 0), raw (as estimated),
        share (of the sum of variances).

    Raises:
        DesignError: There is a single rollout in all.

    Examples:
        >>> frame = pd.DataFrame(
        ...     [("a", s, r, int(s < 5)) for s in range(10) for r in range(4)],
        ...     columns=["app", "scenario", "rollout", "success"])
        >>> table = variance_components(frame)
        >>> table["level"].tolist(), table["share"].round(2).tolist()
        (['scenario+configuration', 'rollout'], [1.0, 0.0])
    """
    cells = count_cells(records, axes)
    total = int(cells.rollouts.sum())
    if total < 2:
        raise DesignError("a single rollout has no variance to split")
    configuration = np.arange(len(cells.app))
    groups = _distinct_levels([cells.app, cells.scenario, configuration], total)
    names = [name for name, _ in groups]
    coarse = [code for _, code in groups[:-1] if code is not None]
    units = [len(np.unique(code)) for code in coarse] + [total]
    sums = [float(cells.successes.sum()) ** 2 / total]
    coefficients = [[_spread(None, code, cells.rollouts) for _, code in groups]]
    for code in coarse:
        k = np.bincount(code, weights=cells.successes)
        n = np.bincount(code, weights=cells.rollouts)
        sums.append(float((k**2 / n).sum()))
        coefficients.append([_spread(code, finer, cells.rollouts) for _, finer in groups])
    sums.append(float(cells.successes.sum()))  # outcomes are 0 or 1, so squares sum to successes
    coefficients.append([float(total)] * len(groups))
    raw = np.linalg.solve(np.diff(coefficients, axis=0), np.diff(sums))
    variance = np.maximum(raw, 0.0)
    whole = variance.sum()
    share = variance / whole if whole > 0 else np.zeros(len(variance))
    return pd.DataFrame(
        {"level": names, "units": units, "variance": variance, "raw": raw, "share": share}
    )


def _distinct_levels(codes: list[IntArray], total: int) -> list[tuple[str, IntArray | None]]:
    """Merge levels that have as many units as the level above them; None stands for rollouts."""
    groups: list[tuple[str, IntArray | None]] = []
    parent = 1
    waiting = ""
    sizes = [len(np.unique(code)) for code in codes] + [total]
    for name, code, size in zip(LEVELS, [*codes, None], sizes, strict=True):
        if size == parent:
            # No degrees of freedom here: a lone app is left out, others join their parent.
            if groups:
                groups[-1] = (f"{groups[-1][0]}+{name}", code)
            elif name != "app":
                waiting = f"{waiting}{name}+"
            continue
        groups.append((f"{waiting}{name}", code))
        waiting = ""
        parent = size
    return groups


def _spread(coarse: IntArray | None, fine: IntArray | None, rollouts: IntArray) -> float:
    """Coefficient of the fine level's variance in the coarse level's uncorrected sum of squares.

    It is the sum over coarse units of (sum over fine units inside of n squared) / n; units of the
    fine level that contain the coarse unit count as a single one.
    """
    outer = np.zeros(len(rollouts), dtype=np.int64) if coarse is None else coarse
    size = np.bincount(outer, weights=rollouts)
    if fine is None:
        return float(np.count_nonzero(size))
    pair = outer * (int(fine.max()) + 1) + fine
    unique, inverse = np.unique(pair, return_inverse=True)
    inside = np.bincount(inverse, weights=rollouts)
    owner = unique // (int(fine.max()) + 1)
    return float((inside**2 / size[owner]).sum())
