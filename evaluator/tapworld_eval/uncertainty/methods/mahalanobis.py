"""Density family: distance of the hidden state from those of right calibration clicks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from tapworld_eval.uncertainty.methods.base import Method, Scorer, full_scores
from tapworld_eval.uncertainty.methods.row_space import project, row_space
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS", "gaussian_distance", "ledoit_wolf"]

FloatArray = NDArray[np.float64]
_LEAST: Final = 2  # rows below which there is no covariance


def ledoit_wolf(coordinates: FloatArray, dimension: int) -> tuple[float, float]:
    """Shrinkage and target variance of Ledoit and Wolf (2004), from centred rows in any basis.

    Args:
        coordinates: Centred rows, shape (n, r); a rotation of rows in ``dimension`` dimensions.
        dimension: Dimension of the full space.

    Returns:
        The shrinkage in [0, 1] and the mean variance of a dimension.
    """
    n = len(coordinates)
    squared = np.einsum("ij,ij->i", coordinates, coordinates)
    mean_variance = float(squared.sum() / (n * dimension))
    gram = coordinates @ coordinates.T
    norm = float((gram**2).sum() / n**2)
    beta = (float((squared**2).sum()) / n - norm) / (dimension * n)
    delta = (norm - dimension * mean_variance**2) / dimension
    beta = min(beta, delta)
    shrinkage = 0.0 if beta <= 0 or delta <= 0 else beta / delta
    return shrinkage, mean_variance


def gaussian_distance(
    rows: FloatArray, dimension: int
) -> Callable[[FloatArray, FloatArray], FloatArray] | None:
    """Squared Mahalanobis distance from these rows under the shrunken covariance.

    The rows lie in an r-dimensional subspace, so the covariance is a block of size r and a multiple
    of the identity outside: the inverse of size ``dimension`` is never formed.

    Args:
        rows: Coordinates, shape (n, r).
        dimension: Dimension of the full space.

    Returns:
        A function of coordinates (m, r) and squared distances from the subspace (m,), or None when
        the rows do not vary.
    """
    if len(rows) < _LEAST:
        return None
    mean = rows.mean(axis=0)
    centred = rows - mean
    shrinkage, variance = ledoit_wolf(centred, dimension)
    floor = shrinkage * variance
    if variance <= 0 or floor <= 0:
        return None
    covariance = (1 - shrinkage) * (centred.T @ centred) / len(rows)
    covariance[np.diag_indices_from(covariance)] += floor
    factor = linalg.cholesky(covariance, lower=True)

    def distance(coordinates: FloatArray, residual: FloatArray) -> FloatArray:
        white = linalg.solve_triangular(factor, (coordinates - mean).T, lower=True)
        return np.einsum("ij,ij->j", white, white) + residual / floor

    return distance


def _learn_mahalanobis(calibration: Cell, _seed: int) -> Scorer:
    space = row_space(calibration)
    distance = gaussian_distance(space.coordinates[~calibration.wrong], space.dimension)
    if distance is None:
        return lambda records: full_scores(np.nan, records)
    return lambda records: distance(*project(space, records))


def _learn_relative(calibration: Cell, _seed: int) -> Scorer:
    space = row_space(calibration)
    own = gaussian_distance(space.coordinates[~calibration.wrong], space.dimension)
    pooled = gaussian_distance(space.coordinates, space.dimension)
    if own is None or pooled is None:
        return lambda records: full_scores(np.nan, records)

    def score(records: Cell) -> FloatArray:
        projected = project(space, records)
        return own(*projected) - pooled(*projected)

    return score


METHODS = (
    Method(
        "mahalanobis",
        "density",
        ("hidden",),
        "Lee et al. (2018)",
        learn=_learn_mahalanobis,
        number=18,
        note="right calibration clicks; Ledoit-Wolf covariance",
    ),
    Method(
        "mahalanobis_rmd",
        "density",
        ("hidden",),
        "Ren et al. (2023)",
        learn=_learn_relative,
        number=19,
        note="minus the squared distance from all calibration clicks",
    ),
)
