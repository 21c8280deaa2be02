"""Are targets near the borders of a vision encoder's tokens harder?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.grounding.resize import Resize
from tapworld_eval.statistics.intervals import wilson

__all__ = ["boundary_distance", "lattice_table"]


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
    rows: Sequence[dict[str, Any]], resize: Resize, near: float = 8.0, level: float = 0.95
) -> list[dict[str, Any]]:
    """Accuracy near and far from token borders, by the nearer axis of each target's centre.

    Raises:
        BlindZoneError: The model's resize policy has no lattice.
    """
    if resize.kind != "smart":
        raise BlindZoneError("only models that are resized by smart_resize have a known lattice")
    counts = {"near": [0, 0], "far": [0, 0]}
    for row in rows:
        box, size = row["target"]["box"], row["size"]
        if box is None:
            continue
        fitted = resize.apply((size[0], size[1]))
        distance = min(
            boundary_distance((box[i] + box[i + 2]) / 2, size[i], fitted[i], resize.factor)
            for i in (0, 1)
        )
        side = counts["near" if distance <= near else "far"]
        side[0] += bool(row["correct"])
        side[1] += 1
    table = []
    for name, (right, n) in counts.items():
        low, high = wilson(right, n, level)
        share = right / n if n else np.nan
        table.append({"where": name, "n": n, "accuracy": share, "low": low, "high": high})
    return table
