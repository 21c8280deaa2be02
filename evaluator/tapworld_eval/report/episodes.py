"""Episodes as the page's viewer takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from tapworld_eval.report.failures import reasons_of
from tapworld_eval.report.images import ImageStore
from tapworld_eval.report.runs import RunView
from tapworld_eval.rollouts.folder import read_steps
from tapworld_eval.rollouts.record import EpisodeRecord, StepRecord
from tapworld_eval.rollouts.trajectory import FINAL_IMAGE

__all__ = ["episode_rows"]


def episode_rows(
    views: Sequence[RunView], images: ImageStore, *, most: int
) -> tuple[list[dict[str, Any]], int]:
    """Every episode as a row; up to ``most`` of them with their steps.

    Runs take turns, so that every agent is seen even when there is no room for all.

    Returns:
        The rows in the order of runs, and how many have no steps.
    """
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    detailed = 0
    for view, record in _taking_turns(views):
        row = _row(view, record)
        if detailed < most and not images.full:
            row["steps"] = [
                _step(view, record, step, images) for step in read_steps(view.path, record.episode)
            ]
            row["end"] = images.add(_folder(view, record) / FINAL_IMAGE)
            detailed += bool(row["steps"])
        rows[view.index, record.episode] = row
    ordered = [rows[view.index, record.episode] for view in views for record in view.records]
    return ordered, sum("steps" not in row for row in ordered)


def _taking_turns(views: Sequence[RunView]) -> Iterator[tuple[RunView, EpisodeRecord]]:
    for round_ in zip_longest(*(view.records for view in views)):
        for view, record in zip(views, round_, strict=True):
            if record is not None:
                yield view, record


def _folder(view: RunView, record: EpisodeRecord):
    return view.path / "trajectories" / record.episode


def _row(view: RunView, record: EpisodeRecord) -> dict[str, Any]:
    verdict = record.verdict or {}
    screen = view.decides["device"]["screen"]
    return {
        "run": view.index,
        "agent": view.name,
        "id": record.episode,
        "configuration": record.configuration,
        "scenario": record.scenario,
        "app": record.app,
        "apps": record.apps,
        "kind": record.kind,
        "profile": record.profile,
        "theme": record.theme,
        "ui_state": record.ui_state,
        "goal": record.goal,
        "status": record.status,
        "success": record.success,
        "outcome": record.outcome,
        "answer": record.answer,
        "taken": record.steps,
        "max_steps": record.max_steps,
        "seconds": record.seconds,
        "agent_error": record.agent_error,
        "clauses": verdict.get("clauses", []),
        "collateral": verdict.get("collateral", []),
        "collateral_count": verdict.get("collateral_count", 0),
        "expected": verdict.get("answer"),
        "reasons": [reason for reason, _ in reasons_of(record)],
        "faults": [fault.model_dump() for fault in record.faults],
        "screen": [screen["width"], screen["height"]],
    }


def _step(
    view: RunView, record: EpisodeRecord, step: StepRecord, images: ImageStore
) -> dict[str, Any]:
    image = images.add(_folder(view, record) / step.image) if step.image else None
    data = step.model_dump(
        # Signals are long lists; `tapworld uq rollout` reads them.
        exclude={"image": True, "script_errors": True, "grounding": {"signals"}},
        exclude_defaults=True,
    )
    data["image"] = image
    if step.script_errors:
        data["script_errors"] = step.script_errors[:3]
    return data
