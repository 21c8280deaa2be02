"""Waiting until a screen rests: two equal looks in a row, or the cap."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["until_still"]

T = TypeVar("T")


def until_still(
    look: Callable[[], T], cap_ms: int, *, now: Callable[[], float] = time.monotonic
) -> tuple[T, bool]:
    """Look until two looks in a row are equal.

    The looks themselves take long enough on a phone that nothing waits between them.

    Args:
        look: Gives something that is equal while nothing moves.
        cap_ms: Longest time for it.
        now: The clock, in seconds.

    Returns:
        The last look, and whether it was equal to the one before.

    >>> frames = iter([1, 2, 3, 3])
    >>> until_still(lambda: next(frames), 60_000)
    (3, True)
    """
    deadline = now() + cap_ms / 1000
    last = look()
    while True:
        this = look()
        if this == last:
            return this, True
        if now() >= deadline:
            return this, False
        last = this
