"""An agent that does nothing: whatever it solves was solved before it began."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapworld_env.actions import Action, Done
from tapworld_eval.agents.registry import register

__all__ = ["NoopAgent"]


@register("noop")
class NoopAgent:
    """Declares the task done at once."""

    name = "noop"
    needs: frozenset[str] = frozenset()

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Do nothing."""

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Declare the task done."""
        return Done()
