"""Fingers: flings, edges, selection and the clipboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Back, Clear, DoubleTap, LongPress, OpenApp, Scroll, Swipe, Type
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

GESTURES = "midnight"
FORM = {"stack": [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]}


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


@pytest.fixture
def user(phone: Handset) -> User:
    phone.load(phone_state(foreground="mail", theme=GESTURES))
    return User(phone)


def scrolled(user: User, ms: int) -> int:
    user.phone.load(phone_state(foreground="mail", theme="daylight"))
    user.swipe(0.5, 0.7, 0.5, 0.5, ms)
    user.look()
    ui = user.phone.dump().apps["mail"].ui
    assert ui is not None
    return ui["stack"][0]["state"].get("scroll", 0)


def test_a_faster_finger_scrolls_further_and_equal_swipes_equally(user: User) -> None:
    far = {ms: [scrolled(user, ms) for _ in range(3)] for ms in (100, 300, 6000)}
    assert all(len(set(offsets)) == 1 for offsets in far.values()), far
    assert far[100][0] > far[300][0] + 50 > far[6000][0] + 50 > 50


def test_a_scroll_at_the_end_moves_nothing_and_a_swipe_there_pulls(user: User) -> None:
    user.phone.load(phone_state(foreground="mail", theme="daylight"))
    before = user.look().elements
    for _ in range(2):
        user.do(Scroll("up"))
        assert user.look().elements == before
    user.swipe(0.5, 0.3, 0.5, 0.7)
    assert "toast" in user.ids()
    # The touch of a scroll takes the message away, and the content moves.
    user.do(Scroll("down"))
    assert "toast" not in user.ids()
    assert user.look().elements != before


@pytest.mark.parametrize("ms", [100, 300, 1500])
def test_a_row_is_swiped_however_fast_the_finger(user: User, phone: Handset, ms: int) -> None:
    def swipe_row(leftwards: bool) -> None:
        phone.load(phone_state(foreground="mail", theme="daylight"))
        left, top, right, bottom = user.seen("row-1").bounds
        y, inner = (top + bottom) / 2, (right - left) / 6
        ends = (left + inner, right - inner)
        x1, x2 = ends[::-1] if leftwards else ends
        user.do(Swipe(x1, y, x2, y, ms))

    # Ada's choice: archive to the left, snooze to the right.
    swipe_row(leftwards=True)
    assert user.seen("toast").text == "1 conversation archived"
    user.tap("toast-action")
    assert user.find("toast-action") is None
    swipe_row(leftwards=False)
    assert user.find("toast") is None
    assert user.seen("snooze-tomorrow")


def test_edges_mean_back_home_and_recents(user: User) -> None:
    user.tap("row-0")
    user.swipe(0.01, 0.5, 0.4, 0.5)
    look = user.look()
    assert look.foreground == "mail"
    assert "tab-inbox" in user.ids()
    user.swipe(0.5, 0.99, 0.5, 0.6)
    assert user.look().foreground == "launcher"
    user.do(OpenApp("mail"))
    user.swipe(0.5, 0.99, 0.5, 0.6, ms=900)
    assert user.look().foreground == "recents"


def test_an_edge_does_not_reach_the_app(user: User, phone: Handset) -> None:
    y = user.seen("row-1").center[1] / phone.screen.height
    before = [e.text for e in user.look().elements if e.id == "row-1"]
    digest = phone.dump().apps["mail"].digest
    user.swipe(0.01, y, 0.8, y)
    assert user.look().foreground == "launcher"
    assert phone.dump().apps["mail"].digest == digest
    user.do(OpenApp("mail"))
    assert [e.text for e in user.look().elements if e.id == "row-1"] == before


def test_buttons_have_no_edges(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", theme="daylight"))
    user.swipe(0.5, 0.99, 0.5, 0.6)
    assert user.look().foreground == "mail"


def test_a_word_is_copied_from_one_app_into_another(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=FORM))
    user.tap("name")
    user.do(Clear(), Type("Marguerite"))
    user.do(LongPress(*user.seen("name").center))
    assert {"edit-cut", "edit-copy", "edit-select-all"} <= user.ids()
    assert "edit-paste" not in user.ids()
    user.tap("edit-copy")
    assert "edit-menu" not in user.ids()
    user.do(OpenApp("pay"))
    user.tap("tab-home")
    user.tap("send")
    user.do(LongPress(*user.seen("recipient").center))
    user.tap("edit-paste")
    assert user.seen("recipient").value == "Marguerite"


def test_all_is_cut_and_pasted_twice(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=FORM))
    user.tap("name")
    user.do(Clear(), Type("one two"))
    user.do(DoubleTap(*user.seen("name").center))
    user.tap("edit-select-all")
    user.tap("edit-cut")
    assert user.seen("name").value == ""
    for _ in range(2):
        user.do(LongPress(*user.seen("name").center))
        user.tap("edit-paste")
    assert "one two" in (user.seen("name").value or "")


def test_back_closes_the_menu_then_the_keyboard(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=FORM))
    user.do(LongPress(*user.seen("name").center))
    assert {"edit-menu", "keyboard"} <= user.ids()
    user.do(Back())
    assert user.ids() & {"edit-menu", "keyboard"} == {"keyboard"}
    user.do(Back())
    assert user.ids() & {"edit-menu", "keyboard"} == set()


def test_a_new_phone_has_an_empty_clipboard(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=FORM))
    user.do(DoubleTap(*user.seen("name").center))
    user.tap("edit-copy")
    phone.load(phone_state(foreground="mail", mail_ui=FORM))
    user.do(LongPress(*user.seen("name").center))
    assert "edit-menu" in user.ids()
    assert "edit-paste" not in user.ids()
