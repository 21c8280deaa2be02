"""The taps of a run as a cell: records of uncertainty that know their episode."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tapworld_eval.rollouts.record import EpisodeRecord, GroundingRecord, StepRecord
from tapworld_eval.rollouts.touches import grounded_steps
from tapworld_eval.uncertainty.records import SIGNALS, Cell, from_rows

__all__ = ["cell_of_run"]

_NUMBERS: Final = frozenset(
    column.name
    for signal in SIGNALS.values()
    for column in signal.columns
    if column.kind == "number"
)
_WHOLE: Final = ("hidden", "element_boxes", "target_element")


def cell_of_run(run: Path) -> Cell:
    """Every touch whose point a grounder chose, with the signals that were kept of it.

    A signal that some touches have and others lack is empty where it is lacking; a hidden state
    or the screen's elements, where some touches lack them, are left out altogether.

    Raises:
        RunFolderError: The run has no such touch.
        RecordsError: A kept signal is malformed.
    """
    rows = [_row(record, step) for record, step in grounded_steps(run)]
    known = sorted({key for row in rows for key in row})
    partial = {key for key in _WHOLE if not all(key in row for row in rows)}
    known = [key for key in known if key not in partial]
    filled = [{key: row.get(key, None if key in _NUMBERS else []) for key in known} for row in rows]
    agents = sorted({row["grounder"] for row in rows})
    return from_rows(
        filled, name=f"{', '.join(agents)} x {run.name}", model=", ".join(agents), dataset=run.name
    )


def _row(record: EpisodeRecord, step: StepRecord) -> dict[str, Any]:
    grounding = step.grounding
    assert grounding is not None
    return {
        "item": f"{record.episode}/{step.step}",
        "click": None if grounding.click is None else list(grounding.click),
        "box": list(grounding.box),
        "correct": int(grounding.correct),
        "instruction": grounding.intent,
        "image": step.image or "",
        "app": step.foreground or record.app,
        "theme": record.theme,
        "episode": record.episode,
        "step": step.step,
        "success": int(bool(record.success)),
        "grounder": grounding.grounder,
        **_screen(grounding),
        **grounding.signals,
    }


def _screen(grounding: GroundingRecord) -> dict[str, Any]:
    """The elements for regions that are snapped to them; runs of old have none."""
    if grounding.box not in grounding.elements:
        return {}
    return {
        "element_boxes": [edge for box in grounding.elements for edge in box],
        "target_element": grounding.elements.index(grounding.box),
    }
