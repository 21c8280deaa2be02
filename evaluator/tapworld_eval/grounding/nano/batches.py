"""Pictures with questions become arrays: tokens, masks, and what the visual tokens hold."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.nano.drawing import COLOURS, SHAPES, Glyph, Item, Picture
from tapworld_eval.grounding.nano.packing import Question, Row, pack
from tapworld_eval.grounding.nano.patches import TOKEN, cut_patches, grid_of
from tapworld_eval.grounding.nano.vocabulary import FALSE, TRUE, answer_of, encode, judging

__all__ = ["LETTERS", "Batch", "make_batch", "questions_of", "tokens_of"]

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_JUDGED = 0.15  # share of the questions that ask whether an answer is right
_UNKNOWN = -1
_QUOTED = re.compile('"(.+)"')


@dataclass(frozen=True, eq=False)
class Batch:
    """A step's input.

    Attributes:
        patches: (images * patches, 768) float32.
        grid: Rows and columns of visual tokens, the same for every image.
        tokens: (images, length) int64.
        positions: (3, images, length) int64.
        part: (images, length) int64, see :class:`Row`.
        expects: (images, length) int64, see :class:`Row`.
        asking: (n, 2) int64: image and position of every digit due for which a target is known.
        targets: (n, visual tokens) bool: which of them hold that digit's target.
        shape: (images, visual tokens) int64: the shape a token holds, ``len(SHAPES)`` for a word,
            one more for nothing, -1 unknown.
        colour: (images, visual tokens) int64: likewise, ``len(COLOURS)`` for nothing.
        digits: (images, visual tokens, 4) int64: the two leading digits of x and of y of the
            middle of what a token holds, -1 for nothing.
        letters: (images, visual tokens, letters) float32: which letters a token holds; NaN where
            that is unknown.
        spelling: (m, 2) int64: image and position where the answer to a question begins that says
            the text on its target.
        spelled: (m, letters) float32: the letters of that text.
        homes: (m, visual tokens) bool: the visual tokens of that target.
    """

    patches: NDArray[np.float32]
    grid: tuple[int, int]
    tokens: NDArray[np.int64]
    positions: NDArray[np.int64]
    part: NDArray[np.int64]
    expects: NDArray[np.int64]
    asking: NDArray[np.int64]
    targets: NDArray[np.bool_]
    shape: NDArray[np.int64]
    colour: NDArray[np.int64]
    digits: NDArray[np.int64]
    letters: NDArray[np.float32]
    spelling: NDArray[np.int64]
    spelled: NDArray[np.float32]
    homes: NDArray[np.bool_]


def tokens_of(box: Box, grid: tuple[int, int]) -> tuple[int, ...]:
    """Visual tokens that hold a box: those it covers to a third, and the one under its middle.

    Examples:
        >>> tokens_of((34.0, 2.0, 54.0, 20.0), (7, 14))
        (1,)
    """
    rows, columns = grid
    across = _covered(box[0], box[2], columns)
    down = _covered(box[1], box[3], rows)
    found = {r * columns + c for r, a in down.items() for c, b in across.items() if a * b >= 0.34}
    x = min(columns - 1, max(0, int((box[0] + box[2]) / 2 // TOKEN)))
    y = min(rows - 1, max(0, int((box[1] + box[3]) / 2 // TOKEN)))
    return tuple(sorted(found | {y * columns + x}))


def _covered(low: float, high: float, count: int) -> dict[int, float]:
    first, last = max(0, int(low // TOKEN)), min(count - 1, int(high // TOKEN))
    return {
        n: (min(high, (n + 1) * TOKEN) - max(low, n * TOKEN)) / TOKEN
        for n in range(first, last + 1)
    }


def questions_of(picture: Picture, draw: random.Random, most: int) -> list[Question]:
    """Up to ``most`` questions about a picture; some ask whether an answer is right."""
    high, wide = picture.pixels.shape[:2]
    grid = grid_of((wide, high))
    items = list(picture.items)
    draw.shuffle(items)
    made = []
    for item in items[:most]:
        right = _middle(item, wide, high)
        if draw.random() >= _JUDGED:
            answer = tuple(encode(answer_of(*right)))
            made.append(Question(item.words, answer, tokens_of(item.box, grid), _text_of(item)))
            continue
        said, truth = right, draw.random() < 0.5
        if not truth:
            said = _wrong(item, items, draw, wide, high)
        answer = (TRUE if truth else FALSE,)
        made.append(Question(judging(item.words, answer_of(*said)), answer))
    return made


def _text_of(item: Item) -> str:
    """The text that an item's instruction says is drawn on it."""
    quoted = _QUOTED.search(item.words)
    if quoted:
        return quoted.group(1)
    return item.words if item.glyphs else ""


def _bag(text: str) -> NDArray[np.float32]:
    held = np.zeros(len(LETTERS), np.float32)
    held[[at for at in map(LETTERS.find, text.lower()) if at >= 0]] = 1.0
    return held


def _middle(item: Item, wide: int, high: int) -> tuple[float, float]:
    left, top, right, bottom = item.box
    return (left + right) / 2 / wide, (top + bottom) / 2 / high


