"""Grounders without a model: one that is always right, one that is wrong as often as asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapworld_eval.agents.grounded.grounders import Grounding, Request
from tapworld_eval.errors import AgentError

__all__ = ["NoisyGrounder", "PerfectGrounder"]


class PerfectGrounder:
    """Clicks the middle of what is meant."""

    name = "perfect"

    def identity(self) -> dict[str, Any]:
        """Its name."""
        return {"kind": "perfect"}

    def ground(self, request: Request) -> Grounding:
        """The middle of the box, in whole pixels as the oracle taps."""
        left, top, right, bottom = request.box
        return Grounding(((left + right) // 2, (top + bottom) // 2))


class NoisyGrounder:
    """Misses by a normal error whose size differs from question to question.

    Each question draws a difficulty g from a gamma distribution with mean 1; the click and the
    samples lie around the middle of the box with standard deviation ``sigma`` * g. So the spread
    of the samples tells something about the error, as it is hoped of a model.

    Args:
        sigma: Pixels.
        samples: How many stochastic clicks it reports as a signal.

    Raises:
        AgentError: A negative number.
    """

    name = "noisy"

    def __init__(self, *, sigma: float = 60.0, samples: int = 5) -> None:
        if sigma < 0 or samples < 0:
            raise AgentError(f"sigma and samples must not be negative: {sigma}, {samples}")
        self._sigma, self._samples = sigma, samples

    def identity(self) -> dict[str, Any]:
        """Its constants."""
        return {"kind": "noisy", "sigma": self._sigma, "samples": self._samples}

    def ground(self, request: Request) -> Grounding:
        """A click near the middle of the box, inside the screen."""
        random = np.random.default_rng(request.seed)
        left, top, right, bottom = request.box
        size = (request.pixels.shape[1], request.pixels.shape[0])
        spread = self._sigma * random.gamma(1.0)
        middle = ((left + right) / 2, (top + bottom) / 2)
        drawn = random.normal(middle, spread, size=(self._samples + 1, 2))
        points = np.clip(drawn, 0, np.asarray(size) - 1.0).round(2).tolist()
        signals = {"samples": points[1:]} if self._samples else {}
        return Grounding((points[0][0], points[0][1]), signals=signals)
