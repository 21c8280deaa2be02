"""A display in memory: an X server whose pixels are shared memory, and the windows on it.

Chromium hands a picture out as a PNG over a pipe: drawn again, copied three times, compressed,
inflated. On a display like this one it draws every frame to where this process can read it.

Windows lie one below another, so that none covers another one and each phone's pixels are one
block. This process is the window manager: the server asks it before a window appears, and it
appears in its own place, not first on top of somebody else's.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import shutil
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from tapworld_env.devices.handset.chromium import Window
from tapworld_env.errors import DeviceLost, DeviceTimeout, EnvironmentSetupError

__all__ = ["BROWSER", "SERVER", "Display", "command", "find_browser", "pitch", "places_for"]

BROWSER, SERVER = "chromium-shell", "Xvfb"

# Runs in the browser's process group and becomes the browser. The server ends with its last
# client, and neither a lock file nor a socket in the file system can be left behind. GLX, which
# nobody here uses, would cost 35 ms and 50 MB.
_START = """
folder=$1 server=$2 size=$3; shift 3
mkfifo "$folder/ready" || exit 1
"$server" -displayfd 6 -screen 0 "${size}x24" -shmem -dpi 96 -extension GLX \
  -nolock -nolisten tcp -nolisten unix -listen local -noreset -terminate \
  6>"$folder/ready" 2>"$folder/server" 3<&- 4>&- &
read -r number <"$folder/ready" || { cat "$folder/server" >&2; exit 1; }
echo "$number" >"$folder/number.tmp" && mv "$folder/number.tmp" "$folder/number"
DISPLAY=":$number"; FONTCONFIG_FILE="$folder/fonts.conf"; export DISPLAY FONTCONFIG_FILE
exec "$@" 6>&-
"""

# Headless browsers draw text like this by themselves.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">{system}</include>
  <match target="pattern">{edits}</match>
  <match target="font">{edits}</match>
</fontconfig>
"""
_FONT_EDITS = {
    "antialias": "<bool>true</bool>",
    "hinting": "<bool>false</bool>",
    "autohint": "<bool>false</bool>",
    "hintstyle": "<const>hintnone</const>",
    "rgba": "<const>none</const>",
}
_SYSTEM_FONTS = "/etc/fonts/fonts.conf"

# All of it is painted black at the start, 4 bytes a pixel.
_MOST_BYTES = 48 << 20
_MOST_PLACES = 17
_MOST_GAP = 64
_READ_ONLY, _REMOVE = 0o10000, 0
_POLL_S = 0.001
# Frames a second. A frame in which nothing is drawn ends only when the next one is due; at 60
# whoever waits for it, the next touch for example, waits 16.7 ms for nothing. At 2000 the frames
# themselves begin to cost.
_RATE_HZ = 1000


def find_browser() -> Path | None:
    """The browser that draws on an X server; ``None`` if it or the server is missing."""
    found = shutil.which(BROWSER)
    return Path(found) if found is not None and shutil.which(SERVER) is not None else None


def pitch(window: Window) -> int | None:
    """Pixels from the top of one window to that of the next, or ``None``.

    It is a whole number of CSS pixels, else the browser would make windows further down larger by
    one; ``None`` is for densities at which no such distance is near.
    """
    height = window.pixels[1]
    for distance in range(window.height - 1, window.height + _MOST_GAP):
        pixels = distance * window.density
        if pixels >= height and pixels == int(pixels):
            return int(pixels)
    return None


