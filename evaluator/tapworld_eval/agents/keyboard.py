"""The phone's soft keyboard, as an agent that reads elements sees it."""

from __future__ import annotations

from collections.abc import Iterable

from tapworld_env.observations import Element

__all__ = ["is_key", "keyboard_is_up"]

_PANEL = "keyboard"
_SHELL = "shell"


def is_key(element: Element) -> bool:
    """Whether an element is the keyboard or one of its keys, not part of an app."""
    return element.package == _SHELL and (element.id == _PANEL or element.id.startswith("key-"))


def keyboard_is_up(elements: Iterable[Element]) -> bool:
    """Whether the keyboard is up: back would only hide it, and it covers part of the app."""
    return any(element.package == _SHELL and element.id == _PANEL for element in elements)
