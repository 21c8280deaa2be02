"""Asking a model about moved targets, and comparing each with the same target before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.grounding.blindzones.answers import in_order, open_answers
from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.blindzones.moves import Move, moved_target
from tapworld_eval.grounding.blindzones.relocate import ARMS, shift_image
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.runs.runner import load_pixels
from tapworld_eval.grounding.samples import Sample
from tapworld_eval.grounding.scaffolds.base import Ask, clicked, whole
from tapworld_eval.statistics.paired_tests import mcnemar

__all__ = ["ask_moves", "compare_moves", "net_effects"]

Row = dict[str, Any]
_REPLICATES = 2000


def ask_moves(
    path: Path,
    locator: Locator,
    samples: Sequence[Sample],
    moves: Sequence[Move],
    *,
    mask: ArrayLike,
    grid: Grid,
    workers: int = 1,
    watch: Callable[[], None] = lambda: None,
) -> list[Row]:
    """Ask about every sample as it is, and about every shift; one row each.

    The tag of a sample as it is is ``ID/original``, that of a shift ``ID/ARM/RUN``.

    Args:
        path: The rows; an interrupted file is gone on with.
        locator: Who is asked.
        samples: The dataset.
        moves: What is moved where.
        mask: The blind zone, for the sidecar.
        grid: Its grid.
        workers: Threads.
        watch: Told after each new row.

    Raises:
        GroundingRunMismatch: The file belongs to another experiment.
    """
    decides = {
        **locator.identity(),
        "relocation": {
            "grid": [grid.columns, grid.rows],
            "mask": _digest(np.asarray(mask, dtype=bool).tolist()),
            "moves": _digest([[samples[m.index].id, asdict(m)] for m in moves]),
            "targets": _digest([[s.id, s.size, s.instruction, asdict(s.target)] for s in samples]),
        },
    }

    def ask(question: tuple[str, int, tuple[int, int] | None]) -> Row:
        tag, index, shift = question
        sample = samples[index]
        pixels = load_pixels(sample.image)
        target = sample.target
        if shift is not None:
            pixels, target = shift_image(pixels, shift), moved_target(sample, shift)
        draws, _ = locator.draw(pixels, sample.instruction, Ask(whole(sample.size)), tag)
        point = clicked(draws).point
        assert target.box is not None
        return {
            "tag": tag,
            "id": sample.id,
            "shift": None if shift is None else list(shift),
            "box": list(target.box),
            "size": list(sample.size),
            "point": None if point is None else list(point),
            "correct": point is not None and target.hit_by(point),
            "text": draws[0].text,
        }

    with open_answers(path, decides) as answers:
        done = {row["tag"] for row in answers.rows}
        left = (one for one in _questions(samples, moves) if one[0] not in done)
        for row in in_order(left, ask, workers):
            answers.append(row)
            watch()
        return answers.rows


def compare_moves(
    rows: Sequence[Row],
    samples: Sequence[Sample],
    moves: Sequence[Move],
    *,
    seed: int = 0,
    level: float = 0.95,
) -> pd.DataFrame:
    """Accuracy before and after, by arm, paired.

    A sample occurs in several runs and an image in several samples, so limits and ``p`` take
    images as the units: bootstrap over images, and random sign flips of images' differences.
    ``p_mcnemar`` is exact McNemar over the first run, in which a sample occurs once.

    Returns:
        how (``shift``; with layouts also ``layout``, and ``layout - shift`` at the same places),
        arm, n (pairs), samples, before, after, difference, low, high, p, p_mcnemar.
    """
    right = {row["tag"]: bool(row["correct"]) for row in rows}
    frame = pd.DataFrame(
        {
            "arm": move.arm,
            "run": move.run,
            "sample": move.index,
            "image": str(samples[move.index].image),
            "before": right[_original(samples[move.index])],
            "shift": None if move.shift is None else right[_shifted(samples[move.index], move)],
            "layout": None if move.partner is None else right[_original(samples[move.partner])],
        }
        for move in moves
    )
    lines = []
    for how, first, second in (
        ("shift", "before", "shift"),
        ("layout", "before", "layout"),
        ("layout - shift", "shift", "layout"),
    ):
        both = frame[frame[first].notna() & frame[second].notna()]
        for arm in ARMS:
            part = both[both["arm"] == arm]
            if len(part):
                lines.append({"how": how, "arm": arm, **_line(part, first, second, seed, level)})
    return pd.DataFrame(lines)


def net_effects(table: pd.DataFrame) -> pd.DataFrame:
    """Crossing the border, less what moving within a side does anyway.

    Returns:
        how, effect (``into`` or ``out of`` the zone), net, low, high. The two arms are different
        pairs, so their limits are combined as independent ones.
    """
    lines = []
    for how in table["how"].unique():
        if how == "layout - shift":
            continue
        part = table[table["how"] == how].set_index("arm")
        for effect, crossing, control in (
            ("into", "out->in", "out->out"),
            ("out of", "in->out", "in->in"),
        ):
            if crossing not in part.index or control not in part.index:
                continue
            a, b = part.loc[crossing], part.loc[control]
            net = a["difference"] - b["difference"]
            low = net - np.hypot(a["difference"] - a["low"], b["high"] - b["difference"])
            high = net + np.hypot(a["high"] - a["difference"], b["difference"] - b["low"])
            lines.append({"how": how, "effect": effect, "net": net, "low": low, "high": high})
    return pd.DataFrame(lines)


def _questions(
    samples: Sequence[Sample], moves: Sequence[Move]
) -> Iterator[tuple[str, int, tuple[int, int] | None]]:
    """Tag, sample and shift; a sample as it is comes once, before its first use."""
    seen: set[int] = set()
    for move in moves:
        for index in (move.index, move.partner):
            if index is not None and index not in seen:
                seen.add(index)
                yield _original(samples[index]), index, None
        if move.shift is not None:
            yield _shifted(samples[move.index], move), move.index, move.shift


def _original(sample: Sample) -> str:
    return f"{sample.id}/original"


def _shifted(sample: Sample, move: Move) -> str:
    return f"{sample.id}/{move.arm}/{move.run}"


def _line(part: pd.DataFrame, first: str, second: str, seed: int, level: float) -> Row:
    a = part[first].to_numpy(dtype=bool)
    b = part[second].to_numpy(dtype=bool)
    gain = b.astype(np.int64) - a
    _, unit = np.unique(part["image"].to_numpy(dtype=str), return_inverse=True)
    sums = np.bincount(unit, weights=gain).astype(np.float64)
    sizes = np.bincount(unit)
    draw = np.random.default_rng(seed)
    low, high = _limits(sums, sizes, draw, level)
    once = part["run"].to_numpy() == part["run"].min()
    return {
        "n": len(part),
        "samples": int(part["sample"].nunique()),
        "before": float(a.mean()),
        "after": float(b.mean()),
        "difference": float(gain.mean()),
        "low": low,
        "high": high,
        "p": _sign_flips(sums, draw),
        "p_mcnemar": mcnemar(int((~a & b & once).sum()), int((a & ~b & once).sum())),
    }


def _limits(
    sums: NDArray[np.float64], sizes: NDArray[np.int64], draw: np.random.Generator, level: float
) -> tuple[float, float]:
    chosen = draw.integers(0, len(sums), (_REPLICATES, len(sums)))
    means = sums[chosen].sum(axis=1) / sizes[chosen].sum(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _sign_flips(sums: NDArray[np.float64], draw: np.random.Generator) -> float:
    """Two-sided p of a mean of zero: each image's difference could as well have been its negative.

    The observed signs count as one of the draws, so p is never 0.
    """
    moved = sums[sums != 0]
    if len(moved) == 0:
        return 1.0
    signs = draw.integers(0, 2, (_REPLICATES, len(moved))) * 2 - 1
    reached = np.abs(signs @ moved) >= abs(moved.sum()) - 1e-9
    return float((1 + reached.sum()) / (1 + _REPLICATES))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
