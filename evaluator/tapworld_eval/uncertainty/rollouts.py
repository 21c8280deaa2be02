"""From taps to episodes: uncertainty of a whole trajectory, and what deferring it would bring.

Works on a cell whose records are the taps of rollouts: columns ``episode``, ``step`` and
``success`` (of the episode, the same in all its records).
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tapworld_eval.uncertainty.errors import OptionError, RecordsError
from tapworld_eval.uncertainty.metrics.ordering import least_uncertain_first
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["AGGREGATIONS", "aggregate_episodes", "selective_execution"]

Aggregation = Literal["max", "mean", "last", "product"]
AGGREGATIONS: Final = get_args(Aggregation)


def aggregate_episodes(
    cell: Cell, scores: ArrayLike, how: Aggregation = "max", *, defer_above: float | None = None
) -> pd.DataFrame:
    """One score an episode.

    Args:
        cell: Taps of rollouts.
        scores: Uncertainty of each tap, shape (n,). An episode with a tap without a score has none.
        how: ``max``, ``mean``, ``last`` step, or ``product``: 1 - product of (1 - p) for scores
            that are probabilities of a wrong tap.
        defer_above: Also tell whether, and at which step, an agent that defers when a tap scores
            above this would have stopped.

    Returns:
        Columns ``episode``, ``score``, ``success``, ``steps`` and, with ``defer_above``,
        ``deferred_at`` (NaN where never), by name of the episode.

    Raises:
        RecordsError: A column is missing, or an episode has two outcomes.
        OptionError: An unknown aggregation, or a product of what are no probabilities.
    """
    if how not in AGGREGATIONS:
        raise OptionError(f"no aggregation {how!r}; choose one of {', '.join(AGGREGATIONS)}")
    absent = [name for name in ("episode", "step", "success") if name not in cell.items.columns]
    if absent:
        raise RecordsError(
            f"cell {cell.name!r} lacks the column(s) {', '.join(absent)}: its records are no taps "
            "of rollouts"
        )
    u = np.asarray(scores, dtype=np.float64)
    if u.shape != (len(cell),):
        raise OptionError(f"one score a record is needed: {len(cell)}, got shape {u.shape}")
    if how == "product" and ((u < 0) | (u > 1)).any():
        raise OptionError("a product needs probabilities: calibrate the scores first")
    taps = cell.items[["episode", "step", "success"]].assign(u=u)
    rows = []
    for episode, part in taps.sort_values("step", kind="stable").groupby("episode", sort=True):
        outcomes = part["success"].unique()
        if len(outcomes) != 1:
            raise RecordsError(f"episode {episode!r} has two outcomes: {sorted(outcomes)}")
        values = part["u"].to_numpy(dtype=np.float64)
        row: dict[str, object] = {
            "episode": str(episode),
            "score": _aggregate(values, how),
            "success": int(outcomes[0]),
            "steps": len(values),
        }
        if defer_above is not None:
            # A tap without a score gives no leave to act.
            stops = np.flatnonzero(~(values <= defer_above))
            row["deferred_at"] = float(part["step"].iloc[stops[0]]) if len(stops) else np.nan
        rows.append(row)
    return pd.DataFrame(rows)


def _aggregate(values: np.ndarray, how: Aggregation) -> float:
    if np.isnan(values).any():
        return float("nan")
    if how == "max":
        return float(values.max())
    if how == "mean":
        return float(values.mean())
    if how == "last":
        return float(values[-1])
    return float(1 - np.prod(1 - values))


def selective_execution(episodes: pd.DataFrame) -> pd.DataFrame:
    """Success of the episodes that are executed, against the share that is deferred.

    Args:
        episodes: From :func:`aggregate_episodes`; those without a score are always deferred.

    Returns:
        One row for each number k >= 1 of executed episodes: ``executed`` and ``deferred`` (shares
        of all episodes), ``success`` (rate among executed, ties averaged), ``solved`` (share of all
        episodes that are executed and succeed).
    """
    known = episodes.loc[episodes["score"].notna()]
    ordered = least_uncertain_first(
        known["score"].to_numpy(dtype=np.float64), known["success"].to_numpy(dtype=np.float64)
    )
    k = np.arange(1, len(known) + 1)
    solved = ordered.cumsum()
    return pd.DataFrame(
        {
            "executed": k / len(episodes),
            "deferred": 1 - k / len(episodes),
            "success": solved / k,
            "solved": solved / len(episodes),
        }
    )
