"""What an element is for, in the words of the catalogue's tasks (``intents.yaml``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tapworld_env.observations import Element

__all__ = ["intent_key", "intent_of", "label_of", "lines_of", "list_of", "noun_of"]

_SLOT = re.compile(r"\{(label|line\d)\}")
_SHORTEST = 3
_LONGEST = 80


@cache
def _table() -> dict[str, Any]:
    return yaml.safe_load((Path(__file__).parent / "intents.yaml").read_text(encoding="utf-8"))


def intent_of(elements: Sequence[Element], index: int, app: str) -> str | None:
    """The intent behind touching an element, or ``None`` where no task has one."""
    element = elements[index]
    if element.package != app or app not in _table():
        return None
    key = intent_key(app, element.id, list_of(elements, index))
    words = _table()[app]["intents"][key] if key is not None else ""
    if not words:
        return None
    lines = lines_of(element)
    slots = {"label": label_of(element), **{f"line{i + 1}": line for i, line in enumerate(lines)}}
    found = [slots.get(name, "") for name in _SLOT.findall(words)]
    if not all(_SHORTEST <= len(text) <= _LONGEST for text in found):
        return None
    return _SLOT.sub(lambda slot: slots[slot[1]], words)


def intent_key(app: str, test_id: str, list_id: str = "") -> str | None:
    """The entry for a test id: that of its list before one for all, exact before wildcard.

    >>> intent_key("mail", "row-3", "threads"), intent_key("mail", "row-3")
    ('threads/row-*', None)
    """
    intents = _table().get(app, {}).get("intents", {})
    for name in (f"{list_id}/{test_id}", test_id) if list_id else (test_id,):
        if name in intents:
            return name
        for key in intents:
            if "*" in key and fnmatchcase(name, key):
                return key
    return None


def noun_of(app: str, list_id: str) -> str | None:
    """What the rows of a list are called."""
    return _table().get(app, {}).get("nouns", {}).get(list_id)


def list_of(elements: Sequence[Element], index: int) -> str:
    """Id of the nearest list around an element, or ``""``."""
    at = elements[index].parent
    while at is not None:
        if elements[at].role == "list":
            return elements[at].id
        at = elements[at].parent
    return ""


def lines_of(element: Element) -> list[str]:
    """The pieces of text drawn inside an element, in reading order."""
    return [line.strip() for line in element.text.splitlines() if line.strip()]


def label_of(element: Element) -> str:
    """Its accessibility label, else the first piece of its text."""
    return element.description.strip() or next(iter(lines_of(element)), "")
