"""Other words on the screen: drawn in the apps' own type, and taken back without a trace."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE

from .shell_phone import phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]


@pytest.fixture(params=["framebuffer", "screenshot"])
def phone(request: pytest.FixtureRequest) -> Iterator[Handset]:
    with Handset(capture=request.param) as device:
        device.load(phone_state(foreground="mail", mail_ui={"stack": [{"route": "settings"}]}))
        yield device


def texts(phone: Handset) -> str:
    return "\n".join(element.text for element in phone.observe(pixels=False).elements)


def test_words_are_replaced_and_come_back(phone: Handset) -> None:
    before, state = phone.observe(), phone.dump()
    assert "Conversation" in phone.drawn_words()
    phone.reword({"Conversation": "Brolliwuxent"})
    reworded = phone.observe()
    assert "Brolliwuxent" in texts(phone)
    assert "Conversation" not in texts(phone)
    assert before.pixels is not None
    assert reworded.pixels is not None
    assert (before.pixels != reworded.pixels).any()
    phone.reword(None)
    after = phone.observe()
    assert after.pixels is not None
    assert np.array_equal(before.pixels, after.pixels)
    assert before.elements == after.elements
    assert phone.dump() == state


def test_letters_stand_where_their_text_is(phone: Handset) -> None:
    phone.reword({"Conversation": "Brolliwuxent"})
    row = next(e for e in phone.observe().elements if "Brolliwuxent" in e.text and e.clickable)
    left, top, right, bottom = row.bounds
    inside = [one for one in phone.drawn_letters() if left < one.x < right and top < one.y < bottom]
    assert "".join(one.letter for one in inside).startswith("Brolliwuxent")
    assert [one.x for one in inside[:12]] == sorted(one.x for one in inside[:12])


def test_what_another_screen_hides_has_no_letters(phone: Handset) -> None:
    stack = [{"route": "folders"}, {"route": "labels"}]
    phone.load(phone_state(foreground="mail", mail_ui={"stack": stack}))
    assert "Snoozed" in phone.drawn_words()
    assert "Snoozed" not in "".join(one.letter for one in phone.drawn_letters())
