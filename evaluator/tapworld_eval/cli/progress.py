"""The progress bar of a run: success so far, faults, time left."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

if TYPE_CHECKING:
    from tapworld_eval.rollouts.record import EpisodeRecord

__all__ = ["RunProgress", "plain_progress"]


def plain_progress(text: str) -> Progress:
    """A bar with a count, the time gone and the time left, on stderr."""
    return Progress(
        TextColumn(text),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[status]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


class RunProgress:
    """Watches a run (:class:`tapworld_eval.rollouts.runner.Watcher`)."""

    def __init__(self, text: str) -> None:
        self._bar = plain_progress(text)
        self._task = self._bar.add_task(text, total=None, status="")
        self._done = self._won = self._faults = 0

    def __enter__(self) -> RunProgress:
        """Show the bar."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        self._bar.stop()

    def begin(self, total: int, done: Iterable[EpisodeRecord]) -> None:
        """Start from what was there already."""
        for record in done:
            self._count(record)
        self._bar.update(self._task, total=total, completed=self._done, status=self._status())

    def add(self, record: EpisodeRecord) -> None:
        """Count one more episode."""
        self._count(record)
        self._bar.update(self._task, advance=1, status=self._status())

    def _count(self, record: EpisodeRecord) -> None:
        self._done += 1
        self._won += bool(record.success)
        self._faults += len(record.faults)

    def _status(self) -> str:
        share = f"{100 * self._won / self._done:.0f} % success" if self._done else ""
        return f"{share}  {self._faults} faults" if self._faults else share
