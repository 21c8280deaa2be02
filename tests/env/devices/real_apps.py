"""The contract of every device over the real apps: a form of Mail, and one of Pay."""

from __future__ import annotations

from typing import Any

import pytest

from tapworld_env.actions import Clear, Type
from tapworld_env.devices.base import Device
from tapworld_scenarios import AppState, PhoneSettings, Snapshot, personas, profile_database

from .contract import DeviceContract

__all__ = ["MailContract", "PayContract"]


class RealApps(DeviceContract):
    """Subclasses say which screen is open."""

    dark_theme = "midnight"
    writes = "save"
    routes: tuple[dict[str, Any], ...] = ()
    typed = ""

    @pytest.fixture
    def snapshot(self, device: Device) -> Snapshot:
        screen = {"stack": [{"params": {}, "state": {}, **route} for route in self.routes]}
        apps = {
            app: AppState(
                profile_database("ada", app),
                {**screen, "dialog": None} if app == self.app else None,
            )
            for app in device.apps
        }
        return Snapshot(apps, PhoneSettings(clock_ms=personas()["ada"].clock_ms), self.app)

    def write(self, phone: Device) -> None:
        self.tap(phone, self.field)
        phone.act(Type(self.typed))
        super().write(phone)


class MailContract(RealApps):
    app = "mail"
    other_app = "pay"
    field = "notes"
    routes = ({"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}})
    typed = "Calls back after five."


class PayContract(RealApps):
    app = "pay"
    other_app = "mail"
    field = "name"
    routes = ({"route": "settings"}, {"route": "profile"}, {"route": "profile-edit"})
    typed = " the Second"

    # One line of at most 60 characters; longer ones are the Mail form's.
    @pytest.mark.parametrize("text", ["plain", "Grüße, 日本語 and 😀 e\u0301 שלום"], ids=len)
    def test_typing_any_text(self, phone: Device, text: str) -> None:
        self.tap(phone, self.field)
        phone.act(Clear())
        phone.act(Type(text))
        assert self.value(phone) == text
