"""Scaffolds without voting: one call, ReGround, zoom by ratio, several views."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tapworld_eval.grounding.boxes import Point
from tapworld_eval.grounding.resize import Size
from tapworld_eval.grounding.scaffolds.base import (
    Ask,
    Outcome,
    Steps,
    clicked,
    crop_window,
    whole,
)

__all__ = ["Bare", "MultiView", "RatioZoom", "ReGround"]


@dataclass(frozen=True)
class Bare:
    """One call.

    Attributes:
        temperature: Of the call.
        pixels: Area to which the image is scaled; its own when ``None``.
    """

    name: str = "bare"
    temperature: float = 0.0
    pixels: int | None = None

    def steps(self, size: Size) -> Steps:
        """Locate."""
        draws = yield Ask(whole(size), temperature=self.temperature, pixels=self.pixels)
        return clicked(draws)


@dataclass(frozen=True)
class ReGround:
    """Locate, crop around the hit, locate again (ScreenSpot-Pro, section 4.1).

    Attributes:
        window: Side of the square crop, in pixels.
        pixels: Area to which the crop is scaled; its own when ``None``.
    """

    name: str = "reground"
    window: int = 1024
    pixels: int | None = None

    def steps(self, size: Size) -> Steps:
        """Two calls, or one where the first gives no point."""
        first = clicked((yield Ask(whole(size))))
        if first.point is None:
            return first
        window = crop_window(first.point, self.window, self.window, size)
        draws = yield Ask(window, "reground", pixels=self.pixels)
        return clicked(draws, {"first": first.point, "window": window})


@dataclass(frozen=True)
class RatioZoom:
    """Locate, crop to a share of the sides, and so on (in the manner of ZoomClick).

    The paper's constants are not in the sources of this project: these are defaults of ours.

    Attributes:
        ratio: Share of both sides that is kept at each zoom.
        rounds: How many zooms.
        least: No crop is smaller than this, in pixels of the original.
        pixels: Area to which each crop is scaled; its own when ``None``.
    """

    name: str = "ratio_zoom"
    ratio: float = 0.5
    rounds: int = 2
    least: int = 512
    pixels: int | None = None

    def steps(self, size: Size) -> Steps:
        """At most ``1 + rounds`` calls; a round without a point keeps the last one."""
        outcome = clicked((yield Ask(whole(size))))
        wide, high = float(size[0]), float(size[1])
        for number in range(self.rounds):
            if outcome.point is None:
                return outcome
            wide, high = max(wide * self.ratio, self.least), max(high * self.ratio, self.least)
            window = crop_window(outcome.point, wide, high, size)
            draws = yield Ask(window, f"zoom{number + 1}", pixels=self.pixels)
            inner = clicked(draws, {"window": window})
            if inner.point is None:
                return Outcome(outcome.point, facts={"lost_in": window})
            outcome = inner
        return outcome


@dataclass(frozen=True)
class MultiView:
    """Several shifted crops around a first hit; the largest cluster of their points wins.

    In the manner of MVP, without its attention maps, which no chat interface gives.

    Attributes:
        ratio: Share of both sides that a view shows.
        shift: How far views are moved, as a share of the view.
        radius: Points closer than this share of the image's diagonal are one cluster.
        pixels: Area to which each view is scaled; its own when ``None``.
    """

    name: str = "multi_view"
    ratio: float = 0.5
    shift: float = 0.25
    radius: float = 0.014
    pixels: int | None = None

    def steps(self, size: Size) -> Steps:
        """Six calls: the whole image, a centred view and four shifted ones."""
        first = clicked((yield Ask(whole(size))))
        if first.point is None:
            return first
        wide, high = size[0] * self.ratio, size[1] * self.ratio
        points = [first.point]
        for number, (dx, dy) in enumerate(((0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))):
            middle = (
                first.point[0] + dx * self.shift * wide,
                first.point[1] + dy * self.shift * high,
            )
            window = crop_window(middle, wide, high, size)
            seen = clicked((yield Ask(window, f"view{number}", pixels=self.pixels)))
            if seen.point is not None:
                points.append(seen.point)
        reach = self.radius * math.hypot(*size)
        cluster = _largest_cluster(points, reach)
        x = sum(point[0] for point in cluster) / len(cluster)
        y = sum(point[1] for point in cluster) / len(cluster)
        return Outcome((x, y), facts={"cluster": len(cluster), "points": len(points)})


def _largest_cluster(points: list[Point], reach: float) -> list[Point]:
    """The neighbours of the point that has most; of equals, the earliest."""
    groups = [[q for q in points if math.dist(p, q) <= reach] for p in points]
    return max(groups, key=len)