def _wrong(
    item: Item, items: Sequence[Item], draw: random.Random, wide: int, high: int
) -> tuple[float, float]:
    """A point outside the item: the middle of another one, or anywhere."""
    left, top, right, bottom = item.box
    for _ in range(50):
        other = draw.choice(items)
        x, y = _middle(other, wide, high) if draw.random() < 0.7 else (draw.random(), draw.random())
        if not (left <= x * wide <= right and top <= y * high <= bottom):
            return x, y
    return (0.0, 0.0)


def make_batch(
    pictures: Sequence[tuple[Picture, Sequence[Question]]], length: int, *, sparse: bool = False
) -> Batch:
    """Arrays for pictures of one size.

    Args:
        pictures: Each with its questions.
        length: Most tokens of the questions of one picture; those that do not fit are left out.
        sparse: The items are not all there is to see (a photograph): tokens without one are
            unknown, not empty.
    """
    high, wide = pictures[0][0].pixels.shape[:2]
    grid = grid_of((wide, high))
    rows = [pack(asked, grid, grid[0] * grid[1] + 3 + length) for _, asked in pictures]
    used = max(int((row.part >= 0).sum()) for row in rows)
    held = [_held(picture, grid, sparse) for picture, _ in pictures]
    shape, colour, digits, letters = (np.stack(part) for part in zip(*held, strict=True))
    asking, targets = _attention(rows, [asked for _, asked in pictures], grid)
    return Batch(
        cut_patches(np.stack([picture.pixels for picture, _ in pictures])),
        grid,
        np.stack([row.tokens[:used] for row in rows]),
        np.stack([row.positions[:, :used] for row in rows], axis=1),
        np.stack([row.part[:used] for row in rows]),
        np.stack([row.expects[:used] for row in rows]),
        asking,
        targets,
        shape,
        colour,
        digits,
        letters,
        *_spelling(rows, [asked for _, asked in pictures], grid),
    )


def _attention(
    rows: Sequence[Row], asked: Sequence[Sequence[Question]], grid: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    places = [
        (image, int(at), int(row.questions[at]))
        for image, row in enumerate(rows)
        for at in np.flatnonzero(row.questions >= 0)
    ]
    targets = np.zeros((len(places), grid[0] * grid[1]), np.bool_)
    for number, (image, _, question) in enumerate(places):
        targets[number, list(asked[image][question].target)] = True
    return np.array([place[:2] for place in places], np.int64).reshape(-1, 2), targets


def _spelling(
    rows: Sequence[Row], asked: Sequence[Sequence[Question]], grid: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.bool_]]:
    known = [
        (image, int(row.starts[number]), question)
        for image, (row, questions) in enumerate(zip(rows, asked, strict=True))
        for number, question in enumerate(questions)
        if question.spelled and row.starts[number] >= 0
    ]
    places = np.array([one[:2] for one in known], np.int64).reshape(-1, 2)
    bags = [_bag(question.spelled) for _, _, question in known]
    homes = np.zeros((len(known), grid[0] * grid[1]), np.bool_)
    for number, (_, _, question) in enumerate(known):
        homes[number, list(question.target)] = True
    return places, np.array(bags, np.float32).reshape(-1, len(LETTERS)), homes


def _held(picture: Picture, grid: tuple[int, int], sparse: bool) -> tuple[NDArray, ...]:
    high, wide = picture.pixels.shape[:2]
    count = grid[0] * grid[1]
    nothing = (_UNKNOWN, _UNKNOWN) if sparse else (len(SHAPES) + 1, len(COLOURS))
    shape, colour = (np.full(count, value, np.int64) for value in nothing)
    digits = np.full((count, 4), _UNKNOWN, np.int64)
    unread = sparse and picture.glyphs is None
    letters = np.full((count, len(LETTERS)), np.nan if unread else 0.0, np.float32)
    for item in sorted(picture.items, key=_area, reverse=True):  # small ones last: they lie on top
        here = list(tokens_of(item.box, grid))
        x, y = answer_of(*_middle(item, wide, high))[1:-1].split(",")
        digits[here] = [int(x[0]), int(x[1]), int(y[0]), int(y[1])]
        if item.shape >= 0:
            shape[here], colour[here] = item.shape, item.colour
        elif item.glyphs:
            shape[here] = len(SHAPES)
        _write(letters, item.glyphs, grid)
    _write(letters, picture.glyphs or (), grid)
    return shape, colour, digits, letters


def _write(letters: NDArray[np.float32], glyphs: Sequence[Glyph], grid: tuple[int, int]) -> None:
    """Note each letter at the visual token under its middle, which then is a token that is read."""
    for glyph in glyphs:
        at = LETTERS.find(glyph.letter.lower())
        if at >= 0:
            row = min(grid[0] - 1, int(glyph.y // TOKEN))
            column = min(grid[1] - 1, int(glyph.x // TOKEN))
            cell = row * grid[1] + column
            if np.isnan(letters[cell, 0]):
                letters[cell] = 0.0
            letters[cell, at] = 1.0


def _area(item: Item) -> float:
    left, top, right, bottom = item.box
    return (right - left) * (bottom - top)
