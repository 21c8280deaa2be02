"""Point and interval at every level of the hierarchy: configuration, scenario, app, suite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, cast, get_args

import numpy as np
import pandas as pd

from tapworld_eval.statistics.cells import Cells, Records, count_cells
from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.hierarchical import bootstrap
from tapworld_eval.statistics.intervals import METHODS, IntervalMethod, proportion_interval

__all__ = ["Level", "interval_table", "scenarios_as_apps"]

Level = Literal["configuration", "scenario", "app", "suite"]


def scenarios_as_apps(cells: Cells) -> Cells:
    """The same counts with every scenario an app of its own, named ``app/scenario``."""
    _, first = np.unique(cells.scenario, return_index=True)
    apps = cells.label("app", cells.app[first])
    names = [f"{app}/{name}" for app, name in zip(apps, cells.names["scenario"], strict=True)]
    order = np.argsort(np.array(names, dtype=object), kind="stable")
    if (np.diff(order) != 1).any():  # "a/x" and "a-b/x" sort otherwise than their parts
        return _renamed_and_sorted(cells, names)
    return replace(cells, names={**cells.names, "app": tuple(names)}, app=cells.scenario)


def interval_table(
    records: Records,
    axes: Sequence[str] | None = None,
    *,
    by: Level = "configuration",
    method: IntervalMethod | Literal["bootstrap"] | None = None,
    level: float = 0.95,
    **options: Any,
) -> pd.DataFrame:
    """Estimates with intervals, one row a configuration, scenario, app, or the suite.

    Args:
        records: Rollouts, or counted cells.
        axes: Enabled axes.
        by: The level of a row.
        method: A binomial method, or ``bootstrap``. By default Wilson for configurations, whose
            rollouts are independent, and the hierarchical bootstrap above them. A binomial method
            above the configuration pools rollouts as if they were independent; it is offered to
            show how much too narrow that is.
        level: Confidence level.
        **options: Passed to :func:`tapworld_eval.statistics.bootstrap`.

    Returns:
        Columns: the keys of the level, estimate, low, high, successes, rollouts.

    Raises:
        OptionError: Unknown level or method, or a bootstrap of single configurations.

    Examples:
        >>> frame = pd.DataFrame({"app": "pay", "scenario": ["a"] * 3, "success": [1, 1, 0]})
        >>> interval_table(frame).round(3)[["estimate", "low", "high"]].values.tolist()
        [[0.667, 0.208, 0.939]]
    """
    if by not in get_args(Level):
        raise OptionError(f"unknown level {by!r}; choose one of {', '.join(get_args(Level))}")
    method = method or ("wilson" if by == "configuration" else "bootstrap")
    if method != "bootstrap" and method not in METHODS:
        raise OptionError(f"unknown method {method!r}; choose bootstrap, {', '.join(METHODS)}")
    cells = count_cells(records, axes)
    keys = {
        "configuration": ["app", "scenario", *cells.axes],
        "scenario": ["app", "scenario"],
        "app": ["app"],
        "suite": [],
    }[by]
    counts = cells.to_frame()
    if keys:
        table = counts.groupby(keys, sort=True)[["successes", "rollouts"]].sum().reset_index()
    else:
        table = counts[["successes", "rollouts"]].sum().to_frame().T
    if method != "bootstrap":
        limits = proportion_interval(
            table["successes"], table["rollouts"], method=cast(IntervalMethod, method), level=level
        )
        rate = table["successes"] / table["rollouts"]
        return _ordered(table.assign(estimate=rate, low=limits.low, high=limits.high), keys)
    if by == "configuration":
        raise OptionError("a configuration has only rollouts; use a binomial method such as wilson")
    if by == "suite":
        suite = bootstrap(cells, level=level, **options).suite
        row = table.assign(estimate=suite.estimate, low=suite.low, high=suite.high)
        return _ordered(row, keys)
    if by == "app":
        found = bootstrap(cells, level=level, **options).apps
    else:
        single = scenarios_as_apps(cells)
        found = bootstrap(single, level=level, resample=("axes", "rollouts"), **options).apps
        names = table["app"] + "/" + table["scenario"]
        found = found.set_index("app").loc[names].reset_index(drop=True)
    limits = {name: found[name].to_numpy() for name in ("estimate", "low", "high")}
    return _ordered(table.assign(**limits), keys)


def _ordered(table: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    return table[[*keys, "estimate", "low", "high", "successes", "rollouts"]]


def _renamed_and_sorted(cells: Cells, names: list[str]) -> Cells:
    position = np.empty(len(names), dtype=np.int64)
    order = np.argsort(np.array(names, dtype=object), kind="stable")
    position[order] = np.arange(len(names))
    app = position[cells.scenario]
    rows = np.argsort(app, kind="stable")
    scenario = tuple(cells.names["scenario"][i] for i in order)
    return replace(
        cells,
        names={**cells.names, "app": tuple(names[i] for i in order), "scenario": scenario},
        app=app[rows],
        scenario=app[rows],
        levels=cells.levels[rows],
        successes=cells.successes[rows],
        rollouts=cells.rollouts[rows],
    )
