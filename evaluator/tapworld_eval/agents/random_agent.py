"""An agent that acts at random, by seed: the floor that a contender must leave behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapworld_env.actions import Action, Back, Done, Scroll, Tap, Type
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.registry import register
from tapworld_eval.errors import AgentError

__all__ = ["RandomAgent"]

_WORDS = ("hello", "1", "25", "test", "lunch", "tomorrow")


@register("random")
class RandomAgent:
    """Taps a visible clickable element, or now and then scrolls, types, goes back or stops.

    Args:
        stop: Chance per action of declaring the task done.
    """

    name = "random"
    needs = frozenset({"elements"})

    def __init__(self, *, stop: float = 0.03) -> None:
        if not 0 <= stop <= 1:
            raise AgentError(f"stop is a probability in [0, 1], not {stop}")
        self._stop = stop
        self._random = np.random.default_rng(0)

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Start the episode's own random stream."""
        self._random = np.random.default_rng(int(info.get("seed") or 0))

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Draw an action."""
        look, chance = Look.of(info), self._random.random()
        if chance < self._stop:
            return Done()
        chance = (chance - self._stop) / (1 - self._stop or 1)
        if chance < 0.08:
            return Back()
        if chance < 0.2:
            return Scroll("down" if self._random.random() < 0.7 else "up")
        if chance < 0.3 and any(element.focused for element in look.visible):
            return Type(str(self._random.choice(_WORDS)))
        targets = [element for element in look.visible if element.clickable and element.enabled]
        if not targets:
            return Back()
        return Tap(*targets[int(self._random.integers(len(targets)))].center)
