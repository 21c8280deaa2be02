"""The screens that a phone-made dataset is made of: profile x app x UI state x theme."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tapworld_scenarios import (
    AppState,
    PhoneSettings,
    Snapshot,
    load_catalog,
    personas,
    profile_database,
    themes,
)
from tapworld_scenarios.arranging import ui_of

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

    The order is drawn so that the first few already come from all apps, profiles and themes.
    """
    catalog = load_catalog()
    states = [
        (app, position, state["id"])
        for app in apps
        if app in catalog.apps
        for position, state in enumerate(catalog.looks.ui_states(app))
        if state.get("foreground", True)
    ]
    every = list(itertools.product(personas(), states, themes()))
    random.Random(seed).shuffle(every)
    databases = cache(profile_database)
    for profile, (app, position, state), theme in every:
        person = personas()[profile]
        settings = PhoneSettings(
            theme=theme,
            clock_ms=person.clock_ms,
            time_zone=person.time_zone,
            locale=person.locale,
            hour24=person.hour24,
        )
        shown = AppState(databases(profile, app), ui_of(catalog, app, position, profile))
        name = f"{app}/{state}/{theme}/{profile}"
        yield StartScreen(name, app, Snapshot({app: shown}, settings, app))
