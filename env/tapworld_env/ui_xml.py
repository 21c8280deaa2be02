"""Elements as the XML that ``uiautomator dump`` writes.

Agents built for Android read this form. Attributes, their order and the root are uiautomator's;
what the app tree cannot know keeps uiautomator's own default.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from tapworld_env.observations import Element

__all__ = ["elements_to_xml"]

_CLASSES = {
    "button": "android.widget.Button",
    "checkbox": "android.widget.CheckBox",
    "header": "android.widget.TextView",
    "image": "android.widget.ImageView",
    "list": "android.widget.ScrollView",
    "radio": "android.widget.RadioButton",
    "switch": "android.widget.Switch",
    "tab": "android.widget.Button",
    "text": "android.widget.TextView",
    "textfield": "android.widget.EditText",
}
_CHECKABLE = {"checkbox", "radio", "switch"}
# XML 1.0 cannot hold these, not even escaped; uiautomator writes a dot too.
_FORBIDDEN = dict.fromkeys(
    (
        *(code for code in range(32) if code not in (9, 10, 13)),
        *range(0xD800, 0xE000),
        0xFFFE,
        0xFFFF,
    ),
    ".",
)


def elements_to_xml(elements: Sequence[Element], *, rotation: int = 0, hints: bool = False) -> str:
    """Return the hierarchy; hidden elements are left out, their visible children move up.

    Args:
        elements: In drawing order.
        rotation: Of the screen, in quarter turns.
        hints: Whether empty fields say their placeholder, as newer uiautomators do.

    >>> button = Element(0, "send", "Send", "", "button", (0, 0, 10, 20), clickable=True,
    ...                  package="pay")
    >>> 'resource-id="org.tapworld.pay:id/send"' in elements_to_xml([button])
    True
    """
    children: dict[int | None, list[Element]] = {}
    visible = {element.index for element in elements if element.visible}
    parents = {element.index: element.parent for element in elements}
    for element in elements:
        if element.index in visible:
            owner = element.parent
            while owner is not None and owner not in visible:
                owner = parents.get(owner)
            children.setdefault(owner, []).append(element)
    lines = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"]
    lines.append(f'<hierarchy rotation="{rotation}">')
    _write_nodes(children, None, lines, hints)
    lines.append("</hierarchy>")
    return "\n".join(lines) + "\n"


def _write_nodes(
    children: dict[int | None, list[Element]], parent: int | None, lines: list[str], hints: bool
) -> None:
    for position, element in enumerate(children.get(parent, [])):
        start = f"<node {_attributes(element, position, hints)}"
        if element.index in children:
            lines.append(f"{start}>")
            _write_nodes(children, element.index, lines, hints)
            lines.append("</node>")
        else:
            lines.append(f"{start} />")


def _attributes(element: Element, position: int, hints: bool) -> str:
    package = f"org.tapworld.{element.package or 'shell'}"
    left, top, right, bottom = element.bounds
    text = element.value if element.value is not None else element.text
    role = element.role
    pairs = {
        "index": str(position),
        "text": text,
        "resource-id": f"{package}:id/{element.id}" if element.id else "",
        "class": _CLASSES.get(role, "android.view.View"),
        "package": package,
        "content-desc": element.description,
        "checkable": _flag(role in _CHECKABLE),
        "checked": _flag(role in _CHECKABLE and bool(element.checked)),
        "clickable": _flag(element.clickable),
        "enabled": _flag(element.enabled),
        "focusable": _flag(element.clickable or role == "textfield"),
        "focused": _flag(element.focused),
        "scrollable": _flag(element.scrollable),
        "long-clickable": "false",
        "password": "false",
        "selected": _flag(role not in _CHECKABLE and bool(element.checked)),
        "bounds": f"[{left},{top}][{right},{bottom}]",
    }
    if hints and role == "textfield":
        pairs["hint"] = element.text if element.value == "" else ""
    return " ".join(
        f"{name}={quoteattr(value.translate(_FORBIDDEN), _LINE_ENDS)}"
        for name, value in pairs.items()
    )


# A parser would turn raw line ends in attributes into spaces.
_LINE_ENDS = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _flag(value: bool) -> str:
    return "true" if value else "false"
