"""One Chromium for all phones of a process.

Starting Chromium takes most of a cold start and most of its memory, so phones share it: each is
a page in a browser context of its own. The last phone to close ends the browser.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
from functools import partial
from pathlib import Path
from typing import Any

from tapworld_env.devices.handset.chromium import find_chromium
from tapworld_env.devices.handset.connection import Connection, ProtocolError, Session
from tapworld_env.devices.handset.process import BrowserProcess
from tapworld_env.errors import DeviceError, EnvironmentSetupError

__all__ = ["START_TIMEOUT_S", "Browser", "acquire", "release"]

START_TIMEOUT_S = 30.0


class Browser:
    """A running Chromium and the sessions of its pages."""

    def __init__(self, executable: Path, density: float, timeout_s: float) -> None:
        self.key = (executable, density)
        self.phones = 0
        self._sessions: dict[str, Session] = {}
        self._process = BrowserProcess(executable, density)
        try:
            self.connection = Connection(self._process.read_fd, self._process.write_fd, timeout_s)
            self.connection.listen(None, self._on_event)
            version = self.connection.call("Browser.getVersion", timeout_s=START_TIMEOUT_S)
        except DeviceError as error:
            words = self._process.last_words()
            self._process.close()
            raise EnvironmentSetupError(
                f"{executable} did not start ({error}); run it by hand with `--headless "
                f"--dump-dom about:blank` to see why. Its last words: {words or 'none'}"
            ) from error
        except BaseException:
            self._process.close()
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

    def open_page(self, width: int, height: int, timeout_s: float) -> tuple[Session, str]:
        """Open an empty page of a size in CSS pixels; return its session and context id."""
        # A new process starts: on a busy machine that takes longer than any answer of a page.
        call = partial(self.connection.call, timeout_s=START_TIMEOUT_S)
        context = call("Target.createBrowserContext")["browserContextId"]
        window = {"url": "about:blank", "width": width, "height": height}
        target = call("Target.createTarget", {**window, "browserContextId": context})["targetId"]
        identity = call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        session = Session(self.connection, identity, timeout_s)
        self._sessions[identity] = session
        return session, context

    def close_page(self, session: Session, context: str) -> None:
        """Close a page with everything it held."""
        self._sessions.pop(session.id, None)
        self.connection.listen(session.id, None)
        # Closing the context closes the page; a browser that is gone has closed both.
        with contextlib.suppress(DeviceError, ProtocolError):
            self.connection.call(
                "Target.disposeBrowserContext", {"browserContextId": context}, timeout_s=5.0
            )

    def close(self) -> None:
        """End the browser; safe to call twice."""
        self.connection.lose("this handset was closed; make a new one")
        self._process.close()

    def abandon(self) -> None:
        """Forget the browser in a forked child, which shares the pipe but does not own it."""
        self.connection.abandon("this handset belongs to the parent process; make one here")
        self._process.abandon()

    def _on_event(self, method: str, params: dict[str, Any]) -> None:
        if method == "Target.detachedFromTarget":
            session = self._sessions.pop(params.get("sessionId", ""), None)
            if session is not None:
                session.lose("the handset's page was closed; make a fresh one")


_lock = threading.Lock()
_shared: dict[tuple[Path, float], Browser] = {}
_all: set[Browser] = set()


def acquire(
    chromium: str | Path | None, density: float, timeout_s: float, *, shared: bool = True
) -> Browser:
    """Return a living browser, starting one if there is none of this density to share.

    Raises:
        EnvironmentSetupError: Chromium is missing or does not start.
    """
    executable = find_chromium(chromium)
    key = (executable, density)
    with _lock:
        browser = _shared.get(key) if shared else None
        if browser is None or browser.connection.lost is not None:
            browser = Browser(executable, density, timeout_s)
            _all.add(browser)
            if shared:
                _shared[key] = browser
        browser.phones += 1
        return browser


def release(browser: Browser) -> None:
    """Give a browser back; the last phone, or the first after its death, ends it."""
    with _lock:
        browser.phones -= 1
        if browser.phones > 0 and browser.connection.lost is None:
            return
        if _shared.get(browser.key) is browser:
            del _shared[browser.key]
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
