"""SafeGround's spatial dispersion of many samples; needs at least ten of them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.clustering import click_matrix
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS", "region_shares"]

FloatArray = NDArray[np.float64]
_PATCH: Final = 28
_LEAST: Final = 10


def region_shares(points: FloatArray, patch: int = _PATCH) -> FloatArray:
    """Shares of the samples in each region, largest first.

    A region is a set of patches with samples that touch along edges.

    Args:
        points: Clicks in pixels, shape (k, 2), none missing.
        patch: Side of a patch in pixels.

    Examples:
        >>> region_shares(np.array([[1.0, 1], [30, 1], [300, 300], [2, 2]])).tolist()
        [0.75, 0.25]
    """
    cells = np.floor(points / patch).astype(np.int64)
    # Empty rows and columns are squeezed to one, which keeps what touches and bounds the grid.
    squeezed = np.empty_like(cells)
    for axis in (0, 1):
        places = np.unique(cells[:, axis])
        gaps = np.minimum(np.diff(places, prepend=places[0]), 2)
        squeezed[:, axis] = np.cumsum(gaps)[np.searchsorted(places, cells[:, axis])]
    grid = np.zeros(squeezed.max(axis=0) + 1)
    np.add.at(grid, (squeezed[:, 0], squeezed[:, 1]), 1.0)
    labels = np.empty(grid.shape, dtype=np.int32)
    count = int(ndimage.label(grid > 0, output=labels))  # type: ignore[arg-type]
    shares = ndimage.sum_labels(grid, labels, np.arange(1, count + 1)) / len(points)
    return np.sort(shares)[::-1]


def _dispersion(records: Cell) -> FloatArray:
    points = click_matrix(records, "sample")
    scores = np.full(len(records), np.nan)
    for position, clicks in enumerate(points):
        known = clicks[~np.isnan(clicks[:, 0])]
        if len(known) < _LEAST:
            continue
        shares = region_shares(known)
        second = shares[1] if len(shares) > 1 else 0.0
        ambiguity = 1 - (shares[0] - second)
        entropy = -(shares * np.log(shares)).sum() / np.log(len(known))
        spread = 1 - (shares**2).sum()
        scores[position] = (ambiguity + entropy + spread) / 3
    return scores


METHODS = (
    Method(
        "safeground_dispersion",
        "sampling",
        ("samples",),
        "Wang et al. (2026)",
        _dispersion,
        note="mean of top-two ambiguity, normalised entropy and 1 - concentration over regions of "
        "28 px patches; NaN below ten samples",
    ),
)
