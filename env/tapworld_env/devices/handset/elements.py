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
    density, width, height = screen.density, screen.width, screen.height
    return tuple(_element(index, node, density, width, height) for index, node in enumerate(tree))


def _element(
    index: int, node: Mapping[str, Any], density: float, width: int, height: int
) -> Element:
    left, top, right, bottom = node["bounds"]
    # By position: names take half as long again, and a screen has dozens of elements.
    return Element(
        index,
        node["id"],
        node["text"],
        node["description"],
        node["role"],
        (
            min(max(round(left * density), 0), width),
            min(max(round(top * density), 0), height),
            min(max(round(right * density), 0), width),
            min(max(round(bottom * density), 0), height),
        ),
        node["clickable"],
        node["checked"],
        node["focused"],
        node["enabled"],
        node["visible"],
        node["value"],
        node["scrollable"],
        node["package"],
        node["parent"],
    )
