"""Every route and dialog of the apps: nothing cut, nothing missed, in looks that change."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from tapworld_env.actions import LongPress, Scroll, Tap
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.errors import SnapshotRejected
from tapworld_scenarios import Snapshot, themes

from .app_places import places
from .app_routes import defined, sheets, visited
from .layout_checks import missed_taps, text_flaws
from .screen_crawl import Found, crawl, with_ui
from .shell_phone import User, phone_state
from .test_handset_layout import LOOKS, SCREENS

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]

PHONE_LOOKS = [(theme, scale) for screen, theme, scale in LOOKS if screen == "phone"] + [
    ("daylight", 0.85)
]


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


def flaws(phone: Handset) -> list[str]:
    elements = phone.observe(pixels=False).elements
    return [*text_flaws(phone), *missed_taps(phone, elements)]


def loads(phone: Handset, state: Snapshot) -> bool:
    try:
        phone.load(state)
    except SnapshotRejected:
        return False
    return True


def keyboard_flaws(phone: Handset) -> list[str]:
    """Flaws with the keyboard up, where the screen has a field."""
    field = next(
        (
            e for e in phone.observe(pixels=False).elements
            if e.role == "textfield" and e.visible and e.enabled
        ),
        None,
    )  # fmt: skip
    if field is None:
        return []
    phone.act(Tap(*field.center))
    return [f"keyboard: {flaw}" for flaw in flaws(phone)]


def lower_flaws(phone: Handset, most: int = 3) -> list[str]:
    """Flaws in what a screen shows further down."""
    found = []
    before = phone.observe(pixels=False).elements
    for _ in range(most):
        phone.act(Scroll("down"))
        after = phone.observe(pixels=False).elements
        if after == before:
            break
        found += [f"further down: {flaw}" for flaw in flaws(phone)]
        before = after
    return found


@pytest.mark.parametrize("app", ["mail", "pay"])
def test_every_route_and_dialog_is_sound(phone: Handset, app: str) -> None:
    start = phone_state()
    known = list(places(app))
    assert visited(known) == defined(phone, start, app)
    tried: set[tuple[str, str]] = set()
    opened = [sheet for place in known for sheet in sheets(phone, start, app, place, tried)]
    assert len(opened) >= 12, [sheet.name for sheet in opened]
    found = []
    for number, place in enumerate([*known, *opened]):
        theme, scale = PHONE_LOOKS[number % len(PHONE_LOOKS)]
        look = f"{app} {place.name} in {theme} at {scale}"
        phone.load(with_ui(phone_state(theme=theme, font_scale=scale), app, place.ui))
        over = place.ui["dialog"] is not None
        seen = [*flaws(phone), *([] if over else lower_flaws(phone, 1)), *keyboard_flaws(phone)]
        found += [f"{look}: {flaw}" for flaw in seen]
    assert not found, "\n".join(found)


SCALES = (0.85, 1.0, 1.3)
# Screens and text sizes together; a place is seen in each of them once.
CELLS = [(size, scale) for size in sorted(SCREENS) for scale in SCALES]
EVERY_LOOK = os.environ.get("TAPWORLD_EVERY_LOOK") == "1"
SEED = int(os.environ.get("TAPWORLD_LOOKS_SEED", "1"))


def sampled_themes(place: str, size: str, scale: float) -> list[str]:
    """The themes in which a place is looked at on such a screen.

    One, by seed: there are more pairs of screen and text size than themes, so each place is seen
    in every theme, on every screen, and at every text size. All of them with
    ``TAPWORLD_EVERY_LOOK=1``.
    """
    known = sorted(themes())
    if EVERY_LOOK:
        return known
    random.Random(f"{SEED} {place}").shuffle(known)
    return [known[CELLS.index((size, scale)) % len(known)]]


@pytest.fixture(scope="module")
def all_places(phone: Handset) -> dict[str, list[Found]]:
    """Routes and dialogs of each app, and what opens on them."""
    start = phone_state()
    found = {}
    for app in ("mail", "pay"):
        known = list(places(app))
        tried: set[tuple[str, str]] = set()
        opened = [sheet for place in known for sheet in sheets(phone, start, app, place, tried)]
        found[app] = [*known, *opened]
    return found


def test_the_sample_shows_every_place_in_every_theme() -> None:
    for place in ("mail thread", "pay send"):
        seen = {theme for size, scale in CELLS for theme in sampled_themes(place, size, scale)}
        assert seen == set(themes())


@pytest.mark.validity
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", sorted(SCREENS))
@pytest.mark.parametrize("app", ["mail", "pay"])
def test_every_route_and_dialog_is_sound_on_every_screen(
    all_places: dict[str, list[Found]], app: str, size: str, scale: float
) -> None:
    found = []
    with Handset(screen=SCREENS[size]) as phone:
        for place in all_places[app]:
            for theme in sampled_themes(f"{app} {place.name}", size, scale):
                state = phone_state(theme=theme, font_scale=scale)
                phone.load(with_ui(state, app, place.ui))
                over = place.ui["dialog"] is not None
                seen = [*flaws(phone), *([] if over else lower_flaws(phone))]
                seen += keyboard_flaws(phone)
                found += [f"{place.name} in {theme}: {flaw}" for flaw in seen]
    assert not found, "\n".join(found)


@pytest.mark.validity
@pytest.mark.parametrize("app", ["mail", "pay"])
def test_what_tapping_finds_is_sound(app: str) -> None:
    found = []
    start = phone_state()
    with Handset() as walker, Handset() as phone:
        crawled = crawl(walker, start, app, loads=lambda state: loads(walker, state))
        for number, place in enumerate(crawled):
            theme, scale = PHONE_LOOKS[number % len(PHONE_LOOKS)]
            state = phone_state(theme=theme, font_scale=scale)
            phone.load(with_ui(state, app, place.ui))
            found += [f"{place.name} in {theme} at {scale}: {flaw}" for flaw in flaws(phone)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("theme", "scale"), PHONE_LOOKS)
def test_the_phones_own_parts_are_sound(phone: Handset, theme: str, scale: float) -> None:
    stack = [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]
    ui = {"stack": stack}
    phone.load(phone_state(foreground="mail", mail_ui=ui, theme=theme, font_scale=scale))
    user = User(phone)
    found = []

    def check(what: str) -> None:
        found.extend(f"{what}: {flaw}" for flaw in flaws(phone))

    user.tap("name")
    user.do(LongPress(*user.seen("key-e").center))
    check("alternatives")
    user.tap("key-symbols")
    check("symbols")
    user.do(LongPress(*user.seen("name").center))
    check("edit menu")
    phone._page.call("function() { this.recents(); }")
    check("recents")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("theme", "scale"), PHONE_LOOKS[::3])
def test_the_phones_settings_are_sound(phone: Handset, theme: str, scale: float) -> None:
    user = User(phone)
    found = []
    for way in ([], ["theme"], ["language"], ["time-zone"], ["reset"]):
        phone.load(phone_state(theme=theme, font_scale=scale))
        user.swipe(0.5, 0.6, 0.5, 0.2)
        user.tap("drawer-settings")
        for step in way:
            reach(phone, step)
        found += [f"{way}: {flaw}" for flaw in (*flaws(phone), *keyboard_flaws(phone))]
    assert not found, "\n".join(found)


def reach(phone: Handset, element_id: str) -> None:
    """Scroll until the control is on the screen, then tap it."""
    user = User(phone)
    for _ in range(6):
        found = user.find(element_id)
        if found is not None and found.visible:
            break
        phone.act(Scroll("down"))
    user.tap(element_id)
