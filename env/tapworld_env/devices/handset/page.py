"""One phone's page: opened on the bundle, watched, and called through ``window.tapworld``."""

from __future__ import annotations

import math
from collections import deque
from concurrent.futures import Future
from typing import Any

from tapworld_env.devices.handset.browser import START_TIMEOUT_S, Browser
from tapworld_env.devices.handset.bundle import ORIGIN, Bundle
from tapworld_env.devices.handset.connection import ProtocolError
from tapworld_env.devices.handset.likeness import HeldDatabases
from tapworld_env.devices.handset.pictures import Framebuffer, Pictures, Screenshots
from tapworld_env.devices.handset.scripts import ABOUT, BOOT, PULSE, WATCH
from tapworld_env.errors import DeviceLost, EnvironmentSetupError
from tapworld_env.observations import Screen

__all__ = ["Page", "PageError", "screen_size"]

_VERSION = 1
_REMEMBERED_REFUSALS = 20


class PageError(Exception):
    """A call on ``window.tapworld`` threw; the message is the page's own."""


def screen_size(screen: Screen) -> tuple[int, int]:
    """Width and height of a screen in CSS pixels, rounded up."""
    return math.ceil(screen.width / screen.density), math.ceil(screen.height / screen.density)


class Page:
    """A page with the bundle loaded and ready.

    Attributes:
        apps: App ids of the bundle.
        refused: How many requests off the bundle were refused.
        refusals: The last of their URLs.
        pictures: Takes pictures of it.
        held: Which databases it was sent.
        pulses: Whether its frames end at once only where they are made to.
    """

    def __init__(self, browser: Browser, bundle: Bundle, screen: Screen, timeout_s: float) -> None:
        self._browser = browser
        self._bundle = bundle
        self._booted = False
        self.refused = 0
        self.refusals: deque[str] = deque(maxlen=_REMEMBERED_REFUSALS)
        self._size = screen_size(screen)
        self._opened = browser.open_page(*self._size, timeout_s)
        self.session = self._opened.session
        self.pictures: Pictures
        self.held = HeldDatabases()
        self.pulses = self._opened.pixels is None
        if self._opened.pixels is None:
            self.pictures = Screenshots(self)
        else:
            pixels = self._opened.pixels[: screen.height, : screen.width]
            self.pictures = Framebuffer(self, pixels, timeout_s)
        try:
            self._boot()
        except BaseException:
            self.close()
            raise

    def _boot(self) -> None:
        session = self.session
        browser = self._browser
        browser.connection.listen(session.id, self._on_event)
        # All at once: one round trip instead of five. Not the navigation with them: it swaps the
        # renderer, and some settings that arrive during the swap crash it.
        sent = [
            session.send("Inspector.enable"),
            session.send("Page.enable"),
            session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}),
            session.send(
                "Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2}
            ),
            session.send("Emulation.setFocusEmulationEnabled", {"enabled": True}),
        ]
        for future in sent:
            session.wait(future, "the opening of the page", START_TIMEOUT_S)
        session.call("Page.navigate", {"url": f"{ORIGIN}/index.html"}, START_TIMEOUT_S)
        found = session.call(
            "Runtime.evaluate",
            {"expression": BOOT, "awaitPromise": True, "returnByValue": False},
            START_TIMEOUT_S,
        )
        if "exceptionDetails" in found:
            raise EnvironmentSetupError(
                f"the app bundle in {self._bundle.folder} does not start: "
                f"{_message(found['exceptionDetails'])}; build it again with `make apps`"
            )
        self._object = found["result"]["objectId"]
        for script in (WATCH, PULSE) if self.pulses else (WATCH,):
            watched = session.call("Runtime.evaluate", {"expression": script})
            if "exceptionDetails" in watched:
                raise EnvironmentSetupError(
                    f"the page of the app bundle in {self._bundle.folder} cannot be watched: "
                    f"{_message(watched['exceptionDetails'])}; build it again with `make apps`"
                )
        about = self.call(ABOUT)
        if about["size"] != list(self._size):
            raise EnvironmentSetupError(
                f"the browser made a page of {about['size']} CSS pixels instead of "
                f"{list(self._size)}; choose a screen whose density is a simple fraction, or "
                f'capture="screenshot"'
            )
        if about["version"] != _VERSION:
            raise EnvironmentSetupError(
                f"the app bundle in {self._bundle.folder} speaks version {about['version']!r} of "
                f"the page contract, this package version {_VERSION}; build it again with "
                f"`make apps`"
            )
        self.apps: tuple[str, ...] = tuple(about["apps"])
        self._booted = True

    def start(self, function: str, *arguments: Any) -> Future[dict[str, Any]]:
        """Call ``function`` with ``this`` = ``window.tapworld``; finish with :meth:`finish`."""
        return self.session.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": function,
                "objectId": self._object,
                "arguments": [{"value": value} for value in arguments],
                "awaitPromise": True,
                "returnByValue": True,
                "userGesture": True,
            },
        )

    def finish(self, future: Future[dict[str, Any]], timeout_s: float | None = None) -> Any:
        """Return what the function gave.

        Raises:
            PageError: It threw.
            DeviceTimeout: The page did not answer in time (a script that never ends).
            DeviceLost: The page or the browser is gone.
        """
        try:
            reply = self.session.wait(future, "a call of the page", timeout_s)
        except ProtocolError as error:
            # The page's objects are gone: it crashed, or something navigated away.
            reason = f"the handset's page is gone ({error}); make a fresh one"
            self.session.lose(reason)
            raise DeviceLost(reason) from error
        if "exceptionDetails" in reply:
            raise PageError(_message(reply["exceptionDetails"]))
        return reply["result"].get("value")

    def call(self, function: str, *arguments: Any, timeout_s: float | None = None) -> Any:
        """Call a function and wait for what it gives; errors as :meth:`finish`."""
        return self.finish(self.start(function, *arguments), timeout_s)

    def close(self) -> None:
        """Close the page and its context."""
        self.session.lose("this handset was closed; make a new one")
        self._browser.close_page(self._opened)

    def _on_event(self, method: str, params: dict[str, Any]) -> None:
        if method == "Fetch.requestPaused":
            self._answer_request(params)
        elif method == "Inspector.targetCrashed":
            self.session.lose("the handset's page crashed; make a fresh one")
        elif method == "Page.frameNavigated" and self._booted and "parentId" not in params["frame"]:
            # What was sent to the page before, a touch for example, may never be answered.
            self.session.lose("the handset's page is gone (something left it); make a fresh one")

    def _answer_request(self, params: dict[str, Any]) -> None:
        url = params["request"]["url"]
        file = self._bundle.find(url)
        try:
            if file is None:
                self.refused += 1
                self.refusals.append(url)
                self.session.send(
                    "Fetch.failRequest",
                    {"requestId": params["requestId"], "errorReason": "BlockedByClient"},
                )
                return
            kind, content = file
            self.session.send(
                "Fetch.fulfillRequest",
                {
                    "requestId": params["requestId"],
                    "responseCode": 200,
                    "responseHeaders": [{"name": "Content-Type", "value": kind}],
                    "body": content,
                },
            )
        except DeviceLost:
            return  # whoever waits for the page learns it from the session


def _message(details: dict[str, Any]) -> str:
    exception = details.get("exception", {})
    text = exception.get("description") or str(exception.get("value", details.get("text", "")))
    lines = text.splitlines()
    # What follows the message is JavaScript's stack, of no use to the reader.
    kept = [line for line in lines if not line.startswith("    at ")]
    message = " ".join(kept).strip()
    return message.removeprefix("Error: ")
