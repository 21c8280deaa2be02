"""What an app's definition lists, asked of the bundle on the phone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tapworld_env.devices.handset import Handset
from tapworld_env.errors import SnapshotRejected
from tapworld_scenarios import Snapshot

from .screen_crawl import Found, with_ui

__all__ = ["defined", "sheets", "visited"]


def defined(phone: Handset, state: Snapshot, app: str) -> set[str]:
    """Names of the app's routes and, as ``dialog <name>``, of its dialogs.

    The phone's answer to a name that it does not know lists those that it knows.
    """
    routes = _listed(phone, with_ui(state, app, {"stack": [{"route": "?"}]}))
    dialogs = _listed(
        phone, with_ui(state, app, {"stack": [{"route": routes[0]}], "dialog": {"name": "?"}})
    )
    return {*routes, *(f"dialog {name}" for name in dialogs)}


def visited(places: Iterable[Found]) -> set[str]:
    """What the UI states of the places show on top, named as by ``defined``."""
    names = set()
    for place in places:
        names.add(place.ui["stack"][-1]["route"])
        dialog = place.ui["dialog"]
        if dialog is not None and not dialog["name"].startswith("@"):
            names.add(f"dialog {dialog['name']}")
    return names


def sheets(
    phone: Handset, state: Snapshot, app: str, place: Found, tried: set[tuple[str, str]]
) -> Iterator[Found]:
    """The place with each of its selects, calendars and menus open.

    Which controls have a sheet is not written on them: every control is tried once, and the phone
    refuses a screen's control that has none.

    Args:
        phone: Where to try.
        state: The data.
        app: Which app.
        place: A screen or dialog of it.
        tried: Places and kinds of control that were tried before; grows.
    """
    dialog = place.ui["dialog"]
    if dialog is not None and dialog["name"] == "@sheet":
        return
    phone.load(with_ui(state, app, place.ui))
    elements = phone.observe(pixels=False).elements
    before = _scrims(phone)
    where = f"{place.ui['stack'][-1]['route']} {dialog['name'] if dialog else ''}"
    for element in elements:
        kind = re.sub(r"\d+", "#", element.id)
        if (
            not element.clickable
            or element.package != app
            or element.role == "textfield"
            or kind in ("", "nav-back", "scrim", "cancel", "confirm")
            or kind.startswith(("row-", "tab-"))
            or (where, kind) in tried
            or (dialog is not None and not element.visible)
        ):
            continue
        tried.add((where, kind))
        ui = _with_sheet(place.ui, element.id)
        try:
            phone.load(with_ui(state, app, ui))
        except SnapshotRejected as refusal:
            if "has no field" not in str(refusal):
                raise
            continue
        if _scrims(phone) > before:
            yield Found(f"{place.name} {element.id}", ui)


def _scrims(phone: Handset) -> int:
    return sum(element.id == "scrim" for element in phone.observe(pixels=False).elements)


def _with_sheet(ui: dict[str, Any], field: str) -> dict[str, Any]:
    dialog = ui["dialog"]
    if dialog is None:
        return {**ui, "dialog": {"name": "@sheet", "params": {"field": field}, "state": {}}}
    return {**ui, "dialog": {**dialog, "state": {**dialog.get("state", {}), "sheet": field}}}


def _listed(phone: Handset, state: Snapshot) -> list[str]:
    with pytest.raises(SnapshotRejected, match="; it has ") as refused:
        phone.load(state)
    found = re.search(r"; it has ([a-z, -]+)", str(refused.value))
    assert found is not None, refused.value
    return found[1].strip().split(", ")
