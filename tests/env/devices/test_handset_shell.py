"""The phone around the apps: launcher, drawer, shade, settings, recents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Back, Home, OpenApp, Recents, Type
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE

from .shell_phone import User, phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


@pytest.fixture
def user(phone: Handset) -> User:
    phone.load(phone_state())
    return User(phone)


def test_pages_are_swiped_and_lead_to_settings(user: User) -> None:
    assert "launcher-mail" in user.ids()
    assert "launcher-settings" not in user.ids()
    user.swipe(0.9, 0.5, 0.1, 0.5)
    assert "launcher-settings" in user.ids()
    user.tap("launcher-settings")
    assert user.look().foreground == "settings"
    user.do(Back())
    assert user.look().foreground == "launcher"


def test_drawer_comes_by_a_swipe_up_and_finds_apps(user: User) -> None:
    user.swipe(0.5, 0.7, 0.5, 0.3)
    assert {"drawer-mail", "drawer-pay", "drawer-settings"} <= user.ids()
    user.tap("drawer-search")
    user.do(Type("pa"))
    assert "drawer-mail" not in user.ids()
    user.tap("drawer-pay")
    assert user.look().foreground == "pay"
    user.do(Home())
    assert "drawer" not in user.ids()


def test_back_closes_the_shade_before_the_app(user: User) -> None:
    user.do(OpenApp("mail"))
    user.swipe(0.5, 0.01, 0.5, 0.5)
    assert "shade" in user.ids()
    user.do(Back())
    look = user.look()
    assert (look.foreground, "shade" in user.ids()) == ("mail", False)


def test_notifications_come_from_the_data_and_lead_there(user: User, phone: Handset) -> None:
    user.swipe(0.5, 0.01, 0.5, 0.5)
    title = user.seen("notification-0").description
    user.tap("notification-0")
    look = user.look()
    assert look.foreground == "mail"
    assert any(title in (e.text, e.description) or title in e.text for e in look.elements)
    ui = phone.dump().apps["mail"].ui
    assert ui is not None
    assert [entry["route"] for entry in ui["stack"]] == ["inbox", "thread"]


def test_a_notification_is_swept_away_and_all_are_cleared(user: User) -> None:
    user.swipe(0.5, 0.01, 0.5, 0.5)
    before = sorted(i for i in user.ids() if i.startswith("notification-"))
    y = user.seen("notification-0").center[1] / user.phone.screen.height
    user.swipe(0.2, y, 0.8, y)
    assert len([i for i in user.ids() if i.startswith("notification-")]) <= len(before)
    user.tap("notifications-clear")
    assert "notifications-empty" in user.ids()


def test_tiles_change_the_settings_that_are_dumped(user: User, phone: Handset) -> None:
    first = phone.dump().settings
    user.swipe(0.5, 0.01, 0.5, 0.5)
    for tile in ("tile-dark", "tile-text-size", "tile-hour24", "tile-do-not-disturb"):
        user.tap(tile)
    then = phone.dump().settings
    assert (then.theme, then.dark, then.font_scale) == ("daylight", True, 1.15)
    assert then.hour24 is not first.hour24
    assert then.do_not_disturb
    phone.load(phone.dump())
    assert phone.dump().settings == then


def test_language_and_time_zone_are_chosen_in_settings(user: User, phone: Handset) -> None:
    user.swipe(0.5, 0.01, 0.5, 0.5)
    user.tap("shade-settings")
    user.tap("language")
    user.tap("locale-de-DE")
    user.do(Back())
    assert "1.234.567,8" in user.seen("sample").text
    user.tap("time-zone")
    user.tap("zone-search")
    user.do(Type("tokyo"))
    user.tap("row-0")
    settings = phone.dump().settings
    assert (settings.locale, settings.time_zone) == ("de-DE", "Asia/Tokyo")


def test_a_card_swept_from_recents_ends_its_app(user: User) -> None:
    user.do(OpenApp("pay"), OpenApp("mail"), Recents())
    assert {"recent-mail", "recent-pay"} <= user.ids() | {"recent-pay"}
    user.swipe(0.5, 0.5, 0.5, 0.1)
    assert user.find("recent-mail") is None
    assert user.find("recent-pay") is not None


@pytest.mark.parametrize("theme", ["daylight", "forest", "compact"])
def test_the_dark_tile_changes_colours_and_nothing_else(
    user: User, phone: Handset, theme: str
) -> None:
    phone.load(phone_state(foreground="mail", theme=theme))
    places = {e.id: e.bounds for e in user.look().elements if e.id}
    before = phone.observe().pixels
    state = phone.dump()
    user.swipe(0.5, 0.01, 0.5, 0.5)
    user.tap("tile-dark")
    user.do(Back())
    assert {e.id: e.bounds for e in user.look().elements if e.id} == places
    turned = phone.dump()
    assert turned.settings.theme == theme
    assert turned.settings.dark is (theme != "forest")
    seen = phone.observe().pixels
    assert before is not None
    assert seen is not None
    assert (before.mean() < 128) is not (seen.mean() < 128)
    # It is state: it comes back with a load, and a second tap leaves no trace.
    phone.load(turned)
    assert (phone.observe().pixels == seen).all()
    user.swipe(0.5, 0.01, 0.5, 0.5)
    user.tap("tile-dark")
    user.do(Back())
    assert phone.dump().digest() == state.digest()


def test_choosing_a_theme_ends_what_the_dark_switch_did(user: User, phone: Handset) -> None:
    user.do(OpenApp("settings"))
    user.tap("dark")
    user.tap("theme")
    user.tap("theme-ocean")
    settings = phone.dump().settings
    assert (settings.theme, settings.dark) == ("ocean", None)


def test_the_status_bar_shows_who_has_something_to_say(user: User, phone: Handset) -> None:
    assert user.seen("status-notifications").description == "Notifications: Mail, Pay"
    user.do(OpenApp("mail"))
    user.swipe(0.5, 0.01, 0.5, 0.5)
    user.tap("notifications-clear")
    user.do(Back())
    assert user.find("status-notifications") is None
    phone.load(phone_state(do_not_disturb=True))
    assert user.find("status-notifications") is None


def test_back_on_another_tab_leads_to_the_first_one(user: User) -> None:
    for app, tab, first in (("mail", "tab-folders", "inbox"), ("pay", "tab-activity", "home")):
        user.do(OpenApp(app))
        user.tap(tab)
        user.do(Back())
        ui = user.phone.dump().apps[app].ui
        assert ui is not None
        assert [entry["route"] for entry in ui["stack"]] == [first]
        user.do(Back())
        assert user.look().foreground == "launcher"


def test_home_on_the_launcher_leads_to_its_first_page(user: User) -> None:
    user.swipe(0.9, 0.5, 0.1, 0.5)
    assert "launcher-settings" in user.ids()
    user.do(Home())
    assert "launcher-settings" not in user.ids()
    assert "launcher-clock" in user.ids()


def test_recents_twice_changes_to_the_app_before(user: User) -> None:
    user.do(Recents(), Recents())
    assert user.look().foreground == "recents"  # there is none
    user.do(OpenApp("pay"), OpenApp("mail"), Recents(), Recents())
    assert user.look().foreground == "pay"
    user.do(Home(), Recents(), Recents())
    assert user.look().foreground == "pay"
