"""One grounding question: an image, an instruction, and where the right click lies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tapworld_eval.grounding.boxes import (
    Box,
    Point,
    area,
    box_of_polygon,
    inside_box,
    inside_polygon,
)
from tapworld_eval.grounding.resize import Size

__all__ = ["Sample", "Target"]


@dataclass(frozen=True)
class Target:
    """Where the right click lies.

    Attributes:
        kind: ``box``, ``polygon``, or ``refusal``: what is asked for is not on the screen.
        box: The box (around the polygon), in pixels; ``None`` for a refusal.
        corners: The polygon's corners.
        covered: Parts of the box that something else covers; a click there is wrong.
    """

    kind: Literal["box", "polygon", "refusal"]
    box: Box | None = None
    corners: tuple[Point, ...] = ()
    covered: tuple[Box, ...] = ()

    @classmethod
    def of_polygon(cls, corners: tuple[Point, ...]) -> Target:
        """A target with the shape of a polygon."""
        return cls("polygon", box_of_polygon(corners), corners)

    def hit_by(self, point: Point) -> bool:
        """Whether a click is right; always false for a refusal.

        Examples:
            >>> Target("box", (0, 0, 10, 10), covered=((5, 0, 10, 10),)).hit_by((7, 5))
            False
        """
        if self.box is None or not inside_box(point, self.box):
            return False
        if self.kind == "polygon" and not inside_polygon(point, self.corners):
            return False
        return not any(inside_box(point, part) for part in self.covered)


@dataclass(frozen=True)
class Sample:
    """A grounding question.

    Attributes:
        id: Unique in its dataset, equal in every run.
        image: The file.
        size: Width and height of the image in pixels.
        instruction: What to click.
        target: Where the right click lies.
        element: ``text`` or ``icon``, or ``""`` where the dataset does not say.
        platform: For example ``ios``, ``windows``, ``web``.
        application: Name of the application, or ``""``.
        group: The dataset's own grouping: a split, a category.
    """

    id: str
    image: Path
    size: Size
    instruction: str
    target: Target
    element: str = ""
    platform: str = ""
    application: str = ""
    group: str = ""

    @property
    def share(self) -> float:
        """Share of the image that the target's box takes, 0 for a refusal."""
        if self.target.box is None:
            return 0.0
        return area(self.target.box) / (self.size[0] * self.size[1])
