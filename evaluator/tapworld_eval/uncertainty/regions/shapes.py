"""Regions that are no disks: ellipses along the samples' spread, and sets of elements."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.methods.clustering import click_matrix
from tapworld_eval.uncertainty.metrics.calibration import IsotonicMap
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.disks import fit_disk
from tapworld_eval.uncertainty.regions.quantile import check_alpha, conformal_quantile

__all__ = [
    "ElementSet",
    "EllipseRegion",
    "box_distances",
    "ellipse_distance",
    "fit_elements",
    "fit_ellipse",
    "sample_shapes",
    "target_distances",
]

FloatArray = NDArray[np.float64]


def sample_shapes(cell: Cell, ridge: float = 20.0) -> FloatArray:
    """Shape matrix of each record's clicks, shape (n, 2, 2).

    The second moments of the samples about the greedy click, plus ``ridge`` pixels squared in both
    directions, so that agreeing samples do not make the ellipse vanish.
    """
    difference = click_matrix(cell, "sample") - cell.clicks[:, None, :]
    known = ~np.isnan(difference[..., 0])
    spread = np.where(known[..., None], difference, 0.0)
    count = np.maximum(known.sum(axis=1), 1)
    moments = np.einsum("nki,nkj->nij", spread, spread) / count[:, None, None]
    return moments + ridge**2 * np.eye(2)


def ellipse_distance(cell: Cell, shapes: FloatArray) -> FloatArray:
    """sqrt(v' S^-1 v) of the vector from click to centre, shape (n,); infinite without a click."""
    v = cell.centres - cell.clicks
    squared = np.einsum("ni,nij,nj->n", v, np.linalg.inv(shapes), v)
    return np.where(np.isnan(squared), np.inf, np.sqrt(np.maximum(squared, 0.0)))


@dataclass(frozen=True)
class EllipseRegion:
    """Ellipses {x: (x - click)' S^-1 (x - click) <= radius^2}."""

    radius: float
    alpha: float

    def areas(self, shapes: FloatArray) -> FloatArray:
        """Areas in square pixels, shape (n,)."""
        return math.pi * self.radius**2 * np.sqrt(np.linalg.det(shapes))


def fit_ellipse(cell: Cell, alpha: float, ridge: float = 20.0) -> EllipseRegion:
    """Calibrate ellipses whose shape each record's own samples give."""
    distance = ellipse_distance(cell, sample_shapes(cell, ridge))
    return EllipseRegion(conformal_quantile(distance, alpha), alpha)


def box_distances(click: ArrayLike, boxes: ArrayLike) -> FloatArray:
    """Pixels from a click to boxes (left, top, right, bottom), 0 inside; shape (k,).

    >>> box_distances([5, 5], [[0, 0, 10, 10], [8, 9, 20, 20]]).tolist()
    [0.0, 5.0]
    """
    x, y = np.asarray(click, dtype=np.float64)
    left, top, right, bottom = np.asarray(boxes, dtype=np.float64).reshape(-1, 4).T
    outside_x = np.maximum(np.maximum(left - x, x - right), 0.0)
    outside_y = np.maximum(np.maximum(top - y, y - bottom), 0.0)
    return np.hypot(outside_x, outside_y)


@dataclass(frozen=True)
class ElementSet:
    """Sets of elements to which a click may belong: those no farther than ``distance``.

    Attributes:
        distance: The conformal quantile: pixels, or multiples of the scale where there is one.
        alpha: Allowed error rate.
        scale: Pixels that count as one at an uncertainty score, for sets that grow with it.
    """

    distance: float
    alpha: float
    scale: IsotonicMap | None = None

    def reach(self, score: float = math.nan) -> float:
        """Pixels from the click to the farthest member; infinite without a needed score."""
        if self.scale is None:
            return self.distance
        # Less the pixel that fit_elements adds.
        return float(self.distance * self.scale(score)) - 1 if math.isfinite(score) else math.inf

    def members(
        self, click: ArrayLike, boxes: ArrayLike, score: float = math.nan
    ) -> NDArray[np.int64]:
        """Positions of the elements in the set; all of them without a click."""
        elements = np.asarray(boxes, dtype=np.float64).reshape(-1, 4)
        if np.isnan(np.asarray(click, dtype=np.float64)).any():
            return np.arange(len(elements))
        return np.flatnonzero(box_distances(click, elements) <= self.reach(score))


def target_distances(cell: Cell) -> FloatArray:
    """Pixels from each click to its target's box, shape (n,); infinite without a click.

    Raises:
        OptionError: The records have no elements, or a target that is none of them.
    """
    if not cell.has("element_boxes") or not cell.has("target_element"):
        raise OptionError(f"{cell.name!r} has no elements (element_boxes, target_element)")
    boxes, targets = cell.list("element_boxes"), cell.number("target_element")
    distances = np.empty(len(cell))
    for row, target in enumerate(targets):
        elements = boxes[row].reshape(-1, 4)
        if not 0 <= target < len(elements):
            raise OptionError(
                f"{cell.name!r}, row {row}: target_element {target:g} of {len(elements)} elements"
            )
        distance = box_distances(cell.clicks[row], elements[int(target)])[0]
        distances[row] = np.inf if np.isnan(distance) else distance
    return distances


def fit_elements(
    cell: Cell, alpha: float, scores: ArrayLike | None = None, *, seed: int = 0
) -> ElementSet:
    """Calibrate sets of elements on the screens' own trees.

    The nonconformity of an element is its distance from the click, so a set holds the element that
    was hit and its neighbours, and is never empty on a screen whose target is listed. Elements that
    contain others count like any: a set holds the row and the list around a button, too.

    Args:
        cell: Calibration records with their elements.
        alpha: Allowed error rate.
        scores: Uncertainty of these records, shape (n,): sets then grow with it. Half of the
            records, drawn by the seed, learn how.
        seed: Decides the halves.

    Raises:
        CalibrationError: Too few records have a score.
        OptionError: The records have no elements.
    """
    check_alpha(alpha)
    distances = target_distances(cell)
    if scores is None:
        return ElementSet(conformal_quantile(distances, alpha), alpha)
    # A click inside the target is 0 pixels away: one pixel more makes a scale of it.
    disk = fit_disk(distances + 1.0, scores, alpha=alpha, variant="normalized", seed=seed)
    return ElementSet(disk.quantile, alpha, disk.model)
