"""Every top-level screen in several looks and on several screens: nothing cut, nothing missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tapworld_env.actions import Swipe
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_env.observations import Screen
from tapworld_scenarios import AppState, Snapshot, themes

from .layout_checks import missed_taps, text_flaws
from .shell_phone import User, phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]

TABS = {
    "mail": ("inbox", "search", "folders", "contacts", "settings"),
    "pay": ("home", "activity", "requests", "people", "settings"),
}
SCREENS = {
    "phone": Screen(1080, 2400, 2.625),
    "small": Screen(720, 1280, 2.0),
    "tablet": Screen(1600, 2560, 2.0),
    "landscape": Screen(2400, 1080, 2.625),
}
# Screen, theme, text size.
LOOKS = [
    *(("phone", theme, 1.0) for theme in sorted(themes())),
    ("phone", "large", 1.3),
    ("phone", "contrast", 1.3),
    ("phone", "compact", 1.3),
    ("phone", "paper", 1.3),
    ("small", "daylight", 1.0),
    ("small", "large", 1.3),
    ("tablet", "ocean", 1.0),
    ("landscape", "midnight", 1.0),
    ("landscape", "contrast-dark", 1.3),
]


BROKEN = [
    (
        "[data-testid='row-0'] { height: 20px !important; overflow: hidden !important }",
        "sticks out",
    ),
    ("[role=banner] { transform: translateY(56px) }", "lies on"),
    ("[data-testid='status-bar'] { height: 6px !important; overflow: hidden }", "cut off"),
]


@pytest.fixture(scope="module")
def phones() -> Iterator[Callable[[str], Handset]]:
    made: dict[str, Handset] = {}

    def get(name: str) -> Handset:
        if name not in made:
            made[name] = Handset(screen=SCREENS[name])
        return made[name]

    yield get
    for phone in made.values():
        phone.close()


def showing(state: Snapshot, app: str, tab: str) -> Snapshot:
    database = state.apps[app].database
    ui = {"stack": [{"route": tab, "params": {}, "state": {}}], "dialog": None}
    return replace(state.with_app(app, AppState(database, ui)), foreground=app)


def visit(phone: Handset, theme: str, scale: float) -> Iterator[str]:
    """Show one top-level screen after the other."""
    state = phone_state(theme=theme, font_scale=scale)
    user = User(phone)
    for app, tabs in TABS.items():
        for tab in tabs:
            phone.load(showing(state, app, tab))
            yield f"{app} {tab}"
    phone.load(state)
    yield "launcher"
    width, height = phone.screen.width, phone.screen.height
    phone.act(Swipe(width * 0.5, height * 0.6, width * 0.5, height * 0.2, 300))
    yield "drawer"
    user.tap("drawer-settings")
    yield "settings"
    phone.act(Swipe(width * 0.5, 5, width * 0.5, height * 0.6, 300))
    yield "shade"


@pytest.mark.parametrize(("screen", "theme", "scale"), LOOKS)
def test_nothing_is_cut_and_every_control_is_hit(
    phones: Callable[[str], Handset], screen: str, theme: str, scale: float
) -> None:
    phone = phones(screen)
    flaws = []
    for name in visit(phone, theme, scale):
        elements = phone.observe(pixels=False).elements
        flaws += [f"{name}: {flaw}" for flaw in (*text_flaws(phone), *missed_taps(phone, elements))]
    assert not flaws, "\n".join(flaws)


def test_the_check_sees_what_is_cut(phones: Callable[[str], Handset]) -> None:
    phone = phones("phone")
    phone.load(phone_state(foreground="mail"))
    assert text_flaws(phone) == []
    for css, flaw in BROKEN:
        with styled(phone, css):
            assert any(flaw in found for found in text_flaws(phone)), css


@contextmanager
def styled(phone: Handset, css: str) -> Iterator[None]:
    add = "function(css) { const s = document.createElement('style'); s.id = 'broken';"
    phone._page.call(add + " s.textContent = css; document.head.append(s); }", css)
    yield
    phone._page.call("function() { document.getElementById('broken').remove(); }")
