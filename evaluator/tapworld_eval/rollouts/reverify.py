"""Verify stored episodes again, without a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_eval.rollouts.folder import read_records
from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_eval.rollouts.snapshots import load_snapshots
from tapworld_scenarios import arrange, verify

if TYPE_CHECKING:
    from tapworld_scenarios import Catalog

__all__ = ["Reverified", "reverify", "reverify_episode"]


@dataclass(frozen=True)
class Reverified:
    """An episode's verdict, then and now.

    Attributes:
        episode: Its id.
        before: Success as recorded.
        after: Success by the catalogue as it is now.
        same_start: Whether the catalogue still makes the same start state.
        verdict: The new verdict.
    """

    episode: str
    before: bool
    after: bool
    same_start: bool
    verdict: dict[str, Any]


def reverify(run: Path, catalog: Catalog) -> Iterator[Reverified]:
    """Verify every completed episode of a run again, from its stored states.

    Raises:
        RunFolderError: A state is missing or damaged.
    """
    for record in read_records(run):
        if record.status == "completed":
            yield reverify_episode(run, record, catalog)


def reverify_episode(run: Path, record: EpisodeRecord, catalog: Catalog) -> Reverified:
    """Verify one episode again."""
    start, end = load_snapshots(run, record.episode)
    task = arrange(catalog, record.configuration)
    same = task.snapshot.digest() == start.digest()
    # The stored start state counts, not today's: an episode is judged by what the agent met.
    task = replace(task, snapshot=start)
    outcome = record.outcome or "step_limit"
    verdict = verify(task, end, outcome=outcome, answer=record.answer)
    return Reverified(
        record.episode, bool(record.success), verdict.success, same, verdict.to_json()
    )
