"""Databases that are like one the page holds: only the pages that differ are sent.

A scenario changes a few rows of a persona's data. Of the 26 to 70 pages of such a database one to
eight differ from another one of that persona, and sending it whole took longer than all else that
a reset sends.
"""

from __future__ import annotations

import base64
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from tapworld_scenarios.snapshot import AppState

__all__ = ["HeldDatabases", "seconds_to_carry"]

_PAGE = 4096  # bytes; SQLite's own, and any other will do
_WORDS = _PAGE // 8
# Less than the page itself keeps: what is forgotten here too early is sent once more. Enough for
# some variant of each persona, among which the nearest is looked for.
_MOST_BYTES = 8 << 20
# With more of it different, the whole is sent.
_MOST_DIFFERENT = 0.5
_NEAR_ENOUGH = 4  # pages: nobody looks for an even nearer one
# Slowest pace at which a database goes to the page, is opened, or comes back, bytes a second.
_SLOWEST_TRANSFER = 1 << 20


def seconds_to_carry(databases: Iterable[bytes]) -> float:
    """What large databases may take beyond the watchdog of an ordinary call."""
    return sum(map(len, databases)) / _SLOWEST_TRANSFER


class HeldDatabases:
    """What a page was sent, as far as it probably still has it."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._bytes = 0

    def likenesses(self, apps: Mapping[str, AppState]) -> dict[str, Any]:
        """How to make databases that the page was never sent from those that it was.

        Returns:
            For each digest of ``apps`` that is like a held one ``base`` (digest), ``size`` (bytes)
            and ``parts`` (offset and base64), as the page contract's ``patch`` takes them.
        """
        found = {}
        for app, state in apps.items():
            if state.digest in self._held:
                continue
            nearest = self._nearest(app, state.database)
            if nearest is not None:
                base, different = nearest
                found[state.digest] = {
                    "base": base,
                    "size": len(state.database),
                    "parts": list(_parts(state.database, different)),
                }
        return found

    def note(self, apps: Mapping[str, AppState]) -> None:
        """Remember what a load has used, the latest last."""
        for app, state in apps.items():
            digest = state.digest
            if digest not in self._held:
                self._bytes += len(state.database)
            self._held[digest] = (app, state.database)
            self._held.move_to_end(digest)
        while self._bytes > _MOST_BYTES and self._held:
            _, (_, old) = self._held.popitem(last=False)
            self._bytes -= len(old)

    def _nearest(self, app: str, content: bytes) -> tuple[str, list[int]] | None:
        """A held database with few different pages, and their numbers."""
        best: tuple[str, list[int]] | None = None
        fewest = int(len(content) / _PAGE * _MOST_DIFFERENT)
        for digest, (other, held) in reversed(self._held.items()):
            if other != app:
                continue
            different = _different(held, content)
            if len(different) <= fewest:
                best, fewest = (digest, different), len(different) - 1
            if fewest < _NEAR_ENOUGH:
                break
        return best


def _different(held: bytes, content: bytes) -> list[int]:
    """Numbers of the pages of ``content`` that are not the same in ``held``."""
    common = min(len(held), len(content)) // _PAGE
    count = common * _WORDS
    before = np.frombuffer(held, np.uint64, count).reshape(common, _WORDS)
    after = np.frombuffer(content, np.uint64, count).reshape(common, _WORDS)
    changed = np.flatnonzero((before != after).any(axis=1)).tolist()
    return [*changed, *range(common, -(-len(content) // _PAGE))]


def _parts(content: bytes, pages: list[int]) -> Iterator[tuple[int, str]]:
    for page in pages:
        part = content[page * _PAGE : (page + 1) * _PAGE]
        yield page * _PAGE, base64.b64encode(part).decode("ascii")
