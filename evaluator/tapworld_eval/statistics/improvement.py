"""Probability of improvement: how likely a run of one agent beats a run of another.

Agarwal et al. (2021): per task P(X > Y) + P(X = Y) / 2 over all pairs of runs, averaged over
tasks. Here a task is an app and a run is a rollout number; a run's score in an app is its success
rate over the app's scenarios and configurations.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from tapworld_eval.statistics.errors import DesignError
from tapworld_eval.statistics.records import check_columns, success_column

__all__ = ["probability_of_improvement", "run_scores"]

FloatArray = NDArray[np.float64]


def run_scores(records: pd.DataFrame) -> tuple[list[str], FloatArray]:
    """App names and the score of every run in every app, shape (runs, apps), as rliable takes it.

    Raises:
        DesignError: There is no ``rollout`` column, or a run misses an app.
    """
    check_columns(records)
    if "rollout" not in records.columns:
        raise DesignError("scores per run need the column 'rollout', which says whose run a row is")
    table = records.assign(success=success_column(records)).pivot_table(
        index="rollout", columns="app", values="success", aggfunc="mean", observed=True
    )
    if table.isna().to_numpy().any():
        run, app = np.argwhere(table.isna().to_numpy())[0]
        raise DesignError(f"run {table.index[run]!r} has no rollout in app {table.columns[app]!r}")
    return [str(app) for app in table.columns], table.to_numpy()


def probability_of_improvement(first: FloatArray, second: FloatArray) -> float:
    """Probability that a run of ``first`` beats a run of ``second``, averaged over tasks.

    Args:
        first: Scores, shape (runs, tasks).
        second: Scores of the other agent, same tasks; the number of runs may differ.

    Examples:
        >>> probability_of_improvement(np.array([[1.0], [0.5]]), np.array([[0.5], [0.0]]))
        0.875
    """
    first, second = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if first.ndim != 2 or second.ndim != 2 or first.shape[1] != second.shape[1]:
        raise DesignError(
            f"scores must have shape (runs, tasks) with equal tasks, got {first.shape} and "
            f"{second.shape}"
        )
    per_task = []
    for x, y in zip(first.T, second.T, strict=True):
        ranks = stats.rankdata(np.concatenate([x, y]))  # average ranks give ties one half
        wins = ranks[: len(x)].sum() - len(x) * (len(x) + 1) / 2
        per_task.append(wins / (len(x) * len(y)))
    return float(np.mean(per_task))
