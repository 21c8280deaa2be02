"""Performance profiles: the share of apps whose success rate exceeds a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tapworld_eval.statistics.cells import Records, count_cells
from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.levels import scenarios_as_apps
from tapworld_eval.statistics.resampling import replicate_rates

__all__ = ["performance_profile"]


def performance_profile(
    records: Records,
    axes: Sequence[str] | None = None,
    *,
    taus: ArrayLike | None = None,
    unit: Literal["app", "scenario"] = "app",
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    **options: Any,
) -> pd.DataFrame:
    """Share of apps (or scenarios) with a success rate above tau, with a pointwise bootstrap band.

    Args:
        records: Rollouts, or counted cells.
        axes: Enabled axes.
        taus: Thresholds in [0, 1]; by default 101 equally spaced ones.
        unit: ``app`` as in the paper, or ``scenario`` for a finer curve; scenarios are then fixed
            and only axes and rollouts are resampled.
        level: Confidence level of the band at each threshold.
        replicates: Bootstrap replicates.
        seed: Decides every draw.
        **options: Passed to the resampling (``resample``, ``workers``).

    Returns:
        Columns tau, share, low, high.

    Examples:
        >>> frame = pd.DataFrame(
        ...     [(app, "s", r, int(app == "pay" or r % 2)) for app in ("pay", "mail")
        ...      for r in range(4)],
        ...     columns=["app", "scenario", "rollout", "success"])
        >>> performance_profile(frame, taus=[0.4, 0.5, 0.99])["share"].tolist()
        [1.0, 0.5, 0.5]
    """
    check_level(level)
    thresholds = np.linspace(0, 1, 101) if taus is None else np.asarray(taus, dtype=np.float64)
    if thresholds.ndim != 1 or ((thresholds < 0) | (thresholds > 1)).any():
        raise OptionError("taus must be a list of thresholds in [0, 1]")
    if unit not in ("app", "scenario"):
        raise OptionError(f"unknown unit {unit!r}; choose app or scenario")
    cells = count_cells(records, axes)
    if unit == "scenario":
        cells = scenarios_as_apps(cells)
        options.setdefault("resample", ("axes", "rollouts"))
    rates = replicate_rates([cells], replicates=replicates, seed=seed, **options)[..., 0]
    share = (cells.app_rates[:, None] > thresholds).mean(axis=0)
    shares = np.stack([(rates > tau).mean(axis=1) for tau in thresholds], axis=1)
    tail = (1 - level) / 2
    low, high = np.quantile(shares, [tail, 1 - tail], axis=0)
    return pd.DataFrame(
        {
            "tau": thresholds,
            "share": share,
            "low": np.minimum(low, share),
            "high": np.maximum(high, share),
        }
    )
