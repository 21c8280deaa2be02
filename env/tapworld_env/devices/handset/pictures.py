"""How a picture of a page's screen is taken: by the browser, or from the display's memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tapworld_env.devices.handset import scripts
from tapworld_env.devices.handset.connection import ProtocolError, Session
from tapworld_env.devices.handset.pixels import decode_png
from tapworld_env.errors import DeviceLost, DeviceTimeout

__all__ = ["NO_PICTURE", "Asked", "Framebuffer", "Pictures", "Screenshots"]

_POLL_S = 0.0002
_TRIES = 3
_SAME_COLOUR_S = 1.0
_ASK_S = 0.5
_STEP = 0x9E3779
_BLOCK = 32


class Asked(NamedTuple):
    """What a look's script needs to know of the picture that was asked for.

    Attributes:
        before: The page's state before it was asked for; where it still holds, the picture shows
            what is seen. ``None`` where the look itself sets off the picture.
        reveal: Whether the look takes the mark away.
    """

    before: str | None
    reveal: bool


NO_PICTURE = Asked(None, False)


class Caller(Protocol):
    """What is needed of a page."""

    session: Session

    def start(self, function: str, *arguments: Any) -> Future[dict[str, Any]]:
        """Call a function of the page."""
        ...

    def finish(self, future: Future[dict[str, Any]], timeout_s: float | None = None) -> Any:
        """Wait for what the function gives."""
        ...

    def call(self, function: str, *arguments: Any, timeout_s: float | None = None) -> Any:
        """Both at once."""
        ...


class Pictures(Protocol):
    """Takes pictures of one page.

    A look asks for a picture before it waits for rest: most of the time nothing changes any more
    once an action was delivered, and what is on its way then is the picture of the screen at
    rest. Whether that was so is known afterwards.

    Attributes:
        lasting: Whether a picture taken can be had again as long as the screen stays the same.
    """

    lasting: bool

    def prepare(self) -> None:
        """Told before anything changes the screen; waits for nothing."""
        ...

    def marked(self) -> bool:
        """Whether a load may take the mark away with the frame that shows what it loaded."""
        ...

    def unmarked(self, state: str | None) -> None:
        """A load took it away.

        Args:
            state: The page's state at that frame; ``None`` if it has changed since.
        """
        ...

    def unpainted(self) -> None:
        """The page is painted no longer: what was drawn before is no picture of it."""
        ...

    def ask(self) -> Asked:
        """Ask for a picture."""
        ...

    def take(self, good: bool) -> None:
        """Wait for the picture asked for, or for another one if that one is not ``good``."""
        ...

    def picture(self, width: int, height: int) -> NDArray[np.uint8]:
        """The picture taken: ``(height, width, 3)`` uint8 RGB, the caller's own."""
        ...


class Screenshots:
    """The browser takes them: drawn again, copied, sent as PNG."""

    lasting = True

    def __init__(self, page: Caller) -> None:
        self._page = page
        self._asked: Future[dict[str, Any]] | None = None
        self._png = b""

    def prepare(self) -> None:
        """Nothing to do."""

    def marked(self) -> bool:
        """Never."""
        return False

    def unmarked(self, state: str | None) -> None:
        """Never told."""

    def unpainted(self) -> None:
        """Nothing to do."""

    def ask(self) -> Asked:
        """Ask the browser; what it saw is good if the state is still that of before."""
        before = self._page.call(scripts.STATE)
        self._asked = self._shoot()
        return Asked(before, reveal=False)

    def take(self, good: bool) -> None:
        """Wait for the file."""
        assert self._asked is not None
        self._png = self._finish(self._asked)
        if not good:
            self._png = self._finish(self._shoot())

    def picture(self, width: int, height: int) -> NDArray[np.uint8]:
        """Decode the file."""
        return decode_png(self._png, width, height)

    def _shoot(self) -> Future[dict[str, Any]]:
        return self._page.session.send(
            "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True}
        )

    def _finish(self, future: Future[dict[str, Any]]) -> bytes:
        try:
            return self._page.session.wait(future, "a screenshot")["data"]
        except ProtocolError as error:
            reason = f"the handset's page shows nothing any more ({error}); make a fresh one"
            self._page.session.lose(reason)
            raise DeviceLost(reason) from error


