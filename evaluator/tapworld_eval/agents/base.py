"""What an agent is: something that is told a goal and then gives one action at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tapworld_eval.agents.keyboard import is_key

if TYPE_CHECKING:
    from tapworld_env.actions import Action
    from tapworld_env.observations import Element
    from tapworld_scenarios import Task

__all__ = ["Agent", "Look", "Privileged"]


class Agent(Protocol):
    """The protocol of every agent.

    Attributes:
        name: The registry's name, as it stands in records.
        needs: What of an observation the agent reads: ``"pixels"``, ``"elements"`` or both.
            The runner asks the device for nothing more.
    """

    name: str
    needs: frozenset[str]

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Begin an episode.

        Args:
            goal: What the user wants, in words.
            info: ``seed`` (of this episode), and what the first look showed.
        """
        ...

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Choose the next action.

        Args:
            observation: ``goal`` and, when asked for, ``pixels`` (height, width, 3) uint8.
            info: ``elements``, ``foreground``, ``settled``, ``action_error``.
        """
        ...


@runtime_checkable
class Privileged(Protocol):
    """An agent that is told which task it faces (oracle, replay): a yardstick, no contender."""

    def prepare(self, task: Task) -> None:
        """Receive the task before :meth:`Agent.reset`."""
        ...


@dataclass(frozen=True)
class Look:
    """The part of ``info`` that element-reading agents use, with types."""

    elements: tuple[Element, ...]
    foreground: str
    action_error: str | None = None

    @classmethod
    def of(cls, info: Mapping[str, Any]) -> Look:
        """Read a look from ``info``; missing elements are an empty tuple."""
        return cls(
            elements=tuple(info.get("elements") or ()),
            foreground=str(info.get("foreground") or ""),
            action_error=info.get("action_error") or None,
        )

    @property
    def visible(self) -> tuple[Element, ...]:
        """The elements a user can see, in drawing order; the keys of the keyboard left out."""
        return tuple(e for e in self.elements if e.visible and not is_key(e))
