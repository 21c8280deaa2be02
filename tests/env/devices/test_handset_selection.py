"""Text selection outside fields, and the one clipboard of all apps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Back, DoubleTap, LongPress, OpenApp, Scroll, Swipe
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

SELECTED = "function() { return window.getSelection().toString(); }"


def mail(thread: int = 1) -> Snapshot:
    stack = [{"route": "inbox"}, {"route": "thread", "params": {"threadId": thread}}]
    return phone_state(foreground="mail", mail_ui={"stack": stack})


@pytest.fixture(scope="module")
def phone() -> Iterator[Handset]:
    with Handset() as device:
        yield device


@pytest.fixture
def user(phone: Handset) -> User:
    phone.load(mail())
    return User(phone)


def body(user: User) -> tuple[str, tuple[float, float]]:
    """The first mail's text, and a point on its first line."""
    found = next(e for e in user.look().elements if e.id.startswith("body-") and e.visible)
    left, top, _, _ = found.bounds
    return found.text, (left + 40, top + 20)


def selected(phone: Handset) -> str:
    return phone._page.call(SELECTED)


def test_a_long_press_selects_a_word_of_a_mail_and_it_is_pasted_into_pay(
    user: User, phone: Handset
) -> None:
    text, at = body(user)
    user.do(LongPress(*at))
    word = selected(phone)
    assert word in text
    assert " " not in word
    assert {"edit-menu", "edit-copy", "edit-select-all", "selection-start"} <= user.ids()
    assert not {"edit-cut", "edit-paste"} & user.ids()
    user.tap("edit-copy")
    assert not {"edit-menu", "selection-start"} & user.ids()
    user.do(OpenApp("pay"))
    user.tap("tab-home")
    user.tap("send")
    user.do(LongPress(*user.seen("recipient").center))
    user.tap("edit-paste")
    assert user.seen("recipient").value == word


def test_handles_and_select_all_select_more(user: User, phone: Handset) -> None:
    text, at = body(user)
    user.do(LongPress(*at))
    word = selected(phone)
    x, y = user.seen("selection-end").center
    user.do(Swipe(x, y, x + 300, y))
    longer = selected(phone)
    assert longer.startswith(word)
    assert len(longer) > len(word)
    user.tap("edit-select-all")
    assert " ".join(selected(phone).split()) == " ".join(text.split())


def test_back_a_touch_and_a_scroll_end_the_selection(user: User, phone: Handset) -> None:
    route = phone.dump().apps["mail"].ui
    for end in (Back(), Scroll("down")):
        _, at = body(user)
        user.do(DoubleTap(*at))
        assert "edit-menu" in user.ids()
        user.do(end)
        assert "edit-menu" not in user.ids()
        assert selected(phone) == ""
        phone.load(mail())
    assert phone.dump().apps["mail"].ui == route


def test_details_of_a_payment_can_be_copied(user: User, phone: Handset) -> None:
    user.do(OpenApp("pay"))
    user.tap("tab-activity")
    user.tap("row-0")
    user.do(LongPress(*user.seen("amount").center))
    assert any(c.isdigit() for c in selected(phone))
    assert "edit-copy" in user.ids()
