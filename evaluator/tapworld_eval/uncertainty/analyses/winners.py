"""Who wins where: family winners, top lists, and whether two objectives agree on the winner.

Tables have one row a method and cell, as :func:`~tapworld_eval.uncertainty.to_frame` makes them:
columns ``cell``, ``method``, ``family`` and one a metric.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.metrics.evaluate import HIGHER_IS_BETTER, METRICS

__all__ = ["Disagreement", "disagreement", "family_winners", "ranked", "top_methods", "winners"]


def ranked(table: pd.DataFrame, metric: str = "auroc") -> pd.DataFrame:
    """Rows with a value, best first in every cell; equal values in order of the method's name.

    Raises:
        OptionError: No such metric, or the table lacks a column.
    """
    if metric not in METRICS:
        raise OptionError(f"no metric {metric!r}; choose one of {', '.join(METRICS)}")
    absent = {"cell", "method", "family", metric} - set(table.columns)
    if absent:
        raise OptionError(f"the table lacks the column(s) {', '.join(sorted(absent))}")
    known = table.loc[table[metric].notna()]
    return known.sort_values(
        ["cell", metric, "method"], ascending=[True, metric not in HIGHER_IS_BETTER, True]
    ).reset_index(drop=True)


def winners(table: pd.DataFrame, metric: str = "auroc") -> pd.DataFrame:
    """The best method of every cell."""
    return ranked(table, metric).groupby("cell", sort=True).head(1).reset_index(drop=True)


def family_winners(table: pd.DataFrame, metric: str = "auroc") -> pd.DataFrame:
    """The best method of every family in every cell."""
    order = ranked(table, metric)
    return order.groupby(["cell", "family"], sort=True).head(1).reset_index(drop=True)


def top_methods(table: pd.DataFrame, k: int = 10, metric: str = "auroc") -> pd.DataFrame:
    """The k best methods of every cell, with a column ``rank`` from 1."""
    order = ranked(table, metric)
    order["rank"] = order.groupby("cell").cumcount() + 1
    return order.loc[order["rank"] <= k].reset_index(drop=True)


@dataclass(frozen=True)
class Disagreement:
    """Cells in which two objectives choose different methods.

    Attributes:
        agree: Cells with the same winner.
        differ: Cells with different winners.
        table: Columns ``cell`` and the winner by each metric.
    """

    agree: int
    differ: int
    table: pd.DataFrame


def disagreement(table: pd.DataFrame, first: str = "auroc", second: str = "ause") -> Disagreement:
    """Compare the winners of two metrics, in the cells where both have one."""
    a = winners(table, first).set_index("cell")["method"]
    b = winners(table, second).set_index("cell")["method"]
    both = pd.DataFrame({first: a, second: b}).dropna().reset_index()
    same = int((both[first] == both[second]).sum())
    return Disagreement(same, len(both) - same, both)
