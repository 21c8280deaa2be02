"""Writing a training set whose targets lie where a model is blind."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.blindzones.augment import MOST_PADDING, augment
from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.moves import cells_of
from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import BlindZoneError, DatasetError
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.grounding.runs.runner import load_pixels
from tapworld_eval.grounding.samples import Sample
from tapworld_eval.rollouts.files import write_whole

__all__ = ["TrainingWriter", "augment_layouts", "augment_samples"]

Weights = NDArray[np.float64]


class TrainingWriter:
    """A training set in the phone's own format: ``phone_train.json`` beside ``images/``.

    Args:
        out: A new or empty folder.

    Raises:
        DatasetError: The folder holds something.
    """

    def __init__(self, out: Path) -> None:
        if out.exists() and any(out.iterdir()):
            raise DatasetError(f"{out} is not empty; name a new folder")
        self._out = out
        self._entries: list[dict[str, Any]] = []
        (out / "images").mkdir(parents=True, exist_ok=True)

    def add(
        self,
        sample: Sample,
        pixels: NDArray[np.uint8],
        box: Box,
        covered: Sequence[Box],
        facts: dict[str, Any],
    ) -> None:
        """Write one example; ``facts`` say where it comes from."""
        number = len(self._entries)
        file = f"{number:06}.png"
        write_whole(self._out / "images" / file, encode_png(pixels))
        self._entries.append(
            {
                "id": f"train-{number:06}",
                "img_filename": file,
                "instruction": sample.instruction,
                "instruction_kind": sample.group,
                "application": sample.application,
                "data_type": sample.element,
                "data_source": sample.platform,
                "bbox": _sides(box),
                "covered": [_sides(part) for part in covered],
                "moved_from": sample.id,
                **facts,
            }
        )

    def close(self) -> int:
        """Write the annotations; how many.

        Raises:
            DatasetError: There are none.
        """
        if not self._entries:
            raise DatasetError("no example could be moved: nothing was written")
        data = json.dumps(self._entries, ensure_ascii=False, indent=0, sort_keys=True)
        write_whole(self._out / "phone_train.json", data.encode())
        return len(self._entries)


def augment_samples(
    samples: Sequence[Sample],
    weights: Weights,
    grid: Grid,
    out: Path,
    *,
    copies: int = 1,
    seed: int = 0,
    mask: ArrayLike | None = None,
    most_padding: float = MOST_PADDING,
) -> dict[str, Any]:
    """Crop-and-pad copies of a dataset's examples; polygons and refusals are left out.

    Args:
        samples: The examples.
        weights: How often each cell is aimed at (``cell_weights``).
        grid: The grid.
        out: A new folder.
        copies: Copies of each example.
        seed: Of every draw.
        mask: The blind zone, for the report.
        most_padding: Greatest share of an image that may be padding.

    Returns:
        ``made``, ``refused`` (no draw fitted), ``left_out``, ``inside_before`` and
        ``inside_after`` (shares of the targets in the mask), ``padding`` (mean share).

    Raises:
        DatasetError: The folder holds something, or nothing could be made.
        BlindZoneError: There are not as many weights as cells.
    """
    writer = TrainingWriter(out)
    usable = [s for s in samples if s.target.kind == "box"]
    cells, padded, refused = [], [], 0
    for sample in usable:
        pixels, box = load_pixels(sample.image), sample.target.box
        assert box is not None
        for copy in range(copies):
            draw = random.Random(f"{seed}/{sample.id}/{copy}")
            made = augment(pixels, box, weights, grid, draw, most_padding)
            if made is None:
                refused += 1
                continue
            dx, dy = made.shift
            covered = [(a + dx, b + dy, c + dx, d + dy) for a, b, c, d in sample.target.covered]
            facts = {"cell": made.cell, "shift": [dx, dy]}
            writer.add(sample, made.pixels, made.box, covered, facts)
            cells.append(made.cell)
            wide, high = sample.size
            padded.append(1 - (wide - abs(dx)) * (high - abs(dy)) / (wide * high))
    return {
        "made": writer.close(),
        "refused": refused,
        "left_out": len(samples) - len(usable),
        **_inside(cells_of(usable, grid), np.array(cells), mask),
        "padding": float(np.mean(padded)),
    }


def augment_layouts(
    samples: Sequence[Sample],
    same: Sequence[Any],
    weights: Weights,
    grid: Grid,
    out: Path,
    *,
    copies: int = 1,
    seed: int = 0,
    mask: ArrayLike | None = None,
) -> dict[str, Any]:
    """The same by the app's own layouts: each target in that layout which puts it there.

    A layout is drawn by the weight of the cell in which it has the target, so nothing is cropped
    and nothing padded; but a target can only go where some layout has it.

    Args:
        samples: A phone-made dataset.
        same: One key a sample; equal keys mean the same target.
        weights: How often each cell is aimed at.
        grid: The grid.
        out: A new folder.
        copies: Examples of each target, for every layout it has in the dataset.
        seed: Of every draw.
        mask: The blind zone, for the report.

    Returns:
        As :func:`augment_samples`; ``left_out`` are the targets with one place only.

    Raises:
        DatasetError: The folder holds something, or nothing could be made.
    """
    if len(weights) != grid.cells:
        raise BlindZoneError(f"{len(weights)} weights for {grid.cells} cells")
    writer = TrainingWriter(out)
    cells = cells_of(samples, grid)
    groups: dict[Any, list[int]] = defaultdict(list)
    for number, key in enumerate(same):
        groups[key].append(number)
    movable = {k: part for k, part in groups.items() if len({int(cells[n]) for n in part}) > 1}
    chosen = list(_layouts(movable, weights, cells, copies, seed))
    for number in chosen:
        sample = samples[number]
        assert sample.target.box is not None
        pixels, facts = load_pixels(sample.image), {"cell": int(cells[number])}
        writer.add(sample, pixels, sample.target.box, sample.target.covered, facts)
    before = np.array([cells[n] for part in movable.values() for n in part])
    return {
        "made": writer.close(),
        "refused": 0,
        "left_out": len(groups) - len(movable),
        **_inside(before, cells[chosen], mask),
        "padding": 0.0,
    }


def _layouts(
    groups: dict[Any, list[int]],
    weights: Weights,
    cells: NDArray[np.int64],
    copies: int,
    seed: int,
) -> Iterator[int]:
    for key, part in groups.items():
        draw = random.Random(f"{seed}/{key}")
        # Layouts that share a cell share its weight, or a frequent place would count double.
        count = defaultdict(int)
        for number in part:
            count[int(cells[number])] += 1
        chance = [float(weights[cells[n]]) / count[int(cells[n])] for n in part]
        yield from draw.choices(part, chance, k=copies * len(part))


def _inside(before: ArrayLike, after: ArrayLike, mask: ArrayLike | None) -> dict[str, float]:
    if mask is None:
        return {}
    inside = np.asarray(mask, dtype=bool)
    return {
        "inside_before": float(inside[np.asarray(before)].mean()),
        "inside_after": float(inside[np.asarray(after)].mean()),
    }


def _sides(box: Box) -> list[float]:
    left, top, right, bottom = box
    return [left, top, right - left, bottom - top]
