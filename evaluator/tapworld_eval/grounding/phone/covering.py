"""Which parts of an element a finger does not reach: asked of the phone, never guessed.

The screen's hit test is asked on a coarse grid over each element, and on a finer one where a cell
is not the element's or where something else is drawn. The borders of a covered rectangle are then
found to a pixel by bisection. Questions of all elements of a screen are asked together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tapworld_env.observations import Element
from tapworld_eval.grounding.boxes import Box, Point

__all__ = ["HitTest", "Owners", "covered_parts"]

#: For each point (pixels) the boxes of everything a finger there reaches, innermost first.
HitTest = Callable[[Sequence[Point]], Sequence[tuple[Box, ...]]]
_SLACK = 3.0  # pixels by which a drawn box and the touched one may differ
_COARSE, _FINE = 3, 8  # a box is asked about in so many columns and rows,
_LEAST = 6.0  # unless its cells would be smaller than this (pixels)
_EXACT = 1.0  # pixels


class Owners:
    """Whose a touch is, told from the boxes it met.

    Args:
        elements: The elements of a screen.
    """

    def __init__(self, elements: Sequence[Element]) -> None:
        self._clickable = [i for i, element in enumerate(elements) if element.clickable]
        self._bounds = np.array([elements[i].bounds for i in self._clickable], float).reshape(-1, 4)
        self._known: dict[tuple[Box, ...], frozenset[int]] = {}

    def of(self, met: tuple[Box, ...]) -> frozenset[int]:
        """The clickable elements whose box is the innermost among those that were met.

        A button inside a row takes the touch from the row.
        """
        if met not in self._known:
            self._known[met] = self._innermost(met)
        return self._known[met]

    def _innermost(self, met: tuple[Box, ...]) -> frozenset[int]:
        if not met or not self._clickable:
            return frozenset()
        gaps = np.abs(np.array(met)[:, None] - self._bounds[None]).max(axis=2)
        for row in gaps <= _SLACK:
            if row.any():
                return frozenset(self._clickable[i] for i in np.flatnonzero(row))
        return frozenset()


@dataclass
class _Side:
    """One side of a covered rectangle, between a point that is covered and one that may not be."""

    element: int
    part: list[float]
    side: int  # index into the part: left, top, right, bottom
    covered: float
    free: float
    limit: float  # where the side lies if even `free` turns out to be covered
    across: float

    def point(self, at: float) -> Point:
        return (at, self.across) if self.side % 2 == 0 else (self.across, at)


def covered_parts(
    elements: Sequence[Element], wanted: Sequence[int], hit_test: HitTest
) -> dict[int, list[Box]]:
    """The covered rectangles of each wanted element.

    Args:
        elements: The elements of the screen.
        wanted: Indices of those that are asked about.
        hit_test: Answers for the screen as it is.
    """
    owners = Owners(elements)

    def reached(asked: Sequence[tuple[int, Point]]) -> list[bool]:
        met = hit_test([point for _, point in asked])
        return [i in owners.of(boxes) for (i, _), boxes in zip(asked, met, strict=True)]

    every = _ask(elements, wanted, _COARSE, reached)
    doubtful = [i for i in wanted if not every[i].free.all() or _overlapped(elements, i)]
    sides: list[_Side] = []
    parts: dict[int, list[list[float]]] = {i: [] for i in wanted}
    for i, grid in _ask(elements, doubtful, _FINE, reached).items():
        for rectangle in _rectangles(~grid.free):
            part = [0.0] * 4
            parts[i].append(part)
            sides += _sides(i, part, rectangle, grid.lines, elements[i].bounds)
    _settle(sides, reached)
    return {i: [(a, b, c, d) for a, b, c, d in found] for i, found in parts.items()}


@dataclass
class _Grid:
    """Columns and rows of points over an element, and which of them (row, column) are its own."""

    lines: tuple[list[float], list[float]]
    free: np.ndarray


def _ask(
    elements: Sequence[Element],
    wanted: Sequence[int],
    cells: int,
    reached: Callable[[Sequence[tuple[int, Point]]], list[bool]],
) -> dict[int, _Grid]:
    lines = {i: _lines(elements[i].bounds, cells) for i in wanted}
    asked = [(i, (x, y)) for i in wanted for y in lines[i][1] for x in lines[i][0]]
    answers = iter(reached(asked) if asked else [])
    return {
        i: _Grid((xs, ys), np.array([[next(answers) for _ in xs] for _ in ys]))
        for i, (xs, ys) in lines.items()
    }


def _lines(box: Box, cells: int) -> tuple[list[float], list[float]]:
    lines = []
    for low, high in ((box[0], box[2]), (box[1], box[3])):
        count = min(max(int((high - low) / _LEAST), 1), cells)
        lines.append([low + (high - low) * (k + 0.5) / count for k in range(count)])
    return lines[0], lines[1]


def _overlapped(elements: Sequence[Element], index: int) -> bool:
    """Whether something visible that is drawn later lies over the element."""
    mine = elements[index].bounds
    return any(
        other.visible
        and min(mine[2], other.bounds[2]) - max(mine[0], other.bounds[0]) > _EXACT
        and min(mine[3], other.bounds[3]) - max(mine[1], other.bounds[1]) > _EXACT
        for other in elements[index + 1 :]
    )


def _rectangles(covered: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Disjoint rectangles (first and last column and row) that make up the covered cells."""
    left = covered.copy()
    found = []
    for row, column in np.argwhere(covered):
        if not left[row, column]:
            continue
        last = column
        while last + 1 < left.shape[1] and left[row, last + 1]:
            last += 1
        bottom = row
        while bottom + 1 < left.shape[0] and left[bottom + 1, column : last + 1].all():
            bottom += 1
        left[row : bottom + 1, column : last + 1] = False
        found.append((int(column), int(row), int(last), int(bottom)))
    return found


def _sides(
    element: int,
    part: list[float],
    cells: tuple[int, int, int, int],
    grid: tuple[list[float], list[float]],
    box: Box,
) -> list[_Side]:
    made = []
    for side in range(4):
        axis, step = side % 2, (-1 if side < 2 else 1)
        lines, across = grid[axis], grid[1 - axis][cells[1 - axis]]
        inside = cells[side]
        beyond = inside + step
        if 0 <= beyond < len(lines):
            free = lines[beyond]
            limit = (lines[inside] + free) / 2  # the next rectangle begins there
        else:
            free = box[side] - step * 0.5  # half a pixel inside the element
            limit = box[side]
        made.append(_Side(element, part, side, lines[inside], free, limit, across))
    return made


def _settle(
    sides: list[_Side], reached: Callable[[Sequence[tuple[int, Point]]], list[bool]]
) -> None:
    """Bisect every side until it is known to a pixel, all of them in one question a round."""
    ends = reached([(side.element, side.point(side.free)) for side in sides]) if sides else []
    open_ = []
    for side, free in zip(sides, ends, strict=True):
        side.part[side.side] = side.limit
        if free:
            open_.append(side)
    while open_:
        middles = [(side.covered + side.free) / 2 for side in open_]
        asked = [(s.element, s.point(at)) for s, at in zip(open_, middles, strict=True)]
        for side, at, free in zip(open_, middles, reached(asked), strict=True):
            if free:
                side.free = at
            else:
                side.covered = at
            side.part[side.side] = float(round((side.covered + side.free) / 2))
        open_ = [side for side in open_ if abs(side.free - side.covered) > _EXACT]
