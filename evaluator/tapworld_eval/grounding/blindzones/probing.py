"""Asking a model about probes, and keeping its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from tapworld_eval.grounding.blindzones.adaptive import AdaptiveCounts, probe_adaptively
from tapworld_eval.grounding.blindzones.answers import in_order, open_answers
from tapworld_eval.grounding.blindzones.design import probe_order
from tapworld_eval.grounding.blindzones.probes import Pixels, Probe, Prober
from tapworld_eval.grounding.boxes import inside_box
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.scaffolds.base import Ask, clicked, whole

__all__ = [
    "ProbeFile",
    "ask_probes",
    "probe_all",
    "probe_where_open",
    "read_probe_records",
]

Record = dict[str, Any]


def ask_probes(
    locator: Locator, prober: Prober, indices: Iterable[int], workers: int = 1
) -> Iterator[Record]:
    """One record a probe, in the order asked: where the target was, and where the model clicked."""

    def ask(item: tuple[Probe, Pixels]) -> Record:
        probe, pixels = item
        size = pixels.shape[1], pixels.shape[0]
        draws, _ = locator.draw(pixels, probe.instruction, Ask(whole(size)), f"{probe.index}/probe")
        point = clicked(draws).point
        left, top, right, bottom = probe.box
        return {
            "index": probe.index,
            "background": probe.background,
            "format": probe.format,
            "cell": probe.cell,
            "columns": prober.grid.columns,
            "rows": prober.grid.rows,
            "left": left,
            "top": top,
            "right": right,
            "bottom": bottom,
            "x": None if point is None else point[0],
            "y": None if point is None else point[1],
            "width": size[0],
            "height": size[1],
            "text": draws[0].text,
        }

    images = prober.images(indices)
    if workers > 1:  # the canvas is put back while a thread may still look at it
        images = ((probe, pixels.copy()) for probe, pixels in images)
    yield from in_order(images, ask, workers)


@dataclass(frozen=True)
class ProbeFile:
    """Answers to probes, those of earlier starts included.

    Attributes:
        locator: Who is asked.
        prober: The probes.
        append: Keeps a record.
        right: Number of a probe -> whether the click was in its box.
        workers: Threads.
        watch: Told after each new record.
    """

    locator: Locator
    prober: Prober
    append: Callable[[Record], None]
    right: dict[int, bool]
    workers: int = 1
    watch: Callable[[], None] = lambda: None

    def ask(self, indices: Iterable[int]) -> None:
        """Ask those that are not answered yet."""
        left = (index for index in indices if index not in self.right)
        for record in ask_probes(self.locator, self.prober, left, self.workers):
            self.append(record)
            self.right[record["index"]] = _right(record)
            self.watch()


def probe_all(
    path: Path,
    locator: Locator,
    prober: Prober,
    *,
    limit: int | None = None,
    workers: int = 1,
    watch: Callable[[], None] = lambda: None,
) -> int:
    """Ask about every probe, or about the first so many, and keep the records.

    Returns:
        Records in the file.

    Raises:
        GroundingRunMismatch: The file belongs to another experiment.
        BlindZoneError: The limit is not positive.
    """
    if limit is not None and limit < 1:
        raise BlindZoneError(f"a limit is a positive number of probes, not {limit}")
    with open_answers(path, _decides(locator, prober)) as answers:
        file = ProbeFile(locator, prober, answers.append, _known(answers.rows), workers, watch)
        file.ask(probe_order(prober.grid.cells, prober.layers, limit))
        return len(answers.rows)


def probe_where_open(
    path: Path,
    locator: Locator,
    prober: Prober,
    *,
    workers: int = 1,
    watch: Callable[[], None] = lambda: None,
    **options: Any,
) -> AdaptiveCounts:
    """Ask every cell a few times, then only those whose interval is still wide.

    Args:
        path: Records; answers of an earlier start are used, not asked for again.
        locator: Who is asked.
        prober: The probes.
        workers: Threads.
        watch: Told after each new record.
        options: Of :func:`~tapworld_eval.grounding.blindzones.adaptive.probe_adaptively`.
    """
    with open_answers(path, _decides(locator, prober)) as answers:
        file = ProbeFile(locator, prober, answers.append, _known(answers.rows), workers, watch)

        def ask(indices: Sequence[int]) -> list[bool]:
            file.ask(indices)
            return [file.right[index] for index in indices]

        return probe_adaptively(ask, prober.grid, prober.layers, **options)


def read_probe_records(path: Path) -> pd.DataFrame:
    """Records of a file; a probe without a click has NaN coordinates.

    Raises:
        BlindZoneError: The file is missing, empty or malformed.
    """
    try:
        frame = pd.read_json(path, lines=True, dtype=False)
    except (OSError, ValueError) as error:
        raise BlindZoneError(f"{path} cannot be read as probe records: {error}") from error
    for name in ("x", "y"):
        if name not in frame.columns:
            raise BlindZoneError(f"{path} holds no probe records: it has no column {name}")
        frame[name] = pd.to_numeric(frame[name])
    return frame


def _decides(locator: Locator, prober: Prober) -> dict[str, Any]:
    return {**locator.identity(), "probes": prober.identity()}


def _known(rows: Sequence[Record]) -> dict[int, bool]:
    return {row["index"]: _right(row) for row in rows}


def _right(record: Record) -> bool:
    if record["x"] is None:
        return False
    box = (record["left"], record["top"], record["right"], record["bottom"])
    return inside_box((record["x"], record["y"]), box)
