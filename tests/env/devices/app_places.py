"""Places in the apps: every route and dialog, and where tasks start."""

from __future__ import annotations

from collections.abc import Iterator

from tapworld_scenarios import load_catalog
from tapworld_scenarios.appearance import routes
from tapworld_scenarios.arranging import fill_ui, ui_of

from .screen_crawl import Found

__all__ = ["places"]


def places(app: str, profile: str = "ada") -> Iterator[Found]:
    """Every place of ``appearance/routes``, and the UI states that the catalogue starts tasks from.

    Raises:
        ArrangeError: The profile has no row for one.
    """
    catalog = load_catalog()
    for place in routes(app):
        ui = dict(fill_ui(catalog, app, place["id"], place["ui"], profile) or {})
        name = ui["stack"][-1]["route"]
        yield Found(f"{name} {ui['dialog']['name']}" if ui["dialog"] else name, ui)
    for position, state in enumerate(catalog.looks.ui_states(app)):
        ui = ui_of(catalog, app, position, profile)
        if ui is not None:
            yield Found(f"start {state['id']}", {"dialog": None, **ui})
