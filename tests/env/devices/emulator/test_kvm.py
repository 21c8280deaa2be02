"""The contract on a real emulator with the APKs installed (``pytest -m kvm``)."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest

from tapworld_env import make_device
from tapworld_env.devices.base import Device
from tapworld_scenarios import AppState, Snapshot, profile_database

from ..real_apps import MailContract, PayContract

pytestmark = pytest.mark.kvm
SERIAL = os.environ.get("ANDROID_SERIAL", "emulator-5554")


@pytest.fixture(scope="class")
def emulator() -> Iterator[Device]:
    with make_device(f"adb://{SERIAL}", launch_timeout_s=60.0) as device:
        yield device


class TestEmulatorWithMail(MailContract):
    @pytest.fixture
    def device(self, emulator: Device) -> Device:
        return emulator


class TestEmulatorWithPay(PayContract):
    @pytest.fixture
    def device(self, emulator: Device) -> Device:
        return emulator


@pytest.mark.skipif(not SERIAL.startswith("emulator-"), reason="only emulators offer gRPC")
def test_the_emulators_own_pictures_are_those_of_screencap() -> None:
    snapshot = Snapshot({"pay": AppState(profile_database("ada", "pay"))}, foreground="pay")
    pictures = []
    for kind in ("screencap", "grpc"):
        with make_device(f"adb://{SERIAL}", launch_timeout_s=60.0, screenshots=kind) as device:
            device.load(snapshot)
            pictures.append(device.observe(elements=False).pixels)
    assert pictures[0] is not None
    assert pictures[1] is not None
    assert np.array_equal(pictures[0], pictures[1])
