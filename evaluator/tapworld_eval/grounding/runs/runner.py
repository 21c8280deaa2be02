"""Running a scaffold over samples, and writing what was drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.runs.config import RunConfig
from tapworld_eval.grounding.runs.folder import RunFolder, read_rows
from tapworld_eval.grounding.samples import Sample, Target
from tapworld_eval.grounding.scaffolds.base import Ask, Draw, Outcome, Scaffold

__all__ = ["ground_sample", "load_pixels", "run_grounding", "scored", "target_json"]

Row = dict[str, Any]


def run_grounding(
    config: RunConfig,
    out: Path,
    *,
    workers: int = 1,
    about: Mapping[str, Any] | None = None,
    watch: Callable[[Row], None] = lambda _: None,
) -> list[Row]:
    """Run, or go on with, a run.

    Rows are written in the order of the samples, whatever the number of workers, and hold no
    times: an interrupted and resumed run gives the same file as an uninterrupted one.

    Args:
        config: What is run.
        out: The run's folder.
        workers: Threads.
        about: Facts for the sidecar that do not decide the result.
        watch: Told every new row.

    Returns:
        All rows of the run, old and new.

    Raises:
        BudgetExceeded: The cap is reached; what was done is kept.
        ModelError: The model does not answer; what was done is kept.
        GroundingRunMismatch: The folder belongs to another run.
    """
    with RunFolder(out, config, about or {}) as folder:
        done = {row["id"] for row in read_rows(out)}
        left = deque(sample for sample in config.samples if sample.id not in done)
        with ThreadPoolExecutor(max_workers=workers) as pool:
            under_way: deque[Future[Row]] = deque()
            try:
                while left or under_way:
                    while left and len(under_way) < workers:
                        sample = left.popleft()
                        under_way.append(
                            pool.submit(ground_sample, sample, config.locator, config.scaffold)
                        )
                    row = under_way.popleft().result()
                    folder.append(row)
                    watch(row)
            finally:
                for future in under_way:
                    future.cancel()
    return read_rows(out)


def ground_sample(sample: Sample, locator: Locator, scaffold: Scaffold) -> Row:
    """Ground one sample; everything that was drawn, and the score."""
    pixels = load_pixels(sample.image)
    if (pixels.shape[1], pixels.shape[0]) != sample.size:
        raise DatasetError(f"{sample.image} is not {sample.size[0]}x{sample.size[1]} any more")
    asked: list[dict[str, Any]] = []
    steps = scaffold.steps(sample.size)
    try:
        ask = next(steps)
        while True:
            draws, reply = locator.draw(pixels, sample.instruction, ask, f"{sample.id}/{ask.stage}")
            asked.append(
                {
                    **_ask_json(ask),
                    "draws": [_draw_json(draw) for draw in draws],
                    "input_tokens": reply.usage.input_tokens,
                    "output_tokens": reply.usage.output_tokens,
                    "dollars": round(reply.dollars, 9),
                }
            )
            ask = steps.send(draws)
    except StopIteration as end:
        outcome: Outcome = end.value
    return {
        "id": sample.id,
        "image": sample.image.name,
        "size": list(sample.size),
        "instruction": sample.instruction,
        "target": target_json(sample.target),
        "element": sample.element,
        "platform": sample.platform,
        "application": sample.application,
        "group": sample.group,
        "asked": asked,
        "calls": sum(entry["n"] for entry in asked),
        "dollars": round(sum(entry["dollars"] for entry in asked), 9),
        **scored(sample.target, outcome),
    }


def scored(target: Target, outcome: Outcome) -> Row:
    """The part of a row that says how it ended.

    A refusal is right exactly when the sample is one; a miss is never right.
    """
    if target.kind == "refusal":
        correct = outcome.refused
    else:
        correct = outcome.point is not None and target.hit_by(outcome.point)
    return {
        "point": None if outcome.point is None else list(outcome.point),
        "refused": outcome.refused,
        "correct": bool(correct),
        "facts": outcome.facts,
    }


def load_pixels(path: Path) -> NDArray[np.uint8]:
    """An image file as RGB, (height, width, 3).

    Raises:
        DatasetError: It is missing or no image.
    """
    try:
        with Image.open(path) as image:
            return np.asarray(image.convert("RGB"))
    except OSError as error:
        raise DatasetError(f"the image {path} cannot be read: {error}") from error


def target_json(target: Target) -> Row:
    """A target as it stands in a row."""
    return {
        "kind": target.kind,
        "box": None if target.box is None else list(target.box),
        "corners": [list(corner) for corner in target.corners],
        "covered": [list(part) for part in target.covered],
    }


def _ask_json(ask: Ask) -> Row:
    return {
        "window": list(ask.window),
        "stage": ask.stage,
        "n": ask.n,
        "temperature": ask.temperature,
        "pixels": ask.pixels,
    }


def _draw_json(draw: Draw) -> Row:
    fields = dict(vars(draw))
    for key in ("point", "box"):
        value: Sequence[float] | None = fields[key]
        fields[key] = None if value is None else list(value)
    return fields
