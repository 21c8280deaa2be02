"""Text selection in and outside fields, the caret, and the one clipboard of all apps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Back, DoubleTap, LongPress, OpenApp, Scroll, Swipe, Tap, Type
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

COMPOSE = {"stack": [{"route": "inbox"}, {"route": "compose"}]}
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


def test_handles_in_a_field_select_over_its_lines(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=COMPOSE))
    user.tap("body")
    user.do(Type("Bring bread and butter\nand the salt " + "from the shelf by the door " * 4))
    left, top, _, bottom = user.seen("body").bounds
    user.do(LongPress(left + 120, top + 50))
    assert {"edit-cut", "edit-copy", "edit-select-all"} <= user.ids()
    start, end = user.seen("selection-start"), user.seen("selection-end")
    assert start.bounds[2] < end.bounds[0]
    assert start.bounds[1] == end.bounds[1]
    # To the beginning of the text, and to its last line.
    user.do(Swipe(*start.center, left + 4, top + 30))
    user.do(Swipe(*end.center, left + 60, bottom - 4))
    assert user.seen("selection-end").bounds[1] > user.seen("selection-start").bounds[1]
    before = user.seen("body").value
    user.tap("edit-cut")
    left_over = user.seen("body").value
    user.tap("subject")
    user.do(DoubleTap(*user.seen("subject").center))
    user.tap("edit-paste")
    pasted = user.seen("subject").value
    assert before is not None
    assert left_over is not None
    assert pasted is not None
    assert "\n" not in left_over
    assert len(left_over) < len(pasted)
    # A field of one line takes a line end as a space.
    assert before.replace("\n", " ").replace(pasted, "", 1) == left_over


def test_a_still_caret_shows_where_text_goes(user: User, phone: Handset) -> None:
    phone.load(phone_state(foreground="mail", mail_ui=COMPOSE))
    user.tap("subject")
    user.do(Type("Bring bread"))
    left, top, right, bottom = (round(edge) for edge in user.seen("subject").bounds)

    def field() -> bytes:
        pixels = phone.observe().pixels
        assert pixels is not None
        return pixels[top:bottom, left:right].tobytes()

    at_the_end = field()
    user.do(Tap(left + 100, (top + bottom) / 2))
    inside = field()
    assert inside != at_the_end
    user.do(Tap(right - 20, (top + bottom) / 2))
    assert field() == at_the_end
    user.do(Tap(left + 100, (top + bottom) / 2))
    assert field() == inside


def test_details_of_a_payment_can_be_copied(user: User, phone: Handset) -> None:
    user.do(OpenApp("pay"))
    user.tap("tab-activity")
    user.tap("row-0")
    user.do(LongPress(*user.seen("amount").center))
    assert any(c.isdigit() for c in selected(phone))
    assert "edit-copy" in user.ids()
