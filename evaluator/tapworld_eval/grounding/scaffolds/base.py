"""What a scaffold asks, what it is sent, and what it ends with."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tapworld_eval.grounding.boxes import Box, Point, center
from tapworld_eval.grounding.resize import Size

__all__ = ["Ask", "Draw", "Outcome", "Scaffold", "Steps", "clicked", "crop_window", "whole"]


@dataclass(frozen=True)
class Ask:
    """A request for draws.

    Attributes:
        window: The part of the image to show, whole pixels.
        stage: Which step of the scaffold.
        n: How many draws.
        temperature: At which temperature.
        pixels: Area to which the part is scaled (aspect ratio kept); its own when ``None``.
        logprobs: Whether log probabilities are wanted.
    """

    window: Box
    stage: str = "locate"
    n: int = 1
    temperature: float = 0.0
    pixels: int | None = None
    logprobs: bool = False

    def shown(self) -> Size:
        """Size of the picture."""
        width, height = self.window[2] - self.window[0], self.window[3] - self.window[1]
        if self.pixels is None:
            return round(width), round(height)
        scale = (self.pixels / (width * height)) ** 0.5
        return max(1, round(width * scale)), max(1, round(height * scale))


@dataclass(frozen=True)
class Draw:
    """One answer, in pixels of the original image.

    Attributes:
        text: The raw reply.
        kind: ``point``, ``box``, ``refusal`` or ``failure``.
        point: The click; ``None`` for refusals and failures.
        box: The box, where the model gave one.
        native: Whether the reply was in the asked-for syntax.
        reason: Why it is a failure.
        logprob: Mean log probability over the tokens, where there are any.
        logprobs: Of how many tokens the provider gave it.
    """

    text: str
    kind: str
    point: Point | None = None
    box: Box | None = None
    native: bool = True
    reason: str = ""
    logprob: float | None = None
    logprobs: int = 0


@dataclass(frozen=True)
class Outcome:
    """Where a scaffold ends.

    Attributes:
        point: The click, or ``None``: a miss, or a refusal.
        refused: Whether the model said that there is no such element.
        facts: What happened on the way: gate scores, windows, cluster sizes.
    """

    point: Point | None
    refused: bool = False
    facts: dict[str, Any] = field(default_factory=dict)


Steps = Generator[Ask, Sequence[Draw], Outcome]


class Scaffold(Protocol):
    """A strategy; a frozen dataclass whose fields are its constants."""

    @property
    def name(self) -> str:
        """Name in tables and run ids."""
        ...

    def steps(self, size: Size) -> Steps:
        """The strategy on an image of a size."""
        ...


def whole(size: Size) -> Box:
    """The window that shows everything."""
    return 0, 0, size[0], size[1]


def crop_window(middle: Point, width: float, height: float, size: Size) -> Box:
    """A window of whole pixels around a point, slid inside the borders; never larger than them.

    Examples:
        >>> crop_window((100, 900), 1024, 1024, (3840, 2160))
        (0, 388, 1024, 1412)
        >>> crop_window((100, 900), 1024, 1024, (800, 2160))
        (0, 388, 800, 1412)
    """
    wide, high = min(round(width), size[0]), min(round(height), size[1])
    left = min(max(round(middle[0] - wide / 2), 0), size[0] - wide)
    top = min(max(round(middle[1] - high / 2), 0), size[1] - high)
    return left, top, left + wide, top + high


def clicked(draws: Sequence[Draw], facts: dict[str, Any] | None = None) -> Outcome:
    """The outcome of a single draw."""
    draw = draws[0]
    point = draw.point if draw.box is None else center(draw.box)
    return Outcome(point, draw.kind == "refusal", facts or {})
