"""Which targets are moved where: by shifting pixels, or by taking the app's other layouts."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.relocate import (
    ARMS,
    MOST_SEAM,
    relocations,
    seam_share,
    shift_box,
)
from tapworld_eval.grounding.boxes import Box, center
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.samples import Sample, Target

__all__ = ["Move", "cells_of", "moved_target", "plan_layouts", "plan_shifts", "sample_sides"]


@dataclass(frozen=True)
class Move:
    """One target, before and after.

    Attributes:
        index: The sample that is moved.
        arm: Key of :data:`~tapworld_eval.grounding.blindzones.relocate.ARMS`.
        run: Number of the run, from 0.
        shift: Pixels to the right and down, wrapped round; ``None`` where no shift reaches the
            place without splitting the target or exceeding the seam.
        partner: The sample that shows the same target in another layout, if layouts are moved.
    """

    index: int
    arm: str
    run: int
    shift: tuple[int, int] | None
    partner: int | None = None


def cells_of(samples: Sequence[Sample], grid: Grid) -> NDArray[np.int64]:
    """The cell of each target's centre; -1 for a refusal."""
    cells = np.full(len(samples), -1, dtype=np.int64)
    for number, sample in enumerate(samples):
        if sample.target.box is not None:
            x, y = center(sample.target.box)
            cells[number] = int(grid.cell_of(x / sample.size[0], y / sample.size[1]))
    return cells


def sample_sides(
    samples: Sequence[Sample], mask: ArrayLike, grid: Grid, each: int | None, seed: int
) -> list[int]:
    """Indices of samples with a target, at most ``each`` inside the mask and as many outside."""
    inside = np.asarray(mask, dtype=bool)
    cells = cells_of(samples, grid)
    sides: dict[bool, list[int]] = {True: [], False: []}
    for number, cell in enumerate(cells):
        if cell >= 0:
            sides[bool(inside[cell])].append(number)
    draw = random.Random(seed)
    chosen = [
        part if each is None or len(part) <= each else draw.sample(part, each)
        for part in (sides[True], sides[False])
    ]
    return sorted(chosen[0] + chosen[1])


def plan_shifts(
    samples: Sequence[Sample],
    mask: ArrayLike,
    grid: Grid,
    *,
    each: int | None = None,
    runs: int = 5,
    seed: int = 0,
) -> list[Move]:
    """Wrap-around shifts in all four arms.

    Args:
        samples: A dataset.
        mask: The blind zone.
        grid: Its grid.
        each: Most samples that start on each side of the mask.
        runs: Shifts of a sample and arm.
        seed: Of every draw.

    Raises:
        BlindZoneError: The mask has one side only, or no sample has a target.
    """
    chosen = sample_sides(samples, mask, grid, each, seed)
    boxes = [_box(samples[index]) for index in chosen]
    sizes = [samples[index].size for index in chosen]
    found, _ = relocations(boxes, sizes, mask, grid, seed=seed, runs=runs)
    if not found:
        raise BlindZoneError("no target of these samples can be moved")
    return [Move(chosen[one.index], one.arm, one.run, one.shift) for one in found]


def plan_layouts(
    samples: Sequence[Sample],
    same: Sequence[Any],
    mask: ArrayLike,
    grid: Grid,
    *,
    each: int | None = None,
    runs: int = 5,
    seed: int = 0,
) -> list[Move]:
    """Other layouts of the same target, in all four arms, with the shift to the same place.

    Args:
        samples: A dataset of the phone's own screens.
        same: One key a sample; equal keys mean the same target of the same app and data.
        mask: The blind zone.
        grid: Its grid.
        each: Most samples that start on each side of the mask.
        runs: Layouts of a sample and arm; fewer where there are not so many.
        seed: Of every draw.

    Raises:
        BlindZoneError: No target lies elsewhere in another layout.
    """
    inside = np.asarray(mask, dtype=bool)
    cells = cells_of(samples, grid)
    groups: dict[Any, list[int]] = defaultdict(list)
    for number, key in enumerate(same):
        if cells[number] >= 0:
            groups[key].append(number)
    with_others = [n for key in groups for n in groups[key] if len(groups[key]) > 1]
    chosen = sample_sides([samples[n] for n in with_others], mask, grid, each, seed)
    moves = []
    for index in (with_others[place] for place in chosen):
        for arm, (begins, ends) in ARMS.items():
            if bool(inside[cells[index]]) is not begins:
                continue
            others = [
                other
                for other in groups[same[index]]
                if cells[other] != cells[index]
                and bool(inside[cells[other]]) is ends
                and samples[other].size == samples[index].size
            ]
            random.Random(f"{seed}/{samples[index].id}/{arm}").shuffle(others)
            moves += [
                Move(index, arm, run, _shift_onto(samples[index], samples[other]), other)
                for run, other in enumerate(others[:runs])
            ]
    if not moves:
        raise BlindZoneError(
            "no target lies in another cell in another layout: make a dataset with more layouts "
            "of the same data (tapworld blindzones layouts)"
        )
    return moves


def moved_target(sample: Sample, shift: tuple[int, int]) -> Target:
    """A sample's target after a shift that does not split it."""
    target = sample.target
    box = _box(sample)
    moved = shift_box(box, shift, sample.size)
    assert moved is not None, "the plan holds no shift that splits a target"
    dx, dy = moved[0] - box[0], moved[1] - box[1]
    return Target(
        target.kind,
        moved,
        tuple((x + dx, y + dy) for x, y in target.corners),
        tuple((a + dx, b + dy, c + dx, d + dy) for a, b, c, d in target.covered),
    )


def _shift_onto(sample: Sample, other: Sample) -> tuple[int, int] | None:
    """The shift that brings a target to where another layout has it."""
    (x, y), (to_x, to_y) = center(_box(sample)), center(_box(other))
    shift = round(to_x - x) % sample.size[0], round(to_y - y) % sample.size[1]
    if seam_share(shift, sample.size) > MOST_SEAM:
        return None
    return shift if shift_box(_box(sample), shift, sample.size) is not None else None


def _box(sample: Sample) -> Box:
    assert sample.target.box is not None
    return sample.target.box
