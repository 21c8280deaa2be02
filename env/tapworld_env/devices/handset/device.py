"""The handset: a phone whose screen is a page."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
    action_from_json,
    action_to_json,
)
from tapworld_env.devices.base import Device
from tapworld_env.devices.handset import reach, scripts, touch, turns, wording
from tapworld_env.devices.handset.browser import acquire, release
from tapworld_env.devices.handset.bundle import load_bundle
from tapworld_env.devices.handset.choosing import Capture, choose_browser
from tapworld_env.devices.handset.elements import elements_from_tree
from tapworld_env.devices.handset.likeness import seconds_to_carry
from tapworld_env.devices.handset.page import Page, PageError
from tapworld_env.devices.handset.pictures import NO_PICTURE
from tapworld_env.devices.snapshot_check import check_snapshot
from tapworld_env.errors import ActionRejected, DeviceError, DeviceLost, SnapshotRejected
from tapworld_env.observations import Observation, Screen
from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

__all__ = ["Handset", "make"]

# A page that is never idle lets its garbage lie: 2,000 loads grew Chromium from 0.5 to 1.3 GB.
_LOADS_PER_COLLECTION = 50
_SETTINGS = "settings"  # the phone's own, on every phone
_SCROLL_S = 0.2
_SCROLL_PART = 2 / 3
# After so many looks without a picture in a row the page is no longer painted.
_BLIND_LOOKS = 2
# Chromium swallows this much of a drag before it becomes a scroll, in CSS pixels.
_TOUCH_SLOP = 15.0


class Handset(Device):
    """A phone on a page of headless Chromium.

    Args:
        screen: Size and density; the default is 1080x2400 at 2.625.
        chromium: Path of the browser; searched for when ``None``.
        bundle: Folder of the apps' web bundle; the one in the package when ``None``.
        timeout_s: Watchdog of every call; a page that does not answer is lost.
        settle_cap_ms: Longest wait for the screen to come to rest before a look.
        shared: Whether phones of this process share one Chromium.
        capture: How pictures are taken: ``"framebuffer"`` reads them from the memory of a display
            (Debian's ``chromium-shell`` on ``xvfb``), ``"screenshot"`` has headless Chromium make
            PNGs. Both give equal pictures. ``"auto"`` is the first where both programs are
            installed and no other browser is asked for.

    Raises:
        EnvironmentSetupError: Chromium or the bundle is missing or does not start.
        ValueError: No such capture.
    """

    def __init__(
        self,
        *,
        screen: Screen | None = None,
        chromium: str | Path | None = None,
        bundle: str | Path | None = None,
        timeout_s: float = 10.0,
        settle_cap_ms: int = 2000,
        shared: bool = True,
        capture: Capture = "auto",
    ) -> None:
        self._screen = screen or Screen()
        self._settle_cap_ms = settle_cap_ms
        self._timeout_s = timeout_s
        # A page may take its time to come to rest, and only then is its answer late.
        self._patience_s = timeout_s + settle_cap_ms / 1000
        self._closed = False
        self._databases: dict[str, bytes] = {}
        self._loaded: Snapshot | None = None
        self._loads = 0
        self._settled: bool | None = None  # None after an action: not known yet
        self._taken = False  # a picture of the screen as it is
        self._blind_looks = 0  # in a row without a picture
        # A script failed or never rested: what it left running must not reach the next state.
        self._spoilt = False
        self._timings: dict[str, float] = {}
        self._bundle = load_bundle(Path(bundle) if bundle is not None else None)
        executable, window = choose_browser(capture, chromium, self._screen)
        self._capture = "screenshot" if window is None else "framebuffer"
        self._browser = acquire(executable, self._screen.density, window, timeout_s, shared=shared)
        try:
            self._page = Page(self._browser, self._bundle, self._screen, timeout_s)
        except BaseException:
            release(self._browser)
            raise

    @property
    def screen(self) -> Screen:
        """Size and density of the screen."""
        return self._screen

    @property
    def apps(self) -> Sequence[str]:
        """Ids of the apps in the bundle."""
        return self._page.apps

    @property
    def refused_requests(self) -> int:
        """How many requests off the bundle were refused."""
        return self._page.refused

    @property
    def refused_urls(self) -> tuple[str, ...]:
        """The last of their URLs."""
        return tuple(self._page.refusals)

    @property
    def capture(self) -> str:
        """How pictures are taken: ``"framebuffer"`` or ``"screenshot"``."""
        return self._capture

    @property
    def process_group(self) -> int | None:
        """Process group of the Chromium that carries this phone, while it runs."""
        return self._browser.group

    @property
    def folder(self) -> Path:
        """Temporary folder of that Chromium."""
        return self._browser.folder

    def load(self, snapshot: Snapshot) -> None:
        """Put the phone into exactly this state; returns once the screen has settled."""
        check_snapshot(snapshot, self.apps)
        state = {
            "apps": {
                app: {"database": state.digest, "ui": state.ui}
                for app, state in sorted(snapshot.apps.items())
            },
            "settings": vars(snapshot.settings),
            "foreground": snapshot.foreground,
        }
        text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        with turns.turn(), self._timed("load"):
            settled = None if self._spoilt else self._show(self._page, text, snapshot.apps)
            if settled is None:
                settled = self._show_anew(text, snapshot.apps)
        self._databases = {state.digest: state.database for state in snapshot.apps.values()}
        self._loaded = snapshot
        self._settled = settled
        self._spoilt = not settled
        self._taken = False
        self._loads += 1
        if self._loads % _LOADS_PER_COLLECTION == 0:
            # Nobody waits for the reply: the next call of the page comes after it.
            self._page.session.send("HeapProfiler.collectGarbage")

    def dump(self) -> Snapshot:
        """Read the whole state back; databases nobody wrote to are the very ones loaded."""
        self._require_loaded("dump")
        with turns.turn(), self._timed("dump"):
            carried = self._timeout_s + seconds_to_carry(self._databases.values())
            data = json.loads(self._read(scripts.DUMP, timeout_s=carried))
        apps = {}
        for app, found in data["apps"].items():
            if found["database"] is not None:
                content = base64.b64decode(found["database"])
            else:
                content = self._databases[found["digest"]]
            apps[app] = AppState(content, found["ui"])
        return Snapshot(apps, PhoneSettings(**data["settings"]), data["foreground"])

    def act(self, action: Action) -> None:
        """Carry out one action; returns when it was delivered."""
        if isinstance(action, Answer | Done | Infeasible):
            return
        self._require_loaded("act")
        # Built by hand, its fields may still be anything.
        action = action_from_json(action_to_json(action))
        self._settled, self._taken = None, False
        with turns.turn(), self._timed("act"):
            try:
                self._page.pictures.prepare()
                self._perform(action)
            except PageError as error:
                raise ActionRejected(f"{action.kind}: {error}") from error

    def observe(self, *, pixels: bool = True, elements: bool = True) -> Observation:
        """Wait until nothing is pending (or the cap) and look."""
        with turns.turn():
            return self._look(pixels=pixels, elements=elements)

    def _look(self, *, pixels: bool, elements: bool) -> Observation:
        if self._settled is False:
            self._settled, self._taken = None, False  # it was moving: wait anew
        pictures = self._page.pictures
        self._blind_looks = 0 if pixels else self._blind_looks + 1
        draw = self._blind_looks < _BLIND_LOOKS
        self._taken = self._taken and draw
        if not draw:
            pictures.unpainted()
        wanted = pixels and not self._taken
        with self._timed("look"):
            asked = pictures.ask() if wanted else NO_PICTURE
            cap = self._settle_cap_ms if self._settled is None else None
            seen = json.loads(
                self._read(
                    scripts.LOOK,
                    cap,
                    elements,
                    draw,
                    asked.before,
                    asked.reveal,
                    timeout_s=self._patience_s,
                )
            )
            tree = elements_from_tree(seen["tree"], self._screen) if elements else ()
        if self._settled is None:
            self._settled = bool(seen["settled"])
        self._spoilt = self._spoilt or not self._settled or bool(seen["errors"])
        if wanted:
            with self._timed("capture"):
                pictures.take(good=bool(seen["same"]))
            self._taken = pictures.lasting
        picture = None
        if pixels:
            with self._timed("decode"):
                picture = pictures.picture(self._screen.width, self._screen.height)
            pictures.prepare()
        timings, self._timings = self._timings, {}
        return Observation(
            pixels=picture,
            elements=tree,
            foreground=seen["foreground"],
            settled=self._settled,
            errors=tuple(seen["errors"]),
            timings=timings,
        )

    def hit_test(self, points: Sequence[tuple[float, float]]) -> list[tuple[reach.Box, ...]]:
        """What a finger on each point (pixels) would reach, by the browser's hit test.

        Returns:
            For each point the boxes, in pixels and clipped to the screen, of the innermost thing
            there and of all around it; empty off the screen. Nothing on the phone changes.
        """
        self._require_loaded("hit_test")
        return reach.hit_test(self._page, self._screen, points)

    def touch_test(self, points: Sequence[tuple[float, float]]) -> list[tuple[reach.Box, ...]]:
        """The same as :meth:`hit_test` by really touching each point; the apps are not told."""
        self._require_loaded("touch_test")
        return reach.touch_test(self._page, self._screen, points)

    def drawn_words(self) -> list[str]:
        """Every Latin word and every number in the texts of the page, once each."""
        self._require_loaded("drawn_words")
        return wording.drawn_words(self._page)

    def reword(self, words: Mapping[str, str] | None) -> None:
        """Show other words in place of the true ones, unnoticed by the apps; ``None`` undoes it.

        For pictures only: undo it before anything else is done with the phone.
        """
        self._require_loaded("reword")
        self._settled, self._taken = None, False
        self._page.pictures.prepare()
        wording.reword(self._page, words)

    def drawn_letters(self) -> list[wording.Letter]:
        """The letters and digits that can be seen, with their middles in pixels."""
        self._require_loaded("drawn_letters")
        return wording.drawn_letters(self._page, self._screen)

    def close(self) -> None:
        """Close the page; the last phone of the process ends Chromium."""
        if self._closed:
            return
        self._closed = True
        # In this order: nobody asks a browser that ends anyway, and may hang, to close a page.
        release(self._browser)
        self._page.close()

    def _show(self, page: Page, text: str, apps: Mapping[str, AppState]) -> bool | None:
        """Show a state on a page; whether it rests, or ``None`` if scripts had failed there."""
        self._taken = False
        page.pictures.prepare()
        reveal = self._blind_looks < _BLIND_LOOKS and page.pictures.marked()
        databases = {state.digest: state.database for state in apps.values()}
        patience_s = self._patience_s + seconds_to_carry(databases.values())
        likenesses = page.held.likenesses(apps)
        reply = self._load(page, text, likenesses, reveal, patience_s)
        if "missing" in reply:
            self._put(page, reply["missing"], databases)
            reply = self._load(page, text, {}, reveal, patience_s)
        if "rejected" in reply:
            raise SnapshotRejected(
                f"the phone cannot be put into this state: {reply['rejected']}; the phone is "
                f"unchanged"
            )
        if "missing" in reply:
            raise SnapshotRejected(
                f"the page did not keep {len(reply['missing'])} of the databases it was sent; "
                f"they are larger together than its memory for them"
            )
        if "failed" in reply:
            return None
        if reveal:
            page.pictures.unmarked(reply["frame"])
        page.held.note(apps)
        return bool(reply["settled"])

    def _show_anew(self, text: str, apps: Mapping[str, AppState]) -> bool:
        """Show a state on a fresh page, which takes the old one's place if that succeeds."""
        if self._page.session.lost is not None:
            raise DeviceLost(self._page.session.lost)
        fresh = Page(self._browser, self._bundle, self._screen, self._timeout_s)
        try:
            settled = self._show(fresh, text, apps)
        except BaseException:
            fresh.close()
            raise
        fresh.refused += self._page.refused
        fresh.refusals.extendleft(reversed(self._page.refusals))
        self._page.close()
        self._page = fresh
        return bool(settled)

    def _load(
        self,
        page: Page,
        text: str,
        likenesses: dict[str, Any],
        reveal: bool,
        patience_s: float,
    ) -> dict[str, Any]:
        try:
            return page.call(
                scripts.LOAD,
                text,
                likenesses,
                self._settle_cap_ms,
                page is not self._page,
                reveal,
                timeout_s=patience_s,
            )
        except PageError as error:
            raise SnapshotRejected(f"the phone cannot be put into this state: {error}") from error

    def _read(self, function: str, *arguments: Any, timeout_s: float | None = None) -> Any:
        """Call what only reads; a page that fails at that is of no more use."""
        try:
            return self._page.call(function, *arguments, timeout_s=timeout_s)
        except PageError as error:
            raise DeviceLost(
                f"the handset's page cannot be read any more: {error}; make a fresh one"
            ) from error

    def _put(self, page: Page, digests: Sequence[str], contents: Mapping[str, bytes]) -> None:
        for digest in digests:
            encoded = base64.b64encode(contents[digest]).decode("ascii")
            patience_s = self._timeout_s + seconds_to_carry([contents[digest]])
            try:
                page.call(scripts.PUT, digest, encoded, timeout_s=patience_s)
            except PageError as error:
                raise SnapshotRejected(f"the page refused a database: {error}") from error

    def _require_loaded(self, what: str) -> None:
        if self._page.session.lost is not None:
            raise DeviceLost(self._page.session.lost)
        if self._loaded is None:
            raise DeviceError(f"load a snapshot before {what}: the phone is empty")

    def _perform(self, action: Action) -> None:
        page = self._page
        match action:
            case Tap(x, y):
                touch.tap(page, self._point(x, y))
            case DoubleTap(x, y):
                touch.double_tap(page, self._point(x, y))
            case LongPress(x, y):
                touch.long_press(page, self._point(x, y))
            case Swipe(x1, y1, x2, y2, ms):
                start, end = self._point(x1, y1), self._point(x2, y2)
                if start == end and ms >= touch.LONG_PRESS_S * 1000:
                    touch.long_press(page, start, ms / 1000)
                    return
                touch.swipe(page, start, end, ms / 1000)
                if ms > 0:
                    speeds = [(b - a) * 1000 / ms for a, b in zip(start, end, strict=True)]
                    page.call(scripts.FLING, *speeds)
            case Drag(x1, y1, x2, y2, ms):
                touch.drag(page, self._point(x1, y1), self._point(x2, y2), ms / 1000)
            case Scroll():
                self._scroll(action)
            case Type(text):
                self._require_focus(page.call(scripts.HAS_FOCUS), action)
                page.session.call("Input.insertText", {"text": text})
            case Clear():
                self._require_focus(page.call(scripts.CLEAR), action)
            case Enter():
                self._require_focus(page.call(scripts.ENTER), action)
            case OpenApp(app):
                self._open(app)
            case Back() | Home() | Recents():
                page.call(scripts.NAVIGATE, action.kind, None)
            case Wait(ms):
                page.call(scripts.WAIT, ms)
            case _:
                raise ActionRejected(f"a handset does not know the action {action.kind!r}")

    def _point(self, x: float, y: float) -> tuple[float, float]:
        screen = self._screen
        if not (0 <= x < screen.width and 0 <= y < screen.height):
            raise ActionRejected(
                f"the point ({x:g}, {y:g}) is off the screen of {screen.width}x{screen.height}"
            )
        return x / screen.density, y / screen.density

    def _scroll(self, action: Scroll) -> None:
        screen = self._screen
        horizontal = action.direction in ("left", "right")
        at = None
        if action.x is not None or action.y is not None:
            x = screen.width / 2 if action.x is None else action.x
            y = screen.height / 2 if action.y is None else action.y
            at = self._point(x, y)
        forward = action.direction in ("down", "right")
        margin = (1 - _SCROLL_PART) / 2
        box = self._page.call(scripts.SCROLLABLE, at, horizontal, forward, margin)
        if box == "end":
            return  # Nothing more to show: a swipe would pull, and a scroll only moves content.
        width, height = screen.width / screen.density, screen.height / screen.density
        if box is None:
            # Nothing scrolls here: the swipe of a finger that tries nevertheless.
            box = [0.0, height / 6, width, height * 5 / 6]
        left, top = max(box[0], 0.0), max(box[1], 0.0)
        right, bottom = min(box[2], width), min(box[3], height)
        low, high = (left, right) if horizontal else (top, bottom)
        # The finger must stay inside: half the rest of the page is margin on either side.
        reach = min((high - low) * _SCROLL_PART + _TOUCH_SLOP, (high - low) - 4)
        near, far = (low + high - reach) / 2, (low + high + reach) / 2
        cross = (top + bottom) / 2 if horizontal else (left + right) / 2
        # Content follows the finger: to see what is further down it moves up.
        begin, end = (far, near) if forward else (near, far)
        start, stop = (
            ((begin, cross), (end, cross)) if horizontal else ((cross, begin), (cross, end))
        )
        touch.swipe(self._page, start, stop, _SCROLL_S)
        # Too slow to scroll on; the browser's own scrolling is waited for.
        self._page.call(scripts.FLING, *((1, 0) if horizontal else (0, 1)))

    def _open(self, app: str) -> None:
        assert self._loaded is not None
        if app != _SETTINGS and app not in self._loaded.apps:
            raise ActionRejected(
                f"there is no app {app!r} on this phone; it has "
                f"{', '.join(sorted(self._loaded.apps))}"
            )
        self._page.call(scripts.NAVIGATE, "open", app)

    @staticmethod
    def _require_focus(done: object, action: Action) -> None:
        if not done:
            raise ActionRejected(f"{action.kind}: no text field has the focus; tap one first")

    @contextmanager
    def _timed(self, phase: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - began) * 1000
            self._timings[phase] = self._timings.get(phase, 0.0) + spent


def make(**options: Any) -> Handset:
    """Make a handset; the registry's entry."""
    return Handset(**options)
