"""``oracle+GROUNDER``: the agent of a planner's and a grounder's name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final

from tapworld_eval.agents.grounded.agent import GroundedAgent, Planner
from tapworld_eval.agents.grounded.registry import grounder_maker, grounder_names
from tapworld_eval.agents.oracle import OracleAgent
from tapworld_eval.errors import UnknownAgent

__all__ = ["PLANNERS", "compose", "composed_agents"]

Convert = Callable[[str, Callable[..., Any], Mapping[str, Any]], dict[str, Any]]
PLANNERS: Final[dict[str, Callable[[], Planner]]] = {"oracle": OracleAgent}


def compose(name: str, options: Mapping[str, Any], convert: Convert) -> GroundedAgent:
    """Build a grounded agent.

    Args:
        name: ``PLANNER+GROUNDER``.
        options: ``attempts``, and the grounder's own.
        convert: Checks options against a maker's arguments and gives them their types.

    Raises:
        UnknownAgent: No such planner or grounder.
        AgentError: An option is unknown or has a wrong value.
    """
    planner, _, grounder = name.partition("+")
    if planner not in PLANNERS:
        raise UnknownAgent(f"no planner {planner!r}; known: {', '.join(sorted(PLANNERS))}")
    maker, arguments = grounder_maker(grounder)
    own = {key: value for key, value in options.items() if key == "attempts"}
    rest = {key: value for key, value in options.items() if key != "attempts"}
    made = maker(*arguments, **convert(name, maker, rest))
    return GroundedAgent(PLANNERS[planner](), made, **convert(name, GroundedAgent, own))


def composed_agents() -> list[tuple[str, str, list[str]]]:
    """Name, summary and options of every planner with every grounder; a colon ends in a path."""
    found = []
    for planner in sorted(PLANNERS):
        for grounder in grounder_names():
            path = "PATH" if grounder.endswith(":") else ""
            maker, arguments = grounder_maker(grounder + path)
            about = (inspect.getdoc(maker) or "").partition("\n")[0]
            options = list(inspect.signature(maker).parameters)[len(arguments) :]
            found.append((f"{planner}+{grounder}{path}", about, ["attempts", *options]))
    return found
