"""A planner that knows what to touch, and a grounder that must find it in the pixels."""

from tapworld_eval.agents.grounded.agent import GroundedAgent
from tapworld_eval.agents.grounded.grounders import Grounder, Grounding, Request
from tapworld_eval.agents.grounded.registry import grounder_names, make_grounder

__all__ = [
    "GroundedAgent",
    "Grounder",
    "Grounding",
    "Request",
    "grounder_names",
    "make_grounder",
]
