"""Held-out accuracy: is the greedy answer's point in the target's box?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapworld_eval.grounding.boxes import Box, Point, inside_box
from tapworld_eval.grounding.nano.deciding import Asked, viewed_points
from tapworld_eval.grounding.nano.drawing import draw_screen
from tapworld_eval.grounding.nano.photographs import Photograph

if TYPE_CHECKING:
    from transformers import Qwen3VLForConditionalGeneration

__all__ = ["Held", "accuracy", "generated_items", "hits", "photograph_items"]

# Training draws 48 random bits a screen; held-out screens have names, which no number equals.
_HELD_OUT = "held out"


@dataclass(frozen=True, eq=False)
class Held:
    """A held-out question.

    Attributes:
        asked: The picture with this one instruction.
        box: Where the right click lies, in the picture's pixels.
        covered: Parts of the box where a click is wrong.
        element: ``icon`` or ``text``.
    """

    asked: Asked
    box: Box
    covered: tuple[Box, ...] = ()
    element: str = "icon"

    def right(self, point: Point | None) -> bool:
        """Whether a click there is right."""
        return (
            point is not None
            and inside_box(point, self.box)
            and not any(inside_box(point, part) for part in self.covered)
        )


def generated_items(kind: str, count: int, *, part: str = "test") -> list[Held]:
    """Held-out items of a kind, up to three a screen; always the same for equal arguments."""
    held: list[Held] = []
    number = 0
    while len(held) < count:
        picture = draw_screen(kind, f"{_HELD_OUT} {part} {number}")
        number += 1
        for item in picture.items[:: max(1, len(picture.items) // 3)][:3]:
            element = "text" if item.glyphs else "icon"
            held.append(Held(Asked(picture, (item.words,)), item.box, element=element))
    return held[:count]


def photograph_items(photographs: Sequence[Photograph], most: int | None = None) -> list[Held]:
    """Items of photographs, one of every screen in turn, at random, until there are ``most``.

    Always the same for equal arguments. At random, because a screen's items stand by kind: bars in
    the middle, relations last.
    """
    draw = random.Random(0)
    queues = [
        draw.sample(range(len(one.picture.items)), len(one.picture.items)) for one in photographs
    ]
    held: list[Held] = []
    while any(queues) and (most is None or len(held) < most):
        for one, queue in zip(photographs, queues, strict=True):
            if queue:
                at = queue.pop()
                item = one.picture.items[at]
                asked = Asked(one.picture, (item.words,))
                held.append(Held(asked, item.box, one.covered[at], one.elements[at]))
    return held[:most]


def hits(
    model: Qwen3VLForConditionalGeneration, held: Sequence[Held], *, views: int = 1
) -> list[bool]:
    """Whether each greedy answer is right, of so many looks at every screen."""
    model.eval()
    merged: dict[int, list[int]] = {}
    for number, one in enumerate(held):
        merged.setdefault(id(one.asked.picture), []).append(number)
    groups = list(merged.values())
    asked = [
        Asked(held[group[0]].asked.picture, tuple(held[n].asked.words[0] for n in group))
        for group in groups
    ]
    found = [False] * len(held)
    for group, spots in zip(groups, viewed_points(model, asked, views), strict=True):
        for number, point in zip(group, spots, strict=True):
            found[number] = held[number].right(point)
    return found


def accuracy(model: Qwen3VLForConditionalGeneration, held: Sequence[Held]) -> float:
    """Share of right answers."""
    return sum(hits(model, held)) / len(held)
