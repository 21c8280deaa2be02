"""The oracle: carries out a scenario's own steps through the same actions as any agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tapworld_env.actions import Action, Done
from tapworld_env.observations import Element
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.hand import Hand, Routine
from tapworld_eval.agents.interpreter import Interpreter
from tapworld_eval.agents.registry import register
from tapworld_eval.errors import AgentError
from tapworld_scenarios.steps import Step

if TYPE_CHECKING:
    from tapworld_scenarios import Task

__all__ = ["OracleAgent"]


@register("oracle")
class OracleAgent:
    """Carries out the scenario's own solution; a yardstick, not a contender.

    With ``epsilon`` it becomes an unreliable source: before each action it gives up with that
    probability (by declaring the task done), so that its success rate lies below one.

    Args:
        steps: Steps to carry out (``tapworld_scenarios.steps``); by default those of the task
            it is told.
        epsilon: Chance per action of giving up, in [0, 1].
    """

    name = "oracle"
    needs = frozenset({"elements"})

    def __init__(self, steps: Sequence[Step] | None = None, *, epsilon: float = 0.0) -> None:
        if not 0 <= epsilon <= 1:
            raise AgentError(f"epsilon is a probability in [0, 1], not {epsilon}")
        self._steps = steps
        self._given = steps is not None
        self._epsilon = epsilon
        self._time_zone = "UTC"
        self._random = np.random.default_rng(0)
        self._routine: Routine[None] | None = None
        self._hand: Hand | None = None

    @property
    def target(self) -> Element | None:
        """The element at which the last action was aimed, if it was aimed at one."""
        return None if self._hand is None else self._hand.target

    def prepare(self, task: Task) -> None:
        """Take over the task's steps, unless steps were given, and its time zone."""
        self._time_zone = task.snapshot.settings.time_zone
        if not self._given:
            self._steps = task.oracle

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Start from the first step; ``info["seed"]`` decides where it gives up."""
        if self._steps is None:
            raise AgentError("the oracle has no steps: give it some, or a task by prepare()")
        self._random = np.random.default_rng(int(info.get("seed") or 0))
        self._routine = self._hand = None

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Give the next action of the steps.

        Raises:
            OracleStuck: The step at hand cannot be done on this screen.
            AgentError: ``info`` has no elements.
        """
        if "elements" not in info:
            raise AgentError("the oracle reads elements: make the environment with them")
        if self._epsilon and self._random.random() < self._epsilon:
            return Done()
        look = Look.of(info)
        if self._routine is None:
            self._hand = Hand(look)
            self._routine = Interpreter(self._hand, self._time_zone).run(self._steps or ())
            return next(self._routine)
        try:
            return self._routine.send(look)
        except StopIteration:
            return Done()