def places_for(window: Window) -> int:
    """How many windows of a size one display has room for."""
    width, height = window.pixels
    return max(2, min(_MOST_PLACES, _MOST_BYTES // (4 * width * (pitch(window) or height))))


def command(folder: Path, window: Window) -> list[str]:
    """What to put before a browser's command so that it runs on a display of its own.

    Args:
        folder: The browser's folder; what the display needs is written there.
        window: Size of the windows.
    """
    edits = "".join(
        f'<edit name="{name}" mode="assign">{value}</edit>' for name, value in _FONT_EDITS.items()
    )
    system = escape(os.environ.get("FONTCONFIG_FILE", _SYSTEM_FONTS))
    (folder / "fonts.conf").write_text(_FONTS.format(system=system, edits=edits))
    width, height = window.pixels
    last = (places_for(window) - 1) * _pitch(window)
    size = f"{width}x{last + height}"
    return ["/bin/sh", "-c", _START, "tapworld-display", str(folder), SERVER, size]


class Display:
    """The display of a browser that was started with :func:`command`.

    Args:
        folder: The browser's folder.
        window: Size of the windows.
        alive: Whether the browser still runs, asked while waiting.
        timeout_s: Longest wait for the server and for a window.

    Attributes:
        places: How many windows there is room for.

    Raises:
        EnvironmentSetupError: The server does not start or its memory cannot be read.
    """

    def __init__(
        self,
        folder: Path,
        window: Window,
        alive: Callable[[], bool],
        timeout_s: float,
    ) -> None:
        self._width, self._height = window.pixels
        self._timeout_s = timeout_s
        self._pitch = _pitch(window)
        self.places = places_for(window)
        self._free = list(range(self.places))
        self._freed = threading.Condition()
        self._placing = threading.Lock()
        self._known: set[int] = set()
        number = _await_number(folder / "number", alive, timeout_s)
        words = (folder / "server").read_text(errors="replace")
        self._address, self._pixels = _attach(words)
        self._client = _manage(number)

    def pixels(self, place: int) -> NDArray[np.uint8]:
        """The pixels at a place as they are now: ``(height, width, 4)``, blue first; read-only."""
        top = place * self._pitch
        return self._pixels[top : top + self._height, : self._width]

    def take(self) -> int:
        """Reserve a place; waits for one while another page of a phone is about to close.

        Raises:
            DeviceTimeout: None became free.
        """
        with self._freed:
            if not self._freed.wait_for(lambda: self._free, self._timeout_s):
                raise DeviceTimeout(
                    f"no place for another window became free on the display within "
                    f"{self._timeout_s:g} s; close phones that are no longer used"
                )
            return self._free.pop(0)

    def give_back(self, place: int) -> None:
        """Free a place whose window is gone."""
        with self._freed:
            self._free.append(place)
            self._free.sort()
            self._freed.notify()

    def show(self, place: int, open_window: Callable[[], Any]) -> Any:
        """Open a window and let it appear at a place.

        Args:
            place: The place, taken before.
            open_window: Makes the browser open it, or does nothing if one is there that nobody
                placed yet.

        Returns:
            What ``open_window`` gave.

        Raises:
            DeviceTimeout: No window appeared.
            DeviceLost: The display is gone.
        """
        from Xlib.error import ConnectionClosedError

        with self._placing:
            opened = open_window()
            deadline = time.monotonic() + self._timeout_s
            try:
                while (window := self._newcomer()) is None:
                    if time.monotonic() > deadline:
                        raise DeviceTimeout(
                            f"the browser opened no window within {self._timeout_s:g} s; make a "
                            f"fresh handset"
                        )
                    time.sleep(_POLL_S)
                self._known.add(window.id)
                top = place * self._pitch
                window.configure(x=0, y=top, width=self._width, height=self._height)
                window.map()
                self._client.sync()
            except (OSError, ConnectionClosedError) as error:
                raise DeviceLost(
                    f"the handset's display is gone ({error}); make a fresh handset"
                ) from error
        return opened

    def close(self) -> None:
        """Leave the server and its memory; it ends when the browser leaves it, too."""
        if self._address is None:
            return
        from Xlib.error import ConnectionClosedError

        address, self._address = self._address, None
        self._pixels = np.zeros((0, 0, 4), np.uint8)
        with contextlib.suppress(OSError, ConnectionClosedError):  # The server may be gone already.
            self._client.close()
        _libc().shmdt(ctypes.c_void_p(address))

    def abandon(self) -> None:
        """Forget it in a forked child, which shares the connection but does not own it."""
        self._address = None
        with contextlib.suppress(OSError):
            os.close(self._client.fileno())

    def _newcomer(self) -> Any:
        """A window nobody placed yet that wants to appear, or did so before anybody managed."""
        from Xlib import X
        from Xlib.error import XError

        wanting = None
        while self._client.pending_events():
            event = self._client.next_event()
            if event.type == X.MapRequest and event.window.id not in self._known:
                wanting = event.window
        if wanting is not None:
            return wanting
        for window in self._client.screen().root.query_tree().children:
            if window.id in self._known:
                continue
            with contextlib.suppress(XError):  # It closed in between.
                if window.get_attributes().map_state == X.IsViewable:
                    return window
        return None


def _pitch(window: Window) -> int:
    found = pitch(window)
    if found is None:
        raise EnvironmentSetupError(
            f"a display cannot hold windows at {window.density:g} pixels per CSS pixel; take "
            f'pictures through the browser with capture="screenshot"'
        )
    return found


def _await_number(path: Path, alive: Callable[[], bool], timeout_s: float) -> str:
    deadline = time.monotonic() + timeout_s
    while True:
        running = alive()
        try:
            return path.read_text().strip()
        except OSError:
            pass
        if not running or time.monotonic() > deadline:
            raise EnvironmentSetupError(
                f"{SERVER} did not start; run `{SERVER} -displayfd 1` by hand to see why, or "
                f'take pictures through the browser with capture="screenshot"'
            )
        time.sleep(_POLL_S)


def _manage(number: str) -> Any:
    """Connect as the window manager: windows wait for it before they appear."""
    from Xlib import X, display

    client = display.Display(f":{number}")
    client.screen().root.change_attributes(event_mask=X.SubstructureRedirectMask)
    _quicken(client)
    client.sync()
    return client


def _quicken(client: Any) -> None:
    """Give the display a rate; the browser asks for it when it draws its first frames."""
    refused = EnvironmentSetupError(
        f"{SERVER} cannot change its rate, each step would wait for frames; take pictures "
        f'through the browser with capture="screenshot"'
    )
    if not client.has_extension("RANDR"):
        raise refused
    root = client.screen().root
    resources = root.xrandr_get_screen_resources()
    # A server may offer more of them; the first ones show the screen.
    output, controller = resources.outputs[0], resources.crtcs[0]
    shown = client.xrandr_get_crtc_info(controller, resources.config_timestamp)
    name, total = "tapworld", 100
    # Only the ratio counts: pixels a second over pixels of a frame.
    clock, across, down = _RATE_HZ * total * total, (0, 0, total, 0), (0, 0, total)
    made = root.xrandr_create_mode(
        (0, shown.width, shown.height, clock, *across, *down, len(name), 0), name
    )
    client.xrandr_add_output_mode(output, made.mode)
    done = client.xrandr_set_crtc_config(
        controller, resources.config_timestamp, 0, 0, made.mode, shown.rotation, [output]
    )
    if done.status != 0:
        raise refused


def _attach(words: str) -> tuple[int | None, NDArray[np.uint8]]:
    """Map the server's framebuffer, an XWD image, from the segment its first words name."""
    libc = _libc()
    named = re.search(r"shmid (\d+)", words)
    if named is None:
        raise EnvironmentSetupError(
            f"{SERVER} does not say where its memory is ({words.strip() or 'it said nothing'}); "
            f'take pictures through the browser with capture="screenshot"'
        )
    segment = int(named[1])
    address = libc.shmat(segment, None, _READ_ONLY)
    if address in (None, ctypes.c_void_p(-1).value):
        reason = os.strerror(ctypes.get_errno())
        raise EnvironmentSetupError(
            f"cannot map the display's memory ({reason}); take pictures through the browser with "
            f'capture="screenshot"'
        )
    # Nothing of it is left when the last process that uses it is gone, whichever way it goes.
    libc.shmctl(segment, _REMOVE, None)
    head = struct.unpack(">25I", ctypes.string_at(address, 100))
    size, width, height, pitch, colours = head[0], head[4], head[5], head[12], head[19]
    begin = address + size + 12 * colours
    memory = (ctypes.c_uint8 * (pitch * height)).from_address(begin)
    pixels = np.ctypeslib.as_array(memory).reshape(height, pitch // 4, 4)[:, :width]
    pixels.flags.writeable = False
    return address, pixels


def _libc() -> Any:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
    libc.shmctl.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    libc.shmdt.argtypes = [ctypes.c_void_p]
    return libc
