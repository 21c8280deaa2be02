"""The agent: plans like the oracle, but must find in the pixels what it means to touch."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tapworld_env.actions import Action, Back, DoubleTap, LongPress, OpenApp, Tap, Wait
from tapworld_env.observations import Element
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.grounded.grounders import Grounder, Grounding, Request
from tapworld_eval.agents.grounded.intents import (
    intents,
    reacting,
    same_element,
    topmost,
    touchable,
)
from tapworld_eval.errors import AgentError, OracleStuck
from tapworld_eval.rollouts.record import GroundingRecord

if TYPE_CHECKING:
    from tapworld_scenarios import Task

__all__ = ["GroundedAgent", "Planner"]

_GESTURES = {Tap: "tap", DoubleTap: "double_tap", LongPress: "long_press"}
# A miss opens one thing; more than this many steps back lead out of the app.
_MOST_RETURNS = 3


class Planner(Protocol):
    """An agent that is told the task, and tells at which element its last action was aimed."""

    name: str

    @property
    def target(self) -> Element | None:
        """The element, or ``None`` for an action that is aimed at none."""
        ...

    def prepare(self, task: Task) -> None:
        """Receive the task."""
        ...

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Begin an episode."""
        ...

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Choose the next action."""
        ...


@dataclass
class _Aim:
    """A touch that has to reach its target before the plan goes on."""

    action: type[Tap | DoubleTap | LongPress]
    target: Element
    foreground: str
    misses: int = 0
    returns: int = 0
    hit: bool = False


class GroundedAgent:
    """What to touch is the planner's; where it lies is the grounder's; all else the planner's.

    After a miss the plan waits. If what was meant is still to be seen, the grounder is asked again
    in other words; if the miss led elsewhere, the agent first goes back. It gives up after
    ``attempts`` misses of one target, or when it does not find the way back.

    Args:
        planner: Knows what to touch.
        grounder: Finds it.
        attempts: How often one target may be missed before the agent gives up.

    Raises:
        AgentError: ``attempts`` is below 1.
    """

    needs = frozenset({"pixels", "elements"})

    def __init__(self, planner: Planner, grounder: Grounder, *, attempts: int = 3) -> None:
        if attempts < 1:
            raise AgentError(f"attempts must be at least 1, got {attempts}")
        self.name = f"{planner.name}+{grounder.name}"
        self.prompt = json.dumps(grounder.identity(), sort_keys=True)
        self.grounding: GroundingRecord | None = None
        self.note: str | None = None
        self._planner, self._grounder = planner, grounder
        self._attempts = attempts
        self._aim: _Aim | None = None
        self._seed = self._asked = 0

    def prepare(self, task: Task) -> None:
        """Tell the planner the task."""
        self._planner.prepare(task)

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Begin an episode; ``info["seed"]`` decides what is drawn at random."""
        self._planner.reset(goal, info)
        self._aim = self.grounding = self.note = None
        self._seed, self._asked = int(info.get("seed") or 0), 0

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Give the planner's next action, or another try at the last.

        Raises:
            OracleStuck: The plan cannot go on.
            AgentError: There are no pixels, or the grounder fails.
        """
        if "pixels" not in observation:
            raise AgentError(f"{self.name} reads pixels: make the environment with them")
        self.grounding = self.note = None
        look = Look.of(info)
        if self._aim is not None and not self._aim.hit:
            return self._again(self._aim, observation, look)
        action = self._planner.act(observation, info)
        target = self._planner.target
        if target is None or not isinstance(action, (Tap, DoubleTap, LongPress)):
            self._aim = None
            return action
        self._aim = _Aim(type(action), target, look.foreground)
        return self._touch(self._aim, observation, look)

    def _again(self, aim: _Aim, observation: Mapping[str, Any], look: Look) -> Action:
        if aim.misses >= self._attempts:
            raise OracleStuck(
                f"{_named(aim.target)} was missed {aim.misses} times by {self._grounder.name}"
            )
        found = same_element(aim.target, look.elements)
        if found is not None:
            aim.target, aim.returns = found, 0
            return self._touch(aim, observation, look)
        if aim.returns >= _MOST_RETURNS:
            raise OracleStuck(
                f"{_named(aim.target)} is out of sight after a miss, also {aim.returns} steps back"
            )
        aim.returns += 1
        self.note = "back from where a miss led"
        return Back() if look.foreground == aim.foreground else OpenApp(aim.foreground)

    def _touch(self, aim: _Aim, observation: Mapping[str, Any], look: Look) -> Action:
        pixels = observation["pixels"]
        meant = reacting(aim.target, look.elements)
        words = intents(aim.target, look.elements)
        intent = words[aim.misses % len(words)]
        tag = f"{self._seed}/{self._asked}"
        seed = int.from_bytes(hashlib.sha256(tag.encode()).digest()[:4], "big")
        self._asked += 1
        found = self._grounder.ground(Request(pixels, intent, seed, meant.bounds, tag))
        aim.hit = _reaches(found, meant, look)
        self.grounding = GroundingRecord(
            intent=intent,
            gesture=_GESTURES[aim.action],
            grounder=self._grounder.name,
            attempt=aim.misses,
            size=(pixels.shape[1], pixels.shape[0]),
            box=meant.bounds,
            target={
                "id": aim.target.id,
                "text": aim.target.text[:120],
                "description": aim.target.description[:120],
                "role": aim.target.role,
            },
            click=found.point,
            correct=aim.hit,
            reply=found.reply,
            elements=touchable(meant, look.elements),
            signals=found.signals,
        )
        aim.misses += not aim.hit
        self.note = intent
        # Without a point there is nothing to touch: time stands still and the miss counts.
        return Wait(0) if found.point is None else aim.action(*found.point)


def _reaches(found: Grounding, meant: Element, look: Look) -> bool:
    """Whether a click reaches what was meant: nothing else that reacts is drawn over it there."""
    if found.point is None:
        return False
    x, y = found.point
    left, top, right, bottom = meant.bounds
    if not (left <= x < right and top <= y < bottom):
        return False
    over = topmost(look.elements, found.point)
    return over is None or over.index == meant.index


def _named(element: Element) -> str:
    return repr(element.text.strip() or element.description or element.id)
