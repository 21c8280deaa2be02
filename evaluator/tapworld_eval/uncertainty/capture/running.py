"""Capture over a dataset: streamed, resumed, and made into a cell at the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from tapworld_eval.grounding.runs.runner import target_json
from tapworld_eval.grounding.samples import Sample
from tapworld_eval.rollouts.files import write_whole
from tapworld_eval.rollouts.manifest import differences
from tapworld_eval.uncertainty.capture.adapter import Pixels
from tapworld_eval.uncertainty.capture.attention_files import write_raw_attention
from tapworld_eval.uncertainty.capture.sources import Items
from tapworld_eval.uncertainty.errors import OptionError, RecordsError
from tapworld_eval.uncertainty.records import Cell, Interface, from_rows, save

__all__ = ["CONFIG", "STREAM", "Reader", "capture_dataset", "stream_rows"]

Row = dict[str, Any]
CONFIG, STREAM = "capture.json", "capture.jsonl"


class Reader(Protocol):
    """A model and what is captured of it: weights, or replies alone."""

    @property
    def interface(self) -> Interface:
        """Of the cells that come of it."""
        ...

    @property
    def name(self) -> str:
        """Name of the model."""
        ...

    @property
    def about(self) -> dict[str, Any]:
        """What decides the records."""
        ...

    @property
    def absent(self) -> dict[str, str]:
        """Groups that were asked for and cannot be had, with the reason."""
        ...

    @property
    def layers(self) -> tuple[int, ...]:
        """Layers of ``hidden_layers``."""
        ...

    def capture(self, pixels: Pixels, instruction: str, key: str) -> Row:
        """The signals of an item."""
        ...


def capture_dataset(
    reader: Reader,
    items: Items,
    out: Path,
    *,
    watch: Callable[[Row], None] = lambda _: None,
) -> Cell:
    """Capture every item, or go on where an earlier call stopped, and write the cell.

    Each record is on disk, whole, before the next is begun (``capture.jsonl``); the cell's own
    files are written at the end. Samples whose right answer is a refusal have no box and are left
    out; the cell's ``meta`` counts them.

    Args:
        reader: The model and what is captured.
        items: What is captured.
        out: Folder of the cell.
        watch: Told every new record.

    Raises:
        RecordsError: The folder holds a capture of other settings.
        OptionError: There is no sample with a box.
        DatasetError: An image is missing.
    """
    kept = [sample for sample in items.samples if sample.target.box is not None]
    if not kept:
        raise OptionError(f"{items.name}: no sample with a target's box to capture")
    config = _config(reader, kept, items.name)
    _accept(out, config)
    done = {row["item"] for row in _repaired(out / STREAM)}
    with (out / STREAM).open("ab") as stream:
        for sample in kept:
            if sample.id in done:
                continue
            row = _captured(reader, sample, items)
            if "raw_attention" in row:
                # First: a record in the stream is never captured again.
                write_raw_attention(out, sample.id, row.pop("raw_attention"))
            line = json.dumps(row, ensure_ascii=False, sort_keys=True, allow_nan=False)
            stream.write(line.encode() + b"\n")
            stream.flush()
            watch(row)
    rows = {row["item"]: row for row in stream_rows(out)}
    cell = from_rows(
        (rows[sample.id] for sample in kept),
        name=f"{reader.name} x {items.name}",
        model=reader.name,
        dataset=items.name,
        interface=reader.interface,
    )
    refusals = len(items.samples) - len(kept)
    meta = {"capture": config, "absent": reader.absent, "refusals": refusals}
    if reader.layers:
        meta["layers"] = list(reader.layers)
    cell = replace(cell, meta=meta)
    save(cell, out)
    return cell


def stream_rows(out: Path) -> Iterator[Row]:
    """The records captured so far, in the order in which they were."""
    for line in (out / STREAM).read_bytes().splitlines():
        yield json.loads(line)


def _captured(reader: Reader, sample: Sample, items: Items) -> Row:
    signals = reader.capture(items.pixels(sample), sample.instruction, sample.id)
    click, box = signals["click"], sample.target.box
    assert box is not None
    screen: Row = {}
    if items.elements is not None:
        boxes = list(items.elements(sample))
        screen["element_boxes"] = [float(edge) for one in boxes for edge in one]
        screen["target_element"] = boxes.index(box)
    return {
        "item": sample.id,
        "box": [float(edge) for edge in box],
        "correct": int(click is not None and sample.target.hit_by((click[0], click[1]))),
        "instruction": sample.instruction,
        "image": sample.image.name,
        "app": sample.application,
        "zone": _zone(click, sample.size),
        **screen,
        **signals,
    }


def _zone(click: Sequence[float] | None, size: tuple[int, int]) -> str:
    """Which of nine parts of the screen was clicked: known before it is known what was meant."""
    if click is None:
        return "none"
    column, row = (
        min(2, max(0, int(3 * at / extent))) for at, extent in zip(click, size, strict=True)
    )
    return f"{('top', 'middle', 'bottom')[row]} {('left', 'centre', 'right')[column]}"


def _config(reader: Reader, samples: Sequence[Sample], dataset: str) -> dict[str, Any]:
    digest = sha256()
    for sample in samples:
        what = (sample.id, sample.size, sample.instruction, target_json(sample.target))
        digest.update(json.dumps(what, sort_keys=True).encode())
    return {
        **reader.about,
        "dataset": {"name": dataset, "items": len(samples), "digest": digest.hexdigest()[:16]},
    }


def _accept(out: Path, config: Mapping[str, Any]) -> None:
    """Begin a folder, or make sure that it holds this very capture.

    More items may be asked for than before; everything else must be the same.
    """
    path = out / CONFIG
    text = json.dumps(config, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if path.exists():
        old = json.loads(path.read_text(encoding="utf-8"))
        new = json.loads(text)
        lines = [
            line
            for line in differences(old, new)
            if not line.startswith(("dataset.items", "dataset.digest"))
        ]
        if lines:
            shown = "\n".join(f"  {line}" for line in lines)
            raise RecordsError(
                f"{out} holds a capture of other settings (there -> here):\n{shown}\n"
                "Choose another --out, or repeat the settings"
            )
    elif out.is_dir() and any(out.iterdir()):
        raise RecordsError(f"{out} is not empty and holds no capture; choose another --out")
    write_whole(path, text.encode())


def _repaired(stream: Path) -> list[Row]:
    """What is there; a last line that a crash has torn is cut off."""
    if not stream.exists():
        return []
    data = stream.read_bytes()
    end = data.rfind(b"\n") + 1
    if end != len(data):
        with stream.open("r+b") as file:
            file.truncate(end)
    return [json.loads(line) for line in data[:end].splitlines()]
