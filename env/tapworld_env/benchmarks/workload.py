"""What is done to a phone while it is measured."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tapworld_env.actions import Tap
from tapworld_env.devices.base import Device
from tapworld_env.devices.handset import Handset
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_env.tasks import Outcome, VerdictLike
from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

__all__ = ["FixedTask", "FixedTasks", "start_states", "two_tabs"]


@dataclass(frozen=True)
class FixedTask:
    """A start state with no end: an agent may tap as long as it likes."""

    snapshot: Snapshot
    id: str = "benchmark"
    goal: str = "Tap the tabs in turn."
    max_steps: int = 10**9


@dataclass(frozen=True)
class FixedTasks:
    """Gives the same task at every reset."""

    task: FixedTask

    def sample(self, seed: int, scenario: str | None) -> FixedTask:
        """Return the task."""
        del seed, scenario
        return self.task

    def make(self, configuration: Any) -> FixedTask:
        """Return the task."""
        del configuration
        return self.task

    def verify(
        self, task: Any, after: Snapshot, outcome: Outcome, answer: str | None
    ) -> VerdictLike:
        """Refuse: there is nothing to verify."""
        del task, after, answer
        raise EnvironmentSetupError(f"the benchmark's task was ended by {outcome!r}")


def start_states(profile: str, theme: str, options: dict[str, Any]) -> list[Snapshot]:
    """Two start states of a persona that differ in the app in front."""
    from tapworld_scenarios import personas, profile_database

    persona = personas()[profile]
    with Handset(screen=Screen(412, 915, 1.0), **options) as phone:
        apps = {app: AppState(profile_database(profile, app)) for app in phone.apps}
    settings = PhoneSettings(
        theme=theme,
        clock_ms=persona.clock_ms,
        time_zone=persona.time_zone,
        locale=persona.locale,
        hour24=persona.hour24,
    )
    first = Snapshot(apps, settings, min(apps))
    return [first, replace(first, foreground=max(apps))]


def two_tabs(phone: Device, snapshot: Snapshot) -> list[Tap]:
    """Taps on two tabs of the app in front: each changes the whole screen."""
    phone.load(snapshot)
    tabs = [
        element
        for element in phone.observe(pixels=False).elements
        if element.role == "tab" and element.visible and element.id.startswith("tab-")
    ]
    if len(tabs) < 2:
        raise EnvironmentSetupError(
            f"the start screen of {snapshot.foreground!r} shows {len(tabs)} tabs; the benchmark "
            f"taps two in turn"
        )
    return [Tap(*tab.center) for tab in (tabs[1], tabs[0])]
