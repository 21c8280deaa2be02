"""The contract on a real emulator with the APKs installed (``pytest -m kvm``)."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tapworld_env import make_device
from tapworld_env.actions import Type
from tapworld_env.devices.base import Device
from tapworld_scenarios import AppState, PhoneSettings, Snapshot, personas, profile_database

from ..contract import DeviceContract

pytestmark = pytest.mark.kvm

EDITING = {
    "stack": [
        {"route": "contacts", "params": {}, "state": {}},
        {"route": "contact-form", "params": {"contactId": 1}, "state": {}},
    ],
    "dialog": None,
}


class TestEmulatorWithMail(DeviceContract):
    app = "mail"
    other_app = "pay"
    field = "notes"
    writes = "save"
    dark_theme = "midnight"

    @pytest.fixture(scope="class")
    @classmethod
    def device(cls) -> Iterator[Device]:
        serial = os.environ.get("ANDROID_SERIAL", "emulator-5554")
        with make_device(f"adb://{serial}", launch_timeout_s=60.0) as device:
            yield device

    @pytest.fixture
    def snapshot(self, device: Device) -> Snapshot:
        apps = {
            app: AppState(profile_database("ada", app), EDITING if app == "mail" else None)
            for app in device.apps
        }
        return Snapshot(apps, PhoneSettings(clock_ms=personas()["ada"].clock_ms), "mail")

    def write(self, phone: Device) -> None:
        self.tap(phone, self.field)
        phone.act(Type("Calls back after five."))
        super().write(phone)
