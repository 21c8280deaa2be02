"""Spending probes where a cell is still uncertain, and counting what that saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tapworld_eval.grounding.blindzones.design import layer_order
from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.records import CellCounts
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.statistics.intervals import wilson

__all__ = ["AdaptiveCounts", "probe_adaptively"]


@dataclass(frozen=True)
class AdaptiveCounts:
    """Counts of an adaptive run.

    Attributes:
        counts: What was found.
        spent: Probes asked.
        saved: Probes of the full design that were not needed.
    """

    counts: CellCounts
    spent: int
    saved: int


def probe_adaptively(
    ask: Callable[[Sequence[int]], Sequence[bool]],
    grid: Grid,
    layers: int,
    *,
    first: int = 6,
    batch: int = 4,
    threshold: float = 0.8,
    half_width: float = 0.1,
    level: float = 0.95,
) -> AdaptiveCounts:
    """Probe every cell a few times, then only those that are not decided.

    A cell is decided when its Wilson interval lies on one side of the threshold, or is narrower
    than twice ``half_width``. Looking often makes an interval err a little more than its level
    says; for a map that is a fair price, for a test it would not be.

    Args:
        ask: Right or wrong, for instance numbers ``layer * cells + cell``.
        grid: The grid.
        layers: Probes a cell in the full design (backgrounds x formats).
        first: Layers that every cell gets, spread over the design.
        batch: Layers a round after that.
        threshold: What decides.
        half_width: What counts as narrow.
        level: Of the intervals.

    Raises:
        BlindZoneError: There are fewer layers than ``first``.
    """
    if not 1 <= first <= layers:
        raise BlindZoneError(f"first must lie between 1 and the {layers} layers, got {first}")
    order = layer_order(layers)
    right = np.zeros(grid.cells, dtype=np.int64)
    trials = np.zeros(grid.cells, dtype=np.int64)
    open_cells = np.arange(grid.cells)
    done = 0
    while len(open_cells) and done < layers:
        upto = min(layers, done + (first if done == 0 else batch))
        for layer in order[done:upto]:
            said = np.asarray(ask([layer * grid.cells + int(c) for c in open_cells]), dtype=bool)
            right[open_cells] += said
            trials[open_cells] += 1
        done = upto
        low, high = wilson(right[open_cells], trials[open_cells], level)
        undecided = (low <= threshold) & (high >= threshold) & (high - low > 2 * half_width)
        open_cells = open_cells[undecided]
    spent = int(trials.sum())
    return AdaptiveCounts(CellCounts(grid, right, trials), spent, grid.cells * layers - spent)
