"""Plots whose rows are estimates with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tapworld_eval.statistics.plots.rendering import COLOURS, new_axes

__all__ = ["plot_interval_ladder", "plot_intervals", "plot_ranks", "plot_variability"]


def plot_intervals(table: pd.DataFrame, label: str = "app", title: str = "") -> Figure:
    """Success rates with intervals, one row each (columns: label, estimate, low, high)."""
    figure, axes = new_axes(height=1.2 + 0.28 * len(table), title=title)
    _rows(axes, list(table[label].astype(str)), table, COLOURS[0])
    axes.set_xlim(0, 1)
    axes.set_xlabel("success rate")
    return figure


def plot_interval_ladder(ladder: pd.DataFrame, level: float = 0.95) -> Figure:
    """Coverage as one level of the hierarchy after the other is resampled (the paper's figure 1b).

    Args:
        ladder: From :func:`tapworld_eval.statistics.simulation.resampling_ladder`.
        level: The nominal level, drawn as a line.
    """
    figure, axes = new_axes(title="Coverage of the suite's interval")
    names = list(ladder["method"])
    at = np.arange(len(names))
    axes.bar(at, ladder["coverage"], width=0.6, color=COLOURS[0], label="found here")
    if "paper" in ladder:
        published = ladder["paper"].notna().to_numpy()
        axes.scatter(
            at[published], ladder["paper"][published], color=COLOURS[1], zorder=3, label="paper"
        )
    axes.axhline(level, color="black", linewidth=1, linestyle="--", label=f"nominal {level:g}")
    axes.set_xticks(at, names)
    axes.set_ylim(0, 1.02)
    axes.set_ylabel("coverage")
    axes.legend(frameon=False, fontsize=9)
    return figure


def plot_variability(table: pd.DataFrame) -> Figure:
    """Matched-pair MAD of each axis that has matched pairs, with what chance alone would give.

    Args:
        table: From :func:`tapworld_eval.statistics.axis_variability`.
    """
    table = table[table["mad"].notna()]
    figure, axes = new_axes(title="How much each axis moves success")
    at = np.arange(len(table))
    axes.bar(at, table["mad"], width=0.6, color=COLOURS[0], label="observed")
    axes.hlines(
        table["null"], at - 0.3, at + 0.3, color="black", linewidth=2, label="by chance alone"
    )
    axes.set_xticks(at, list(table["axis"]))
    axes.set_ylabel("mean |difference| over matched pairs")
    axes.legend(frameon=False, fontsize=9)
    return figure


def plot_ranks(ranking: pd.DataFrame) -> Figure:
    """Ranks with simultaneous intervals, best at the top.

    Args:
        ranking: The ``agents`` table of :func:`tapworld_eval.statistics.rank_agents`.
    """
    figure, axes = new_axes(height=1.4 + 0.32 * len(ranking), title="Ranks with intervals")
    table = ranking.rename(columns={"rank": "middle"})
    spans = pd.DataFrame(
        {"estimate": table["middle"], "low": table["rank_low"], "high": table["rank_high"]}
    )
    _rows(axes, list(ranking["agent"].astype(str)), spans, COLOURS[2])
    axes.set_xlim(0.5, len(ranking) + 0.5)
    axes.set_xticks(np.arange(1, len(ranking) + 1))
    axes.set_xlabel("rank (1 is best)")
    return figure


def _rows(axes: Axes, labels: Sequence[str], table: pd.DataFrame, colour: str) -> None:
    at = np.arange(len(labels))[::-1]
    axes.hlines(at, table["low"], table["high"], color=colour, linewidth=2)
    axes.scatter(table["estimate"], at, color=colour, zorder=3, s=24)
    axes.set_yticks(at, labels)
    axes.set_ylim(-0.7, len(labels) - 0.3)
