"""The touches of a run as one table: what was meant, where it lay, where the click went."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_eval.errors import RunFolderError
from tapworld_eval.rollouts.folder import read_manifest, read_records, read_steps

if TYPE_CHECKING:
    import pandas as pd

    from tapworld_eval.rollouts.record import EpisodeRecord, StepRecord

__all__ = ["grounded_steps", "read_touches"]


def grounded_steps(run: Path) -> Iterator[tuple[EpisodeRecord, StepRecord]]:
    """Every touch whose point a grounder chose, with its episode; faults are left out.

    Raises:
        RunFolderError: There is none in this run.
    """
    read_manifest(run)
    found = False
    for record in read_records(run):
        if record.status == "fault":
            continue
        for step in read_steps(run, record.episode):
            if step.grounding is not None:
                found = True
                yield record, step
    if not found:
        raise RunFolderError(
            f"{run}: no step has a grounding record; runs of a planner with a grounder have them: "
            "tapworld run --agent oracle+nano"
        )


def read_touches(run: Path) -> pd.DataFrame:
    """One row a touch.

    Returns:
        Columns ``episode``, ``scenario``, ``app``, ``theme``, ``profile``, ``success`` (of the
        episode), ``step``, ``attempt``, ``intent``, ``grounder``, ``gesture``, ``left``, ``top``,
        ``right``, ``bottom`` (of what was meant), ``x``, ``y`` (the click; NaN without one),
        ``width``, ``height`` (of the screen), all in pixels, and ``correct``. The columns of place
        are those that :mod:`tapworld_eval.grounding.blindzones.records` reads.

    Raises:
        RunFolderError: There is none in this run.
    """
    import pandas as pd

    return pd.DataFrame([_row(record, step) for record, step in grounded_steps(run)])


def _row(record: EpisodeRecord, step: StepRecord) -> dict[str, Any]:
    grounding = step.grounding
    assert grounding is not None
    left, top, right, bottom = grounding.box
    x, y = grounding.click or (float("nan"), float("nan"))
    return {
        "episode": record.episode,
        "scenario": record.scenario,
        # The app in front, not the scenario's: a touch may fall on another one.
        "app": step.foreground or record.app,
        "theme": record.theme,
        "profile": record.profile,
        "success": bool(record.success),
        "step": step.step,
        "attempt": grounding.attempt,
        "intent": grounding.intent,
        "grounder": grounding.grounder,
        "gesture": grounding.gesture,
        "left": left,
        "top": top,
        "right": right,
        "bottom": bottom,
        "x": x,
        "y": y,
        "width": grounding.size[0],
        "height": grounding.size[1],
        "correct": grounding.correct,
    }
