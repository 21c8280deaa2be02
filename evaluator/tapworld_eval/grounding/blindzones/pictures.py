"""Heat maps of cells: for files (Matplotlib) and for pages (one SVG rectangle a cell)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from markupsafe import Markup, escape
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.statistics.plots.rendering import new_axes

__all__ = ["heat_map", "map_svg"]

# Colours of accuracy from 0 to 1 that read in print, in grey and by colour-blind readers
# (Matplotlib's viridis at eleven steps).
_RAMP = [
    "#440154",
    "#482475",
    "#414487",
    "#355f8d",
    "#2a788e",
    "#21918c",
    "#22a884",
    "#44bf70",
    "#7ad151",
    "#bddf26",
    "#fde725",
]


def heat_map(values: ArrayLike, grid: Grid, title: str, mask: ArrayLike | None = None) -> Figure:
    """Accuracy of each cell as a picture; the mask's cells are outlined, unknown ones grey."""
    figure, axes = new_axes(5.6, 5.0, title)
    axes.grid(False)
    axes.set_facecolor("#bbbbbb")
    shown = axes.imshow(grid.image(values), vmin=0, vmax=1, cmap="viridis", aspect="auto")
    if mask is not None:
        cells = np.repeat(np.repeat(grid.image(np.asarray(mask, dtype=float)), 8, 0), 8, 1)
        extent = (-0.5, grid.columns - 0.5, -0.5, grid.rows - 0.5)
        axes.contour(cells, levels=[0.5], colors="#D55E00", linewidths=0.9, extent=extent)
        axes.set_ylim(grid.rows - 0.5, -0.5)
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    bar = figure.colorbar(shown, ax=axes)
    bar.set_label("accuracy")
    return figure


def map_svg(
    values: Sequence[float | None],
    trials: Sequence[int],
    grid: Grid,
    mask: Sequence[int],
    title: str,
    shape: float = 1.0,
) -> Markup:
    """A map as inline SVG: hovering a cell shows its accuracy and its interval's counts.

    Args:
        values: Accuracy of each cell; ``None`` or NaN where nothing was probed.
        trials: Probes of each cell.
        grid: The grid.
        mask: Cells of the blind zone; they are outlined.
        title: Read out by screen readers.
        shape: Height of the screen over its width.
    """
    wide = 8.0
    high = wide * grid.columns / grid.rows * shape
    parts = [
        f'<svg class="map" viewBox="0 0 {wide * grid.columns:.2f} {high * grid.rows:.2f}" '
        f'role="img" aria-label="{escape(title)}" shape-rendering="crispEdges">'
    ]
    for cell, value in enumerate(values):
        row, column = divmod(cell, grid.columns)
        known = value is not None and math.isfinite(value)
        colour = f'fill="{_colour(float(value or 0))}"' if known else 'class="unknown"'
        said = f"{100 * float(value or 0):.0f} % of {trials[cell]}" if known else "not probed"
        parts.append(
            f'<rect x="{column * wide:.2f}" y="{row * high:.2f}" width="{wide:.2f}" '
            f'height="{high:.2f}" {colour}><title>column {column}, row {row}: {said}</title></rect>'
        )
    parts.append(f'<path class="zone" d="{_outline(set(mask), grid, wide, high)}"/></svg>')
    return Markup("".join(parts))


def _colour(share: float) -> str:
    """Linear between the ramp's steps."""
    place = min(max(share, 0.0), 1.0) * (len(_RAMP) - 1)
    low = min(int(place), len(_RAMP) - 2)
    rest = place - low
    mixed = (
        round(
            int(_RAMP[low][i : i + 2], 16) * (1 - rest) + int(_RAMP[low + 1][i : i + 2], 16) * rest
        )
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _outline(cells: set[int], grid: Grid, wide: float, high: float) -> str:
    """The edges between cells inside and cells outside, as an SVG path."""
    lines: list[str] = []
    for cell in sorted(cells):
        row, column = divmod(cell, grid.columns)
        x, y = column * wide, row * high
        edges: dict[str, Any] = {
            f"M{x:.2f} {y:.2f}h{wide:.2f}": (row - 1, column),
            f"M{x:.2f} {y + high:.2f}h{wide:.2f}": (row + 1, column),
            f"M{x:.2f} {y:.2f}v{high:.2f}": (row, column - 1),
            f"M{x + wide:.2f} {y:.2f}v{high:.2f}": (row, column + 1),
        }
        for line, (r, c) in edges.items():
            beyond = not (0 <= r < grid.rows and 0 <= c < grid.columns)
            if beyond or r * grid.columns + c not in cells:
                lines.append(line)
    return "".join(lines)
