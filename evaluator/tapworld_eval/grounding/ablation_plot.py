"""The table of an ablation as a picture: effects with their intervals, and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from tapworld_eval.grounding.ablations import Effect
from tapworld_eval.statistics.plots.rendering import COLOURS, new_axes

__all__ = ["plot_effects"]

_CLEAR, _OPEN = COLOURS[0], "#777777"


def plot_effects(variable: str, effects: Sequence[Effect]) -> Figure:
    """One line an effect: a bar for the interval, p after Holm and the needed n beside it.

    Args:
        variable: What was varied.
        effects: From :func:`tapworld_eval.grounding.ablations.effects`.
    """
    rows = [effect.row() for effect in effects]
    n = ", ".join(sorted({str(row["n"]) for row in rows}, key=int))
    figure, axes = new_axes(
        8.4, 1.6 + 0.55 * len(rows), f"Effect of the {variable} on accuracy, {n} paired samples"
    )
    for place, row in enumerate(rows):
        colour = _CLEAR if row["p_holm"] < 0.05 else _OPEN
        axes.plot([100 * row["low"], 100 * row["high"]], [place, place], color=colour, linewidth=3)
        axes.plot(100 * row["difference"], place, marker="o", color=colour, markersize=7)
        axes.annotate(
            _beside(row),
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=9,
            annotation_clip=False,
        )
    axes.axvline(0, color="black", linewidth=1)
    axes.set_yticks(range(len(rows)), [_label(row) for row in rows], fontsize=9)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel("points of accuracy, second arm minus first, 95 % interval")
    axes.grid(False, axis="y")
    return figure


def _label(row: dict[str, Any]) -> str:
    said = f"{row['first']} → {row['second']}"
    return f"{row['model']}\n{said}" if row["model"] else said


def _beside(row: dict[str, Any]) -> str:
    before, after = 100 * row["accuracy_first"], 100 * row["accuracy_second"]
    needed = "-" if row["required_n"] is None else f"{row['required_n']:,}"
    return f"{before:.1f} → {after:.1f} %\nHolm p {row['p_holm']:.2g}, needs n {needed}"
