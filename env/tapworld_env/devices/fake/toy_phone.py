"""State and behaviour of the fake device's phone: the apps ``notes`` and ``clock``.

The databases are real SQLite files with a table ``notes(id INTEGER PRIMARY KEY, title TEXT)``;
``add`` inserts the field's text. Sizes are in dp.
"""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

__all__ = ["APPS", "Box", "ToyPhone", "Widget", "count_notes"]

APPS = ("notes", "clock")
THEMES = ("daylight", "night")
ROWS = 40
STATUS_HEIGHT, BAR_HEIGHT, ROW_HEIGHT = 24.0, 48.0, 56.0
_LIST_TOP = 260.0
_TOAST_MS = 4000
_MARKS = {"tapped": " (tapped)", "twice": " (twice)", "held": " (held)"}

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Widget:
    """One thing on the screen; the list clips its rows."""

    id: str
    role: str
    text: str
    box: Box
    value: str | None = None
    clip: Box | None = None
    package: str = "shell"
    parent: str | None = None


@dataclass
class ToyPhone:
    """Everything that decides the screen; a plain value that copies deeply."""

    width: float
    height: float
    settings: PhoneSettings = field(default_factory=PhoneSettings)
    databases: dict[str, bytes] = field(default_factory=dict[str, bytes])
    ui: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    foreground: str = "launcher"
    focused: bool = False
    toast: str | None = None

    @classmethod
    def of(cls, snapshot: Snapshot, width: float, height: float) -> ToyPhone:
        """Build the phone a snapshot describes.

        Raises:
            ValueError: Unknown theme or route, or a database without the table.
        """
        if snapshot.settings.theme not in THEMES:
            raise ValueError(f"unknown theme {snapshot.settings.theme!r}; there are {THEMES}")
        ui = {}
        for app, state in sorted(snapshot.apps.items()):
            try:
                count_notes(state.database)
            except sqlite3.Error as error:
                raise ValueError(f"the database of {app!r} is broken: {error}") from error
            ui[app] = _complete(app, state.ui)
        databases = {app: state.database for app, state in snapshot.apps.items()}
        return cls(
            width, height, snapshot.settings, databases, ui, snapshot.foreground or "launcher"
        )

    def snapshot(self) -> Snapshot:
        """Return the state as a snapshot."""
        apps = {
            app: AppState(content, copy.deepcopy(self.ui[app]))
            for app, content in self.databases.items()
        }
        front = self.foreground if self.foreground in apps else None
        return Snapshot(apps, self.settings, front)

    @property
    def state(self) -> dict[str, Any]:
        """State of the foreground app's screen."""
        return self.ui[self.foreground]["stack"][-1]["state"]

    def widgets(self) -> list[Widget]:
        """Everything on the screen in drawing order."""
        minutes = self.settings.clock_ms // 60_000
        clock = f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
        shown = [Widget("status-bar", "text", clock, (0, 0, self.width, STATUS_HEIGHT))]
        if self.foreground == "notes":
            shown += self._notes()
        elif self.foreground == "clock":
            shown.append(self._line("moment", "text", str(self.settings.clock_ms), 0))
        else:
            prefix = "recent" if self.foreground == "recents" else "launcher"
            shown += [
                self._line(f"{prefix}-{app}", "button", app, i)
                for i, app in enumerate(sorted(self.databases))
            ]
        if self.toast:
            bottom = self.height - BAR_HEIGHT
            box = (8.0, bottom - 48, self.width - 8, bottom)
            shown.append(Widget("toast", "text", self.toast, box))
        third = self.width / 3
        for i, name in enumerate(("back", "home", "recents")):
            box = (i * third, self.height - BAR_HEIGHT, (i + 1) * third, self.height)
            shown.append(Widget(f"phone-{name}", "button", name, box))
        return shown

    def _line(self, name: str, role: str, text: str, row: int, value: str | None = None) -> Widget:
        top = STATUS_HEIGHT + 8 + row * 56
        package = self.foreground if self.foreground in APPS else "shell"
        return Widget(name, role, text, (8, top, self.width - 8, top + 48), value, package=package)

    def _notes(self) -> list[Widget]:
        state = self.state
        title = state.get("title", "")
        frame = (8.0, _LIST_TOP, self.width - 8, self.height - BAR_HEIGHT - 8)
        shown = [
            self._line("count", "text", f"{count_notes(self.databases['notes'])} notes", 0),
            self._line("title", "textfield", title, 1, title),
            self._line("add", "button", "Add a note", 2),
            Widget("list", "list", "", frame, package="notes"),
        ]
        for i in range(ROWS):
            top = frame[1] + i * ROW_HEIGHT - state.get("scroll", 0.0)
            text = f"Note {i}" + _MARKS.get(state.get("marks", {}).get(str(i), ""), "")
            box = (frame[0], top, frame[2], top + ROW_HEIGHT)
            shown.append(Widget(f"row-{i}", "button", text, box, None, frame, "notes", "list"))
        return shown

    def touch(self, widget: Widget | None, how: str) -> None:
        """Carry out a tap (``tap``) or a long press (``hold``) on a widget."""
        self.toast = None
        self.focused = widget is not None and widget.id == "title"
        if widget is None or self.focused:
            return
        name = widget.id
        if name == "add" and how == "tap":
            self.databases["notes"] = _insert(self.databases["notes"], self.state.get("title", ""))
            self.toast = "Added"
        elif name.startswith("row-"):
            marks = dict(self.state.get("marks", {}))
            key = name.removeprefix("row-")
            marks[key] = "held" if how == "hold" else self._tapped(marks.get(key))
            self.state["marks"] = marks
        elif name.startswith(("launcher-", "recent-")):
            self.go(name.split("-", 1)[1])
        elif name.startswith("phone-"):
            self.press(name.removeprefix("phone-"))

    @staticmethod
    def _tapped(before: str | None) -> str:
        return "twice" if before == "tapped" else "tapped"

    def press(self, key: str) -> None:
        """Press ``back``, ``home`` or ``recents``; back and home lead to the launcher."""
        self.focused = False
        self.foreground = "recents" if key == "recents" else "launcher"

    def go(self, app: str) -> None:
        """Bring an app to the front."""
        self.focused = False
        self.foreground = app

    def scroll_by(self, dp: float) -> None:
        """Move the list's content, within its ends."""
        if self.foreground == "notes":
            room = ROWS * ROW_HEIGHT - (self.height - BAR_HEIGHT - 8 - _LIST_TOP)
            self.state["scroll"] = min(max(self.state.get("scroll", 0.0) + dp, 0.0), max(room, 0))

    def wait(self, ms: int) -> None:
        """Let the phone's time pass."""
        if ms >= _TOAST_MS:
            self.toast = None

    def edit(self, text: str | None) -> bool:
        """Append text to the focused field, or empty it; ``False`` without a focus."""
        if not self.focused:
            return False
        self.state["title"] = "" if text is None else self.state.get("title", "") + text
        return True


def count_notes(database: bytes) -> int:
    """How many notes a database holds.

    Raises:
        sqlite3.Error: It is not such a database.
    """
    with _opened(database) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM notes").fetchone()[0])


def _insert(database: bytes, title: str) -> bytes:
    with _opened(database) as connection:
        connection.execute("INSERT INTO notes (title) VALUES (?)", (title,))
        connection.commit()
        return connection.serialize()


class _opened:  # noqa: N801
    """A connection on a copy of the bytes, closed at the end."""

    def __init__(self, database: bytes) -> None:
        self._connection = sqlite3.connect(":memory:")
        self._connection.deserialize(database)

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *exc: object) -> None:
        self._connection.close()


def _complete(app: str, ui: Mapping[str, Any] | None) -> dict[str, Any]:
    if ui is None:
        return {"stack": [{"route": app, "params": {}, "state": {}}], "dialog": None}
    stack = [{"params": {}, "state": {}, **copy.deepcopy(dict(entry))} for entry in ui["stack"]]
    if stack[0]["route"] != app:
        raise ValueError(f"{app} has no route {stack[0]['route']!r}")
    return {"stack": stack, "dialog": ui.get("dialog")}
