"""Placeholders ``{name}`` and ``{name.part}`` in goals, rows and oracle steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from .values import Value

__all__ = ["fill_goal", "fill_screen", "placeholders"]

_PLACEHOLDER = re.compile(r"(?<!\{)\{([a-z][a-z0-9_]*)(?:\.([a-z_]+))?\}(?!\})")


def placeholders(text: str) -> list[tuple[str, str | None]]:
    """Names and parts in a text, in order.

    >>> placeholders("Send {amount} on {when.day}")
    [('amount', None), ('when', 'day')]
    """
    return [(match.group(1), match.group(2)) for match in _PLACEHOLDER.finditer(text)]


def alone(text: str) -> tuple[str, str | None] | None:
    """The placeholder, if the text is one and nothing else."""
    match = _PLACEHOLDER.fullmatch(text)
    return (match.group(1), match.group(2)) if match else None


def _fill(text: str, values: Mapping[str, Value], form: Callable[[Value], str]) -> str:
    def replace(match: re.Match[str]) -> str:
        name, part = match.groups()
        if name not in values:
            return match.group(0)
        return form(values[name]) if part is None else values[name].attribute(part)

    return _PLACEHOLDER.sub(replace, text)


def fill_goal(text: str, values: Mapping[str, Value]) -> str:
    """Fill in the forms that people read."""
    return _fill(text, values, lambda value: value.goal)


def fill_screen(text: str, values: Mapping[str, Value]) -> str:
    """Fill in the forms that one types."""
    return _fill(text, values, lambda value: value.screen)
