"""Toy tasks for the fake device: a task source without a catalogue.

Documentation examples and tests use it; nothing here is certified or measured.
"""

from __future__ import annotations

import random
import sqlite3
from dataclasses import dataclass
from typing import Any

from tapworld_env.devices.fake.toy_phone import count_notes
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.tasks import Outcome
from tapworld_scenarios.errors import EnvironmentFault
from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

__all__ = ["ToyTask", "ToyTasks", "ToyVerdict", "toy_snapshot"]

_SCENARIOS = ("notes.add", "notes.count")
_TITLES = ("Milk", "Bread", "Call Ada", "Pay the rent", "Water the plants")


@dataclass(frozen=True)
class ToyTask:
    """One toy task; ``notes`` is how many notes there are at the start."""

    id: str
    scenario: str
    notes: int
    snapshot: Snapshot
    max_steps: int = 5

    @property
    def goal(self) -> str:
        """What the agent is told."""
        if self.scenario == "notes.add":
            return f"Add a note to the {self.notes} that are there."
        return "How many notes are there?"


@dataclass(frozen=True)
class ToyVerdict:
    """Whether the task was solved, and why not."""

    success: bool
    detail: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"success": self.success, "detail": self.detail}


class ToyTasks:
    """Draws from ``notes.add`` (add exactly one note) and ``notes.count`` (answer a number)."""

    def sample(self, seed: int, scenario: str | None) -> ToyTask:
        """Draw a task; equal seeds give equal tasks."""
        rng = random.Random(seed)
        chosen = rng.choice(_SCENARIOS) if scenario is None else scenario
        theme = rng.choice(("daylight", "night"))
        return self.make(f"{chosen}/{rng.randrange(1, len(_TITLES) + 1)}/{theme}")

    def make(self, configuration: Any) -> ToyTask:
        """Make the task of an id such as ``notes.add/2/night``."""
        scenario, _, rest = str(configuration).partition("/")
        notes, _, theme = rest.partition("/")
        if scenario not in _SCENARIOS or not notes.isdecimal():
            raise EnvironmentSetupError(
                f"unknown toy task {configuration!r}; one looks like notes.add/2/night"
            )
        return ToyTask(
            str(configuration), scenario, int(notes), toy_snapshot(int(notes), theme or "daylight")
        )

    def verify(
        self, task: Any, after: Snapshot, outcome: Outcome, answer: str | None
    ) -> ToyVerdict:
        """Count the notes."""
        try:
            now = count_notes(after.apps["notes"].database)
        except (KeyError, sqlite3.Error) as error:
            raise EnvironmentFault(f"the device gave back a broken database: {error}") from error
        wanted = task.notes + (task.scenario == "notes.add")
        right = now == wanted and outcome == ("done" if task.scenario == "notes.add" else "answer")
        if task.scenario == "notes.count":
            right = right and answer is not None and answer.strip() == str(task.notes)
        return ToyVerdict(right, f"{now} notes of {wanted}, outcome {outcome}, answer {answer!r}")


def toy_snapshot(notes: int = 2, theme: str = "daylight") -> Snapshot:
    """The toy phone with so many notes, the app ``notes`` in front.

    >>> sorted(toy_snapshot(3).apps)
    ['clock', 'notes']
    """
    apps = {app: AppState(_database(count)) for app, count in (("clock", 0), ("notes", notes))}
    return Snapshot(apps, PhoneSettings(theme=theme, clock_ms=1_700_000_000_000), "notes")


def _database(notes: int) -> bytes:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
        titles = [(_TITLES[i % len(_TITLES)],) for i in range(notes)]
        connection.executemany("INSERT INTO notes (title) VALUES (?)", titles)
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()
