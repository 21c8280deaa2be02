"""The contract with Mail and Pay, through the genuine adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env import make_device
from tapworld_env.devices.base import Device
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE

from ..adb_fixtures import SMALL
from ..real_apps import MailContract, PayContract

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


class TestMailThroughAdb(MailContract):
    @pytest.fixture
    def device(self, served: Device) -> Device:
        return served


class TestPayThroughAdb(PayContract):
    @pytest.fixture
    def device(self, served: Device) -> Device:
        return served
