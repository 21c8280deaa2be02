"""Whoever looks at elements only gets an unpainted page, and everything else as ever."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tapworld_env.actions import Action, Back, Home, OpenApp, Recents, Scroll, Swipe, Tap, Type
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.pictures import Framebuffer
from tapworld_env.observations import Observation, Screen

from .shell_phone import phone_state

pytestmark = pytest.mark.phone

SMALL = Screen(412, 915, 1.0)


@pytest.fixture(scope="module", params=["framebuffer", "screenshot"])
def phone(request: pytest.FixtureRequest) -> Iterator[Handset]:
    with Handset(screen=SMALL, capture=request.param) as phone:
        yield phone


def elements(phone: Handset) -> Observation:
    return phone.observe(pixels=False)


def pixels(phone: Handset) -> NDArray[np.uint8]:
    found = phone.observe(elements=False).pixels
    assert found is not None
    return found


def is_painted(phone: Handset) -> bool:
    opacity = phone._page.call("function() { return getComputedStyle(document.body).opacity; }")
    return opacity != "0"


def walk(phone: Handset, *, painted: bool) -> Iterator[tuple[Any, ...]]:
    """The same random actions each time: what elements each shows, and the state they end in."""
    phone.load(phone_state(foreground="mail"))
    choices = random.Random(11)
    for _ in range(60):
        x, y = choices.randrange(412), choices.randrange(60, 880)
        others: list[Action] = [
            Swipe(x, 800, x, 300, 300),
            Scroll("down"),
            Scroll("up"),
            Type("a"),
            OpenApp("pay"),
            OpenApp("mail"),
            Recents(),
            Home(),
            Back(),
        ]
        action = choices.choice([Tap(x, y)] * 8 + others)
        if not (isinstance(action, Type) and not any(e.focused for e in elements(phone).elements)):
            phone.act(action)
        if painted:
            pixels(phone)
        look = elements(phone)
        yield action, replace(look, timings={})
    yield phone.dump().digest(), None


def test_after_two_looks_at_elements_nothing_is_painted_until_somebody_wants_a_picture(
    phone: Handset,
) -> None:
    phone.load(phone_state(foreground="mail"))
    first = pixels(phone)
    elements(phone)
    assert is_painted(phone)
    elements(phone)
    assert not is_painted(phone)
    framebuffer = phone._page.pictures
    if isinstance(framebuffer, Framebuffer):
        phone.act(Home())
        for _ in range(3):
            elements(phone)
        phone.act(OpenApp("mail"))
        elements(phone)
        shown = framebuffer.picture(412, 915)
        assert len(np.unique(shown.reshape(-1, 3), axis=0)) < len(
            np.unique(first.reshape(-1, 3), axis=0)
        )
    assert np.array_equal(pixels(phone), first)
    assert is_painted(phone)
    assert np.array_equal(pixels(phone), first)


def test_a_picture_after_blind_steps_shows_the_screen_as_it_is(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail"))
    expected = {}
    for app in ("pay", "mail"):
        phone.act(OpenApp(app))
        expected[app] = pixels(phone)
    for app in ("pay", "mail", "mail", "pay"):
        for _ in range(3):
            elements(phone)
        phone.act(OpenApp(app))
        elements(phone)
        assert not is_painted(phone)
        assert np.array_equal(pixels(phone), expected[app])


def test_an_unpainted_phone_does_what_a_painted_one_does(phone: Handset) -> None:
    blind = list(walk(phone, painted=False))
    assert not is_painted(phone)
    assert blind == list(walk(phone, painted=True))


def test_a_fresh_page_is_painted(phone: Handset) -> None:
    phone.load(phone_state(foreground="mail"))
    first = pixels(phone)
    for _ in range(3):
        elements(phone)
    phone._spoilt = True  # as after a script that failed: the next load takes a new page
    phone.load(phone_state(foreground="mail"))
    assert np.array_equal(pixels(phone), first)
