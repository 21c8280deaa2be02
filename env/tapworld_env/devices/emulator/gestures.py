"""Fingers and keys, by uiautomator2's server."""

from __future__ import annotations

from tapworld_env.actions import DoubleTap, Drag, LongPress, Scroll, Swipe, Tap
from tapworld_env.devices.emulator.automator import Automator
from tapworld_env.errors import ActionRejected
from tapworld_env.observations import Element, Screen

__all__ = ["double_tap", "drag", "long_press", "scroll", "swipe", "tap"]

# Longer than Android's and React Native's own 500 ms.
_LONG_PRESS_MS = 600
_STEP_MS = 5
# As many steps as uiautomator2 itself scrolls with: slow enough not to fling.
_SCROLL_STEPS = 55
# The mask tells UiSelector which fields count: scrollable and instance.
_SCROLLABLE_MASK = 0x4000 | 0x01000000
Point = tuple[int, int]


def tap(automator: Automator, screen: Screen, action: Tap) -> None:
    """Touch and let go."""
    automator.call("click", *_point(screen, action.x, action.y))


def double_tap(automator: Automator, screen: Screen, action: DoubleTap) -> None:
    """Two taps in quick succession."""
    at = _point(screen, action.x, action.y)
    automator.call("click", *at)
    automator.call("click", *at)


def long_press(automator: Automator, screen: Screen, action: LongPress) -> None:
    """Touch, hold, let go."""
    automator.call("click", *_point(screen, action.x, action.y), _LONG_PRESS_MS)


def swipe(automator: Automator, screen: Screen, action: Swipe) -> None:
    """Drag in a straight line."""
    start = _point(screen, action.x1, action.y1)
    end = _point(screen, action.x2, action.y2)
    automator.call("swipe", *start, *end, max(action.ms // _STEP_MS, 2))


def drag(automator: Automator, screen: Screen, action: Drag) -> None:
    """Hold what lies there until it is taken up, then drag it."""
    start = _point(screen, action.x1, action.y1)
    end = _point(screen, action.x2, action.y2)
    automator.call("drag", *start, *end, max(action.ms // _STEP_MS, 2))


def scroll(
    automator: Automator, screen: Screen, elements: tuple[Element, ...], action: Scroll
) -> None:
    """Scroll the innermost scrollable under the point; without one, under the middle, else the
    largest on the screen.
    """  # noqa: D205
    given = action.x is not None or action.y is not None
    x = screen.width / 2 if action.x is None else action.x
    y = screen.height / 2 if action.y is None else action.y
    at = _point(screen, x, y)
    scrollable = [element for element in elements if element.scrollable]
    under = [e for e in scrollable if _holds(e, at)]
    chosen = min(under, key=_area, default=None)
    if chosen is None and not given:
        chosen = max(scrollable, key=_area, default=None)
    vertical = action.direction in ("up", "down")
    forward = action.direction in ("down", "right")
    if chosen is None:
        _try_scroll(automator, screen, vertical, forward)
        return
    selector = {
        "mask": _SCROLLABLE_MASK,
        "childOrSibling": [],
        "childOrSiblingSelector": [],
        "scrollable": True,
        "instance": scrollable.index(chosen),
    }
    automator.call(
        "scrollForward" if forward else "scrollBackward", selector, vertical, _SCROLL_STEPS
    )


def _try_scroll(automator: Automator, screen: Screen, vertical: bool, forward: bool) -> None:
    """Nothing scrolls here: the swipe of a finger that tries nevertheless."""
    width, height = screen.width, screen.height
    near, far = (height // 3, height * 2 // 3) if vertical else (width // 3, width * 2 // 3)
    begin, end = (far, near) if forward else (near, far)
    start = (width // 2, begin) if vertical else (begin, height // 2)
    stop = (width // 2, end) if vertical else (end, height // 2)
    automator.call("swipe", *start, *stop, _SCROLL_STEPS)


def _point(screen: Screen, x: float, y: float) -> Point:
    if not (0 <= x < screen.width and 0 <= y < screen.height):
        raise ActionRejected(
            f"the point ({x:g}, {y:g}) is off the screen of {screen.width}x{screen.height}"
        )
    return int(x), int(y)


def _holds(element: Element, point: Point) -> bool:
    left, top, right, bottom = element.bounds
    return left <= point[0] < right and top <= point[1] < bottom


def _area(element: Element) -> int:
    left, top, right, bottom = element.bounds
    return (right - left) * (bottom - top)
