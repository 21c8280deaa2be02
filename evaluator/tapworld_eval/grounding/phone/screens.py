"""The screens that a phone-made dataset is made of: profile x app x UI state x theme.

UI states are those from which the catalogue starts tasks, and every route and dialog of the apps
(``tapworld_scenarios.appearance.routes``).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tapworld_scenarios import (
    AppState,
    ArrangeError,
    PhoneSettings,
    Snapshot,
    load_catalog,
    personas,
    profile_database,
    themes,
)
from tapworld_scenarios.appearance import routes
from tapworld_scenarios.arranging import fill_ui

__all__ = ["StartScreen", "start_screens"]


class StartScreen(NamedTuple):
    """One screen.

    Attributes:
        name: ``app/ui_state/theme/profile``.
        app: The app in front.
        snapshot: The phone's state that shows it.
    """

    name: str
    app: str
    snapshot: Snapshot


def start_screens(apps: Sequence[str], *, seed: int = 0) -> Iterator[StartScreen]:
    """Every start screen of the apps once, in an order drawn by the seed.

    The order is drawn so that the first few already come from all apps, profiles and themes. A
    screen whose data a profile lacks (a card to remove, an open split) is left out for it.
    """
    catalog = load_catalog()
    states = [
        (app, state)
        for app in apps
        if app in catalog.apps
        for state in _states(app, catalog.looks.ui_states(app))
    ]
    every = list(itertools.product(personas(), range(len(states)), themes()))
    random.Random(seed).shuffle(every)
    databases = cache(profile_database)
    for profile, number, theme in every:
        app, state = states[number]
        person = personas()[profile]
        try:
            ui = fill_ui(catalog, app, state["id"], state["ui"], profile)
        except ArrangeError:
            continue
        settings = PhoneSettings(
            theme=theme,
            clock_ms=person.clock_ms,
            time_zone=person.time_zone,
            locale=person.locale,
            hour24=person.hour24,
        )
        shown = AppState(databases(profile, app), ui)
        name = f"{app}/{state['id']}/{theme}/{profile}"
        yield StartScreen(name, app, Snapshot({app: shown}, settings, app))


def _states(app: str, starts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Start states and routes of an app, each view once."""
    starts = [{**state, "id": f"start-{state['id']}"} for state in starts]
    found: list[dict[str, Any]] = []
    for state in (*starts, *routes(app)):
        if state.get("foreground", True) and all(state["ui"] != known["ui"] for known in found):
            found.append(state)
    return found
