"""Agents by name. A module of this package that uses :func:`register` is found by itself.

Agents of other packages: the entry-point group ``tapworld.agents``, or ``module:Class`` as the
name. ``PLANNER+GROUNDER`` (``oracle+nano``) joins a planner with whatever finds things on screens.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeVar, get_type_hints

from pydantic import TypeAdapter, ValidationError

from tapworld_eval.agents.base import Agent
from tapworld_eval.errors import AgentError, UnknownAgent

__all__ = ["agent_names", "agent_options", "agent_summary", "make_agent", "register"]

Maker = Callable[..., Agent]
M = TypeVar("M", bound=Maker)
_MAKERS: dict[str, Maker] = {}


def register(name: str) -> Callable[[M], M]:
    """Make a class or function that returns an agent known under a name."""

    def keep(maker: M) -> M:
        _MAKERS[name] = maker
        return maker

    return keep


def agent_names() -> list[str]:
    """Names of all agents that can be made, sorted."""
    return sorted(_makers())


def agent_options(name: str) -> dict[str, inspect.Parameter]:
    """The options that :func:`make_agent` accepts for an agent, by name."""
    return dict(inspect.signature(_maker(name)).parameters)


def agent_summary(name: str) -> str:
    """The first line of the agent's documentation."""
    return (inspect.getdoc(_maker(name)) or "").partition("\n")[0]


def make_agent(name: str, **options: Any) -> Agent:
    """Build an agent.

    Args:
        name: A registered name, or ``module:Class``.
        **options: Its own arguments; strings are converted to the annotated type.

    Raises:
        UnknownAgent: No such agent; the message suggests near names.
        AgentError: An option is unknown or has a wrong value.

    >>> make_agent("noop").name
    'noop'
    """
    if "+" in name:
        from tapworld_eval.agents.grounded.composing import compose

        return compose(name, options, _convert)
    maker = _maker(name)
    return maker(**_convert(name, maker, options))


@cache
def _load_all() -> Mapping[str, Maker]:
    import tapworld_eval.agents as package

    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
    return {point.name: point.load() for point in entry_points(group="tapworld.agents")}


def _makers() -> dict[str, Maker]:
    return {**_load_all(), **_MAKERS}


def _maker(name: str) -> Maker:
    if ":" in name:
        return _imported(name)
    makers = _makers()
    if name not in makers:
        near = difflib.get_close_matches(name, makers, n=3, cutoff=0.5)
        hint = (
            f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(sorted(makers))}"
        )
        raise UnknownAgent(f"no agent {name!r}; {hint}")
    return makers[name]


def _imported(path: str) -> Maker:
    module, _, attribute = path.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownAgent(f"no agent {path!r}: {error}") from error


def _convert(name: str, maker: Maker, options: Mapping[str, Any]) -> dict[str, Any]:
    parameters = inspect.signature(maker).parameters
    target = maker.__init__ if inspect.isclass(maker) else maker
    hints = get_type_hints(target)
    converted: dict[str, Any] = {}
    for key, value in options.items():
        if key not in parameters:
            known = ", ".join(parameters) or "none"
            raise AgentError(f"agent {name!r} has no option {key!r}; it has: {known}")
        try:
            converted[key] = TypeAdapter(hints.get(key, Any)).validate_python(value)
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            raise AgentError(
                f"option {key!r} of agent {name!r}: {reason}, got {value!r}"
            ) from error
    return converted
