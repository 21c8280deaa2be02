"""Receipt references, by the same rule as the app's own."""

from __future__ import annotations

__all__ = ["reference_of"]

# Crockford's base 32: no letters that people confuse when they read a reference aloud.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 5
# An odd multiplier permutes the whole space of 2^25 references: neighbours look unrelated.
_STEP = 22695477
_OFFSET = 5_151_337


def reference_of(number: int) -> str:
    """Return the reference of the payment with this number.

    The app (``apps/pay/src/data/references.ts``) gives new payments theirs by the same
    formula, so that they continue where the profile ends.

    Example:
        >>> reference_of(1), reference_of(2)
        ('PX-THT4Y', 'PX-G6DPK')
    """
    rest = (number * _STEP + _OFFSET) % len(_ALPHABET) ** _LENGTH
    text = ""
    for _ in range(_LENGTH):
        rest, digit = divmod(rest, len(_ALPHABET))
        text = _ALPHABET[digit] + text
    return f"PX-{text}"
