"""What a user does with the phone as a whole: drag, pull to refresh, recents, and back's order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Back, Drag, Home, OpenApp, Recents, Swipe
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_scenarios import Snapshot

from .shell_phone import User, phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]

LABELS = {"stack": [{"route": "folders"}, {"route": "labels"}]}
BUTTONS, GESTURES = "daylight", "midnight"


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


@pytest.fixture
def user(phone: Handset) -> User:
    phone.load(phone_state())
    return User(phone)


def names(user: User) -> list[str]:
    rows = [e for e in user.look().elements if e.id.startswith("row-")]
    return [e.description for e in sorted(rows, key=lambda e: e.bounds[1])]


def test_a_label_is_dragged_to_another_place(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=LABELS))
    before = names(user)
    start, end = user.seen("move-0").center, user.seen("move-2").center
    user.do(Drag(*start, *end))
    assert names(user) == [before[1], before[2], before[0], *before[3:]]
    user.do(Swipe(*user.seen("move-2").center, *user.seen("move-0").center, 500))
    assert names(user) == before


def test_icons_are_dragged_on_the_launcher_but_not_by_a_swipe(user: User) -> None:
    mail, pay = user.seen("launcher-mail").center, user.seen("launcher-pay").center
    user.do(Swipe(*mail, *pay))
    assert user.look().foreground == "launcher"
    assert user.seen("launcher-mail").center == mail
    user.do(Drag(*mail, *pay))
    assert user.look().foreground == "launcher"
    assert (user.seen("launcher-pay").center, user.seen("launcher-mail").center) == (mail, pay)
    user.tap("launcher-pay")
    assert user.look().foreground == "pay"


@pytest.mark.parametrize("app", ["mail", "pay"])
def test_pulling_a_list_down_says_that_nothing_is_new(user: User, phone: Handset, app: str) -> None:
    user.do(OpenApp(app))
    before = phone.dump()
    user.swipe(0.5, 0.35, 0.5, 0.4)
    assert user.find("toast") is None
    user.swipe(0.5, 0.35, 0.5, 0.7)
    assert user.seen("toast").text
    assert phone.dump() == before


@pytest.mark.parametrize("theme", [BUTTONS, GESTURES])
def test_recents_show_ended_and_running_apps(user: User, phone: Handset, theme: str) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=LABELS, theme=theme))
    user.do(OpenApp("pay"))
    user.tap("tab-activity")
    if theme == GESTURES:
        user.swipe(0.5, 0.99, 0.5, 0.5, ms=900)
    else:
        user.tap("phone-recents")
    assert user.look().foreground == "recents"
    card = user.seen("recent-pay")
    x, y = card.center
    user.do(Swipe(x, y, x, y - 700))
    assert "recent-pay" not in user.ids()
    user.tap("recent-mail")
    assert "move-0" in user.ids()
    user.do(OpenApp("pay"))
    assert "tab-home" in user.ids()
    ui = phone.dump().apps["pay"].ui
    assert ui is not None
    assert ui["stack"][0]["route"] == "home"
    user.do(Recents())
    user.tap("recents-clear")
    assert user.look().foreground == "launcher"
    user.do(Recents())
    assert not [i for i in user.ids() if i.startswith("recent-")]


def compose(theme: str) -> Snapshot:
    stack = [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]
    return phone_state(foreground="mail", mail_ui={"stack": stack}, theme=theme)


@pytest.mark.parametrize("theme", [BUTTONS, GESTURES])
def test_backs_order_from_the_keyboard_to_the_launcher(
    user: User, phone: Handset, theme: str
) -> None:
    phone.load(compose(theme))

    def back() -> None:
        if theme == GESTURES:
            user.swipe(0.005, 0.3, 0.5, 0.3)
        else:
            user.tap("phone-back")

    def where() -> str:
        look = user.look()
        if look.foreground != "mail":
            return look.foreground
        ids = user.ids()
        ui = phone.dump().apps["mail"].ui
        assert ui is not None
        layer = "keyboard" if "keyboard" in ids else "dialog" if ui["dialog"] else "screen"
        return f"{ui['stack'][-1]['route']} {layer}"

    user.tap("name")
    seen = [where()]
    back()
    seen.append(where())
    user.tap("kind")
    seen.append(where())
    for _ in range(4):
        back()
        seen.append(where())
    assert seen == [
        "contact-form keyboard",
        "contact-form screen",
        "contact-form dialog",
        "contact-form screen",
        "contacts screen",
        "inbox screen",
        "launcher",
    ]


def test_a_shade_closes_before_the_keyboards_screen(user: User, phone: Handset) -> None:
    phone.load(compose(BUTTONS))
    user.swipe(0.5, 0.005, 0.5, 0.5)
    assert "shade" in user.ids()
    user.do(Back())
    assert "shade" not in user.ids()
    assert user.look().foreground == "mail"
    user.do(Home(), Back())
    assert user.look().foreground == "launcher"


def test_settings_are_among_the_recent_apps(user: User, phone: Handset) -> None:
    user.do(OpenApp("mail"), Home())
    user.swipe(0.9, 0.5, 0.1, 0.5)
    user.tap("launcher-settings")
    user.tap("language")
    user.do(Recents())
    assert {"recent-settings", "recent-mail"} <= user.ids()
    user.tap("recent-settings")
    assert user.look().foreground == "settings"
    # Where it was left.
    assert "locale-en-US" in user.ids()
    user.do(Recents())
    x, y = user.seen("recent-settings").center
    user.do(Swipe(x, y, x, y - 0.3 * phone.screen.height))
    assert "recent-settings" not in user.ids()
    assert "recent-mail" in user.ids()


def test_apps_that_were_never_opened_stay_as_they_were_loaded(user: User, phone: Handset) -> None:
    before = phone_state(foreground="mail")
    phone.load(before)
    user.look()
    after = phone.dump()
    assert after.apps["pay"] == before.apps["pay"]
    assert after.apps["mail"].ui is not None
    # Nor do they come up among the recent apps when that state is loaded.
    phone.load(after)
    user.do(Recents())
    assert "recent-mail" in user.ids()
    assert user.find("recent-pay") is None
    user.do(OpenApp("pay"))
    assert phone.dump().apps["pay"].ui is not None


def test_settings_open_like_an_app(user: User) -> None:
    user.do(OpenApp("settings"))
    assert user.look().foreground == "settings"
    assert "language" in user.ids()
