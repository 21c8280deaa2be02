"""A first look at a database file, before it is sent to a phone."""

from __future__ import annotations

import struct

__all__ = ["sqlite_flaw"]

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100


def sqlite_flaw(content: bytes) -> str | None:
    """Say why the bytes cannot be a whole SQLite file, or ``None``.

    Only header and length are looked at: a deeper check is the phone's own, when it opens it.

    >>> sqlite_flaw(b"<html>")
    "it does not start like an SQLite file (6 bytes, b'<html>')"
    """
    if len(content) < _HEADER_BYTES or not content.startswith(_MAGIC):
        return f"it does not start like an SQLite file ({len(content)} bytes, {content[:8]!r})"
    (stored_size,) = struct.unpack_from(">H", content, 16)
    page_size = 65536 if stored_size == 1 else stored_size
    if page_size < 512 or page_size & (page_size - 1):
        return f"its header names an impossible page size ({page_size})"
    if len(content) % page_size:
        return f"it is torn: {len(content)} bytes are no whole number of {page_size}-byte pages"
    change_counter, pages = struct.unpack_from(">II", content, 24)
    (valid_for,) = struct.unpack_from(">I", content, 92)
    if change_counter == valid_for and pages > len(content) // page_size:
        return f"it is torn: {len(content) // page_size} of its {pages} pages are there"
    return None
