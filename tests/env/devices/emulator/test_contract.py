"""The contract of every device, by the emulator device through the genuine adb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env import make_device
from tapworld_env.devices.base import Device
from tapworld_scenarios.snapshot import Snapshot

from ..adb_fixtures import SMALL
from ..contract import DeviceContract, ListContract, assert_closed


class TestThroughAdb(ListContract, DeviceContract):
    @pytest.fixture(scope="class")
    @classmethod
    def device(cls) -> Iterator[Device]:
        with make_device("adbd", serves="fake", screen=SMALL) as device:
            yield device

    @pytest.fixture
    def snapshot(self, toy_snapshot: Snapshot) -> Snapshot:
        return toy_snapshot


def test_closing_twice(toy_snapshot: Snapshot) -> None:
    device = make_device("adbd", serves="fake", screen=SMALL)
    device.load(toy_snapshot)
    assert_closed(device)
