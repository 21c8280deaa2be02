"""One Chromium for all phones of a process.

Starting Chromium takes most of a cold start and most of its memory, so phones share it: each is
a page in a browser context of its own, or in a window of its own where the browser draws on a
display. The last phone to close ends the browser.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_env.devices.handset.chromium import Window
from tapworld_env.devices.handset.connection import Connection, ProtocolError, Session
from tapworld_env.devices.handset.display import Display
from tapworld_env.devices.handset.process import BrowserProcess
from tapworld_env.errors import DeviceError, EnvironmentSetupError

__all__ = ["START_TIMEOUT_S", "Browser", "Opened", "acquire", "release"]

START_TIMEOUT_S = 30.0
_CLOSE_TIMEOUT_S = 5.0
_POLL_S = 0.002


@dataclass(frozen=True)
class Opened:
    """An open page.

    Attributes:
        session: Commands to it.
        target: Its id.
        context: Its browser context; ``None`` on a display.
        place: Its place on the display.
        pixels: Its pixels on the display, ``(height, width, 4)`` uint8, blue first.
    """

    session: Session
    target: str
    context: str | None = None
    place: int | None = None
    pixels: NDArray[np.uint8] | None = None


class Browser:
    """A running Chromium and the sessions of its pages."""

    def __init__(
        self, executable: Path, density: float, window: Window | None, timeout_s: float
    ) -> None:
        self.key = (executable, density, window)
        self.phones = 0
        self._sessions: dict[str, Session] = {}
        self._used: set[str] = set()
        self._display: Display | None = None
        self._process = BrowserProcess(executable, density, window)
        try:
            self.connection = Connection(self._process.read_fd, self._process.write_fd, timeout_s)
            self.connection.listen(None, self._on_event)
            asked = self.connection.send("Browser.getVersion")
            if window is not None:
                # While the browser starts.
                self._display = Display(
                    self._process.folder,
                    window,
                    lambda: self.connection.lost is None,
                    START_TIMEOUT_S,
                )
            version = self.connection.wait(asked, "its start", START_TIMEOUT_S)
        except DeviceError as error:
            words = self._process.last_words()
            self.close()
            raise EnvironmentSetupError(
                f"{executable} did not start ({error}); run it by hand with `--headless "
                f"--dump-dom about:blank` to see why. Its last words: {words or 'none'}"
            ) from error
        except BaseException:
            self.close()
            raise
        self.version = str(version["product"])

    @property
    def group(self) -> int | None:
        """Process group of Chromium, while it runs."""
        return self._process.group

    @property
    def folder(self) -> Path:
        """The browser's temporary folder."""
        return self._process.folder

    @property
    def full(self) -> bool:
        """Whether it has no room for another phone; each may need a second page for a moment."""
        return self._display is not None and self.phones >= self._display.places - 1

    def open_page(self, width: int, height: int, timeout_s: float) -> Opened:
        """Open an empty page of a size in CSS pixels."""
        if self._display is None:
            context = self._call("Target.createBrowserContext")["browserContextId"]
            window = {"url": "about:blank", "width": width, "height": height}
            target = self._call("Target.createTarget", {**window, "browserContextId": context})
            session = self._attach(target["targetId"], timeout_s)
            return Opened(session, target["targetId"], context)
        place = self._display.take()
        try:
            target = self._display.show(place, self._open_window)
            session = self._attach(target, timeout_s)
        except BaseException:
            self._display.give_back(place)
            raise
        return Opened(session, target, None, place, self._display.pixels(place))

    def close_page(self, page: Opened) -> None:
        """Close a page with everything it held."""
        self._sessions.pop(page.session.id, None)
        self.connection.listen(page.session.id, None)
        # A browser that is gone has closed the page.
        with contextlib.suppress(DeviceError, ProtocolError):
            if page.context is not None:
                self.connection.call(
                    "Target.disposeBrowserContext",
                    {"browserContextId": page.context},
                    timeout_s=_CLOSE_TIMEOUT_S,
                )
            else:
                self.connection.call(
                    "Target.closeTarget", {"targetId": page.target}, timeout_s=_CLOSE_TIMEOUT_S
                )
        if self._display is not None and page.place is not None:
            self._display.give_back(page.place)

    def _call(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        # A new process starts: on a busy machine that takes longer than any answer of a page.
        return self.connection.call(method, params, timeout_s=START_TIMEOUT_S)

    def _attach(self, target: str, timeout_s: float) -> Session:
        attached = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})
        session = Session(self.connection, attached["sessionId"], timeout_s)
        self._sessions[session.id] = session
        return session

    def _open_window(self) -> str:
        """Open a window, or take the one that the browser starts with; return its page's id."""
        if not self._used:
            target = self._first_target()
        else:
            target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._used.add(target)
        return target

    def _first_target(self) -> str:
        deadline = time.monotonic() + START_TIMEOUT_S
        while True:
            found = self._call("Target.getTargets")["targetInfos"]
            pages = [target["targetId"] for target in found if target["type"] == "page"]
            if pages:
                return pages[0]
            if time.monotonic() > deadline:
                raise DeviceError("the browser opened no window; make a fresh handset")
            time.sleep(_POLL_S)

    def close(self) -> None:
        """End the browser; safe to call twice."""
        self.connection.lose("this handset was closed; make a new one")
        self._process.close()
        if self._display is not None:
            self._display.close()

    def abandon(self) -> None:
        """Forget the browser in a forked child, which shares the pipe but does not own it."""
        self.connection.abandon("this handset belongs to the parent process; make one here")
        self._process.abandon()
        if self._display is not None:
            self._display.abandon()

    def _on_event(self, method: str, params: dict[str, Any]) -> None:
        if method == "Target.detachedFromTarget":
            session = self._sessions.pop(params.get("sessionId", ""), None)
            if session is not None:
                session.lose("the handset's page was closed; make a fresh one")


_lock = threading.Lock()
_shared: list[Browser] = []
_all: set[Browser] = set()


def acquire(
    executable: Path,
    density: float,
    window: Window | None,
    timeout_s: float,
    *,
    shared: bool = True,
) -> Browser:
    """Return a living browser, starting one if there is none of this kind to share.

    Args:
        executable: The browser.
        density: Pixels per CSS pixel.
        window: Size of the windows on a display of its own; ``None`` for a headless browser.
        timeout_s: Watchdog of its calls.
        shared: Whether other phones may have it, too.

    Raises:
        EnvironmentSetupError: Chromium does not start.
    """
    key = (executable, density, window)
    with _lock:
        fitting = [found for found in _shared if found.key == key and not found.full]
        living = [found for found in fitting if found.connection.lost is None]
        if shared and living:
            browser = living[0]
        else:
            browser = Browser(executable, density, window, timeout_s)
            _all.add(browser)
            if shared:
                _shared.append(browser)
        browser.phones += 1
        return browser


def release(browser: Browser) -> None:
    """Give a browser back; the last phone, or the first after its death, ends it."""
    with _lock:
        browser.phones -= 1
        if browser.phones > 0 and browser.connection.lost is None:
            return
        if browser in _shared:
            _shared.remove(browser)
        _all.discard(browser)
    browser.close()


def _close_all() -> None:
    with _lock:
        browsers = list(_all)
        _all.clear()
        _shared.clear()
    for browser in browsers:
        browser.close()


def _abandon_all() -> None:
    global _lock
    _lock = threading.Lock()
    for browser in _all:
        browser.abandon()
    _all.clear()
    _shared.clear()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_abandon_all)
