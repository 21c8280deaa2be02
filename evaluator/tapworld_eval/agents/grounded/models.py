"""Grounders that are models: whatever ``tapworld ground`` can ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapworld_eval.agents.grounded.grounders import Grounding, Request

if TYPE_CHECKING:
    from tapworld_eval.grounding.locating import Locator

__all__ = ["LocatorGrounder"]


class LocatorGrounder:
    """A model with its format and prompt.

    Args:
        name: Name for records.
        make: Makes the model when it is first asked: weights are heavy.
        identity: Everything that decides the answers.
        samples: Stochastic clicks drawn with every question, kept as a signal; 0 for none.
        temperature: Of the samples.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Locator],
        identity: dict[str, Any],
        *,
        samples: int = 0,
        temperature: float = 1.0,
    ) -> None:
        self._name = name
        self._make = make
        self._identity = identity
        self._samples, self._temperature = samples, temperature
        self._locator: Locator | None = None

    @property
    def name(self) -> str:
        """Name for records."""
        return self._name

    def identity(self) -> dict[str, Any]:
        """Model, format, prompt and sampling."""
        sampling = {"samples": self._samples, "temperature": self._temperature}
        return {**self._identity, **(sampling if self._samples else {})}

    def ground(self, request: Request) -> Grounding:
        """Ask once for the click, and once more for the samples."""
        from tapworld_eval.grounding.scaffolds.base import Ask, whole

        self._locator = self._locator or self._make()
        size = (request.pixels.shape[1], request.pixels.shape[0])
        ask = Ask(whole(size), logprobs=True)
        draws, reply = self._locator.draw(request.pixels, request.intent, ask, request.tag)
        signals: dict[str, Any] = {}
        if said := reply.completions[0].logprobs:
            signals["token_logprobs"] = [min(0.0, value) for value in said]
        if self._samples:
            ask = Ask(whole(size), "samples", self._samples, self._temperature, logprobs=True)
            tag = f"{request.tag}/samples"
            drawn, _ = self._locator.draw(request.pixels, request.intent, ask, tag)
            signals["samples"] = [None if d.point is None else list(d.point) for d in drawn]
            signals["sample_texts"] = [draw.text for draw in drawn]
        return Grounding(draws[0].point, draws[0].text, signals)
