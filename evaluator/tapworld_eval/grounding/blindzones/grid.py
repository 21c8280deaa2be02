"""The grid over an image: which cell a point lies in, and where a probe goes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.resize import Size

__all__ = ["Grid"]


@dataclass(frozen=True)
class Grid:
    """Cells over the unit square; cell ``row * columns + column``.

    Attributes:
        columns: Cells from left to right.
        rows: Cells from top to bottom.
    """

    columns: int = 40
    rows: int = 40

    def __post_init__(self) -> None:
        """Check the sizes."""
        if self.columns < 1 or self.rows < 1:
            raise BlindZoneError(f"a grid needs cells, not {self.columns}x{self.rows}")

    @property
    def cells(self) -> int:
        """How many."""
        return self.columns * self.rows

    def cell_of(self, x: ArrayLike, y: ArrayLike) -> NDArray[np.int64]:
        """Cells of points given as shares of width and height; the far edges count inwards.

        Examples:
            >>> Grid(4, 2).cell_of([0.0, 0.3, 1.0], [0.0, 0.5, 1.0]).tolist()
            [0, 5, 7]
        """
        column = np.clip((np.asarray(x) * self.columns).astype(np.int64), 0, self.columns - 1)
        row = np.clip((np.asarray(y) * self.rows).astype(np.int64), 0, self.rows - 1)
        return row * self.columns + column

    def place(self, cell: int, probe: Size, image: Size) -> tuple[int, int]:
        """Left and top of a probe that is centred in a cell, clamped to the image.

        ``px = int(column * gw + (gw - iw) / 2)``, with the cell's width ``gw`` and the probe's
        ``iw`` (ScreenHaystack).

        Examples:
            >>> Grid(4, 4).place(5, (20, 20), (400, 400))
            (140, 140)
            >>> Grid(40, 40).place(0, (60, 60), (400, 400))
            (0, 0)
        """
        row, column = divmod(cell, self.columns)
        wide, high = image[0] / self.columns, image[1] / self.rows
        left = int(column * wide + (wide - probe[0]) / 2)
        top = int(row * high + (high - probe[1]) / 2)
        return (
            min(max(left, 0), image[0] - probe[0]),
            min(max(top, 0), image[1] - probe[1]),
        )

    def image(self, values: ArrayLike) -> NDArray[np.float64]:
        """Values of cells as (rows, columns)."""
        return np.asarray(values, dtype=np.float64).reshape(self.rows, self.columns)
