"""Random generators seeded by stable strings, equal on every machine and Python version."""

from __future__ import annotations

import hashlib
import random

__all__ = ["rng_for", "stable_int"]


def stable_int(*parts: object) -> int:
    """Return a 64-bit integer that depends only on the text of ``parts``.

    Example:
        >>> stable_int("ada", "mail") == stable_int("ada", "mail")
        True
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def rng_for(*parts: object) -> random.Random:
    """Return a generator of its own for one purpose, named by ``parts``.

    One generator a purpose keeps unrelated content apart: a new mail topic does not
    reshuffle the wallet.
    """
    return random.Random(stable_int(*parts))
