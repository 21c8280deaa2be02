"""Pictures of whole episodes."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from tapworld_eval.statistics.plots.rendering import COLOURS, new_axes

__all__ = ["plot_selective_execution"]


def plot_selective_execution(curves: Mapping[str, pd.DataFrame], method: str) -> Figure:
    """Success among the executed episodes against the deferred share, a curve an aggregation.

    Args:
        curves: From :func:`~tapworld_eval.uncertainty.rollouts.selective_execution`.
        method: Name of the method, for the title.
    """
    figure, axes = new_axes(title=f"Deferring unsure episodes: {method}")
    for number, (how, curve) in enumerate(curves.items()):
        axes.plot(
            curve["deferred"], curve["success"], color=COLOURS[number % len(COLOURS)], label=how
        )
    first = next(iter(curves.values()))
    if len(first):
        everything = float(first["success"].iloc[-1])
        axes.axhline(everything, color="black", linewidth=1, linestyle="--", label="none deferred")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("share of episodes deferred")
    axes.set_ylabel("success among the others")
    axes.legend(frameon=False, fontsize=9)
    return figure
