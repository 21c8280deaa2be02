"""Replay against its source: what blind repetition is worth on this benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tapworld_eval.audit.replay_scores import ReplayScores, score_replay
from tapworld_eval.errors import RunFolderError
from tapworld_eval.report.runs import RunView
from tapworld_eval.rollouts.folder import read_records

__all__ = ["replay_rows"]


def replay_rows(views: Sequence[RunView]) -> list[tuple[RunView, ReplayScores]]:
    """Scores of every replay run whose source can still be read."""
    rows = []
    for view in views:
        options = view.decides["agent"]["options"]
        if view.decides["agent"]["name"] != "replay" or "source" not in options:
            continue
        try:
            source = _source_records(views, Path(options["source"]))
        except RunFolderError:
            continue
        rows.append((view, score_replay(source, view.records)))
    return rows


def _source_records(views: Sequence[RunView], path: Path):
    for view in views:
        if view.path.resolve() == path.resolve():
            return view.records
    return read_records(path)
