"""Hierarchical bootstrap of a suite's success rate (percentile and BCa intervals).

Per app and replicate: draw scenarios with replacement; for each drawn scenario draw the levels of
each enabled axis with replacement, independently per axis, and take the product; for each slot of
that product draw its rollouts anew. Apps are fixed and never drawn.

The draws themselves are in :mod:`tapworld_eval.statistics.resampling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.aggregates import Statistic, resolve_statistic
from tapworld_eval.statistics.cells import Cells, Records, count_cells
from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.limits import bca_limits, percentile_limits
from tapworld_eval.statistics.resampling import replicate_rates, resolve_levels

__all__ = ["BootstrapResult", "Estimate", "bootstrap"]

FloatArray = NDArray[np.float64]
IntervalKind = Literal["percentile", "bca"]


@dataclass(frozen=True)
class Estimate:
    """A point estimate with its interval."""

    estimate: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Length of the interval."""
        return self.high - self.low


@dataclass(frozen=True)
class BootstrapResult:
    """What a bootstrap found.

    Attributes:
        suite: Estimate of the suite statistic with its interval.
        apps: One row an app: app, estimate, low, high, scenarios, configurations, rollouts.
        replicates: The suite statistic of each replicate, shape (B,).
        app_replicates: Success rate of each app in each replicate, shape (B, apps).
        statistic: Name of the suite statistic.
        method: ``percentile`` or ``bca``.
        level: Confidence level.
        axes: The enabled axes.
        resampled: What was drawn anew: ``scenarios``, axes by name, ``rollouts``.
    """

    suite: Estimate
    apps: pd.DataFrame
    replicates: FloatArray
    app_replicates: FloatArray
    statistic: str
    method: str
    level: float
    axes: tuple[str, ...]
    resampled: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Everything but the replicates, as plain JSON values."""
        return {
            "statistic": self.statistic,
            "method": self.method,
            "level": self.level,
            "replicates": len(self.replicates),
            "axes": list(self.axes),
            "resampled": list(self.resampled),
            "suite": {
                "estimate": self.suite.estimate,
                "low": self.suite.low,
                "high": self.suite.high,
            },
            "apps": self.apps.to_dict("records"),
        }


def bootstrap(
    records: Records,
    axes: Sequence[str] | None = None,
    *,
    statistic: str | Statistic = "mean",
    replicates: int = 1000,
    seed: int = 0,
    level: float = 0.95,
    method: IntervalKind = "percentile",
    resample: Sequence[str] = ("scenarios", "axes", "rollouts"),
    workers: int = 1,
) -> BootstrapResult:
    """Estimate a suite's success rate with a hierarchical bootstrap interval.

    Args:
        records: One row a rollout (see :mod:`tapworld_eval.statistics.records`), or counted cells.
        axes: Enabled axes, columns of ``records``; None for every standard axis that is a column.
            Axes left out are pooled into rollouts.
        statistic: How apps are summarised: ``mean``, ``trimmed_mean``, ``median``, ``iqm``, or a
            function that reduces the last axis of an array of app rates.
        replicates: Number of bootstrap replicates, B.
        seed: Decides every draw; equal seeds give equal intervals on any number of workers.
        level: Confidence level.
        method: ``percentile``, or ``bca`` (bias corrected, accelerated by a jackknife over the
            highest level that is resampled).
        resample: Levels to draw anew. All of them is the method; fewer shows what each one
            contributes. ``axes`` stands for all enabled axes, an axis's name for it alone.
        workers: Threads.

    Returns:
        Estimates with intervals for the suite and for each app. An interval that does not contain
        its estimate (possible for skewed statistics) is widened to it.

    Raises:
        RecordsError: The records are not sound.
        OptionError: An option is out of range.

    Examples:
        >>> frame = pd.DataFrame(
        ...     [("pay", s, t, r, int(s != "c" and r < 2))
        ...      for s in "abc" for t in ("dark", "light") for r in range(3)],
        ...     columns=["app", "scenario", "theme", "rollout", "success"])
        >>> result = bootstrap(frame, axes=["theme"], replicates=200)
        >>> round(result.suite.estimate, 3), result.suite.low < 0.3 < 0.6 < result.suite.high
        (0.444, True)
    """
    if replicates < 1:
        raise OptionError(f"replicates must be at least 1, got {replicates}")
    if method not in ("percentile", "bca"):
        raise OptionError(f"unknown interval method {method!r}; choose percentile or bca")
    check_level(level)
    reduce = resolve_statistic(statistic)
    cells = count_cells(records, axes)
    levels = resolve_levels(cells, resample)
    app_replicates = replicate_rates(
        [cells], replicates=replicates, seed=seed, resample=resample, workers=workers
    )[..., 0]
    point = cells.app_rates
    suite_replicates = np.asarray(reduce(app_replicates), dtype=np.float64)
    theta = float(reduce(point))
    if method == "percentile":
        suite = percentile_limits(suite_replicates, level)
        per_app = [percentile_limits(app_replicates[:, a], level) for a in range(len(point))]
    else:
        suite, per_app = bca_limits(cells, levels, reduce, suite_replicates, app_replicates, level)
    low = np.minimum([limits[0] for limits in per_app], point)
    high = np.maximum([limits[1] for limits in per_app], point)
    return BootstrapResult(
        suite=Estimate(theta, min(float(suite[0]), theta), max(float(suite[1]), theta)),
        apps=_app_table(cells, low, high),
        replicates=suite_replicates,
        app_replicates=app_replicates,
        statistic=statistic if isinstance(statistic, str) else statistic.__name__,
        method=method,
        level=level,
        axes=cells.axes,
        resampled=levels,
    )


def _app_table(cells: Cells, low: FloatArray, high: FloatArray) -> pd.DataFrame:
    frame = pd.DataFrame({"app": cells.app, "scenario": cells.scenario, "rollouts": cells.rollouts})
    grouped = frame.groupby("app")
    return pd.DataFrame(
        {
            "app": list(cells.apps),
            "estimate": cells.app_rates,
            "low": low,
            "high": high,
            "scenarios": grouped["scenario"].nunique().to_numpy(),
            "configurations": grouped.size().to_numpy(),
            "rollouts": grouped["rollouts"].sum().to_numpy(),
        }
    )
