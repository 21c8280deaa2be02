"""A running mean of the weights: steadier than the last ones, for the price of a copy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from tapworld_eval.grounding.errors import ModelError

__all__ = ["Average"]


class Average:
    """An exponential mean of a model's weights over the steps.

    Its first steps count less of the past, so that it does not hang on to the weights it began
    with.

    Args:
        model: Whose weights it begins with.
        decay: How much of the mean stays at a step, between 0 and 1.

    Raises:
        ModelError: The decay is not between 0 and 1.
    """

    def __init__(self, model: Any, decay: float) -> None:
        if not 0 <= decay < 1:
            raise ModelError(f"a mean of weights decays by 0 to below 1, not by {decay}")
        self.decay = decay
        self.steps = 0
        self.weights = {name: value.clone() for name, value in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model: Any) -> None:
        """Take in the weights of one more step."""
        self.steps += 1
        kept = min(self.decay, (1 + self.steps) / (10 + self.steps))
        for name, value in model.state_dict().items():
            if value.is_floating_point():
                self.weights[name].lerp_(value, 1 - kept)
            else:
                self.weights[name].copy_(value)

    @contextmanager
    def used(self, model: Any) -> Iterator[None]:
        """The model with the mean as its weights, for as long as this lasts."""
        own = {name: value.clone() for name, value in model.state_dict().items()}
        model.load_state_dict(self.weights)
        try:
            yield
        finally:
            model.load_state_dict(own)

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` takes."""
        return {"steps": self.steps, "weights": self.weights}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        self.steps = state["steps"]
        self.weights = state["weights"]