class Framebuffer:
    """They are read from the display, where each frame is drawn.

    Which frame is there? The pixel that is drawn last, in the corner, says so. It has a colour of
    its own from before an action until the page is at rest; what is there when that colour, once
    seen, has gone is a frame of the page at rest.

    Args:
        page: The page.
        pixels: The screen's pixels, ``(height, width, 4)`` uint8, blue first.
        timeout_s: Longest wait for a frame.
    """

    # What is drawn next may already be on its way: the corner's colour for the next picture.
    lasting = False

    def __init__(self, page: Caller, pixels: NDArray[np.uint8], timeout_s: float) -> None:
        self._page = page
        self._pixels = pixels
        self._timeout_s = timeout_s
        self._colour: int | None = None
        self._marking: Future[dict[str, Any]] | None = None
        self._unmarked: str | None = None
        self._count = 0

    def prepare(self) -> None:
        """Let the corner have a colour, unless it has one."""
        self.unpainted()  # A load that nobody looked at.
        if self._colour is None:
            self._mark()

    def marked(self) -> bool:
        """Whether the corner's colour is seen: a frame without it is a later one."""
        return self._colour is not None and self._shown() == self._colour

    def unmarked(self, state: str | None) -> None:
        """Either that frame is the picture, or the corner needs a colour anew."""
        self._unmarked = state
        if state is None:
            self._colour = None

    def unpainted(self) -> None:
        """What a load has drawn is no picture any more, and the corner has no colour."""
        if self._unmarked is not None:
            self._unmarked = self._colour = None

    def ask(self) -> Asked:
        """See that the corner has its colour; the look's script takes it away.

        After a load there is nothing to ask for: its own frame is the picture.
        """
        if self._unmarked is not None:
            before, self._unmarked = self._unmarked, None
            return Asked(before, reveal=False)
        self.prepare()
        self._see_mark()
        return Asked(None, reveal=True)

    def take(self, good: bool) -> None:
        """Wait until the colour has gone."""
        if good and self._see_no_mark():
            return
        for _ in range(_TRIES):
            self._mark()
            self._see_mark()
            self._page.call(scripts.REVEAL)
            if self._see_no_mark():
                return
        raise self._late()

    def picture(self, width: int, height: int) -> NDArray[np.uint8]:
        """Copy from the display."""
        out = np.empty((height, width, 3), np.uint8)
        # In blocks that stay in the processor's cache from one colour to the next.
        for top in range(0, height, _BLOCK):
            source = self._pixels[top : min(top + _BLOCK, height), :width]
            for colour in range(3):
                out[top : top + _BLOCK, :, colour] = source[..., 2 - colour]
        return out

    def _mark(self) -> None:
        shown = self._shown()
        colour = shown
        while colour == shown:
            # Steps through all colours, each far from the last.
            self._count += 1
            colour = self._count * _STEP & 0xFFFFFF
        self._colour = colour
        self._marking = self._page.start(scripts.MARK, f"#{colour:06x}")

    def _see_mark(self) -> None:
        if self._marking is not None:
            # Where the page is gone, this says so, and why.
            self._page.finish(self._marking)
            self._marking = None
        deadline = time.monotonic() + self._timeout_s
        while not self._await(lambda: self._shown() == self._colour, _ASK_S):
            # A page that was left shows nothing any more; asked, it is gone.
            self._page.call(scripts.NOTHING)
            if time.monotonic() > deadline:
                raise self._late()

    def _see_no_mark(self) -> bool:
        """Whether the colour has gone; it has not where the page's own is the same."""
        gone = self._await(lambda: self._shown() != self._colour, _SAME_COLOUR_S)
        if gone:
            self._colour = None
        return gone

    def _shown(self) -> int:
        blue, green, red, _ = self._pixels[-1, -1].tolist()
        return red << 16 | green << 8 | blue

    def _await(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        # Memory cannot tell that it changed.
        deadline = time.monotonic() + timeout_s
        while not condition():
            if self._page.session.lost is not None:
                raise DeviceLost(self._page.session.lost)
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL_S)
        return True

    def _late(self) -> DeviceTimeout:
        late = DeviceTimeout(
            f"the display showed no new frame within {self._timeout_s:g} s; make a fresh one"
        )
        self._page.session.lose(str(late))
        return late
