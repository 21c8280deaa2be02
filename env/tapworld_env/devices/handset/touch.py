"""Fingers: touch events with timestamps of their own.

All events of a gesture are sent together and awaited once: awaited one by one, each would wait
for a frame. Their timestamps lie in the past, spread over the gesture's duration, so the browser
sees a swipe of 300 ms without anybody waiting 300 ms.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from tapworld_env.devices.handset import turns
from tapworld_env.devices.handset.page import Page
from tapworld_env.devices.handset.scripts import HURRY

__all__ = ["LONG_PRESS_S", "double_tap", "drag", "long_press", "swipe", "tap"]

Point = tuple[float, float]
Event = tuple[str, Point | None, float]

_MOVES = 5
_REST_S = 0.2
# Longer than Android's and React Native's own 500 ms.
LONG_PRESS_S = 0.6
_DOUBLE_TAP_GAP_S = 0.1
_TAP_S = 0.02
# One for the touch to arrive, one for what it sets off; more made nothing arrive sooner.
_FRAMES = 2


def tap(page: Page, point: Point) -> None:
    """Touch and let go."""
    now = time.time()
    _send(page, [("touchStart", point, now - _TAP_S), ("touchEnd", None, now)])


def double_tap(page: Page, point: Point) -> None:
    """Two taps, a tenth of a second apart."""
    now = time.time()
    first = now - _DOUBLE_TAP_GAP_S - 2 * _TAP_S
    second = now - _TAP_S
    # One after the other: sent together, the second finger sometimes came down before the browser
    # had made a click of the first, and sometimes after.
    _send(page, [("touchStart", point, first), ("touchEnd", None, first + _TAP_S)])
    _send(page, [("touchStart", point, second), ("touchEnd", None, now)])


def long_press(page: Page, point: Point, seconds: float = LONG_PRESS_S) -> None:
    """Touch, hold until every long-press timer has fired, let go.

    The hold takes ``seconds`` by its timestamps, always exactly: what repeats while a finger is
    held counts by them.
    """
    began = _hold(page, point, seconds)
    _send(page, [("touchEnd", None, began + seconds)])


def drag(page: Page, start: Point, end: Point, seconds: float) -> None:
    """Hold until the long press has fired, then drag what was taken up, let it rest, let go.

    Args:
        page: The page.
        start: Where the finger comes down, in CSS pixels.
        end: Where it is lifted.
        seconds: How long the movement takes by its timestamps, after the hold.
    """
    total = LONG_PRESS_S + seconds + _REST_S
    began = _hold(page, start, total)
    events = _moves(start, end, began + LONG_PRESS_S, seconds)
    events.append(("touchEnd", None, began + total))
    _send(page, events)


def _hold(page: Page, point: Point, seconds: float) -> float:
    """Touch now as the start of a gesture of ``seconds``; wait for timers; return its moment."""
    began = time.time() - max(seconds - LONG_PRESS_S, 0.0)
    _send(page, [("touchStart", point, began)])
    # The hold is the gesture itself; the browser's and the apps' timers run on real time.
    with turns.pause():
        threading.Event().wait(LONG_PRESS_S)
    return began


def swipe(page: Page, start: Point, end: Point, seconds: float) -> None:
    """Drag a finger along a line and let it rest before it is lifted.

    Without the rest a list would go on moving by itself. Chromium's fling runs on the wall's
    time and on whichever moves it happened to merge: ten equal swipes ended in ten places
    (225 to 492 px for a finger that moved 240). With it, equal swipes move equally; the page
    itself goes on from there, by a distance that follows from the finger's speed alone.

    Args:
        page: The page.
        start: Where the finger comes down, in CSS pixels.
        end: Where it is lifted.
        seconds: How long the movement takes by its timestamps.
    """
    began = time.time() - seconds - _REST_S
    events: list[Event] = [("touchStart", start, began), *_moves(start, end, began, seconds)]
    events.append(("touchEnd", None, began + seconds + _REST_S))
    _send(page, events)


def _moves(start: Point, end: Point, began: float, seconds: float) -> list[Event]:
    events: list[Event] = []
    for step in range(1, _MOVES + 1):
        part = step / _MOVES
        at = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        events.append(("touchMove", at, began + seconds * part))
    return events


def _send(page: Page, events: Sequence[Event]) -> None:
    futures = []
    if page.pulses:
        # Nobody waits for its reply: what follows is read after it.
        page.start(HURRY, _FRAMES)
    for kind, point, moment in events:
        points = [] if point is None else [{"x": float(point[0]), "y": float(point[1])}]
        futures.append(
            page.session.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": points, "timestamp": moment},
            )
        )
    for future in futures:
        page.session.wait(future, "a touch")
