"""Tokens: every byte of UTF-8 is one, then the marks of the chat and of the image.

A coordinate is three digits, so three tokens; ``True`` and ``False`` are one token each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = [
    "END",
    "FALSE",
    "IMAGE_PAD",
    "MARKS",
    "PAD",
    "SIZE",
    "START",
    "TRUE",
    "VIDEO_PAD",
    "VISION_END",
    "VISION_START",
    "answer_of",
    "decode",
    "encode",
    "judging",
]

MARKS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
    "True",
    "False",
)
PAD, START, END, VISION_START, VISION_END, IMAGE_PAD, VIDEO_PAD, TRUE, FALSE = range(256, 265)
_WORDS = {"True": TRUE, "False": FALSE}
_WHOLE = re.compile("(True|False)")
SIZE = 272  # a multiple of 16; the last seven are never used


def encode(text: str) -> list[int]:
    """Tokens of plain text.

    Examples:
        >>> encode("(41")
        [40, 52, 49]
    >>> encode("True.") == [TRUE, 46]
    True
    """
    made: list[int] = []
    for part in _WHOLE.split(text):
        made += [_WORDS[part]] if part in _WORDS else part.encode()
    return made


def decode(tokens: Sequence[int]) -> str:
    """Text of tokens; marks of the chat are dropped, broken UTF-8 is replaced.

    Examples:
        >>> decode([40, 52, 49, END])
        '(41'
        >>> decode([TRUE])
        'True'
    """
    named = {TRUE: b"True", FALSE: b"False"}
    parts = (named.get(t, bytes([t]) if t < 256 else b"") for t in tokens)
    return b"".join(parts).decode(errors="replace")


def answer_of(x: float, y: float) -> str:
    """The answer for a point given in shares of width and height: a 0-999 grid.

    Examples:
        >>> answer_of(0.5, 0.02)
        '(500,020)'
    """
    return "({:03},{:03})".format(*(min(999, max(0, round(v * 999))) for v in (x, y)))


def judging(instruction: str, answer: str) -> str:
    """The question whether an answer is right; its answer is ``True`` or ``False``."""
    return f"{instruction}\n{answer}\nRight?"
