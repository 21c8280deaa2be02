"""The oracle's steps in one form, checked before anything touches a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapworld_eval.errors import AgentError

__all__ = ["STEP_NAMES", "Step", "read_step", "read_steps", "show_step"]

Step = tuple[str, Any]
"""A step's name and its argument, as in the scenario file, placeholders resolved."""

STEP_NAMES = frozenset(
    {
        "open", "tap", "double_tap", "long_press", "fill", "type", "clear", "enter", "back",
        "home", "scroll_to", "swipe", "wait", "answer", "done", "infeasible", "if_visible",
        "repeat", "pick_date",
    }
)  # fmt: skip


def read_step(data: Any) -> Step:
    """Read ``{"tap": {"id": "send"}}``, or a bare ``"back"``, as a pair.

    >>> read_step({"open": "pay"})
    ('open', 'pay')

    Raises:
        AgentError: No known step.
    """
    if isinstance(data, str):
        name, argument = data, None
    elif isinstance(data, Mapping) and len(data) == 1:
        name, argument = next(iter(data.items()))
    else:
        raise AgentError(f"an oracle step has one name, as in {{tap: {{id: send}}}}; got {data!r}")
    if name not in STEP_NAMES:
        known = ", ".join(sorted(STEP_NAMES))
        raise AgentError(f"unknown oracle step {name!r} in {data!r}; known are {known}")
    return name, argument


def read_steps(steps: Sequence[Any]) -> list[Step]:
    """Read a list of steps."""
    return [read_step(step) for step in steps]


def show_step(step: Step) -> str:
    """A step as one short line for messages.

    >>> show_step(("tap", {"id": "send"}))
    "tap {'id': 'send'}"
    """
    name, argument = step
    if isinstance(argument, Mapping):
        argument = {k: v for k, v in argument.items() if k not in ("then", "steps")}
    return name if argument in (None, True, {}) else f"{name} {argument}"
