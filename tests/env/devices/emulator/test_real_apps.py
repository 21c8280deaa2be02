"""The contract with Mail and Pay, through the genuine adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env import make_device
from tapworld_env.actions import Tap
from tapworld_env.devices.base import Device
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE

from ..adb_fixtures import SMALL
from ..real_apps import MailContract, PayContract
from ..shell_phone import phone_state

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]


@pytest.fixture(scope="module")
def served() -> Iterator[Device]:
    with make_device("adbd", serves="handset", screen=SMALL) as device:
        yield device


def test_the_state_afterwards_is_that_of_a_handset(served: Device) -> None:
    digests = []
    with make_device("handset", screen=SMALL) as handset:
        for phone in (handset, served):
            # Pay is never opened.
            phone.load(phone_state(foreground="mail"))
            star = next(e for e in phone.observe().elements if e.id == "star-0")
            phone.act(Tap(*star.center))
            phone.observe()
            digests.append(phone.dump().digest())
    assert digests[0] == digests[1] != phone_state(foreground="mail").digest()


class TestMailThroughAdb(MailContract):
    @pytest.fixture
    def device(self, served: Device) -> Device:
        return served


class TestPayThroughAdb(PayContract):
    @pytest.fixture
    def device(self, served: Device) -> Device:
        return served
