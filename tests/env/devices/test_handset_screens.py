"""Screens that a crawl of the apps finds: nothing cut, nothing missed, in a look that changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import LongPress, Tap
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.errors import SnapshotRejected
from tapworld_scenarios import Snapshot

from .layout_checks import missed_taps, text_flaws
from .screen_crawl import crawl, with_ui
from .shell_phone import User, phone_state
from .test_handset_layout import LOOKS, SCREENS

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]

# As many as fit into the suite; `make validity` goes on until nothing new is found.
TAPS = 90
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


@pytest.mark.parametrize("app", ["mail", "pay"])
def test_screens_found_by_tapping_are_sound(phone: Handset, app: str) -> None:
    found = []
    seen = []
    start = phone_state()
    for number, screen in enumerate(
        crawl(phone, start, app, most_taps=TAPS, loads=lambda state: loads(phone, state))
    ):
        theme, scale = PHONE_LOOKS[number % len(PHONE_LOOKS)]
        look = f"{app} {screen.name} in {theme} at {scale}"
        seen.append(screen.name)
        phone.load(with_ui(phone_state(theme=theme, font_scale=scale), app, screen.ui))
        found += [f"{look}: {flaw}" for flaw in flaws(phone)]
        field = next(
            (
                e for e in phone.observe(pixels=False).elements
                if e.role == "textfield" and e.visible and e.enabled
            ),
            None,
        )  # fmt: skip
        if field is not None:
            phone.act(Tap(*field.center))
            found += [f"{look}, keyboard: {flaw}" for flaw in flaws(phone)]
    assert not found, "\n".join(found)
    assert len(seen) >= 8, seen


@pytest.mark.validity
@pytest.mark.parametrize("size", sorted(SCREENS))
@pytest.mark.parametrize("app", ["mail", "pay"])
def test_every_screen_is_sound_in_every_look(app: str, size: str) -> None:
    found = []
    start = phone_state()
    with Handset() as walker, Handset(screen=SCREENS[size]) as phone:
        for screen in crawl(walker, start, app, loads=lambda state: loads(walker, state)):
            for theme, scale in PHONE_LOOKS:
                state = phone_state(theme=theme, font_scale=scale)
                phone.load(with_ui(state, app, screen.ui))
                look = f"{app} {screen.name} in {theme} at {scale}"
                found += [f"{look}: {flaw}" for flaw in flaws(phone)]
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
