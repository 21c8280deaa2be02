"""Where a step's pictures come from: weighted sources, drawn anew at every step from the seed.

A batch is a pure function of the seed and the step, so training that was stopped goes on with the
very batches that it would have seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano.batches import Batch, make_batch, questions_of
from tapworld_eval.grounding.nano.drawing import Picture, draw_screen
from tapworld_eval.grounding.nano.layouts import draw_layout
from tapworld_eval.grounding.nano.photographs import Photograph, moved, recounted, tinted
from tapworld_eval.grounding.nano.planting import planted

__all__ = ["Mixer", "Source", "generated", "laid_out", "photographed"]


@dataclass(frozen=True)
class Source:
    """One kind of training picture.

    Attributes:
        name: For logs and weights.
        draw: The picture of a private random generator; all pictures have one size.
        images: Pictures a step.
        questions: Most questions a picture.
        length: Most tokens of one picture's questions.
        sparse: Whether there is more to see than the items.
    """

    name: str
    draw: Callable[[random.Random], Picture]
    images: int
    questions: int
    length: int
    sparse: bool = False


@dataclass(frozen=True)
class Mixer:
    """Sources and how often each is taken.

    Attributes:
        sources: By name.
        weights: Points of (progress, weights by source); between two points weights are
            interpolated. Progress runs from 0 to 1.
        seed: Decides everything.
    """

    sources: Mapping[str, Source]
    weights: Sequence[tuple[float, Mapping[str, float]]]
    seed: int
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Check that every weight has its source."""
        unknown = {name for _, point in self.weights for name in point} - set(self.sources)
        if unknown:
            raise ModelError(f"there are weights for {sorted(unknown)} but no such source")
        object.__setattr__(self, "names", tuple(sorted(self.sources)))

    def shares(self, progress: float) -> dict[str, float]:
        """Probability of each source at some progress.

        Examples:
            >>> one = generated("easy")
            >>> two = generated("hard")
            >>> points = [(0.0, {"easy": 1.0}), (1.0, {"hard": 1.0})]
            >>> Mixer({"easy": one, "hard": two}, points, seed=0).shares(0.25)
            {'easy': 0.75, 'hard': 0.25}
        """
        points = list(self.weights)
        before = max((p for p in points if p[0] <= progress), key=lambda p: p[0], default=points[0])
        after = min((p for p in points if p[0] > progress), key=lambda p: p[0], default=before)
        span = after[0] - before[0]
        part = (progress - before[0]) / span if span > 0 else 0.0
        mixed = {
            name: (1 - part) * before[1].get(name, 0.0) + part * after[1].get(name, 0.0)
            for name in self.names
        }
        whole = sum(mixed.values())
        return {name: weight / whole for name, weight in mixed.items()}

    def batch(self, step: int, progress: float) -> tuple[str, Batch]:
        """The name of the source and the batch of a step."""
        draw = random.Random(f"{self.seed} {step}")
        shares = self.shares(progress)
        name = draw.choices(self.names, [shares[name] for name in self.names])[0]
        source = self.sources[name]
        pictures = []
        for _ in range(source.images):
            own = random.Random(draw.getrandbits(64))
            picture = source.draw(own)
            pictures.append((picture, questions_of(picture, own, source.questions)))
        return name, make_batch(pictures, source.length, sparse=source.sparse)


def generated(kind: str, *, images: int = 12, questions: int = 9, length: int = 260) -> Source:
    """Generated screens of a kind, each new."""

    def one(draw: random.Random) -> Picture:
        return draw_screen(kind, draw.getrandbits(48))

    return Source(kind, one, images, questions, length)


def laid_out(name: str, *, images: int = 6, questions: int = 14, length: int = 460) -> Source:
    """Made-up screens of a phone, each in a layout and in words of its own."""

    def one(draw: random.Random) -> Picture:
        while not (picture := draw_layout(draw.getrandbits(48))).items:
            pass
        return picture

    return Source(name, one, images, questions, length, sparse=True)


def photographed(
    name: str,
    photographs: Sequence[Photograph],
    *,
    plant: bool = False,
    images: int = 6,
    questions: int = 10,
    length: int = 340,
) -> Source:
    """Photographs of the phone, half of them moved, all tinted; ``plant`` adds drawn targets.

    Rows are sometimes asked for by the name of another list's.
    """
    known = [photograph.picture for photograph in photographs if photograph.picture.items]
    if not known:
        raise ModelError(f"the source {name!r} has no photograph with an item")

    def one(draw: random.Random) -> Picture:
        picture = recounted(draw.choice(known), draw)
        picture = replace(picture, pixels=tinted(picture.pixels, draw))
        if draw.random() < 0.5:
            shifted = moved(picture, draw)
            picture = shifted if shifted.items else picture
        return planted(picture, draw) if plant else picture

    return Source(name, one, images, questions, length, sparse=True)
