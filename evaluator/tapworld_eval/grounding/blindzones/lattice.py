"""Are targets near the borders of a vision encoder's tokens harder?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from tapworld_eval.grounding.blindzones.records import score_records
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.resize import Resize
from tapworld_eval.statistics.intervals import wilson

__all__ = ["boundary_distance", "lattice_of_records", "lattice_table"]

NEAR = 8.0


def boundary_distance(x: float, length: int, resized: int, stride: int) -> float:
    """Distance of a coordinate to the nearest border of tokens, in pixels of the original.

    Args:
        x: Coordinate in the original.
        length: Side of the original.
        resized: That side after the model's processor.
        stride: Side of a merged token in the processed image: 32 for Qwen3-VL, 28 for Qwen2.5-VL.

    Examples:
        >>> boundary_distance(40, 640, 640, 32)
        8.0
    """
    scaled = x * resized / length % stride
    return min(scaled, stride - scaled) * length / resized


def lattice_table(
    rows: Sequence[dict[str, Any]], resize: Resize, near: float = NEAR, level: float = 0.95
) -> list[dict[str, Any]]:
    """Accuracy of a run near and far from token borders, by the nearer axis of each centre.

    Returns:
        Two lines (near, far): n, accuracy, Wilson limits; and the gap near - far with Newcombe's
        interval and Fisher's exact p in the first.

    Raises:
        BlindZoneError: The model's resize policy has no lattice.
    """
    boxed = [row for row in rows if row["target"]["box"] is not None]
    boxes = np.array([row["target"]["box"] for row in boxed], dtype=np.float64).reshape(-1, 4)
    sizes = np.array([row["size"] for row in boxed], dtype=np.int64).reshape(-1, 2)
    correct = np.array([row["correct"] for row in boxed], dtype=bool)
    return _table(_distances(boxes, sizes, resize), correct, near, level)


def lattice_of_records(
    records: pd.DataFrame, resize: Resize, near: float = NEAR, level: float = 0.95
) -> list[dict[str, Any]]:
    """The same for probe records.

    Raises:
        BlindZoneError: The model's resize policy has no lattice.
    """
    boxes = records[["left", "top", "right", "bottom"]].to_numpy(dtype=np.float64)
    sizes = records[["width", "height"]].to_numpy(dtype=np.int64)
    return _table(_distances(boxes, sizes, resize), score_records(records), near, level)


def _distances(
    boxes: NDArray[np.float64], sizes: NDArray[np.int64], resize: Resize
) -> NDArray[np.float64]:
    """Distance of each centre to the nearest border, in pixels of the original."""
    if resize.kind != "smart":
        raise BlindZoneError("only models that are resized by smart_resize have a known lattice")
    fitted = np.empty_like(sizes)
    for size in np.unique(sizes, axis=0):
        fitted[(sizes == size).all(axis=1)] = resize.apply((int(size[0]), int(size[1])))
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2
    scaled = middle * fitted / sizes % resize.factor
    return (np.minimum(scaled, resize.factor - scaled) * sizes / fitted).min(axis=1)


def _table(
    distance: NDArray[np.float64], correct: ArrayLike, near: float, level: float
) -> list[dict[str, Any]]:
    right = np.asarray(correct, dtype=bool)
    close = distance <= near
    counts = [(int(right[side].sum()), int(side.sum())) for side in (close, ~close)]
    table: list[dict[str, Any]] = []
    for name, (k, n) in zip(("near", "far"), counts, strict=True):
        low, high = wilson(k, n, level)
        share = k / n if n else float("nan")
        table.append(
            {"where": name, "n": n, "accuracy": share, "low": float(low), "high": float(high)}
        )
    if all(n for _, n in counts):
        one, two = table
        gap = one["accuracy"] - two["accuracy"]
        fisher: Any = stats.fisher_exact([[k, n - k] for k, n in counts])
        one |= {
            "gap": gap,
            "gap_low": gap
            - float(np.hypot(one["accuracy"] - one["low"], two["high"] - two["accuracy"])),
            "gap_high": gap
            + float(np.hypot(one["high"] - one["accuracy"], two["accuracy"] - two["low"])),
            "p": float(fisher[1]),
        }
    return table
