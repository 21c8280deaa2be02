"""Adaptive conformal disks for a running agent: the error rate is kept in the long run.

Source: Gibbs and Candes (2021). No assumption on how the distances come about: the average error
over T steps differs from alpha by at most (max(alpha_1, 1 - alpha_1) + rate) / (rate T).
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.quantile import check_alpha, conformal_quantile

__all__ = ["AdaptiveDisk", "OnlineResult", "online_coverage"]


class AdaptiveDisk:
    """A disk whose level follows its own errors.

    Ask for :attr:`radius` before the tap, tell :meth:`update` the distance once it is known.

    Args:
        distances: Distances to start from; may be empty.
        alpha: Error rate to keep.
        rate: Step of the level; larger reacts faster and varies more.
        window: How many latest distances are kept; None keeps all.
    """

    def __init__(
        self,
        distances: ArrayLike = (),
        *,
        alpha: float = 0.1,
        rate: float = 0.02,
        window: int | None = 500,
    ) -> None:
        if rate <= 0 or (window is not None and window < 1):
            raise OptionError("the rate and the window must be above 0")
        self.target = check_alpha(alpha)
        self.level = self.target
        self._rate, self._window = rate, window
        self._distances = [float(d) for d in np.asarray(distances, dtype=np.float64)]
        self.errors: list[bool] = []

    @property
    def radius(self) -> float:
        """Radius for the next tap: infinite at a level of 0 or less, nothing at 1 or more."""
        if self.level <= 0:
            return math.inf
        if self.level >= 1:
            return -math.inf
        return conformal_quantile(self._distances, self.level)

    def update(self, distance: float) -> bool:
        """Learn how far the target was; return whether the disk had missed it.

        Raises:
            OptionError: The distance is NaN.
        """
        if math.isnan(distance):
            raise OptionError("a distance is a number or infinite, not NaN")
        missed = distance > self.radius
        self.level += self._rate * (self.target - missed)
        self.errors.append(missed)
        self._distances.append(float(distance))
        if self._window is not None:
            del self._distances[: -self._window]
        return missed

    def run(self, distances: ArrayLike) -> NDArray[np.bool_]:
        """Update with each distance in turn; whether each was missed, shape (n,)."""
        return np.array([self.update(float(d)) for d in np.asarray(distances)], dtype=bool)


@dataclass(frozen=True)
class OnlineResult:
    """An adaptive disk beside one that is calibrated once, on records in their order.

    Attributes:
        cell: Name of the cell.
        alpha: Error rate to keep.
        start: Records that both are calibrated on at first.
        records: Records after those.
        adaptive: Coverage of the adaptive disk.
        fixed: Coverage of the disk that is calibrated once.
        adaptive_worst: Lowest coverage of the adaptive disk over any ``span`` records in a row.
        fixed_worst: The same of the other.
        span: Records in a row.
        bound: Most by which the adaptive error rate can differ from alpha, whatever happens.
        infinite: Share of records at which the adaptive disk was infinite.
    """

    cell: str
    alpha: float
    start: int
    records: int
    adaptive: float
    fixed: float
    adaptive_worst: float
    fixed_worst: float
    span: int
    bound: float
    infinite: float

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def online_coverage(
    cell: Cell,
    *,
    alpha: float = 0.1,
    start: int = 50,
    rate: float = 0.02,
    window: int | None = 500,
    span: int = 100,
) -> OnlineResult:
    """Follow a running agent: records by ``episode`` and ``step`` where known, else as they stand.

    Raises:
        OptionError: No record is left after the start.
    """
    items = cell.items
    order = np.arange(len(cell))
    if {"episode", "step"} <= set(items.columns):
        # Episodes in the order of their first record.
        first = {name: place for place, name in reversed(list(enumerate(items["episode"])))}
        places = np.array([first[name] for name in items["episode"]])
        order = np.lexsort([items["step"].to_numpy(dtype=np.float64), places])
    distances = cell.distances[order]
    if not 0 <= start < len(distances):
        raise OptionError(f"{len(distances)} records, {start} of them to start with: none is left")
    disk = AdaptiveDisk(distances[:start], alpha=alpha, rate=rate, window=window)
    missed, infinite = [], 0
    for distance in distances[start:]:
        infinite += disk.radius == math.inf
        missed.append(disk.update(float(distance)))
    adaptive = ~np.array(missed, dtype=bool)
    fixed = distances[start:] <= conformal_quantile(distances[:start], alpha)
    span = min(span, len(adaptive))
    window_of = np.full(span, 1 / span)
    return OnlineResult(
        cell=cell.name,
        alpha=alpha,
        start=start,
        records=len(adaptive),
        adaptive=float(adaptive.mean()),
        fixed=float(fixed.mean()),
        adaptive_worst=float(np.convolve(adaptive, window_of, "valid").min()),
        fixed_worst=float(np.convolve(fixed, window_of, "valid").min()),
        span=span,
        bound=(max(alpha, 1 - alpha) + rate) / (rate * len(adaptive)),
        infinite=infinite / len(adaptive),
    )
