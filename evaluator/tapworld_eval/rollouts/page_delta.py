"""A SQLite file as the pages in which it differs from another one.

An episode changes a handful of 4 KB pages of a file of some hundred: kept as pages, its state
before and after takes a few kilobytes instead of the whole database twice.
"""

from __future__ import annotations

import struct

from tapworld_eval.errors import RunFolderError

__all__ = ["apply_delta", "make_delta", "page_size"]

_MAGIC = b"TWD1"
_HEAD = struct.Struct(">4sII")
_INDEX = struct.Struct(">I")


def page_size(database: bytes) -> int:
    """Page size of a SQLite file, from bytes 16 and 17 of its header (1 means 65536)."""
    size = int.from_bytes(database[16:18], "big")
    return 65536 if size == 1 else max(size, 512)


def make_delta(base: bytes, database: bytes) -> bytes:
    """The pages of ``database`` that ``base`` has not at the same place."""
    size = page_size(database)
    parts = [_HEAD.pack(_MAGIC, size, len(database))]
    for index in range(-(-len(database) // size)):
        page = database[index * size : (index + 1) * size]
        if base[index * size : (index + 1) * size] != page:
            parts += [_INDEX.pack(index), page]
    return b"".join(parts)


def apply_delta(base: bytes, delta: bytes) -> bytes:
    """The database from which :func:`make_delta` made ``delta`` against ``base``.

    Raises:
        RunFolderError: ``delta`` is damaged.
    """
    if len(delta) < _HEAD.size or delta[:4] != _MAGIC:
        raise RunFolderError("a stored database is damaged: it is no page delta")
    _, size, length = _HEAD.unpack_from(delta)
    database = bytearray(base[:length].ljust(length, b"\0"))
    place = _HEAD.size
    while place < len(delta):
        (index,) = _INDEX.unpack_from(delta, place)
        start = index * size
        page = delta[place + _INDEX.size : place + _INDEX.size + min(size, length - start)]
        if start >= length or len(page) != min(size, length - start):
            raise RunFolderError("a stored database is damaged: a page is cut short")
        database[start : start + len(page)] = page
        place += _INDEX.size + len(page)
    return bytes(database)
