"""Agents: the protocol, the registry, and those that come with the package."""

from __future__ import annotations

from tapworld_eval.agents.base import Agent, Look, Privileged
from tapworld_eval.agents.registry import agent_names, agent_options, make_agent, register

__all__ = [
    "Agent",
    "Look",
    "Privileged",
    "agent_names",
    "agent_options",
    "make_agent",
    "register",
]
