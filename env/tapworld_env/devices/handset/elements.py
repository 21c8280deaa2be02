"""From the page's tree (CSS pixels) to elements (observation pixels)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapworld_env.observations import Element, Screen

__all__ = ["elements_from_tree"]


def elements_from_tree(tree: Sequence[Mapping[str, Any]], screen: Screen) -> tuple[Element, ...]:
    """Scale bounds to pixels and clip them to the screen; order and parents stay.

    >>> node = {"id": "send", "text": "Send", "description": "", "role": "button",
    ...         "bounds": [10, 20, 500, 40.4], "clickable": True, "checked": None,
    ...         "focused": False, "enabled": True, "visible": True, "value": None,
    ...         "scrollable": False, "package": "pay", "parent": None}
    >>> elements_from_tree([node], Screen(1080, 2400, 2.625))[0].bounds
    (26, 52, 1080, 106)
    """
    return tuple(_element(index, node, screen) for index, node in enumerate(tree))


def _element(index: int, node: Mapping[str, Any], screen: Screen) -> Element:
    left, top, right, bottom = (edge * screen.density for edge in node["bounds"])
    width, height = screen.width, screen.height
    return Element(
        index=index,
        id=node["id"],
        text=node["text"],
        description=node["description"],
        role=node["role"],
        bounds=(
            min(max(round(left), 0), width),
            min(max(round(top), 0), height),
            min(max(round(right), 0), width),
            min(max(round(bottom), 0), height),
        ),
        clickable=node["clickable"],
        checked=node["checked"],
        focused=node["focused"],
        enabled=node["enabled"],
        visible=node["visible"],
        value=node["value"],
        scrollable=node["scrollable"],
        package=node["package"],
        parent=node["parent"],
    )
