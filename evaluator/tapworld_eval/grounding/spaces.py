"""Coordinate spaces, and the only way back from a model's numbers to the image's pixels.

A wrong space raises no error by itself: it clicks a plausible wrong place. So the space is a
required attribute of every model's format and is never guessed from a reply.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tapworld_eval.grounding.resize import Size

__all__ = ["CoordinateSpace", "Frame", "ScaleFault", "limits", "to_image", "to_model"]

Box = tuple[float, float, float, float]


class CoordinateSpace(StrEnum):
    """In which unit a model answers.

    ``UNIT``: 0 to 1 over the image. ``GRID_1000`` and ``GRID_999``: 0 to 1000 (999) over the
    image, whatever its size. ``SENT_PIXELS``: pixels of the image that was sent.
    ``RESIZED_PIXELS``: pixels after the model's own processor has resized what was sent.
    ``ORIGINAL_PIXELS``: pixels of the original image, before anybody resized it.
    """

    UNIT = "unit"
    GRID_1000 = "grid_1000"
    GRID_999 = "grid_999"
    SENT_PIXELS = "sent_pixels"
    RESIZED_PIXELS = "resized_pixels"
    ORIGINAL_PIXELS = "original_pixels"


class ScaleFault(StrEnum):
    """Why numbers cannot be a point of their space."""

    MIXED = "mixed_scale"
    OUT_OF_RANGE = "out_of_range"


@dataclass(frozen=True)
class Frame:
    """What a model saw of an image.

    Attributes:
        window: Left, top, right, bottom of the part that was cut out, in pixels of the original.
        sent: Size of the picture that was sent.
        resized: Size after the model's own processor.
    """

    window: Box
    sent: Size
    resized: Size

    @property
    def width(self) -> float:
        """Width of the window, in pixels of the original."""
        return self.window[2] - self.window[0]

    @property
    def height(self) -> float:
        """Height of the window, in pixels of the original."""
        return self.window[3] - self.window[1]


def limits(space: CoordinateSpace, frame: Frame) -> tuple[float, float]:
    """The greatest x and y of a space.

    Examples:
        >>> limits(CoordinateSpace.GRID_1000, Frame((0, 0, 640, 480), (640, 480), (644, 476)))
        (1000.0, 1000.0)
    """
    match space:
        case CoordinateSpace.UNIT:
            return 1.0, 1.0
        case CoordinateSpace.GRID_1000:
            return 1000.0, 1000.0
        case CoordinateSpace.GRID_999:
            return 999.0, 999.0
        case CoordinateSpace.SENT_PIXELS:
            return float(frame.sent[0]), float(frame.sent[1])
        case CoordinateSpace.RESIZED_PIXELS:
            return float(frame.resized[0]), float(frame.resized[1])
    return frame.width, frame.height


def to_image(
    numbers: Sequence[float], space: CoordinateSpace, frame: Frame
) -> tuple[tuple[float, ...], ScaleFault | None]:
    """Pixels of the original image for a point (x, y) or a box (x1, y1, x2, y2).

    Numbers that mix scales (0.41 beside 870) or lie outside the space are not clipped or
    re-read: all become NaN, with the reason.

    Args:
        numbers: Two or four numbers in the model's unit.
        space: The model's unit.
        frame: What it saw.

    Examples:
        >>> frame = Frame((100, 50, 740, 530), (640, 480), (644, 476))
        >>> to_image((500, 500), CoordinateSpace.GRID_1000, frame)
        ((420.0, 290.0), None)
        >>> to_image((0.5, 430), CoordinateSpace.UNIT, frame)
        ((nan, nan), <ScaleFault.MIXED: 'mixed_scale'>)
    """
    fault = _fault(numbers, space, frame)
    if fault is not None:
        return (math.nan,) * len(numbers), fault
    most = limits(space, frame)
    spans, origin = (frame.width, frame.height), frame.window[:2]
    return tuple(
        origin[i % 2] + number * spans[i % 2] / most[i % 2] for i, number in enumerate(numbers)
    ), None


def to_model(numbers: Sequence[float], space: CoordinateSpace, frame: Frame) -> tuple[float, ...]:
    """The inverse of :func:`to_image`: what a perfect model would answer.

    Examples:
        >>> frame = Frame((0, 0, 200, 100), (200, 100), (200, 100))
        >>> to_model((50, 50), CoordinateSpace.UNIT, frame)
        (0.25, 0.5)
    """
    most = limits(space, frame)
    spans, origin = (frame.width, frame.height), frame.window[:2]
    return tuple(
        (number - origin[i % 2]) * most[i % 2] / spans[i % 2] for i, number in enumerate(numbers)
    )


def _fault(numbers: Sequence[float], space: CoordinateSpace, frame: Frame) -> ScaleFault | None:
    if not all(math.isfinite(number) for number in numbers):
        return ScaleFault.OUT_OF_RANGE
    if any(0 < number < 1 for number in numbers) and any(number > 1 for number in numbers):
        return ScaleFault.MIXED
    most = limits(space, frame)
    if all(0 <= number <= most[i % 2] for i, number in enumerate(numbers)):
        return None
    return ScaleFault.OUT_OF_RANGE
