"""Rows of unequal length in one flat array."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import RecordsError

__all__ = ["Ragged"]


@dataclass(frozen=True)
class Ragged:
    """``values[offsets[i]:offsets[i + 1]]`` is row ``i``.

    Attributes:
        values: All rows one after the other, shape (total,).
        offsets: Where each row starts, and the end, shape (rows + 1,), int64.
    """

    values: NDArray[Any]
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        offsets = self.offsets
        sound = offsets.ndim == 1 and len(offsets) > 0 and offsets[0] == 0
        if not sound or offsets[-1] != len(self.values) or (np.diff(offsets) < 0).any():
            raise RecordsError(
                "offsets of rows of unequal length must start at 0, never fall, and end at the "
                f"number of values ({len(self.values)})"
            )

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any] | NDArray[Any]], dtype: Any = np.float64) -> Ragged:
        """Join rows; a row may be empty.

        >>> Ragged.of([[1.0], [], [2.0, 3.0]]).lengths.tolist()
        [1, 0, 2]
        """
        arrays = [np.asarray(row, dtype=dtype).ravel() for row in rows]
        lengths = [len(array) for array in arrays]
        values = np.concatenate(arrays) if arrays else np.empty(0, dtype=dtype)
        return cls(values, np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> NDArray[Any]:
        return self.values[self.offsets[row] : self.offsets[row + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Length of each row, shape (rows,)."""
        return np.diff(self.offsets)

    def take(self, rows: NDArray[np.int64]) -> Ragged:
        """The given rows, in the given order."""
        lengths = self.lengths[rows]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
        return Ragged(self.values[np.repeat(self.offsets[:-1][rows], lengths) + within], offsets)

    def padded(self, width: int | None = None) -> NDArray[np.float64]:
        """As a matrix of floats, NaN where a row has ended, shape (rows, width)."""
        lengths = self.lengths
        width = int(lengths.max(initial=0)) if width is None else width
        matrix = np.full((len(self), width), np.nan)
        matrix[np.arange(width) < lengths[:, None]] = self.values
        return matrix
