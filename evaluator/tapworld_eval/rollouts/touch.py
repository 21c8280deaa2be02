"""Which point an action touches, and which element lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapworld_env.actions import Action, DoubleTap, Drag, LongPress, Scroll, Swipe, Tap
from tapworld_env.observations import Element

__all__ = ["touched_element", "touched_point"]


def touched_point(action: Action) -> tuple[float, float] | None:
    """The first point an action touches, in pixels, or ``None``.

    >>> touched_point(Tap(3, 4))
    (3, 4)
    """
    match action:
        case Tap(x, y) | DoubleTap(x, y) | LongPress(x, y):
            return x, y
        case Swipe(x1, y1) | Drag(x1, y1):
            return x1, y1
        case Scroll(_, x, y) if x is not None and y is not None:
            return x, y
    return None


def touched_element(
    elements: Sequence[Element], point: tuple[float, float] | None
) -> dict[str, Any] | None:
    """What is drawn last at a point among the visible elements, as a small dictionary."""
    if point is None:
        return None
    x, y = point
    hit = [
        element
        for element in elements
        if element.visible
        and element.bounds[0] <= x < element.bounds[2]
        and element.bounds[1] <= y < element.bounds[3]
    ]
    # A list or a screen encloses what was meant: the clickable thing on top tells more.
    named = [element for element in hit if element.clickable] or hit
    if not named:
        return None
    element = named[-1]
    return {
        "id": element.id,
        "text": element.text[:120],
        "description": element.description[:120],
        "role": element.role,
        "bounds": list(element.bounds),
    }
