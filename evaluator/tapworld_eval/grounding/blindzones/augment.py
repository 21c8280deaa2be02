"""Crop-and-pad augmentation: training targets moved to where a model is blind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import BlindZoneError

__all__ = ["AugmentedSample", "augment", "cell_weights", "translate"]

MOST_PADDING = 0.6
_TRIES = 100


@dataclass(frozen=True, eq=False)
class AugmentedSample:
    """One moved example.

    Attributes:
        pixels: The image, of the original's size.
        box: The target.
        cell: The cell its centre was moved to.
        shift: Pixels to the right and down.
    """

    pixels: NDArray[np.uint8]
    box: Box
    cell: int
    shift: tuple[int, int]


def cell_weights(
    accuracy: ArrayLike, grid: Grid, mode: Literal["blind", "random"], floor: float = 0.02
) -> NDArray[np.float64]:
    """How often each cell is aimed at: by its error rate, or equally for the control.

    Args:
        accuracy: Accuracy of each cell.
        grid: The grid.
        mode: ``blind`` or ``random``.
        floor: Added to every error rate, so that no cell is left out.
    """
    if mode == "random":
        return np.full(grid.cells, 1 / grid.cells)
    weights = 1 - np.nan_to_num(np.asarray(accuracy, dtype=np.float64), nan=0.5) + floor
    return weights / weights.sum()


def translate(pixels: NDArray[np.uint8], shift: tuple[int, int]) -> tuple[NDArray[np.uint8], float]:
    """Move an image; what leaves is cut off, what is left empty gets the median edge colour.

    Returns:
        The image, and the share that was padded.
    """
    high, wide = pixels.shape[:2]
    dx, dy = shift
    edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    made = np.empty_like(pixels)
    made[:] = np.median(edges, axis=0).astype(np.uint8)
    across, down = max(0, wide - abs(dx)), max(0, high - abs(dy))
    if across and down:
        to_x, to_y, from_x, from_y = max(dx, 0), max(dy, 0), max(-dx, 0), max(-dy, 0)
        made[to_y : to_y + down, to_x : to_x + across] = pixels[
            from_y : from_y + down, from_x : from_x + across
        ]
    return made, 1 - across * down / (wide * high)


def augment(
    pixels: NDArray[np.uint8],
    box: Box,
    weights: Sequence[float] | NDArray[np.float64],
    grid: Grid,
    draw: random.Random,
    most_padding: float = MOST_PADDING,
) -> AugmentedSample | None:
    """Move one example's target to a jittered point of a drawn cell.

    Returns:
        The example, or ``None`` where 100 draws cut the box or needed too much padding.

    Raises:
        BlindZoneError: There are not as many weights as cells.
    """
    if len(weights) != grid.cells:
        raise BlindZoneError(f"{len(weights)} weights for {grid.cells} cells")
    high, wide = pixels.shape[:2]
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for cell in draw.choices(range(grid.cells), list(weights), k=_TRIES):
        row, column = divmod(cell, grid.columns)
        x = (column + draw.random()) * wide / grid.columns
        y = (row + draw.random()) * high / grid.rows
        dx, dy = round(x - middle[0]), round(y - middle[1])
        moved = (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)
        if moved[0] < 0 or moved[1] < 0 or moved[2] > wide or moved[3] > high:
            continue
        if 1 - (wide - abs(dx)) * (high - abs(dy)) / (wide * high) > most_padding:
            continue
        at = (moved[0] + moved[2]) / 2 / wide, (moved[1] + moved[3]) / 2 / high
        made, _ = translate(pixels, (dx, dy))
        return AugmentedSample(made, moved, int(grid.cell_of(*at)), (dx, dy))
    return None
