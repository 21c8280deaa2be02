"""Moving a target across the border of a blind zone by shifting the image round a torus."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.resize import Size

__all__ = ["ARMS", "Relocation", "relocations", "seam_share", "shift_box", "shift_image"]

#: Arm -> (starts inside the mask, ends inside the mask).
ARMS = {
    "out->in": (False, True),
    "in->out": (True, False),
    "out->out": (False, False),
    "in->in": (True, True),
}
MOST_SEAM = 0.6
_TRIES = 400


@dataclass(frozen=True)
class Relocation:
    """A shift of one sample.

    Attributes:
        index: Which box.
        arm: Key of :data:`ARMS`.
        run: Number of the run, from 0.
        shift: Pixels to the right and down, wrapped round.
        box: The box after the shift.
    """

    index: int
    arm: str
    run: int
    shift: tuple[int, int]
    box: Box


def shift_image(pixels: NDArray[np.uint8], shift: tuple[int, int]) -> NDArray[np.uint8]:
    """The image moved right and down; what leaves at one edge enters at the other."""
    return np.roll(pixels, (shift[1], shift[0]), axis=(0, 1))


def shift_box(box: Box, shift: tuple[int, int], size: Size) -> Box | None:
    """The box after the shift, or ``None`` where an edge would split it.

    Examples:
        >>> shift_box((10, 10, 30, 20), (80, 0), (100, 50)) is None  # 90 to 110: split
        True
        >>> shift_box((10, 10, 30, 20), (95, 0), (100, 50))
        (5, 10, 25, 20)
    """
    left, top = (box[0] + shift[0]) % size[0], (box[1] + shift[1]) % size[1]
    right, bottom = left + box[2] - box[0], top + box[3] - box[1]
    if right > size[0] or bottom > size[1]:
        return None
    return left, top, right, bottom


def seam_share(shift: tuple[int, int], size: Size) -> float:
    """Share of the image that ends up beyond a seam: (|dx| H + |dy| W - |dx| |dy|) / (W H).

    A shift of more than half is the shorter way round in the other direction.

    Examples:
        >>> seam_share((50, 0), (100, 50)), seam_share((90, 0), (100, 50))
        (0.5, 0.1)
    """
    dx = min(shift[0] % size[0], -shift[0] % size[0])
    dy = min(shift[1] % size[1], -shift[1] % size[1])
    return (dx * size[1] + dy * size[0] - dx * dy) / (size[0] * size[1])


def relocations(
    boxes: Sequence[Box],
    sizes: Sequence[Size],
    mask: ArrayLike,
    grid: Grid,
    *,
    seed: int = 0,
    runs: int = 5,
    most_seam: float = MOST_SEAM,
) -> tuple[list[Relocation], dict[str, int]]:
    """Draw shifts for every box, arm and run.

    A box starts in the arms of the side on which its centre lies. For each, a cell on the wanted
    side and a point in it are drawn until the shift neither splits the box nor exceeds the seam.

    Returns:
        The shifts, and arm -> how many found none in 400 tries.

    Raises:
        BlindZoneError: The mask is empty or takes everything.
    """
    cells = np.asarray(mask, dtype=bool)
    sides = {side: np.flatnonzero(cells == side).tolist() for side in (True, False)}
    if not sides[True] or not sides[False]:
        raise BlindZoneError("a mask with both sides is needed to move targets across its border")
    found: list[Relocation] = []
    failed = dict.fromkeys(ARMS, 0)
    for index, (box, size) in enumerate(zip(boxes, sizes, strict=True)):
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        start = bool(cells[int(grid.cell_of(middle[0] / size[0], middle[1] / size[1]))])
        for arm, (begins, ends) in ARMS.items():
            if begins is not start:
                continue
            for run in range(runs):
                draw = random.Random(f"{seed}/{index}/{arm}/{run}")
                moved = _draw_shift(draw, box, middle, size, sides[ends], grid, most_seam)
                if moved is None:
                    failed[arm] += 1
                else:
                    found.append(Relocation(index, arm, run, *moved))
    return found, failed


def _draw_shift(
    draw: random.Random,
    box: Box,
    middle: tuple[float, float],
    size: Size,
    cells: Sequence[int],
    grid: Grid,
    most_seam: float,
) -> tuple[tuple[int, int], Box] | None:
    allowed = set(cells)
    for _ in range(_TRIES):
        row, column = divmod(draw.choice(cells), grid.columns)
        x = (column + draw.random()) * size[0] / grid.columns
        y = (row + draw.random()) * size[1] / grid.rows
        shift = round(x - middle[0]) % size[0], round(y - middle[1]) % size[1]
        if shift == (0, 0) or seam_share(shift, size) > most_seam:
            continue
        moved = shift_box(box, shift, size)
        if moved is None:
            continue
        # Rounding to whole pixels may carry the centre over a cell's edge.
        at = (moved[0] + moved[2]) / 2 / size[0], (moved[1] + moved[3]) / 2 / size[1]
        if int(grid.cell_of(*at)) in allowed:
            return shift, moved
    return None
