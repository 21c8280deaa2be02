"""Finds an app's screens as a user does: by tapping whatever can be tapped."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tapworld_env.actions import Tap
from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Element
from tapworld_scenarios import AppState, Snapshot

__all__ = ["Found", "crawl", "with_ui"]


@dataclass(frozen=True)
class Found:
    """A screen, or a dialog or sheet over it.

    Attributes:
        name: Routes of its top screen and dialog, for messages.
        ui: The app's UI state that shows it.
    """

    name: str
    ui: dict[str, Any]


def with_ui(state: Snapshot, app: str, ui: dict[str, Any] | None) -> Snapshot:
    """The state with that app in front, showing ``ui``, its data untouched."""
    shown = AppState(state.apps[app].database, ui)
    return replace(state.with_app(app, shown), foreground=app)


def crawl(
    phone: Handset,
    state: Snapshot,
    app: str,
    *,
    loads: Callable[[Snapshot], bool],
) -> Iterator[Found]:
    """Breadth first from the app's home; every kind of control of a screen is tapped once.

    Args:
        phone: Where to look for them.
        state: The data; it is restored before every tap.
        app: Which app.
        loads: Loads a snapshot and says whether the phone took it: what a tap led to may rest on
            data that it wrote.
    """
    queue: deque[dict[str, Any] | None] = deque([None])
    known: set[str] = set()
    tapped: set[tuple[str, str]] = set()
    while queue:
        ui = queue.popleft()
        if not loads(with_ui(state, app, ui)):
            continue
        ui = _ui(phone, app)
        name = _name(ui)
        if name in known:
            continue
        known.add(name)
        yield Found(name, ui)
        loads(with_ui(state, app, ui))
        moved = False
        for element in phone.observe(pixels=False).elements:
            kind = re.sub(r"\d+", "#", element.id)
            if not _worth_a_tap(element, app) or (name, kind) in tapped:
                continue
            tapped.add((name, kind))
            if moved:
                loads(with_ui(state, app, ui))
            phone.act(Tap(*element.center))
            if phone.observe(pixels=False).foreground != app:
                moved = True
                continue
            after = _ui(phone, app)
            moved = True
            if _name(after) not in known:
                queue.append(after)


def _ui(phone: Handset, app: str) -> dict[str, Any]:
    ui = phone.dump().apps[app].ui
    assert ui is not None
    return json.loads(json.dumps(ui))


def _name(ui: dict[str, Any]) -> str:
    dialog = ui["dialog"]
    over = "" if dialog is None else f" {dialog['name']} {dialog['params'].get('field', '')}"
    return f"{ui['stack'][-1]['route']}{over}".strip()


def _worth_a_tap(element: Element, app: str) -> bool:
    """Fields only take the focus, and what leads back was seen before."""
    return (
        element.clickable
        and element.visible
        and element.package == app
        and element.role != "textfield"
        and element.id not in ("", "nav-back", "scrim", "cancel")
    )
