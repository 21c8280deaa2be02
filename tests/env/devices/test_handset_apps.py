"""The handset with the real bundle and a persona's data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapworld_env.actions import Type
from tapworld_env.devices.base import Device
from tapworld_env.devices.handset import Handset
from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_scenarios import AppState, PhoneSettings, Snapshot, personas, profile_database

from .contract import DeviceContract

pytestmark = [
    pytest.mark.phone,
    pytest.mark.skipif(
        not (DEFAULT_BUNDLE / "index.html").exists(),
        reason="the app bundle is not built (make apps)",
    ),
]

EDITING = {
    "stack": [
        {"route": "contacts", "params": {}, "state": {}},
        {"route": "contact-form", "params": {"contactId": 1}, "state": {}},
    ],
    "dialog": None,
}


class TestHandsetWithMail(DeviceContract):
    app = "mail"
    other_app = "pay"
    field = "notes"
    writes = "save"
    dark_theme = "midnight"

    @pytest.fixture(scope="class")
    @classmethod
    def device(cls) -> Iterator[Device]:
        with Handset() as device:
            yield device

    @pytest.fixture
    def snapshot(self, device: Device) -> Snapshot:
        persona = personas()["ada"]
        apps = {
            app: AppState(profile_database("ada", app), EDITING if app == "mail" else None)
            for app in device.apps
        }
        return Snapshot(apps, PhoneSettings(clock_ms=persona.clock_ms), "mail")

    def write(self, phone: Device) -> None:
        self.tap(phone, self.field)
        phone.act(Type("Calls back after five."))
        super().write(phone)
