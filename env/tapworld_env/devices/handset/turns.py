"""How many pages of this process work at once: one more than there are cores.

Sixteen phones that are stepped together on two cores did not work faster than four, but slower:
their threads pushed each other out of the caches, and each compositor that waited for its
page went on asking for frames meanwhile. In turn a step takes a fifth less processor time.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["pause", "turn"]


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))  # a container may have fewer than the machine
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def _fresh() -> threading.Semaphore:
    return threading.Semaphore(_cores() + 1)


_free = _fresh()
_held = threading.local()


def _mine() -> bool:
    """Whether this thread has a turn."""
    return getattr(_held, "mine", False)


def _after_fork() -> None:
    # Whoever held one in the parent will not give it back here.
    global _free
    _free = _fresh()
    _held.mine = False


os.register_at_fork(after_in_child=_after_fork)


@contextmanager
def turn() -> Iterator[None]:
    """Let a page work: waits until there is a free turn. Within a turn another one is free."""
    if _mine():
        yield
        return
    with _free:
        _held.mine = True
        try:
            yield
        finally:
            _held.mine = False


@contextmanager
def pause() -> Iterator[None]:
    """Give the turn back while nothing but time passes."""
    if not _mine():
        yield
        return
    _free.release()
    _held.mine = False
    try:
        yield
    finally:
        _free.acquire()
        _held.mine = True
