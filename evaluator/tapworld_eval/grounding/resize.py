"""How an image's size changes between the file and the model's eyes.

Sizes are ``(width, height)`` in pixels everywhere but in :func:`smart_resize`, which keeps the
argument order of the function it equals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tapworld_eval.grounding.errors import FormatError

__all__ = ["Resize", "Size", "smart_resize"]

Size = tuple[int, int]

_MOST_STRETCHED = 200


def smart_resize(
    height: int,
    width: int,
    factor: int = 28,
    min_pixels: int = 56 * 56,
    max_pixels: int = 14 * 14 * 4 * 1280,
) -> tuple[int, int]:
    """Height and width to which the Qwen-VL image processors resize.

    Both become multiples of ``factor`` (halves round to even), the area is brought within the
    limits, the aspect ratio kept as well as that allows. It equals the function of the same name
    in ``transformers`` (``image_processing_qwen2_vl``), where sides under 10 pixels are refused.

    Raises:
        FormatError: A side is under 10 pixels, or the aspect ratio is above 200.

    Examples:
        >>> smart_resize(1080, 1920)
        (728, 1316)
        >>> smart_resize(42, 70, factor=28, min_pixels=0)  # 1.5 and 2.5: both round to 2
        (56, 56)
    """
    if min(height, width) < 10:
        raise FormatError(f"an image of {width}x{height} is too small: both sides need 10 pixels")
    if max(height, width) / min(height, width) > _MOST_STRETCHED:
        raise FormatError(f"an image of {width}x{height} is stretched more than 200 to 1")
    tall, wide = round(height / factor) * factor, round(width / factor) * factor
    if tall * wide > max_pixels:
        shrink = math.sqrt((height * width) / max_pixels)
        tall = math.floor(height / shrink / factor) * factor
        wide = math.floor(width / shrink / factor) * factor
    elif tall * wide < min_pixels:
        grow = math.sqrt(min_pixels / (height * width))
        tall = math.ceil(height * grow / factor) * factor
        wide = math.ceil(width * grow / factor) * factor
    return tall, wide


@dataclass(frozen=True)
class Resize:
    """A resize policy.

    Attributes:
        kind: ``none``; ``smart``: :func:`smart_resize`; ``long_edge``: shrunk so that the longer
            side is at most ``edge``; ``width``: scaled to the width ``edge``.
        factor: Multiple of the sides, for ``smart``.
        min_pixels: Least area, for ``smart``.
        max_pixels: Greatest area, for ``smart``.
        edge: Pixels, for ``long_edge`` and ``width``.
    """

    kind: Literal["none", "smart", "long_edge", "width"] = "none"
    factor: int = 28
    min_pixels: int = 56 * 56
    max_pixels: int = 14 * 14 * 4 * 1280
    edge: int = 0

    def __post_init__(self) -> None:
        """Check the options against the kind."""
        if self.kind in ("long_edge", "width") and self.edge < 1:
            raise FormatError(f"resize {self.kind} needs an edge in pixels, got {self.edge}")
        if self.kind == "smart" and not 0 <= self.min_pixels <= self.max_pixels:
            raise FormatError(
                f"resize smart needs min_pixels <= max_pixels, got {self.min_pixels} and "
                f"{self.max_pixels}"
            )

    def apply(self, size: Size) -> Size:
        """The size after this policy.

        Examples:
            >>> Resize("long_edge", edge=1568).apply((3840, 2160))
            (1568, 882)
            >>> Resize().apply((3840, 2160))
            (3840, 2160)
        """
        width, height = size
        match self.kind:
            case "smart":
                tall, wide = smart_resize(
                    height, width, self.factor, self.min_pixels, self.max_pixels
                )
                return wide, tall
            case "long_edge":
                scale = min(1.0, self.edge / max(width, height))
                return max(1, round(width * scale)), max(1, round(height * scale))
            case "width":
                return self.edge, max(1, round(height * self.edge / width))
        return size
