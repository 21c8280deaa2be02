"""UI-Zoomer's uncertainty-gated zoom, with the constants of its released code."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, median

from tapworld_eval.grounding.boxes import Box, center, iou
from tapworld_eval.grounding.resize import Size
from tapworld_eval.grounding.scaffolds.base import (
    Ask,
    Draw,
    Outcome,
    Steps,
    clicked,
    crop_window,
    whole,
)
from tapworld_eval.grounding.scaffolds.voting import box_of, confidence, vote

__all__ = ["GatedZoom", "gate_score", "zoom_window"]


@dataclass(frozen=True)
class GatedZoom:
    """Vote where the draws agree, zoom where they do not.

    Attributes:
        n: Draws.
        temperature: Of each.
        tau: A gate score above this votes. 1.5 was released for Qwen2.5-VL on ScreenSpot-Pro; it
            does not transfer to other models, so sweep it.
        k: Width of the crop in standard deviations, to each side.
        keep: Share of the draws, nearest the median centre, from which the crop is computed.
        least: Least side of the crop in pixels.
        overlap: IoU above which two draws agree, in the vote.
        point_side: See :class:`~tapworld_eval.grounding.scaffolds.voting.SampleAndVote`.
        pixels: Area to which the crop is scaled; its own when ``None``.
    """

    name: str = "gated_zoom"
    n: int = 8
    temperature: float = 0.9
    tau: float = 1.5
    k: float = 1.0
    keep: float = 0.75
    least: float = 512.0
    overlap: float = 0.5
    point_side: float = 28.0
    pixels: int | None = None

    def steps(self, size: Size) -> Steps:
        """One request for ``n`` draws, and one call at temperature 0 where the gate is open."""
        draws = yield Ask(
            whole(size), "sample", n=self.n, temperature=self.temperature, logprobs=True
        )
        voted = vote(draws, self.overlap, self.point_side)
        boxes = [box for draw in draws if (box := box_of(draw, self.point_side)) is not None]
        if not boxes:
            return voted
        score, complete = gate_score(draws, self.point_side)
        facts = {"score": score, "voted": voted.point, "confidence_known": complete}
        if score > self.tau:
            return Outcome(voted.point, voted.refused, {**facts, **voted.facts, "zoomed": False})
        window = zoom_window(boxes, self, size)
        zoomed = yield Ask(window, "zoom", pixels=self.pixels)
        return clicked(zoomed, {**facts, "zoomed": True, "window": window})


def gate_score(draws: Sequence[Draw], point_side: float) -> tuple[float, bool]:
    """Mean pairwise IoU plus mean confidence, each between 0 and 1.

    Returns:
        The score, and whether every draw had a confidence. Draws without one count 0 in that
        term: a provider that gives no log probabilities halves the range of the score.
    """
    valid = [(draw, box) for draw in draws if (box := box_of(draw, point_side)) is not None]
    pairs = [iou(a, b) for (_, a), (_, b) in combinations(valid, 2)]
    known = [confidence(draw) for draw, _ in valid]
    agreement = fmean(pairs) if pairs else 0.0
    sure = fmean(value or 0.0 for value in known) if known else 0.0
    return agreement + sure, bool(known) and None not in known


def zoom_window(boxes: Sequence[Box], constants: GatedZoom, size: Size) -> Box:
    """The square around the draws nearest the median centre.

    The variance of their centres plus the mean of (side / 4) squared, on the axis where that is
    larger, gives sigma; the side is ``2 k sigma``, at least ``least``.
    """
    centers = [center(box) for box in boxes]
    middle = median(x for x, _ in centers), median(y for _, y in centers)
    kept = max(1, math.floor(constants.keep * constants.n))
    order = sorted(range(len(boxes)), key=lambda i: (math.dist(centers[i], middle), i))[:kept]
    mean = tuple(fmean(centers[i][axis] for i in order) for axis in (0, 1))
    spread = [
        fmean((centers[i][axis] - mean[axis]) ** 2 for i in order)
        + fmean(((boxes[i][axis + 2] - boxes[i][axis]) / 4) ** 2 for i in order)
        for axis in (0, 1)
    ]
    side = max(2 * constants.k * math.sqrt(max(spread)), constants.least)
    return crop_window((mean[0], mean[1]), side, side, size)
