"""What a grounder is: words and a screen in, a point out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Grounder", "Grounding", "Request"]

Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Request:
    """One question.

    Attributes:
        pixels: The screen, (height, width, 3) uint8 RGB.
        intent: What to find.
        seed: Of this question; equal questions of an episode have different seeds.
        box: Where it lies, in pixels. For grounders that stand in for a model; a model never
            sees it.
        tag: Name of the question, for recorded replies: ``EPISODE_SEED/NUMBER``.
    """

    pixels: NDArray[np.uint8]
    intent: str
    seed: int
    box: tuple[float, float, float, float]
    tag: str = ""


@dataclass(frozen=True)
class Grounding:
    """An answer.

    Attributes:
        point: The click in pixels of the screen; ``None`` if the reply held none.
        reply: The reply itself.
        signals: Uncertainty signals, named as the rows of
            :func:`tapworld_eval.uncertainty.records.from_rows`: ``samples``, ``token_logprobs``...
    """

    point: Point | None
    reply: str = ""
    signals: dict[str, Any] = field(default_factory=dict)


class Grounder(Protocol):
    """Finds things on screens."""

    @property
    def name(self) -> str:
        """Name for records."""
        ...

    def identity(self) -> dict[str, Any]:
        """Everything that decides its answers; stands in the run's manifest."""
        ...

    def ground(self, request: Request) -> Grounding:
        """Answer a question.

        Raises:
            TapworldEvalError: It does not answer.
        """
        ...
