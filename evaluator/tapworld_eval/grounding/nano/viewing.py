"""Several looks at one screen, moved by a few pixels each: where most answers meet is the answer.

How the letters fall on the patches decides what a model this small reads; moved by a quarter of a
patch the same word is another picture. The first look is the screen itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.blindzones.augment import translate
from tapworld_eval.grounding.boxes import Point
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.syntaxes import parse

__all__ = ["MOST_VIEWS", "agreed", "looks", "meeting", "points"]

_SHIFTS = ((0, 0), (4, -4), (-4, 4), (4, 4), (-4, -4))
_NEAR = (14.0, 9.0)  # pixels across and down in which two points mean one thing: rows are flat
#: How many looks there are.
MOST_VIEWS = len(_SHIFTS)


def looks(pixels: NDArray[np.uint8], count: int) -> list[NDArray[np.uint8]]:
    """The picture as the first ``count`` looks see it.

    Args:
        pixels: (height, width, 3), at the model's size.
        count: One gives the picture alone.

    Raises:
        ModelError: There are not so many.
    """
    if not 1 <= count <= MOST_VIEWS:
        raise ModelError(f"a screen is looked at 1 to {MOST_VIEWS} times, not {count}")
    return [pixels, *(translate(pixels, shift)[0] for shift in _SHIFTS[1:count])]


def meeting(found: Sequence[Point | None]) -> int | None:
    """The look whose point has most of the others near it, the earliest of equals; None: no point.

    Args:
        found: A point a look in the pixels of the picture, all brought back to the first look.

    Examples:
        >>> meeting([(10, 10), (200, 300), (202, 301)])
        1
        >>> meeting([(10, 10), (200, 300), None])
        0
    """
    known = [number for number, point in enumerate(found) if point is not None]
    if not known:
        return None
    places = np.array([found[number] for number in known]) / _NEAR
    apart = ((places[:, None] - places[None]) ** 2).sum(-1)
    support = np.exp(-apart).sum(1).round(9)
    return known[int(support.argmax())]


def agreed(found: Sequence[Point | None], size: tuple[int, int]) -> tuple[int, Point] | None:
    """Where the looks agree: the number of the look that says it, and the point on the screen.

    None where no look found a point.

    Args:
        found: The answer of each look, in its own pixels.
        size: Width and height of the picture.
    """
    back = [
        None
        if point is None
        else (min(max(point[0] - dx, 0.0), size[0]), min(max(point[1] - dy, 0.0), size[1]))
        for point, (dx, dy) in zip(found, _SHIFTS, strict=False)
    ]
    chosen = meeting(back)
    if chosen is None:
        return None
    point = back[chosen]
    assert point is not None
    return chosen, point


def points(replies: Sequence[str], size: tuple[int, int]) -> list[tuple[float, float] | None]:
    """Answers as pixels of an image of this width and height; None where none can be read.

    Examples:
        >>> points(["(500,999)", "(5"], (1000, 500))
        [(500.5005005005005, 500.0), None]
    """
    found: list[tuple[float, float] | None] = []
    for reply in replies:
        parsed = parse(reply, "pair_round")
        good = parsed.kind == "point" and all(0 <= number <= 999 for number in parsed.numbers)
        found.append(
            (parsed.numbers[0] * size[0] / 999, parsed.numbers[1] * size[1] / 999) if good else None
        )
    return found
