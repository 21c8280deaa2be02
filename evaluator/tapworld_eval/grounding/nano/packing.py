"""Several questions behind one image: each sees the image and itself, none sees another.

Token order of a row: start, vision start, the image, vision end; then per question its words,
end, start, its answer, end. Positions of every question go on from the image, so a packed question
is computed exactly as if it stood alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.nano.vocabulary import (
    END,
    IMAGE_PAD,
    PAD,
    START,
    VISION_END,
    VISION_START,
    encode,
)

__all__ = ["Question", "Row", "image_slice", "pack", "prefix_positions", "question_tokens"]

_BEFORE = 2  # tokens before the image


@dataclass(frozen=True)
class Question:
    """What is asked and what is right.

    Attributes:
        words: The question.
        answer: Tokens of the answer, without the end mark.
        target: Visual tokens that hold the target, or ``()``: no attention is asked for.
        spelled: The text that is drawn on the target, where the question says it.
    """

    words: str
    answer: tuple[int, ...]
    target: tuple[int, ...] = ()
    spelled: str = ""


@dataclass(frozen=True, eq=False)
class Row:
    """One image with its questions.

    Attributes:
        tokens: (length,) int64.
        positions: (3, length) int64: time, row, column.
        part: (length,) int64: 0 for the image's part, then the number of the question, -1 padding.
        expects: (length,) int64: the token that is to follow, or -1.
        starts: (questions,) int64: where each question's first answer token is due, -1 where it
            did not fit.
        questions: (length,) int64: index of the question a position answers, or -1; only where
            digits are due and the question has a target.
    """

    tokens: NDArray[np.int64]
    positions: NDArray[np.int64]
    part: NDArray[np.int64]
    expects: NDArray[np.int64]
    questions: NDArray[np.int64]
    starts: NDArray[np.int64]


def image_slice(grid: tuple[int, int]) -> slice:
    """Where the visual tokens stand in a row."""
    return slice(_BEFORE, _BEFORE + grid[0] * grid[1])


def question_tokens(words: str) -> list[int]:
    """From behind the image to where the answer begins."""
    return [*encode(words), END, START]


def prefix_positions(grid: tuple[int, int]) -> NDArray[np.int64]:
    """(3, length) positions of the image's part, as the family numbers them."""
    rows, columns = grid
    before = np.tile(np.arange(_BEFORE), (3, 1))
    across, down = np.meshgrid(np.arange(columns), np.arange(rows))
    image = np.stack([np.zeros(rows * columns, np.int64), down.ravel(), across.ravel()]) + _BEFORE
    after = np.full((3, 1), _BEFORE + max(grid))
    return np.concatenate([before, image, after], axis=1)


def pack(questions: Sequence[Question], grid: tuple[int, int], length: int) -> Row:
    """A row of exactly ``length`` tokens with as many of the questions as fit, in order."""
    prefix = [START, VISION_START, *[IMAGE_PAD] * (grid[0] * grid[1]), VISION_END]
    tokens = np.full(length, PAD, np.int64)
    positions = np.zeros((3, length), np.int64)
    part = np.full(length, -1, np.int64)
    expects, asked = np.full(length, -1, np.int64), np.full(length, -1, np.int64)
    starts = np.full(len(questions), -1, np.int64)
    at = len(prefix)
    tokens[:at], positions[:, :at], part[:at] = prefix, prefix_positions(grid), 0
    first = int(positions[:, :at].max()) + 1
    for number, question in enumerate(questions):
        head = question_tokens(question.words)
        whole = [*head, *question.answer, END]
        if at + len(whole) > length:
            continue
        here = slice(at, at + len(whole))
        tokens[here], part[here] = whole, number + 1
        positions[:, here] = first + np.arange(len(whole))
        answers = slice(at + len(head) - 1, at + len(whole) - 1)
        expects[answers] = whole[len(head) :]
        starts[number] = answers.start
        if question.target:
            digits = [n for n, t in enumerate(question.answer) if 48 <= t <= 57]
            asked[at + len(head) - 1 + np.array(digits)] = number
        at += len(whole)
    return Row(tokens, positions, part, expects, asked, starts)
