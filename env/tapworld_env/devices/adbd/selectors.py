"""UiSelector: which nodes of the screen uiautomator2 means.

Nodes are those of the XML that ``uiautomator dump`` writes, so that both tell the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element as Node

__all__ = ["bounds_of", "describe", "select"]

_TEXTS = {
    "text": "text",
    "className": "class",
    "description": "content-desc",
    "packageName": "package",
    "resourceId": "resource-id",
}
_FLAGS = {
    "checkable": "checkable",
    "checked": "checked",
    "clickable": "clickable",
    "longClickable": "long-clickable",
    "scrollable": "scrollable",
    "enabled": "enabled",
    "focusable": "focusable",
    "focused": "focused",
    "selected": "selected",
}
_STRUCTURE = {"mask", "childOrSibling", "childOrSiblingSelector", "instance"}


class SelectorError(ValueError):
    """A selector that uses what this phone does not know."""


def select(root: Node, selector: Mapping[str, Any]) -> list[Node]:
    """All nodes a selector means, in the order of the tree.

    Raises:
        SelectorError: It has a field this phone does not know.

    >>> from xml.etree import ElementTree
    >>> tree = ElementTree.fromstring('<hierarchy><node text="a"/><node text="ab"/></hierarchy>')
    >>> [node.get("text") for node in select(tree, {"textStartsWith": "a", "instance": 1})]
    ['ab']
    """
    parents = {child: parent for parent in root.iter() for child in parent}
    found = _matching(list(root.iter("node")), selector)
    relations = selector.get("childOrSibling") or []
    inner = selector.get("childOrSiblingSelector") or []
    for relation, further in zip(relations, inner, strict=True):
        around: list[Node] = []
        for node in found:
            if relation == "child":
                around += [n for n in node.iter("node") if n is not node]
            else:
                around += [n for n in parents[node] if n is not node]
        found = _matching(list(dict.fromkeys(around)), further)
    return found


def _matching(nodes: list[Node], selector: Mapping[str, Any]) -> list[Node]:
    tests = {key: value for key, value in selector.items() if key not in _STRUCTURE}
    found = [n for n in nodes if all(_passes(n, key, value) for key, value in tests.items())]
    if "instance" in selector:
        place = int(selector["instance"])
        return found[place : place + 1]
    return found


def _passes(node: Node, key: str, value: Any) -> bool:
    if key in _FLAGS:
        return (node.get(_FLAGS[key]) == "true") == bool(value)
    if key == "index":
        return node.get("index") == str(value)
    for suffix, test in _TESTS.items():
        if key.endswith(suffix) and key.removesuffix(suffix) in _TEXTS:
            return test(str(value), node.get(_TEXTS[key.removesuffix(suffix)]) or "")
    raise SelectorError(f"this phone does not select by {key!r}")


_TESTS = {
    "Contains": lambda wanted, text: wanted in text,
    "Matches": lambda wanted, text: re.fullmatch(wanted, text, re.DOTALL) is not None,
    "StartsWith": lambda wanted, text: text.startswith(wanted),
    "": lambda wanted, text: wanted == text,
}


def bounds_of(node: Node) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in pixels."""
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "")))
    return left, top, right, bottom


def describe(node: Node) -> dict[str, Any]:
    """What uiautomator2 calls the info of an object."""
    left, top, right, bottom = bounds_of(node)
    box = {"left": left, "top": top, "right": right, "bottom": bottom}
    flags = {name: node.get(attribute) == "true" for name, attribute in _FLAGS.items()}
    return {
        "bounds": box,
        "visibleBounds": box,
        "childCount": len(node),
        "className": node.get("class"),
        "contentDescription": node.get("content-desc"),
        "packageName": node.get("package"),
        "resourceName": node.get("resource-id"),
        "text": node.get("text"),
        **flags,
    }
