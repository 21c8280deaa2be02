"""The whole analysis of probe records: measures, bands, masks, sensitivity."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.blindzones.bands import severity_bands
from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.lattice import lattice_of_records
from tapworld_eval.grounding.blindzones.measures import (
    THRESHOLD,
    bottom_mask,
    direction_consistency,
    jaccard,
    null_concentration,
    severity,
)
from tapworld_eval.grounding.blindzones.records import CellCounts, count_records
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.resize import Resize

__all__ = ["analyse", "grid_of_records"]

GRIDS = (40, 50, 60)
FRACTIONS = (0.1, 0.2, 0.3)

Cells = NDArray[np.bool_]


def grid_of_records(records: pd.DataFrame) -> Grid:
    """The grid on which records were probed; 40x40 where they do not say.

    Raises:
        BlindZoneError: They were probed on several grids.
    """
    if not {"columns", "rows"} <= set(records.columns):
        return Grid()
    found = records[["columns", "rows"]].drop_duplicates()
    if len(found) != 1:
        raise BlindZoneError(
            f"the records were probed on {len(found)} grids; name the one to pool them on"
        )
    return Grid(int(found["columns"].iloc[0]), int(found["rows"].iloc[0]))


def analyse(
    records: pd.DataFrame,
    grid: Grid | None = None,
    *,
    fraction: float = 0.2,
    seed: int = 0,
    resize: Resize | None = None,
) -> dict[str, Any]:
    """Everything that the map command prints.

    Cells that were never probed are left out of every measure; ``probed`` says how many were.

    Args:
        records: Probe records.
        grid: Where they are pooled; by default the grid they were probed on.
        fraction: Share of the cells in the mask.
        seed: Of the bands and of the null.
        resize: The model's own resize, for the analysis of its token lattice.

    Raises:
        BlindZoneError: The records lack a column, or there are none.
    """
    if len(records) == 0:
        raise BlindZoneError("there are no records to map")
    grid = grid or grid_of_records(records)
    counts = count_records(records, grid)
    probed = counts.trials > 0
    right, trials = counts.right[probed], counts.trials[probed]
    found = severity(right, trials, seed=seed)
    null, null_low, null_high = null_concentration(trials, 1 - found.accuracy, seed=seed)
    mask = bottom_mask(counts.accuracy, grid, fraction)
    low, high = counts.limits()
    return {
        "probes": len(records),
        "grid": [grid.columns, grid.rows],
        "probed": float(probed.mean()),
        "probes_a_cell": [int(trials.min()), int(trials.max())],
        **vars(found),
        "bands": severity_bands(right, trials, seed=seed),
        "null_concentration": {"mean": null, "low": null_low, "high": null_high},
        "mask": np.flatnonzero(mask.cells).tolist(),
        "mask_fraction": fraction,
        "blind": np.flatnonzero(probed & (counts.accuracy < THRESHOLD)).tolist(),
        "ties": mask.ties,
        "ties_outside": mask.contested,
        "cell_accuracy": counts.accuracy.round(6).tolist(),
        "cell_trials": counts.trials.tolist(),
        "cell_low": low.round(6).tolist(),
        "cell_high": high.round(6).tolist(),
        "backgrounds": _background_overlap(records, grid, fraction),
        "formats": _by_format(records, grid, mask.cells),
        "grids": _grid_sensitivity(records, fraction),
        "fractions": [
            {"fraction": share, **_sides(counts, bottom_mask(counts.accuracy, grid, share).cells)}
            for share in FRACTIONS
        ],
        "direction": _directions(records, grid, mask.cells),
        "lattice": None if resize is None else lattice_of_records(records, resize),
    }


def _sides(counts: CellCounts, mask: Cells) -> dict[str, float]:
    """Mean accuracy of the cells in a mask and of the others."""
    return {"inside": _mean(counts, mask), "outside": _mean(counts, ~mask)}


def _mean(counts: CellCounts, cells: Cells) -> float:
    a = counts.accuracy[cells & (counts.trials > 0)]
    return float(a.mean()) if len(a) else float("nan")


def _background_overlap(records: pd.DataFrame, grid: Grid, fraction: float) -> dict[str, Any]:
    """Jaccard between the masks of single backgrounds, and of two halves of them.

    Two masks that have nothing to do with each other overlap by ``chance``: f / (2 - f).
    """
    chance = fraction / (2 - fraction)
    nothing: dict[str, Any] = {"chance": chance, "pairs": None, "halves": None, "matrix": None}
    if "background" not in records.columns or records["background"].nunique() < 2:
        return nothing
    names = sorted(records["background"].unique())

    def mask_of(some: list[Any]) -> Cells | None:
        part = count_records(records[records["background"].isin(some)], grid)
        if (part.trials == 0).any():
            return None
        return bottom_mask(part.accuracy, grid, fraction).cells

    masks = [mask_of([name]) for name in names]
    matrix = [[None if a is None or b is None else jaccard(a, b) for b in masks] for a in masks]
    pairs = [jaccard(a, b) for a, b in combinations([m for m in masks if m is not None], 2)]
    one, two = mask_of(names[::2]), mask_of(names[1::2])
    return {
        "chance": chance,
        "pairs": float(np.mean(pairs)) if pairs else None,
        "halves": None if one is None or two is None else jaccard(one, two),
        "matrix": matrix,
    }


def _by_format(records: pd.DataFrame, grid: Grid, mask: Cells) -> list[dict[str, Any]]:
    """Accuracy of each probe format inside and outside the mask."""
    if "format" not in records.columns:
        return []
    lines = []
    for name in sorted(records["format"].unique()):
        counts = count_records(records[records["format"] == name], grid)
        lines.append({"format": name, "probes": int(counts.trials.sum()), **_sides(counts, mask)})
    return lines


def _grid_sensitivity(records: pd.DataFrame, fraction: float) -> list[dict[str, Any]]:
    """The same records pooled on other grids; cells that no probe fell into are left out."""
    lines = []
    for side in GRIDS:
        grid = Grid(side, side)
        counts = count_records(records, grid)
        cells = bottom_mask(counts.accuracy, grid, fraction).cells
        probed = float((counts.trials > 0).mean())
        lines.append({"grid": side, "probed": probed, **_sides(counts, cells)})
    return lines


def _directions(records: pd.DataFrame, grid: Grid, mask: ArrayLike) -> dict[str, float]:
    x = (records["left"] + records["right"]) / 2 / records["width"]
    y = (records["top"] + records["bottom"]) / 2 / records["height"]
    dx = records["x"] / records["width"] - x
    dy = records["y"] / records["height"] - y
    inside = np.asarray(mask, dtype=bool)[grid.cell_of(x, y)]
    return {
        "inside": direction_consistency(dx[inside], dy[inside]),
        "outside": direction_consistency(dx[~inside], dy[~inside]),
    }
