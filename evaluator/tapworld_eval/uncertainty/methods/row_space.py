"""Hidden states seen from the calibration rows: an exact change of basis that makes learning cheap.

There are fewer calibration rows (hundreds) than dimensions (thousands). Densities with a shrunken
covariance, kernels of distances and linear probes depend on a hidden state only through its
coordinates in the span of the calibration rows and its distance from that span. Both are computed
once a split and shared by all methods that need them.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["RowSpace", "project", "row_space"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RowSpace:
    """An orthonormal basis of the centred calibration rows.

    Attributes:
        mean: Mean of the calibration rows, shape (d,).
        basis: Columns are orthonormal, shape (d, r) with r <= rows - 1.
        coordinates: The calibration rows in this basis, shape (rows, r).
        dimension: d.
        scale: Root mean variance of a dimension over the calibration rows, a unit for probes.
    """

    mean: FloatArray
    basis: FloatArray
    coordinates: FloatArray
    dimension: int
    scale: float


_SPACES: WeakKeyDictionary[Cell, RowSpace] = WeakKeyDictionary()
_PROJECTIONS: WeakKeyDictionary[Cell, tuple[RowSpace, FloatArray, FloatArray]] = WeakKeyDictionary()


def _states(records: Cell) -> FloatArray:
    states = records.tensor("hidden")
    return np.asarray(states.reshape(len(states), -1), dtype=np.float64)


def row_space(calibration: Cell) -> RowSpace:
    """The basis of these records; computed once for each cell object."""
    known = _SPACES.get(calibration)
    if known is not None:
        return known
    states = _states(calibration)
    mean = states.mean(axis=0)
    centred = states - mean
    values, vectors = linalg.eigh(centred @ centred.T)
    kept = values > values[-1] * len(states) * np.finfo(np.float64).eps if len(states) else values
    kept = kept & (values > 0)
    # Largest first, so that coordinates are ordered as principal components are.
    values, vectors = values[kept][::-1], vectors[:, kept][:, ::-1]
    roots = np.sqrt(values)
    dimension = states.shape[1]
    variance = values.sum() / (len(states) * dimension)
    space = RowSpace(
        mean=mean,
        basis=centred.T @ (vectors / roots),
        coordinates=vectors * roots,
        dimension=dimension,
        scale=float(np.sqrt(variance)) if variance > 0 else 1.0,
    )
    _SPACES[calibration] = space
    return space


def project(space: RowSpace, records: Cell) -> tuple[FloatArray, FloatArray]:
    """Coordinates, shape (n, r), and squared distance from the span, shape (n,).

    The last projection of each cell object is kept, because several methods ask for it in turn.
    """
    known = _PROJECTIONS.get(records)
    if known is not None and known[0] is space:
        return known[1], known[2]
    centred = _states(records) - space.mean
    coordinates = centred @ space.basis
    squared = np.einsum("ij,ij->i", centred, centred)
    residual = np.maximum(squared - np.einsum("ij,ij->i", coordinates, coordinates), 0.0)
    _PROJECTIONS[records] = (space, coordinates, residual)
    return coordinates, residual
