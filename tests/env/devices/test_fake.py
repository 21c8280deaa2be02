from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env import make_device
from tapworld_env.actions import Tap
from tapworld_env.devices.base import Device
from tapworld_env.devices.fake import FakeDevice
from tapworld_env.errors import DeviceLost, EnvironmentSetupError
from tapworld_scenarios.snapshot import Snapshot

from .contract import DeviceContract, ListContract, assert_closed


class TestFakeDevice(ListContract, DeviceContract):
    @pytest.fixture(scope="class")
    @classmethod
    def device(cls) -> Iterator[Device]:
        with make_device("fake") as device:
            yield device

    @pytest.fixture
    def snapshot(self, toy_snapshot: Snapshot) -> Snapshot:
        return toy_snapshot


def test_closing_twice(toy_snapshot: Snapshot) -> None:
    device = FakeDevice()
    device.load(toy_snapshot)
    assert_closed(device)


def test_it_can_be_lost_at_an_action(toy_snapshot: Snapshot) -> None:
    device = FakeDevice(lost_after=2)
    device.load(toy_snapshot)
    device.act(Tap(5, 5))
    with pytest.raises(DeviceLost):
        device.act(Tap(5, 5))
    with pytest.raises(DeviceLost):
        device.dump()


def test_unknown_kinds_and_options_are_named() -> None:
    with pytest.raises(EnvironmentSetupError, match="toaster"):
        make_device("toaster")
    with pytest.raises(EnvironmentSetupError, match="colour"):
        make_device("fake", colour="red")
