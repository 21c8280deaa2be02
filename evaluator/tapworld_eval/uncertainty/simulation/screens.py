"""Where synthetic targets, clicks and the other elements of the screen lie."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.uncertainty.records.ragged import Ragged

__all__ = ["SCREEN", "add_elements", "draw_screens"]

SCREEN: Final = (1080.0, 2400.0)
_GAP: Final = 12.0
_FAR: Final = 8


def draw_screens(rng: np.random.Generator, wrong: NDArray[np.bool_]) -> pd.DataFrame:
    """Targets, clicks and outcomes, one row a record."""
    n = len(wrong)
    width, height = rng.uniform(40, 300, n), rng.uniform(40, 120, n)
    left = rng.uniform(0, SCREEN[0] - width)
    top = rng.uniform(0, SCREEN[1] - height)
    x = left + width * rng.uniform(0.2, 0.8, n)
    y = top + height * rng.uniform(0.2, 0.8, n)
    # A miss lies outside the box: at least its half diagonal away, farther in the long run.
    angle = rng.uniform(0, 2 * np.pi, n)
    away = np.hypot(width, height) / 2 + rng.lognormal(4.5, 1.0, n)
    x = np.where(wrong, left + width / 2 + away * np.cos(angle), x)
    y = np.where(wrong, top + height / 2 + away * np.sin(angle), y)
    return pd.DataFrame(
        {
            "item": [f"item-{number:05d}" for number in range(n)],
            "app": [f"app-{number % 4}" for number in range(n)],
            "click_x": x,
            "click_y": y,
            "box_left": left,
            "box_top": top,
            "box_right": left + width,
            "box_bottom": top + height,
            "correct": (~wrong).astype(np.int64),
        }
    )


def add_elements(rng: np.random.Generator, items: pd.DataFrame, lists: dict[str, Ragged]) -> None:
    """Put each target among other elements: its four neighbours and some farther away.

    The target's place in the list is drawn. Also names the third of the screen it lies in.
    """
    n = len(items)
    own = items[["box_left", "box_top", "box_right", "box_bottom"]].to_numpy(dtype=np.float64)
    size = np.column_stack([own[:, 2] - own[:, 0], own[:, 3] - own[:, 1]])
    steps = np.array([[-1, 0], [1, 0], [0, -1], [0, 1]], dtype=np.float64)
    near = (size[:, None, :] + _GAP) * steps
    corner = rng.uniform(0, 1, (n, _FAR, 2)) * (np.array(SCREEN) - size[:, None, :])
    far = np.concatenate([corner, corner + size[:, None, :]], axis=2)
    boxes = np.concatenate(
        [own[:, None, :], own[:, None, :] + np.concatenate([near, near], axis=2), far], axis=1
    )
    target = rng.integers(boxes.shape[1], size=n)
    rows: NDArray[Any] = np.arange(n)
    boxes[rows, 0], boxes[rows, target] = boxes[rows, target].copy(), own
    lists["element_boxes"] = Ragged.of(boxes.reshape(n, -1))
    items["target_element"] = target
    third = np.minimum((own[:, 1] + own[:, 3]) / 2 / SCREEN[1] * 3, 2.999).astype(np.int64)
    items["zone"] = np.array(["top", "middle", "bottom"])[third]
