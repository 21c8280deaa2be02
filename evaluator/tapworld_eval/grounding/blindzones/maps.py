"""The whole analysis of probe records: measures, bands, masks, sensitivity, heat maps."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.measures import (
    bottom_mask,
    direction_consistency,
    jaccard,
    null_concentration,
    severity,
    severity_bands,
)
from tapworld_eval.grounding.blindzones.records import count_records
from tapworld_eval.statistics.plots.rendering import new_axes

__all__ = ["analyse", "heat_map"]

GRIDS = (40, 50, 60)
FRACTIONS = (0.1, 0.2, 0.3)


def analyse(
    records: pd.DataFrame, grid: Grid, *, fraction: float = 0.2, seed: int = 0
) -> dict[str, Any]:
    """Everything that the map command prints.

    Raises:
        BlindZoneError: The records lack a column, or a cell was never probed.
    """
    counts = count_records(records, grid)
    found = severity(counts.right, counts.trials, seed=seed)
    error = 1 - counts.right.sum() / counts.trials.sum()
    null, null_low, null_high = null_concentration(counts.trials, float(error), seed=seed)
    mask = bottom_mask(counts.accuracy, grid, fraction)
    low, high = counts.limits()
    return {
        "probes": len(records),
        "grid": [grid.columns, grid.rows],
        **vars(found),
        "bands": severity_bands(counts.right, counts.trials, seed=seed),
        "null_concentration": {"mean": null, "low": null_low, "high": null_high},
        "mask": np.flatnonzero(mask.cells).tolist(),
        "mask_fraction": fraction,
        "ties": mask.ties,
        "ties_outside": mask.contested,
        "cell_accuracy": counts.accuracy.round(6).tolist(),
        "cell_low": low.round(6).tolist(),
        "cell_high": high.round(6).tolist(),
        "backgrounds": _background_overlap(records, grid, fraction),
        "grids": _grid_sensitivity(records, fraction),
        "fractions": [
            {
                "fraction": share,
                "inside": float(counts.accuracy[_cells(counts.accuracy, grid, share)].mean()),
                "outside": float(counts.accuracy[~_cells(counts.accuracy, grid, share)].mean()),
            }
            for share in FRACTIONS
        ],
        "direction": _directions(records, grid, mask.cells),
    }


def heat_map(values: ArrayLike, grid: Grid, title: str, mask: ArrayLike | None = None) -> Figure:
    """Accuracy of each cell as a picture; the mask's cells are outlined."""
    figure, axes = new_axes(5.6, 5.0, title)
    axes.grid(False)
    shown = axes.imshow(grid.image(values), vmin=0, vmax=1, cmap="viridis", aspect="auto")
    if mask is not None:
        cells = grid.image(np.asarray(mask, dtype=float))
        axes.contour(cells, levels=[0.5], colors="#D55E00", linewidths=0.9)
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    bar = figure.colorbar(shown, ax=axes)
    bar.set_label("accuracy")
    return figure


def _cells(accuracy: ArrayLike, grid: Grid, share: float) -> Any:
    return bottom_mask(accuracy, grid, share).cells


def _background_overlap(records: pd.DataFrame, grid: Grid, fraction: float) -> dict[str, Any]:
    """Jaccard between the masks of single backgrounds, and of two halves of them."""
    if "background" not in records.columns or records["background"].nunique() < 2:
        return {"pairs": None, "halves": None}
    names = sorted(records["background"].unique())

    def mask_of(some: Any) -> Any:
        part = count_records(records[records["background"].isin(some)], grid)
        if (part.trials == 0).any():
            return None
        return _cells(part.accuracy, grid, fraction)

    masks = [mask for name in names if (mask := mask_of([name])) is not None]
    pairs = [jaccard(a, b) for a, b in combinations(masks, 2)]
    halves = [mask_of(names[::2]), mask_of(names[1::2])]
    both = all(half is not None for half in halves)
    return {
        "pairs": float(np.mean(pairs)) if pairs else None,
        "halves": jaccard(*halves) if both else None,
    }


def _grid_sensitivity(records: pd.DataFrame, fraction: float) -> list[dict[str, Any]]:
    """The same records pooled on other grids; cells that no probe fell into are left out."""
    lines = []
    for side in GRIDS:
        grid = Grid(side, side)
        counts = count_records(records, grid)
        probed = counts.trials > 0
        line: dict[str, Any] = {"grid": side, "probed": float(probed.mean())}
        if probed.all():
            cells = _cells(counts.accuracy, grid, fraction)
            line["inside"] = float(counts.accuracy[cells].mean())
            line["outside"] = float(counts.accuracy[~cells].mean())
        lines.append(line)
    return lines


def _directions(records: pd.DataFrame, grid: Grid, mask: Any) -> dict[str, float]:
    x = (records["left"] + records["right"]) / 2 / records["width"]
    y = (records["top"] + records["bottom"]) / 2 / records["height"]
    dx = records["x"] / records["width"] - x
    dy = records["y"] / records["height"] - y
    inside = mask[grid.cell_of(x, y)]
    return {
        "inside": direction_consistency(dx[inside], dy[inside]),
        "outside": direction_consistency(dx[~inside], dy[~inside]),
    }
