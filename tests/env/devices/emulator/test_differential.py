"""The same actions in the process and through adb end in equal states and equal pixels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tapworld_env import make_device
from tapworld_env.actions import (
    Action,
    Back,
    Clear,
    DoubleTap,
    Enter,
    Home,
    OpenApp,
    Recents,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)
from tapworld_env.devices.base import Device
from tapworld_env.errors import ActionRejected
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL
from ..conftest import BUNDLE

SEQUENCES, LENGTH = 50, 5
# Above it the handset's toy has buttons that hang and fail on purpose.
LIST_TOP = 480
TEXTS = ("plain", "Grüße, 日本語", "😀 two\nlines", "שלום")


@pytest.fixture(params=["fake", pytest.param("handset", marks=pytest.mark.phone)], scope="module")
def pair(request: pytest.FixtureRequest) -> Iterator[tuple[Device, Device]]:
    options: dict[str, Any] = {"bundle": BUNDLE} if request.param == "handset" else {}
    with (
        make_device(request.param, screen=SMALL, **options) as direct,
        make_device("adbd", serves=request.param, screen=SMALL, device_options=options) as through,
    ):
        yield direct, through


def draw(rng: random.Random) -> Action:
    """An action anywhere from the list down, or on what the toy apps have above it."""
    x, y = rng.randrange(SMALL.width), rng.randrange(LIST_TOP, SMALL.height)
    x2, y2 = rng.randrange(SMALL.width), rng.randrange(LIST_TOP, SMALL.height)
    return rng.choice(
        [
            Tap(x, y), Tap(200, 50), Tap(200, 120), Tap(200, 175),
            DoubleTap(x, y), Swipe(x, y, x2, y2, 200),
            Swipe(200, 700, 200, 500, 300), Scroll("down"), Scroll("up"),
            Type(rng.choice(TEXTS)), Clear(), Enter(), Back(), Home(), Recents(),
            OpenApp("notes"), OpenApp("clock"), OpenApp("notes"), Wait(5000),
        ]
    )  # fmt: skip


def outcome(device: Device, action: Action) -> str:
    try:
        device.act(action)
    except ActionRejected:
        return "rejected"
    # As in an environment's step: a scroll is over when the screen rests.
    device.observe(pixels=False)
    return "done"


def test_equal_actions_end_equally(pair: tuple[Device, Device], toy_snapshot: Snapshot) -> None:
    direct, through = pair
    rng = random.Random(7)
    for number in range(SEQUENCES):
        actions = [draw(rng) for _ in range(LENGTH)]
        for device in pair:
            device.load(toy_snapshot)
        said = [(outcome(direct, action), outcome(through, action)) for action in actions]
        assert all(one == other for one, other in said), (number, actions, said)
        assert direct.dump() == through.dump(), (number, actions)
        pictures = [device.observe(elements=False).pixels for device in pair]
        assert pictures[0] is not None
        assert pictures[1] is not None
        assert np.array_equal(pictures[0], pictures[1]), (number, actions)
