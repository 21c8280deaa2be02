"""Fingers and eyes for the tests of the phone's own parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tapworld_env.actions import Action, Swipe, Tap
from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Element, Observation
from tapworld_scenarios import AppState, PhoneSettings, Snapshot, personas, profile_database


def phone_state(
    profile: str = "ada",
    *,
    foreground: str | None = None,
    mail_ui: Any = None,
    **settings: Any,
) -> Snapshot:
    """Mail and pay of a persona, at the persona's moment."""
    persona = personas()[profile]
    apps = {
        "mail": AppState(profile_database(profile, "mail"), mail_ui),  # type: ignore[arg-type]
        "pay": AppState(profile_database(profile, "pay")),
    }
    given = {
        "clock_ms": persona.clock_ms,
        "locale": persona.locale,
        "time_zone": persona.time_zone,
        "hour24": persona.hour24,
        **settings,
    }
    return Snapshot(apps, PhoneSettings(**given), foreground)  # type: ignore[arg-type]


@dataclass
class User:
    """Uses a phone by what the elements say."""

    phone: Handset

    def look(self) -> Observation:
        return self.phone.observe(pixels=False)

    def find(self, element_id: str) -> Element | None:
        return next((e for e in self.look().elements if e.id == element_id), None)

    def seen(self, element_id: str) -> Element:
        found = self.find(element_id)
        assert found is not None, f"no {element_id} on the screen"
        assert found.visible, f"{element_id} is hidden"
        return found

    def ids(self) -> set[str]:
        return {e.id for e in self.look().elements if e.id and e.visible}

    def tap(self, element_id: str) -> None:
        self.phone.act(Tap(*self.seen(element_id).center))

    def do(self, *actions: Action) -> None:
        for action in actions:
            self.phone.act(action)

    def swipe(self, x1: float, y1: float, x2: float, y2: float, ms: int = 300) -> None:
        """Swipe between points given as shares of the screen."""
        screen = self.phone.screen
        self.phone.act(
            Swipe(x1 * screen.width, y1 * screen.height, x2 * screen.width, y2 * screen.height, ms)
        )
