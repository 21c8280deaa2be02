"""Sampling several answers and taking the one that most others agree with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tapworld_eval.grounding.boxes import Box, center, iou
from tapworld_eval.grounding.resize import Size
from tapworld_eval.grounding.scaffolds.base import Ask, Draw, Outcome, Steps, whole

__all__ = ["SampleAndVote", "box_of", "confidence", "vote"]


@dataclass(frozen=True)
class SampleAndVote:
    """``n`` draws, majority by overlap of boxes.

    Attributes:
        n: Draws.
        temperature: Of each.
        overlap: IoU above which two draws agree.
        point_side: Side in pixels of the box that stands for a draw that is only a point. The
            published method draws boxes; this is ours.
    """

    name: str = "sample_and_vote"
    n: int = 8
    temperature: float = 0.9
    overlap: float = 0.5
    point_side: float = 28.0

    def steps(self, size: Size) -> Steps:
        """One request for ``n`` draws."""
        draws = yield Ask(
            whole(size), "sample", n=self.n, temperature=self.temperature, logprobs=True
        )
        return vote(draws, self.overlap, self.point_side)


def box_of(draw: Draw, point_side: float) -> Box | None:
    """A draw's box; a square around its point; ``None`` for what is neither."""
    if draw.box is not None:
        return draw.box
    if draw.point is None:
        return None
    half = point_side / 2
    x, y = draw.point
    return x - half, y - half, x + half, y + half


def confidence(draw: Draw) -> float | None:
    """Exp of the mean log probability, or ``None`` where the provider gave none."""
    return None if draw.logprob is None else math.exp(draw.logprob)


def vote(draws: Sequence[Draw], overlap: float, point_side: float) -> Outcome:
    """The draw with most others above the overlap; ties by confidence, then by order.

    The answer is a refusal when refusals outnumber the largest group.
    """
    boxes = [(draw, box) for draw in draws if (box := box_of(draw, point_side)) is not None]
    refusals = sum(draw.kind == "refusal" for draw in draws)
    if not boxes:
        return Outcome(None, refused=refusals > 0, facts={"support": 0, "valid": 0})
    support = [sum(iou(box, other) > overlap for _, other in boxes) for _, box in boxes]
    best = max(range(len(boxes)), key=lambda i: (support[i], confidence(boxes[i][0]) or 0.0, -i))
    facts = {"support": support[best], "valid": len(boxes)}
    if refusals > support[best]:
        return Outcome(None, refused=True, facts=facts)
    return Outcome(center(boxes[best][1]), facts=facts)
