"""Curves of a training log, and the table and maps of a coverage experiment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.errors import ModelError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["coverage_maps", "coverage_table", "read_log", "training_curves"]


def read_log(path: Path) -> list[dict[str, Any]]:
    """The rows of a training log.

    Raises:
        ModelError: It cannot be read.
    """
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} is no training log: {error}") from error


def training_curves(log: Sequence[dict[str, Any]]) -> Figure:
    """Losses and held-out accuracies over minutes of training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.4), layout="constrained")
    losses, shares = figure.subplots(1, 2)
    steps = [row for row in log if "answer" in row]
    minutes = [row["minutes"] for row in steps]
    for name in ("answer", "attention"):
        losses.plot(minutes, [row[name] for row in steps], label=name, linewidth=1)
    losses.set(xlabel="minutes of training", ylabel="loss", ylim=(0, 3))
    losses.legend(frameon=False)
    judged = [row for row in log if "accuracy" in row]
    for name in judged[0]["accuracy"] if judged else ():
        values = [row["accuracy"].get(name, np.nan) for row in judged]
        shares.plot(
            [row["minutes"] for row in judged], values, marker="o", markersize=3, label=name
        )
    shares.set(xlabel="minutes of training", ylabel="held-out accuracy", ylim=(0, 1))
    if judged:
        shares.legend(frameon=False)
    return figure


def coverage_table(found: dict[str, dict[str, Any]]) -> str:
    """A Markdown table of :func:`~tapworld_eval.grounding.nano.coverage.summary`."""
    lines = ["| arm | inside | outside | seeds |", "|---|---|---|---|"]
    for arm, row in found.items():
        cells = []
        for key in ("inside", "outside"):
            spread = row[f"{key}_sd"]
            cells.append(f"{row[key]:.3f}" + ("" if spread is None else f" ± {spread:.3f}"))
        lines.append(f"| {arm} | {cells[0]} | {cells[1]} | {row['seeds']} |")
    return "\n".join(lines) + "\n"


def coverage_maps(
    runs: Sequence[dict[str, Any]], grid: Grid, region: tuple[float, float, float, float]
) -> Figure:
    """Accuracy by target cell, one map an arm, all seeds pooled; the region is outlined."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    arms = list(dict.fromkeys(run["about"]["arm"] for run in runs))
    figure = Figure(figsize=(2.2 * len(arms), 2.7), layout="constrained")
    axes = figure.subplots(1, len(arms), squeeze=False)[0]
    image = None
    for axis, arm in zip(axes, arms, strict=True):
        mine = [run for run in runs if run["about"]["arm"] == arm]
        right = np.sum([run["right"] for run in mine], axis=0)
        asked = np.sum([run["asked"] for run in mine], axis=0)
        share = np.divide(right, asked, out=np.full(len(asked), np.nan), where=asked > 0)
        image = axis.imshow(
            grid.image(share), vmin=0, vmax=1, cmap="viridis", extent=(0, 1, 1, 0), aspect="equal"
        )
        left, top, far, low = region
        axis.add_patch(Rectangle((left, top), far - left, low - top, fill=False, color="red"))
        axis.set(title=arm, xticks=[], yticks=[])
    if image is not None:
        figure.colorbar(image, ax=list(axes), shrink=0.8, label="accuracy")
    return figure
