"""A file of answers that is appended to, with a sidecar that says what made it.

``probes.jsonl`` and ``probes.config.json``: a start with another model, prompt or background is
refused, so that two experiments never share a file. A torn last line is cut off.
"""

from __future__ import annotations

import contextlib
import datetime
import fcntl
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from tapworld_eval.grounding.errors import GroundingRunError, GroundingRunMismatch
from tapworld_eval.rollouts.files import folder_errors, write_whole
from tapworld_eval.rollouts.lines import AppendedLines, whole_lines
from tapworld_eval.rollouts.manifest import differences

__all__ = ["AnswerFile", "in_order", "open_answers", "read_answers", "sidecar_of"]

Row = dict[str, Any]
T = TypeVar("T")
R = TypeVar("R")


class AnswerFile:
    """Rows that are on disk, and a way to add one. Made by :func:`open_answers`."""

    def __init__(self, lines: AppendedLines, rows: list[Row]) -> None:
        self._lines = lines
        self.rows = rows

    def append(self, row: Row) -> None:
        """Add a row; it is on disk, whole, when this returns.

        Raises:
            GroundingRunError: It cannot be written; the file is as it was.
        """
        line = json.dumps(row, ensure_ascii=False, sort_keys=True, allow_nan=False)
        self._lines.append(line.encode())
        self.rows.append(row)


@contextlib.contextmanager
def open_answers(path: Path, decides: Mapping[str, Any]) -> Iterator[AnswerFile]:
    """Start a file, or go on with one that was made the same way.

    Raises:
        GroundingRunMismatch: It was made otherwise, or nothing says how.
        GroundingRunError: It cannot be written, is damaged, or another process writes it.
    """
    with folder_errors(path, GroundingRunError):
        path.parent.mkdir(parents=True, exist_ok=True)
        held = path.open("ab")
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise GroundingRunError(f"another process is writing {path}") from error
        _accept(path, json.loads(json.dumps(decides)))
        with AppendedLines(path, GroundingRunError) as lines:
            yield AnswerFile(lines, read_answers(path))


def read_answers(path: Path) -> list[Row]:
    """The rows of a file; a torn last line is left out.

    Raises:
        GroundingRunError: A line is damaged.
    """
    rows = []
    for number, line in whole_lines(path):
        try:
            rows.append(json.loads(line))
        except ValueError as error:
            raise GroundingRunError(f"{path}:{number}: {error}") from error
    return rows


def sidecar_of(path: Path) -> dict[str, Any] | None:
    """What a file was made by, or ``None`` where no sidecar lies beside it.

    Raises:
        GroundingRunError: The sidecar is damaged.
    """
    beside = path.with_suffix(".config.json")
    if not beside.exists():
        return None
    try:
        return json.loads(beside.read_text(encoding="utf-8"))["decides"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GroundingRunError(f"cannot read {beside}: {error!r}") from error


def in_order(items: Iterable[T], work: Callable[[T], R], workers: int = 1) -> Iterator[R]:
    """Results in the order of the items, made by so many threads.

    Examples:
        >>> list(in_order([3, 1, 2], lambda n: n * n, workers=2))
        [9, 1, 4]
    """
    if workers <= 1:
        yield from map(work, items)
        return
    left = iter(items)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        under_way = [pool.submit(work, item) for item in islice(left, workers)]
        try:
            while under_way:
                yield under_way.pop(0).result()
                under_way += [pool.submit(work, item) for item in islice(left, 1)]
        finally:
            for future in under_way:
                future.cancel()


def _accept(path: Path, decides: dict[str, Any]) -> None:
    old = sidecar_of(path)
    if old is None:
        if path.stat().st_size:
            raise GroundingRunMismatch(
                f"{path} has no sidecar {path.with_suffix('.config.json').name}: what made it? "
                "Choose another --out"
            )
        started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        whole = {"decides": decides, "about": {"started": started}}
        text = json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
        write_whole(path.with_suffix(".config.json"), text.encode())
        return
    lines = [f"  {line}" for line in differences(old, decides)]
    if lines:
        shown = "\n".join(lines)
        raise GroundingRunMismatch(
            f"{path} was made otherwise (there -> here):\n{shown}\nChoose another --out"
        )
