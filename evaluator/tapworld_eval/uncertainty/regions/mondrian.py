"""Disks with a promise in every group: by app, by size of the target, by blind zone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.quantile import check_alpha, conformal_quantile

__all__ = ["MondrianDisk", "fit_mondrian", "size_classes"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class MondrianDisk:
    """A radius for each group; infinite for a group that is unknown or too small for alpha."""

    radii: Mapping[str, float]
    alpha: float

    def radius(self, groups: Iterable[object]) -> FloatArray:
        """Radii for records of these groups, shape (n,)."""
        return np.array([self.radii.get(str(group), np.inf) for group in groups])


def fit_mondrian(distances: ArrayLike, groups: Iterable[object], alpha: float) -> MondrianDisk:
    """Calibrate a disk in every group by itself; small groups are never pooled.

    Source: Vovk et al. (2005).
    """
    check_alpha(alpha)
    d = np.asarray(distances, dtype=np.float64)
    labels = np.array([str(group) for group in groups])
    if len(labels) != len(d):
        raise OptionError(f"{len(d)} records but {len(labels)} groups")
    return MondrianDisk(
        {name: conformal_quantile(d[labels == name], alpha) for name in sorted(set(labels))}, alpha
    )


def size_classes(cell: Cell) -> list[str]:
    """``small``, ``medium`` or ``large`` by the target's area.

    The edges are COCO's: 32 x 32 and 96 x 96 pixels; they do not depend on the records.
    """
    area = cell.sizes.prod(axis=1)
    return [("small", "medium", "large")[int(a >= 32**2) + int(a >= 96**2)] for a in area]
