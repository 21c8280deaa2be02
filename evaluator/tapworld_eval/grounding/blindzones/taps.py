"""Blind zones of an agent on the phone, from the taps of its rollouts.

Targets are where tasks put them, not where a grid would: cells differ in how many taps they saw
and in what lay there. So the map is coarse, cells without taps stay unknown, and each cell's
interval says how little is known; whether a zone is one is for ``probe`` or ``relocate`` to tell.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.maps import analyse
from tapworld_eval.grounding.blindzones.records import score_records
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.rollouts.touches import read_touches
from tapworld_eval.statistics.intervals import wilson

__all__ = ["first_attempts", "map_taps", "tap_records"]


def tap_records(runs: Sequence[Path], app: str | None = None) -> pd.DataFrame:
    """The taps of runs as probe records; ``run`` and ``theme`` (as ``background``) are added.

    A click that lies in the box but meets something drawn over it is wrong: its point is given up
    (NaN), so that every later step counts it so.

    Raises:
        RunFolderError: A run has no grounding records.
        BlindZoneError: No tap is left.
    """
    parts = [read_touches(run).assign(run=run.name) for run in runs]
    touches = pd.concat(parts, ignore_index=True)
    if app is not None:
        touches = touches[touches["app"] == app].reset_index(drop=True)
    if len(touches) == 0:
        raise BlindZoneError(f"no tap{f' in {app}' if app else ''}: nothing to map")
    covered = score_records(touches) & ~touches["correct"].to_numpy(dtype=bool)
    touches.loc[covered, ["x", "y"]] = float("nan")
    return touches.assign(background=touches["theme"])


def first_attempts(taps: pd.DataFrame) -> pd.DataFrame:
    """Only the first try at each target: later ones follow a miss, and would count it again."""
    return taps[taps["attempt"] == 0].reset_index(drop=True)


def map_taps(
    taps: pd.DataFrame, grid: Grid, *, fraction: float = 0.2, seed: int = 0
) -> dict[str, Any]:
    """The map of taps, with accuracy by app, theme and gesture.

    Raises:
        BlindZoneError: There are no taps.
    """
    found = analyse(taps, grid, fraction=fraction, seed=seed)
    correct = score_records(taps)
    for name in ("app", "theme", "gesture"):
        found[f"by_{name}"] = [
            _share(value, correct[index]) for value, index in _groups(taps[name]).items()
        ]
    return found


def _groups(column: pd.Series) -> dict[Hashable, Any]:
    return {value: (column == value).to_numpy() for value in sorted(column.unique())}


def _share(value: Any, correct: Any) -> dict[str, Any]:
    low, high = wilson(int(correct.sum()), len(correct), 0.95)
    return {
        "value": value,
        "n": len(correct),
        "accuracy": float(correct.mean()),
        "low": float(low),
        "high": float(high),
    }
