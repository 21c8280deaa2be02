"""What the report knows of each run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapworld_eval.errors import ReportError
from tapworld_eval.rollouts.folder import read_manifest, read_records
from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_eval.rollouts.scores import Scores, score_run

__all__ = ["RunView", "read_runs"]


@dataclass(frozen=True)
class RunView:
    """A run as the report shows it.

    Attributes:
        index: Its place among the runs; decides its colour.
        name: The agent's name, made unique among the runs.
        path: Its folder.
        manifest: As stored.
        records: All its episodes.
        scores: What they amount to, or ``None`` when none counts.
    """

    index: int
    name: str
    path: Path
    manifest: dict[str, Any]
    records: list[EpisodeRecord]
    scores: Scores | None

    @property
    def decides(self) -> dict[str, Any]:
        """The part of the manifest that decides results."""
        return self.manifest["decides"]


def read_runs(paths: Sequence[Path]) -> list[RunView]:
    """Read runs for a report.

    Raises:
        ReportError: No runs, a run twice, or not one episode in any of them.
        RunFolderError: A folder is no run, or damaged.
    """
    if not paths:
        raise ReportError("name at least one run folder")
    resolved = [path.resolve() for path in paths]
    if len(set(resolved)) != len(resolved):
        raise ReportError("a run folder is named twice")
    views: list[RunView] = []
    for path in paths:
        manifest = read_manifest(path)
        records = read_records(path)
        name = _unique(manifest["decides"]["agent"]["name"], path, [view.name for view in views])
        scores = score_run(name, records)
        views.append(RunView(len(views), name, path, manifest, records, scores))
    if not any(view.records for view in views):
        raise ReportError(f"no episodes in {', '.join(map(str, paths))}")
    return views


def _unique(agent: str, path: Path, taken: Sequence[str]) -> str:
    short = agent.rpartition(":")[2]
    if short not in taken:
        return short
    named = f"{short} ({path.name})"
    return named if named not in taken else f"{short} ({path})"
