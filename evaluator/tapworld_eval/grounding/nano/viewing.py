"""Several looks at one screen, each a little moved or shrunk: where most meet is the answer.

How the letters fall on the patches decides what a model this small reads; moved by a quarter of a
patch the same word is another picture. The first look is the screen itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tapworld_eval.grounding.blindzones.augment import translate
from tapworld_eval.grounding.boxes import Point
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.syntaxes import parse

__all__ = ["MOST_VIEWS", "agreed", "looks", "meeting", "points"]

# Pixels to the right and down, and the scale about the middle. Chosen on reworded screens of
# held-out persons: moves to the side and larger screens lost more than they told.
_LOOKS = ((0, 0, 1.0), (0, -8, 1.0), (0, 0, 0.96), (0, 8, 1.0), (4, -4, 1.0))
_NEAR = (14.0, 9.0)  # pixels across and down in which two points mean one thing: rows are flat
#: How many looks there are.
MOST_VIEWS = len(_LOOKS)


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
    return [pixels, *(_seen(pixels, *look) for look in _LOOKS[1:count])]


def _seen(pixels: NDArray[np.uint8], dx: int, dy: int, scale: float) -> NDArray[np.uint8]:
    if scale == 1:
        return translate(pixels, (dx, dy))[0]
    high, wide = pixels.shape[:2]
    edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    # Where each pixel of the look comes from.
    across = (1 / scale, 0.0, wide / 2 - (wide / 2 + dx) / scale)
    down = (0.0, 1 / scale, high / 2 - (high / 2 + dy) / scale)
    image = Image.fromarray(np.ascontiguousarray(pixels)).transform(
        (wide, high),
        Image.Transform.AFFINE,
        (*across, *down),
        Image.Resampling.BICUBIC,
        fillcolor=tuple(int(value) for value in np.median(edges, axis=0)),
    )
    return np.asarray(image)


def _back(point: Point, look: tuple[int, int, float], size: tuple[int, int]) -> Point:
    """A point of a look on the screen itself."""
    x, y = (
        (value - side / 2 - shift) / look[2] + side / 2
        for value, side, shift in zip(point, size, look, strict=False)
    )
    return min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1])


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
        None if point is None else _back(point, look, size)
        for point, look in zip(found, _LOOKS, strict=False)
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
