"""From uiautomator's XML to the handset's model of elements.

Android draws a pressable row as a view with texts inside; the handset lists such a row as one
element. So texts without an id of their own go into the pressable around them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

from tapworld_env.errors import DeviceError
from tapworld_env.observations import Element, Screen

__all__ = ["PACKAGE_PREFIX", "elements_from_xml"]

PACKAGE_PREFIX = "org.tapworld."
_ROLES = {
    "AutoCompleteTextView": "textfield",
    "Button": "button",
    "CheckBox": "checkbox",
    "EditText": "textfield",
    "HorizontalScrollView": "list",
    "ImageButton": "button",
    "ImageView": "image",
    "ListView": "list",
    "RadioButton": "radio",
    "RecyclerView": "list",
    "ScrollView": "list",
    "Switch": "switch",
    "SwitchCompat": "switch",
    "TextView": "text",
    "ToggleButton": "switch",
}
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
Node = ElementTree.Element


@dataclass
class _Draft:
    """An element while texts inside it are still being collected."""

    node: Node
    role: str
    parent: int | None
    texts: list[str] = field(default_factory=list)


def elements_from_xml(xml: str, screen: Screen) -> tuple[Element, ...]:
    """Read a hierarchy.

    Args:
        xml: What ``uiautomator dump`` or uiautomator2's ``dumpWindowHierarchy`` gives.
        screen: Bounds are clipped to it.

    Raises:
        DeviceError: It is no such XML.

    >>> xml = ('<hierarchy><node class="android.view.ViewGroup" resource-id="row" clickable="true" '
    ...        'bounds="[0,0][10,20]"><node class="android.widget.TextView" text="Ada" '
    ...        'bounds="[0,0][9,9]"/></node></hierarchy>')
    >>> [(e.id, e.text) for e in elements_from_xml(xml, Screen())]
    [('row', 'Ada')]
    """
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise DeviceError(f"the phone's hierarchy is no XML: {error}: {xml[:80]!r}") from error
    drafts: list[_Draft] = []
    for node in root:
        _walk(node, None, None, drafts)
    return tuple(_element(index, draft, screen) for index, draft in enumerate(drafts))


def _walk(node: Node, parent: int | None, around: _Draft | None, drafts: list[_Draft]) -> None:
    role = _role(node)
    name, text = _name(node), node.get("text", "")
    if around is not None and not name and role in ("text", "", "image"):
        # Inside a pressable: its text is the pressable's, its shape is nobody's.
        if text:
            around.texts.append(text)
        if not _flag(node, "clickable"):
            for child in node:
                _walk(child, parent, around, drafts)
            return
    if _is_listed(node, role):
        draft = _Draft(node, role, parent, [text] if text else [])
        drafts.append(draft)
        parent = len(drafts) - 1
        collects = _flag(node, "clickable") and role != "list"
        around = draft if collects else None
    for child in node:
        _walk(child, parent, around, drafts)


def _is_listed(node: Node, role: str) -> bool:
    if _name(node) or node.get("content-desc") or _flag(node, "clickable"):
        return True
    if role == "text":
        return bool(node.get("text"))
    return role not in ("", "image") or _flag(node, "scrollable")


def _element(index: int, draft: _Draft, screen: Screen) -> Element:
    node, role = draft.node, draft.role
    text = "\n".join(draft.texts)
    value = None
    if role == "textfield":
        hint = node.get("hint") or ""
        # Android shows an empty field's placeholder as its text.
        value = "" if hint and text == hint else text
        text = value or hint
    checked = None
    if _flag(node, "checkable"):
        checked = _flag(node, "checked")
    elif _flag(node, "selected"):
        checked = True
    package = node.get("package", "")
    ours = package.startswith(PACKAGE_PREFIX)
    return Element(
        index=index,
        id=_name(node),
        text=text,
        description=node.get("content-desc", ""),
        role=role,
        bounds=_bounds(node, screen),
        clickable=_flag(node, "clickable"),
        checked=checked,
        focused=_flag(node, "focused"),
        enabled=node.get("enabled", "true") == "true",
        value=value,
        scrollable=_flag(node, "scrollable"),
        package=package.removeprefix(PACKAGE_PREFIX) if ours else "shell",
        parent=draft.parent,
    )


def _role(node: Node) -> str:
    simple = node.get("class", "").rsplit(".", 1)[-1]
    role = _ROLES.get(simple, "")
    return "list" if not role and _flag(node, "scrollable") else role


def _name(node: Node) -> str:
    """The test id: React Native gives it bare, other views as ``package:id/name``."""
    return node.get("resource-id", "").rsplit(":id/", 1)[-1]


def _flag(node: Node, name: str) -> bool:
    return node.get(name) == "true"


def _bounds(node: Node, screen: Screen) -> tuple[int, int, int, int]:
    found = _BOUNDS.fullmatch(node.get("bounds", ""))
    if found is None:
        raise DeviceError(f"an element has no bounds: {node.attrib}")
    left, top, right, bottom = map(int, found.groups())
    return (
        min(max(left, 0), screen.width),
        min(max(top, 0), screen.height),
        min(max(right, 0), screen.width),
        min(max(bottom, 0), screen.height),
    )
