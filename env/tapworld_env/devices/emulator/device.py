"""The emulator device: a real Android phone, or anything that speaks adb like one."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tapworld_env.actions import (
    Action,
    Answer,
    Back,
    Clear,
    Done,
    DoubleTap,
    Drag,
    Enter,
    Home,
    Infeasible,
    LongPress,
    OpenApp,
    Recents,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
)
from tapworld_env.devices.base import Device
from tapworld_env.devices.emulator import gestures, text_input
from tapworld_env.devices.emulator.adb_server import AdbServer
from tapworld_env.devices.emulator.apps import Access, AppFiles, package_of, start_line
from tapworld_env.devices.emulator.automator import Automator
from tapworld_env.devices.emulator.lease import Lease
from tapworld_env.devices.emulator.link import Link
from tapworld_env.devices.emulator.sanitise import clock_line, sanitise
from tapworld_env.devices.emulator.screens import Decoder, Screenshots, make_source
from tapworld_env.devices.emulator.settle import until_still
from tapworld_env.devices.emulator.tree import PACKAGE_PREFIX, elements_from_xml
from tapworld_env.devices.snapshot_check import check_snapshot
from tapworld_env.errors import (
    ActionRejected,
    DeviceError,
    DeviceLost,
    DeviceTimeout,
    EnvironmentSetupError,
    SnapshotRejected,
)
from tapworld_env.observations import Element, Observation, Screen
from tapworld_scenarios.snapshot import AppState, Snapshot

__all__ = ["EmulatorDevice"]

_FOCUS = re.compile(rb"mCurrentFocus=Window\{\S+ \S+ ([^\s/}]+)/([^\s}]+)")
_FOCUS_LINE = "dumpsys window | grep -E mCurrentFocus"
_FIRST_POLL_S, _LONGEST_POLL_S = 0.02, 0.5


class EmulatorDevice(Device):
    """A phone behind adb, with the apps installed as ``org.tapworld.<app>``.

    Args:
        serial: As ``adb devices`` lists it, or several with commas: the first that no other
            environment of this machine drives is taken.
        screen: What the screen must be; whatever it is when ``None``.
        server_port: Port of the adb server; ``ANDROID_ADB_SERVER_PORT`` or 5037 when ``None``.
        timeout_s: Longest wait for the answer to a call.
        connect_timeout_s: Longest wait for a phone that is offline, unauthorized or gone.
        launch_timeout_s: Longest wait for an app to report its launch.
        settle_cap_ms: Longest wait for the screen to come to rest before a look.
        access: How the apps' files are reached: ``root``, ``run-as`` or ``auto``.
        screenshots: Where pictures come from: ``screencap``, the emulator's ``grpc``, or ``auto``
            for gRPC where the emulator offers it.

    Raises:
        EnvironmentSetupError: The phone lacks the apps, has another screen, or is in use.
        DeviceLost: It cannot be reached.
    """

    def __init__(
        self,
        serial: str = "emulator-5554",
        *,
        screen: Screen | None = None,
        server_port: int | None = None,
        timeout_s: float = 10.0,
        connect_timeout_s: float = 30.0,
        launch_timeout_s: float = 30.0,
        settle_cap_ms: int = 2000,
        access: Access = "auto",
        screenshots: Screenshots = "screencap",
    ) -> None:
        self._settle_cap_ms = settle_cap_ms
        self._launch_timeout_s = launch_timeout_s
        self._snapshot: Snapshot | None = None
        self._token = ""
        self._front: str | None = None  # app whose report is read at the next look
        self._errors_seen = 0
        self._closed = False
        self._timings: dict[str, float] = {}
        server = AdbServer(server_port)
        self._lease = Lease([part.strip() for part in serial.split(",")], server.port)
        try:
            self._link = Link(
                server, self._lease.serial, timeout_s=timeout_s, patience_s=connect_timeout_s
            )
            self._screen = self._find_screen(screen)
            self._apps, self._disabled = self._find_apps()
            self._files = AppFiles(self._link, self._apps, access)
            sanitise(self._link)
            self._source = make_source(screenshots, self._link, self._screen)
            self._automator = Automator(self._link)
            self._decoder = Decoder(self._source)
        except BaseException:
            self._lease.release()
            raise

    @property
    def serial(self) -> str:
        """The phone's serial."""
        return self._link.serial

    def ping(self) -> None:
        """Have the phone answer a shell command that does nothing.

        Raises:
            DeviceTimeout: No answer in time.
            DeviceLost: The connection broke.
        """
        self._require_open()
        self._link.shell("true")

    @property
    def screen(self) -> Screen:
        """Size and density of the screen."""
        return self._screen

    @property
    def apps(self) -> Sequence[str]:
        """Ids of the apps that are installed."""
        return self._apps

    def load(self, snapshot: Snapshot) -> None:
        """Put the phone into exactly this state; returns once the screen has settled."""
        self._require_open()
        check_snapshot(snapshot, self._apps)
        with self._timed("load"):
            before = self._state_before()
            try:
                self._link.retrying(lambda: self._launch(snapshot))
            except SnapshotRejected:
                if before is not None:
                    self._link.retrying(lambda: self._launch(before))
                raise
        until_still(self._picture, self._settle_cap_ms)

    def dump(self) -> Snapshot:
        """Read the whole state back; apps not started since the load are as loaded."""
        loaded = self._require_loaded("dump")
        with self._timed("dump"):
            return self._link.retrying(lambda: self._read_back(loaded))

    def act(self, action: Action) -> None:
        """Carry out one action.

        Raises:
            ActionRejected: It is impossible here; nothing changed.
            DeviceLost: The connection broke; whether it was carried out is not known.
        """
        if isinstance(action, Answer | Done | Infeasible):
            return
        loaded = self._require_loaded("act")
        with self._timed("act"):
            self._perform(action, loaded)

    def observe(self, *, pixels: bool = True, elements: bool = True) -> Observation:
        """Wait until nothing changes (or the cap) and look."""
        self._require_loaded("observe")
        with self._timed("look"):
            picture, tree, settled = self._link.retrying(lambda: self._look(pixels, elements))
            front, errors = self._link.retrying(lambda: self._foreground_and_errors(tree))
        array = None
        if picture is not None:
            with self._timed("decode"):
                array = self._decoder.finish(picture)
        timings, self._timings = self._timings, {}
        return Observation(array, tree, front, settled, errors, timings)

    def close(self) -> None:
        """End what runs on the phone for this device, and let others have it."""
        if self._closed:
            return
        self._closed = True
        self._automator.close()
        self._decoder.close()
        self._source.close()
        self._lease.release()

    # Loading

    def _state_before(self) -> Snapshot | None:
        """What to come back to when the phone refuses the new state."""
        if self._snapshot is None:
            return None
        loaded = self._snapshot
        try:
            return self._link.retrying(lambda: self._read_back(loaded))
        except DeviceError as error:
            self._link.log.warning("the state before this load cannot be read: %s", error)
            return None

    def _launch(self, snapshot: Snapshot) -> None:
        token = secrets.token_hex(8)
        front = snapshot.foreground
        lines = [self._files.launch_line(snapshot.apps, token, snapshot.settings)]
        wanted = {app for app in self._apps if app not in snapshot.apps}
        for app in sorted(wanted ^ self._disabled):
            verb = "disable-user" if app in wanted else "enable"
            lines.append(f"pm {verb} --user 0 {package_of(app)}")
        lines.append(clock_line(snapshot.settings))
        lines.append("input keyevent KEYCODE_HOME" if front is None else start_line(front))
        self._link.shell(" && ".join(line for line in lines if line))
        self._disabled = wanted
        self._await_reports(snapshot, token)
        self._snapshot, self._token = snapshot, token
        self._front, self._errors_seen = front, 0

    def _await_reports(self, snapshot: Snapshot, token: str) -> None:
        """Until the app in front has answered; the others answer when they are opened."""
        asked = sorted(snapshot.apps) if snapshot.foreground is None else [snapshot.foreground]
        deadline = time.monotonic() + self._launch_timeout_s
        pause = _FIRST_POLL_S
        while True:
            fresh = {a: r for a, r in self._files.reports(asked).items() if r.token == token}
            for app, report in fresh.items():
                if report.ui is None and report.errors:
                    raise SnapshotRejected(
                        f"{app} cannot be put into this state: {report.errors[0]}"
                    )
            if snapshot.foreground is None or fresh:
                return
            if time.monotonic() >= deadline:
                raise DeviceTimeout(
                    f"{self.serial}: {snapshot.foreground} did not report its launch within "
                    f"{self._launch_timeout_s:g} s; the phone's log ends:\n{self._link.log_tail()}"
                )
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_POLL_S)

    def _read_back(self, loaded: Snapshot) -> Snapshot:
        apps = sorted(loaded.apps)
        reports = self._files.reports(apps)
        started = [a for a in apps if a in reports and reports[a].token == self._token]
        databases = self._files.databases(started)
        states = {
            app: AppState(databases[app], reports[app].ui) if app in databases else loaded.apps[app]
            for app in apps
        }
        front, _ = self._foreground_and_errors(())
        return Snapshot(states, loaded.settings, front if front in states else None)

    # Looking

    def _look(self, pixels: bool, elements: bool) -> tuple[bytes | None, tuple[Element, ...], bool]:
        if not pixels:
            if not elements:
                return None, (), True
            xml, settled = until_still(self._automator.hierarchy, self._settle_cap_ms)
            return None, elements_from_xml(xml, self._screen), settled
        if not elements:
            picture, settled = until_still(self._picture, self._settle_cap_ms)
            return picture, (), settled
        # The tree is read between two pictures: equal pictures show what it describes.
        deadline = time.monotonic() + self._settle_cap_ms / 1000
        picture = self._picture()
        self._decoder.begin(picture)
        while True:
            xml = self._automator.hierarchy()
            after = self._picture()
            if after == picture or time.monotonic() >= deadline:
                return after, elements_from_xml(xml, self._screen), after == picture
            picture = after

    def _picture(self) -> bytes:
        """A whole picture of the screen, still encoded."""
        return self._link.retrying(self._source.take)

    def _elements(self) -> tuple[Element, ...]:
        xml = self._link.retrying(self._automator.hierarchy)
        return elements_from_xml(xml, self._screen)

    def _foreground_and_errors(self, tree: tuple[Element, ...]) -> tuple[str, tuple[str, ...]]:
        line = _FOCUS_LINE
        if self._front is not None:
            line += "; " + self._files.report_line(self._front)
        out, _ = self._link.shell(line, check=False)
        focus, _, rest = out.partition(b"\n")
        front = _front_of(focus, tree)
        errors: tuple[str, ...] = ()
        report = self._files.report_of(rest) if self._front is not None else None
        if report is not None and report.token == self._token:
            errors = report.errors[self._errors_seen :]
            self._errors_seen = len(report.errors)
        asked = front if self._snapshot is not None and front in self._snapshot.apps else None
        if asked != self._front:
            self._front, self._errors_seen = asked, 0
        return front, errors

    # Touching

    def _perform(self, action: Action, loaded: Snapshot) -> None:
        automator, screen = self._automator, self._screen
        match action:
            case Tap():
                gestures.tap(automator, screen, action)
            case DoubleTap():
                gestures.double_tap(automator, screen, action)
            case Drag():
                gestures.drag(automator, screen, action)
            case LongPress():
                gestures.long_press(automator, screen, action)
            case Swipe():
                gestures.swipe(automator, screen, action)
            case Scroll():
                gestures.scroll(automator, screen, self._elements(), action)
            case Type(text):
                text_input.type_text(automator, self._elements, text)
            case Clear():
                text_input.clear_field(automator, self._elements)
            case Enter():
                text_input.press_enter(automator, self._elements)
            case Back() | Home():
                automator.call("pressKey", action.kind)
            case Recents():
                automator.call("pressKey", "recent")
            case OpenApp(app):
                if app not in loaded.apps:
                    raise ActionRejected(
                        f"there is no app {app!r} on this phone; it has "
                        f"{', '.join(sorted(loaded.apps))}"
                    )
                self._link.shell(start_line(app))
            case Wait(ms):
                # The phone's own sleep: a handset's time is not the wall's.
                limit = self._link.timeout_s + ms / 1000
                self._link.shell(f"sleep {ms / 1000:g}", timeout_s=limit)
            case _:
                raise ActionRejected(f"an emulator does not know the action {action.kind!r}")

    # Setting up

    def _find_screen(self, wanted: Screen | None) -> Screen:
        out = self._link.shell("wm size && wm density")[0].decode()
        sizes = re.findall(r"(?:Physical|Override) size: (\d+)x(\d+)", out)
        densities = re.findall(r"(?:Physical|Override) density: (\d+)", out)
        if not sizes or not densities:
            raise EnvironmentSetupError(f"{self._lease.serial}: wm says {out!r}")
        width, height = map(int, sizes[-1])
        found = Screen(width, height, int(densities[-1]) / 160)
        if wanted is not None and wanted != found:
            raise EnvironmentSetupError(
                f"{self._lease.serial} has a screen of {width}x{height}@{found.density:g}, not "
                f"{wanted.width}x{wanted.height}@{wanted.density:g}; ask for its own, or make the "
                f"phone with the other"
            )
        return found

    def _find_apps(self) -> tuple[list[str], set[str]]:
        def listed(flag: str) -> list[str]:
            out = self._link.shell(f"pm list packages {flag}{PACKAGE_PREFIX}")[0].decode()
            names = re.findall(rf"^package:{re.escape(PACKAGE_PREFIX)}(\w+)$", out, re.MULTILINE)
            return sorted(names)

        apps = listed("")
        if not apps:
            raise EnvironmentSetupError(
                f"{self._lease.serial}: none of the apps is installed; adb install -r -t -g the "
                f"APKs that apps/android/scripts/build-apks.sh makes"
            )
        return apps, set(listed("-d "))

    def _require_open(self) -> None:
        if self._closed:
            raise DeviceLost("this device was closed; make a new one")

    def _require_loaded(self, what: str) -> Snapshot:
        self._require_open()
        if self._snapshot is None:
            raise DeviceError(f"load a snapshot before {what}: the phone is empty")
        return self._snapshot

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - began) * 1000
            self._timings[phase] = self._timings.get(phase, 0.0) + spent


def _front_of(focus: bytes, tree: tuple[Element, ...]) -> str:
    found = _FOCUS.search(focus)
    if found is None:
        return "launcher"
    package, activity = (part.decode("utf-8", "replace") for part in found.groups())
    if package.startswith(PACKAGE_PREFIX):
        return package.removeprefix(PACKAGE_PREFIX)
    # Newer launchers show recents in their own activity; only the tree tells.
    if "Recents" in activity or any(e.id == "overview_panel" and e.visible for e in tree):
        return "recents"
    return "launcher"
