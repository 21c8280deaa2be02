"""A phone behind adb: any device, and what Android keeps around it."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_env.actions import Action, Home, OpenApp
from tapworld_env.devices.adbd.control import (
    Launch,
    LaunchError,
    control_path,
    database_path,
    pending_launches,
    report,
)
from tapworld_env.devices.adbd.faults import Faults
from tapworld_env.devices.adbd.files import PREFIX, FileError, FileTree, StoredFile, package_of
from tapworld_env.devices.adbd.png import encode_png
from tapworld_env.devices.base import Device
from tapworld_env.errors import SnapshotRejected
from tapworld_env.observations import Element
from tapworld_scenarios.snapshot import AppState, Snapshot

__all__ = ["Phone"]

_LOG = logging.getLogger(__name__)
_FIRST_UID = 10_100


class Phone:
    """State of one served phone; its methods block and run on the phone's own thread.

    Args:
        device: What is served; the phone closes it.
        name: Shown as the device's name and serial number.
        snapshot: What it shows at first; empty when ``None``.
    """

    def __init__(self, device: Device, *, name: str, snapshot: Snapshot | None = None) -> None:
        self.device = device
        self.name = name
        self.faults = Faults()
        self.files = FileTree()
        self.root = False
        self.clipboard = ""
        self.log: deque[str] = deque(maxlen=400)
        self.apps = sorted(device.apps)
        self.disabled: set[str] = set()
        self.running: dict[str, int] = {}
        self.settings: dict[str, dict[str, str]] = {"global": {}, "secure": {}, "system": {}}
        self.rpc_ports: set[int] = set()
        self.reverse: dict[str, str] = {}
        self._tokens: dict[str, str] = {}
        self._reports: dict[str, tuple[int, Any, list[str]]] = {}
        self._failed: set[str] = set()  # apps whose report is that of a failed launch
        self._errors: list[str] = []
        self._pixels: NDArray[np.uint8] | None = None
        self._picture: bytes | None = None  # the last one made,
        self._encoded: NDArray[np.uint8] = np.empty(0, np.uint8)  # and what it shows
        self._elements: tuple[Element, ...] | None = None
        self._foreground = "launcher"
        self._written = False  # files of the apps may be older than the device
        for app in self.apps:
            self._make_folders(app)
        self.load(snapshot or Snapshot({}))

    @property
    def banner(self) -> str:
        """What adb is told at connection; the features decide which services a host uses."""
        pairs = {
            "ro.product.name": self.name,
            "ro.product.model": "tapworld handset",
            "ro.product.device": self.name,
            "features": "shell_v2",
        }
        return "device::" + "".join(f"{key}={value};" for key, value in pairs.items())

    def uid(self, app: str) -> int:
        """User id of an app."""
        return _FIRST_UID + self.apps.index(app)

    def app(self, package: str) -> str | None:
        """The app of a package name, or ``None`` when it is not installed."""
        app = package.removeprefix(PREFIX)
        return app if package.startswith(PREFIX) and app in self.apps else None

    def note(self, text: str) -> None:
        """Write a line of the phone's log."""
        self.log.append(text)
        _LOG.debug("%s: %s", self.name, text)

    # Looking

    def picture(self) -> bytes:
        """The screen as a PNG; the same bytes while nothing changes."""
        pixels = self.pixels()
        if self._picture is None or self._encoded is not pixels:
            if self._picture is None or not np.array_equal(pixels, self._encoded):
                self._picture = encode_png(pixels)
            self._encoded = pixels
        return self._picture

    def pixels(self) -> NDArray[np.uint8]:
        """The screen, ``(height, width, 3)`` uint8 RGB."""
        if self._pixels is None:
            # Whoever looks asks for the tree next: one wait for the page instead of two.
            self._observe(pixels=True, elements=self._elements is None)
        assert self._pixels is not None
        return self._pixels

    def elements(self) -> tuple[Element, ...]:
        """What is on the screen, in drawing order."""
        if self._elements is None:
            self._observe(pixels=False, elements=True)
        assert self._elements is not None
        return self._elements

    def foreground(self) -> str:
        """App in front, ``launcher`` or ``recents``."""
        self.elements()
        return self._foreground

    def _observe(self, *, pixels: bool, elements: bool) -> None:
        seen = self.device.observe(pixels=pixels, elements=elements)
        self._errors += seen.errors
        self._foreground = seen.foreground
        if seen.foreground in self.apps:
            self.running.setdefault(seen.foreground, 0)
        if pixels:
            self._pixels = seen.pixels
        if elements:
            # A field that is typed into has its caret in sight, however long its text is: Android
            # lists it, also when its middle lies under the keyboard.
            self._elements = tuple(
                replace(element, visible=True) if element.focused else element
                for element in seen.elements
            )

    # Touching

    def act(self, action: Action) -> None:
        """Carry out an action.

        Raises:
            ActionRejected: It is impossible; nothing changed.
        """
        self._pixels = self._elements = None
        self._written = True
        self.device.act(action)

    def home(self) -> None:
        """Press HOME; launches that wait are carried out, as the launcher is asked for."""
        if not self._carry_out(None):
            self.act(Home())

    # Apps

    def start(self, app: str) -> None:
        """Start an app, or bring it to the front.

        Raises:
            ActionRejected: It has never had a database, and nobody wrote one.
        """
        self.running.setdefault(app, 0)
        if not self._carry_out(app):
            self.act(OpenApp(app))

    def stop(self, app: str) -> None:
        """Force-stop an app; in front is the launcher then."""
        if self.foreground() == app:
            self.act(Home())
        self.running.pop(app, None)

    def clear_app(self, app: str) -> None:
        """Forget an app's data.

        Raises:
            SnapshotRejected: The phone cannot be without it.
        """
        self.stop(app)
        now = self.device.dump()
        left = {name: state for name, state in now.apps.items() if name != app}
        self.load(Snapshot(left, now.settings))
        self._tokens.pop(app, None)
        self._reports.pop(app, None)
        self.files.remove(f"/data/data/{package_of(app)}", recursive=True)
        self._make_folders(app)

    def load(self, snapshot: Snapshot) -> None:
        """Put the whole phone into a state."""
        self.device.load(snapshot)
        self._pixels = self._elements = None
        self._errors = []
        self._written = True

    def _carry_out(self, front: str | None) -> bool:
        """Carry out the waiting launches of all apps; ``False`` when there are none.

        On Android each app reads its files when it starts. A handset's apps are one page, and
        its launcher starts them without adb, so all launches count from the first start on.
        """
        try:
            waiting = pending_launches(self.files, self.apps, self._tokens)
        except LaunchError as error:
            self.note(f"launch failed: {error}")
            self._report_failure({front or self.apps[0]: ""}, str(error))
            return True
        waiting = {app: launch for app, launch in waiting.items() if app not in self.disabled}
        if not waiting:
            return False
        tokens = {app: launch.token for app, launch in waiting.items()}
        try:
            self.load(self._state_after(waiting, front))
        except (LaunchError, SnapshotRejected) as error:
            self.note(f"launch failed: {error}")
            self._report_failure(tokens, str(error))
            return True
        for app in waiting:
            self._tokens[app] = tokens[app]
            self._reports.pop(app, None)
            self._failed.discard(app)
            if self.files.get(control_path(app, "next.db")) is not None:
                self.files.remove(control_path(app, "next.db"))
        self.note(f"launched {', '.join(waiting)} with {front or 'the launcher'} in front")
        return True

    def _state_after(self, waiting: dict[str, Launch], front: str | None) -> Snapshot:
        now = self.device.dump()
        apps = {app: state for app, state in now.apps.items() if app not in self.disabled}
        for app, launch in waiting.items():
            if launch.database is None and app not in now.apps:
                raise LaunchError(
                    f"launch {launch.token} needs next.db: the app {app} has no database yet"
                )
            database = launch.database if launch.database is not None else now.apps[app].database
            apps[app] = AppState(database, launch.ui)
        settings = {launch.settings for launch in waiting.values()}
        if len(settings) > 1:
            raise LaunchError(
                f"the launches of {', '.join(waiting)} differ in their settings; the apps of one "
                f"phone share them"
            )
        return Snapshot(apps, settings.pop(), front)

    def _report_failure(self, tokens: dict[str, str], message: str) -> None:
        for app, token in tokens.items():
            self._tokens[app] = token
            self._failed.add(app)
            if self.files.get(control_path(app, "next.db")) is not None:
                self.files.remove(control_path(app, "next.db"))
            content = report(token, app, 0, None, [message])
            self._store(control_path(app, "ui.json"), content, app)

    # Files

    def sync_files(self) -> None:
        """Bring databases and reports of the apps up to date with the device."""
        if not self._written:
            return
        now = self.device.dump()
        for app, state in now.apps.items():
            self._store(database_path(app), state.database, app)
            if app in self._failed:
                continue
            sequence, ui, errors = self._reports.get(app, (0, None, []))
            shown = [*errors, *self._errors] if app == self._foreground else errors
            if sequence == 0 or ui != state.ui or shown != errors:
                sequence += 1
                self._reports[app] = (sequence, state.ui, shown)
                content = report(self._tokens.get(app, ""), app, sequence, state.ui, shown)
                self._store(control_path(app, "ui.json"), content, app)
        self._errors = []
        self._written = False

    def check_writable(self, path: str) -> None:
        """Refuse to overwrite a live database, which no app survives.

        Raises:
            FileError: It is one.
        """
        if path in {database_path(app) for app in self.apps}:
            raise FileError("Text file busy")

    def _store(self, path: str, content: bytes, app: str) -> None:
        uid = self.uid(app)
        self.files.write(path, StoredFile(content, 0o660, self.now_s, f"{uid}:{uid}"))

    def _make_folders(self, app: str) -> None:
        for path in (control_path(app, ""), database_path(app)):
            folder = path.rsplit("/", 1)[0]
            if not self.files.is_folder(folder):
                self.files.make_folder(folder, parents=True)

    @property
    def now_s(self) -> int:
        """The phone's clock, in seconds since 1970: frozen, like everything on it."""
        return 1_700_000_000

    def close(self) -> None:
        """Free the device."""
        self.device.close()
