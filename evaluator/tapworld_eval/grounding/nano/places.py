"""Screens of the phone to learn from: every route and dialog, in changing looks, in two halves.

A screen is *unseen* when both its profile and its route are: no training screen shows that
person's data, and none shows that route with anybody's data.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

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
from tapworld_scenarios.arranging import fill_ui, ui_of

__all__ = ["HELD_OUT_PROFILES", "HELD_OUT_ROUTES", "PhoneScreen", "phone_screens", "split_of"]

HELD_OUT_PROFILES = frozenset({"oliver", "wanjiru"})
HELD_OUT_ROUTES = {
    "mail": frozenset({"folders", "label-form", "message", "apply-labels", "vacation", "contact"}),
    "pay": frozenset(
        {"requests", "splits", "split", "person", "cards", "card-new", "privacy", "add-money"}
    ),
}
_SCALES = (0.85, 1.0, 1.0, 1.0, 1.15, 1.3)
_MOST_SCROLL = 1200  # pixels; a route that is shorter stops at its end


@dataclass(frozen=True)
class PhoneScreen:
    """One screen to photograph.

    Attributes:
        name: ``app/route/number of the place/theme/profile``.
        snapshot: The phone's state that shows it.
        split: ``train``, ``validation`` (a held-out profile on known routes) or ``test``.
    """

    name: str
    snapshot: Snapshot
    split: str


def split_of(app: str, route: str, profile: str) -> str | None:
    """The split of a screen; ``None`` for a held-out route with a known profile: left out.

    Examples:
        >>> split_of("mail", "folders", "oliver"), split_of("mail", "inbox", "oliver")
        ('test', 'validation')
        >>> split_of("mail", "inbox", "ada"), split_of("mail", "folders", "ada")
        ('train', None)
    """
    person, place = profile in HELD_OUT_PROFILES, route in HELD_OUT_ROUTES.get(app, frozenset())
    return {(False, False): "train", (True, False): "validation", (True, True): "test"}.get(
        (person, place)
    )


def phone_screens(*, seed: int, rounds: int = 1) -> Iterator[PhoneScreen]:
    """Screens in an order that the seed decides; each round shows every place once a profile.

    Theme, text size and scroll position are drawn anew for each. A place that a profile has no
    row for is left out.
    """
    draw = random.Random(seed)
    known = [
        (app, number, profile)
        for app, found in _places().items()
        for number in range(len(found))
        for profile in personas()
    ]
    for _ in range(rounds):
        draw.shuffle(known)
        for app, number, profile in known:
            looks = random.Random(draw.getrandbits(64))
            route = _places()[app][number]["stack"][-1]["route"]
            split = split_of(app, route, profile)
            if split is None:
                continue
            ui = _filled_ui(app, number, profile)
            if ui is not None:
                yield _screen(app, route, number, profile, ui, split, looks)


def _screen(
    app: str, route: str, number: int, profile: str, ui: Any, split: str, looks: random.Random
) -> PhoneScreen:
    person, theme = personas()[profile], looks.choice(sorted(themes()))
    top = ui["stack"][-1]
    if ui["dialog"] is None and looks.random() < 0.4:
        scroll = {"scroll": looks.randrange(_MOST_SCROLL)}
        top = {**top, "state": {**(top.get("state") or {}), **scroll}}
        ui = {**ui, "stack": [*ui["stack"][:-1], top]}
    settings = PhoneSettings(
        theme=theme,
        clock_ms=person.clock_ms,
        time_zone=person.time_zone,
        locale=person.locale,
        hour24=person.hour24,
        font_scale=looks.choice(_SCALES),
    )
    snapshot = Snapshot({app: AppState(profile_database(profile, app), ui)}, settings, app)
    return PhoneScreen(f"{app}/{route}/{number}/{theme}/{profile}", snapshot, split)


@cache
def _places() -> dict[str, list[dict[str, Any]]]:
    """A way to every route and dialog, then the catalogue's UI states, by app."""
    catalog = load_catalog()
    known: dict[str, list[dict[str, Any]]] = {}
    for app in sorted(catalog.apps):
        found = [{"way": way, "stack": way["ui"]["stack"]} for way in routes(app)]
        for position, state in enumerate(catalog.looks.ui_states(app)):
            ui = ui_of(catalog, app, position, next(iter(personas())))
            if state.get("foreground", True) and ui is not None:
                found.append({"position": position, "stack": list(ui["stack"])})
        known[app] = found
    return known


def _filled_ui(app: str, number: int, profile: str) -> dict[str, Any] | None:
    """The UI state of a place; ``None`` where the profile has no row for it."""
    place = _places()[app][number]
    if "position" in place:
        ui = ui_of(load_catalog(), app, place["position"], profile)
        return None if ui is None else {"dialog": None, **ui}
    way = place["way"]
    try:
        return dict(fill_ui(load_catalog(), app, way["id"], way["ui"], profile) or {})
    except ArrangeError:
        return None
