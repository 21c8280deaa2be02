"""What a scaffold did with one sample, as a picture: a panel for everything it asked."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from tapworld_eval.grounding.runs.rescoring import target_of

__all__ = ["plot_trace"]

_TARGET, _DRAW, _NEXT, _CLICK = "#009E73", "#0072B2", "#D55E00", "#CC0066"
_WIDE = 60  # characters of a title's line


def plot_trace(row: dict[str, Any], pixels: NDArray[np.uint8]) -> Figure:
    """One panel a step: what was shown, where the draws lie, which part was shown next.

    Args:
        row: A row of a run.
        pixels: The sample's image, (height, width, 3).
    """
    asked = row["asked"]
    shapes = [(a["window"][2] - a["window"][0], a["window"][3] - a["window"][1]) for a in asked]
    widths = [4.6 * wide / high if high >= wide else 4.6 for wide, high in shapes]
    figure = Figure(figsize=(sum(widths) + 0.6, 5.6), layout="constrained")
    panels = figure.subplots(1, len(asked), squeeze=False, width_ratios=widths)[0]
    for number, (axes, ask) in enumerate(zip(panels, asked, strict=True)):
        left, top, right, bottom = (round(edge) for edge in ask["window"])
        axes.imshow(
            pixels[top:bottom, left:right],
            extent=(left, right, bottom, top),
            interpolation="antialiased",
        )
        axes.set_axis_off()
        target = target_of(row)
        if target.box is not None:
            _rectangle(axes, target.box, _TARGET, "-")
        for part in target.covered:
            _rectangle(axes, part, _TARGET, ":")
        for draw in ask["draws"]:
            if draw["box"] is not None:
                _rectangle(axes, draw["box"], _DRAW, "-")
            if draw["point"] is not None:
                axes.plot(*draw["point"], marker="+", color=_DRAW, markersize=11, mew=2)
        if number + 1 < len(asked):
            _rectangle(axes, asked[number + 1]["window"], _NEXT, "--")
        elif row["point"] is not None:
            axes.plot(*row["point"], marker="o", color=_CLICK, markersize=13, mfc="none", mew=2)
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)
        axes.set_title(_said(number, ask), fontsize=8, loc="left")
    verdict = "refused" if row["refused"] else "no point" if row["point"] is None else "click"
    right = "right" if row["correct"] else "wrong"
    title = "\n".join(textwrap.wrap(f"{row['instruction']}  ({verdict}: {right})", _WIDE))
    figure.suptitle(title, fontsize=10, x=0.01, ha="left")
    return figure


def _rectangle(axes: Any, box: Any, colour: str, line: str) -> None:
    left, top, right, bottom = box
    axes.add_patch(
        Rectangle(
            (left, top),
            right - left,
            bottom - top,
            fill=False,
            edgecolor=colour,
            linewidth=2,
            linestyle=line,
        )
    )


def _said(number: int, ask: dict[str, Any]) -> str:
    draws = ask["draws"]
    said = draws[0]["text"] if len(draws) == 1 else f"{len(draws)} draws"
    shown = textwrap.shorten(" ".join(said.split()), 36, placeholder=" ...")
    return f"{number + 1}. {ask['stage']}\n{shown}"
