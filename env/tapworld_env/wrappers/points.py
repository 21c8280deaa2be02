"""Moving the points of an action from one coordinate system to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np

from tapworld_env.actions import Action

__all__ = ["scale_points"]

_ACROSS, _DOWN = ("x", "x1", "x2"), ("y", "y1", "y2")


def scale_points(given: Any, across: float, down: float, width: int, height: int) -> Any:
    """Multiply the points of an action, in whichever form it is given.

    A point inside the old system stays on the screen: its far edge, which rounding may push out,
    becomes the last pixel. A point outside stays outside, to be reported as an error.

    Args:
        given: An :class:`Action`, its JSON form or an element of the action space.
        across: Factor of x.
        down: Factor of y.
        width: Pixels across.
        height: Pixels down.
    """
    if isinstance(given, Action):
        moved = {
            field.name: _moved(field.name, getattr(given, field.name), across, down, width, height)
            for field in fields(given)
        }
        return replace(given, **moved)
    if not isinstance(given, Mapping):
        return given
    if "action" in given:
        return {
            name: _moved(name, value, across, down, width, height) for name, value in given.items()
        }
    if "point" not in given:
        return given
    try:
        point = np.asarray(given["point"], np.float64)
    except (TypeError, ValueError):
        return given
    names = ("x1", "y1", "x2", "y2")
    if point.shape != (len(names),):
        return given
    moved_point = [
        _moved(name, float(value), across, down, width, height)
        for name, value in zip(names, point, strict=True)
    ]
    return {**given, "point": np.array(moved_point, np.float32)}


def _moved(name: str, value: Any, across: float, down: float, width: int, height: int) -> Any:
    if name not in _ACROSS + _DOWN or isinstance(value, bool) or not isinstance(value, int | float):
        return value
    factor, size = (across, width) if name in _ACROSS else (down, height)
    moved = value * factor
    # Half a pixel of tolerance, so that exactly 1.0 is the edge and not beyond it.
    return min(moved, size - 1) if moved <= size + 0.5 else moved
