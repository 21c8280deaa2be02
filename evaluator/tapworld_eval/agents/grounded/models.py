"""Grounders that are models: what ``tapworld uq capture`` reads, and recorded replies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tapworld_eval.agents.grounded.grounders import Grounding, Request

if TYPE_CHECKING:
    from tapworld_eval.grounding.locating import Locator
    from tapworld_eval.uncertainty.capture import Adapter, CaptureOptions, ItemReader

__all__ = ["CapturingGrounder", "LocatorGrounder"]


class CapturingGrounder:
    """A model on this machine, whose signals can be looked at.

    Args:
        name: Name for records.
        make: Makes the adapter when the model is first asked: weights are heavy.
        identity: Everything that decides the answers.
        options: Which signals are captured with every question; none but the click by default.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[], Adapter],
        identity: dict[str, Any],
        options: CaptureOptions,
    ) -> None:
        self._name = name
        self._make = make
        self._identity = identity
        self._options = options
        self._reader: ItemReader | None = None

    @property
    def name(self) -> str:
        """Name for records."""
        return self._name

    def identity(self) -> dict[str, Any]:
        """Weights, prompt and what is captured."""
        return {**self._identity, "capture": asdict(self._options)}

    def ground(self, request: Request) -> Grounding:
        """Ask once, and look inside as far as was asked for."""
        from tapworld_eval.uncertainty.capture import ItemReader

        if self._reader is None:
            self._reader = ItemReader(self._make(), self._options)
        found = self._reader.capture(request.pixels, request.intent, request.tag)
        click, reply = found.pop("click"), found.pop("reply")
        return Grounding(None if click is None else (click[0], click[1]), reply, found)


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
