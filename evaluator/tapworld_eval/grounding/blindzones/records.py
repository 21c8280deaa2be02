"""Probe records as arrays, pooled by cell.

A record is one probe and its answer: background, format, cell, target box and predicted point.
They are kept as a table (one column each), so that a million are scored in a moment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.statistics.intervals import wilson

__all__ = ["COLUMNS", "CellCounts", "count_records", "score_records"]

#: Columns of a table of records: pixels of the image, NaN where there was no click.
COLUMNS = ("left", "top", "right", "bottom", "x", "y", "width", "height")


@dataclass(frozen=True)
class CellCounts:
    """Right answers and probes of each cell.

    Attributes:
        grid: The grid.
        right: Right answers, one number a cell.
        trials: Probes.
    """

    grid: Grid
    right: NDArray[np.int64]
    trials: NDArray[np.int64]

    @property
    def accuracy(self) -> NDArray[np.float64]:
        """Accuracy of each cell, NaN where nothing was probed."""
        with np.errstate(invalid="ignore"):
            return self.right / self.trials

    def limits(self, level: float = 0.95) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Wilson limits of each cell; [0, 1] where nothing was probed."""
        low, high = wilson(self.right, self.trials, level)
        return low, high


def score_records(records: pd.DataFrame) -> NDArray[np.bool_]:
    """Which clicks lie in their box, edges included; no click is a miss.

    Raises:
        BlindZoneError: A column is missing.
    """
    missing = [name for name in COLUMNS if name not in records.columns]
    if missing:
        raise BlindZoneError(f"the records lack {', '.join(missing)}")
    left, top, right, bottom, x, y = (records[name].to_numpy() for name in COLUMNS[:6])
    with np.errstate(invalid="ignore"):
        return (left <= x) & (x <= right) & (top <= y) & (y <= bottom)


def count_records(records: pd.DataFrame, grid: Grid) -> CellCounts:
    """Pool records by the cell in which their target's centre lies."""
    correct = score_records(records)
    x = (records["left"].to_numpy() + records["right"].to_numpy()) / 2
    y = (records["top"].to_numpy() + records["bottom"].to_numpy()) / 2
    cell = grid.cell_of(x / records["width"].to_numpy(), y / records["height"].to_numpy())
    return CellCounts(
        grid,
        np.bincount(cell, weights=correct, minlength=grid.cells).astype(np.int64),
        np.bincount(cell, minlength=grid.cells),
    )
