"""Robust density estimation: kernel principal components, then a robust covariance."""

from __future__ import annotations

import warnings
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from tapworld_eval.uncertainty.methods.base import Method, Scorer, full_scores
from tapworld_eval.uncertainty.methods.row_space import project, row_space
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.files import require

__all__ = ["METHODS", "kernel_components"]

FloatArray = NDArray[np.float64]
_COMPONENTS: Final = 100


def kernel_components(
    rows: FloatArray, components: int, gamma: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Kernel PCA with the RBF kernel.

    Args:
        rows: Coordinates, shape (n, r).
        components: How many to keep at most; those without variance are dropped.
        gamma: Of exp(-gamma * squared distance).

    Returns:
        Projections of the rows (n, k), the matrix (n, k) that projects a centred kernel row, and
        the column means of the kernel (n,).
    """
    kernel = np.exp(-gamma * _squared_distances(rows, np.zeros(len(rows)), rows))
    means = kernel.mean(axis=0)
    centred = kernel - means - means[:, None] + means.mean()
    values, vectors = linalg.eigh(centred)
    values, vectors = values[::-1][:components], vectors[:, ::-1][:, :components]
    kept = values > max(values[0], 0.0) * 1e-10
    roots = np.sqrt(values[kept])
    return vectors[:, kept] * roots, vectors[:, kept] / roots, means


def _squared_distances(x: FloatArray, residual: FloatArray, rows: FloatArray) -> FloatArray:
    cross = x @ rows.T
    squared = (x**2).sum(axis=1)[:, None] + (rows**2).sum(axis=1) - 2 * cross
    return np.maximum(squared, 0.0) + residual[:, None]


def _learn(calibration: Cell, seed: int) -> Scorer:
    space = row_space(calibration)
    rows = space.coordinates[~calibration.wrong]
    components = min(_COMPONENTS, len(rows) // 3)
    if components < 1:
        return lambda records: full_scores(np.nan, records)
    gamma = 1 / (space.dimension * space.scale**2)
    projections, projector, means = kernel_components(rows, components, gamma)
    if projections.shape[1] == 0:
        return lambda records: full_scores(np.nan, records)
    robust = require("sklearn.covariance").MinCovDet(random_state=seed)
    with warnings.catch_warnings():
        # A determinant that grows is reported and harmless: the best subset so far is kept.
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)
        try:
            robust.fit(projections)
        except ValueError:
            # A handful of rows, half of them at one point: their covariance is zero, and
            # scikit-learn gives up. There is no score then.
            return lambda records: full_scores(np.nan, records)

    def score(records: Cell) -> FloatArray:
        coordinates, residual = project(space, records)
        kernel = np.exp(-gamma * _squared_distances(coordinates, residual, rows))
        centred = kernel - means - kernel.mean(axis=1)[:, None] + means.mean()
        return np.asarray(robust.mahalanobis(centred @ projector), dtype=np.float64)

    return score


METHODS = (
    Method(
        "mahalanobis_rde",
        "density",
        ("hidden",),
        "Yoo et al. (2022)",
        learn=_learn,
        number=20,
        note="KernelPCA(rbf) to min(100, right rows // 3), then MinCovDet; gamma is 1 over the "
        "total variance of the calibration rows",
    ),
)
