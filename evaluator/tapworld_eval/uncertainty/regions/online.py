"""Adaptive conformal disks for a running agent: the error rate is kept in the long run.

Source: Gibbs and Candes (2021). No assumption on how the distances come about: the average error
over T steps differs from alpha by at most (max(alpha_1, 1 - alpha_1) + rate) / (rate T).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.regions.quantile import check_alpha, conformal_quantile

__all__ = ["AdaptiveDisk"]


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
