"""Where Chromium is and with which flags it runs."""

from __future__ import annotations

import math
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["CHROMIUM_VARIABLE", "Window", "browser_flags", "find_chromium"]

CHROMIUM_VARIABLE = "TAPWORLD_CHROMIUM"
_NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_PLAYWRIGHT_PATTERNS = (
    "chromium_headless_shell-*/chrome-*/headless_shell",
    "chromium_headless_shell-*/chrome-*/chrome-headless-shell",
    "chromium-*/chrome-*/chrome",
)


@dataclass(frozen=True)
class Window:
    """Size of a window.

    Attributes:
        width: In CSS pixels.
        height: In CSS pixels.
        density: Pixels per CSS pixel.
    """

    width: int
    height: int
    density: float

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in pixels.

        The browser rounds a window's size up to whole CSS pixels, so what it gets is rounded down.
        """
        return math.floor(self.width * self.density), math.floor(self.height * self.density)


def find_chromium(explicit: str | Path | None = None) -> Path:
    """Find the browser: an explicit path, ``TAPWORLD_CHROMIUM``, the PATH, Playwright's cache.

    Raises:
        EnvironmentSetupError: None is there; the message says which command installs one.
    """
    chosen = explicit or os.environ.get(CHROMIUM_VARIABLE)
    if chosen:
        found = shutil.which(str(chosen))
        if found is None:
            source = "the option `chromium`" if explicit else CHROMIUM_VARIABLE
            raise EnvironmentSetupError(
                f"{source} names {str(chosen)!r}, which is not an executable file; correct it, "
                f"or remove it to let tapworld search"
            )
        return Path(found)
    for name in _NAMES:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    cached = _in_playwright_cache()
    if cached is not None:
        return cached
    raise EnvironmentSetupError(
        "no Chromium found on the PATH or in Playwright's cache; on Debian or Ubuntu run "
        "`sudo apt-get install chromium-headless-shell` (or `chromium`), elsewhere "
        "`pip install playwright && playwright install chromium-headless-shell`, or set "
        f"{CHROMIUM_VARIABLE} to the browser's path"
    )


def _in_playwright_cache() -> Path | None:
    configured = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    root = Path(configured) if configured else Path.home() / ".cache" / "ms-playwright"
    for pattern in _PLAYWRIGHT_PATTERNS:
        # Folder names end in a revision; the longest and greatest one is the newest.
        matches = sorted(root.glob(pattern), key=lambda path: (len(str(path)), str(path)))
        for path in reversed(matches):
            if os.access(path, os.X_OK):
                return path
    return None


def browser_flags(
    executable: Path, user_data: Path, density: float, window: Window | None = None
) -> list[str]:
    """Command-line flags for equal pixels, no network and few processes.

    Args:
        executable: The browser; a full Chromium needs the switch to headless mode.
        user_data: A fresh profile folder.
        density: Pixels per CSS pixel. Set for the whole browser, because a page whose metrics
            are emulated takes about two frames longer for every screenshot.
        window: Size of the windows of a browser that runs on a display.
    """
    flags = [
        f"--user-data-dir={user_data}",
        "--remote-debugging-pipe=cbor",
        f"--force-device-scale-factor={density:g}",
        # Equal pixels on every machine.
        "--font-render-hinting=none",
        "--disable-font-subpixel-positioning",
        "--disable-lcd-text",
        "--force-color-profile=srgb",
        "--hide-scrollbars",
        "--disable-gpu",
        "--disable-partial-raster",
        "--lang=en-US",
        # A page that is not looked at must run like one that is.
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        "--disable-hang-monitor",
        "--disable-ipc-flooding-protection",
        # Nothing of the browser's own.
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-domain-reliability",
        "--disable-extensions",
        "--disable-sync",
        "--disable-breakpad",
        "--disable-crash-reporter",
        "--disable-logging",
        "--metrics-recording-only",
        "--mute-audio",
        "--no-pings",
        "--no-proxy-server",
        "--password-store=basic",
        "--use-mock-keychain",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--disable-features=Translate,BackForwardCache,MediaRouter,OptimizationHints,"
        "PaintHolding,DialMediaRouteProvider,InterestFeedContentSuggestions",
    ]
    if window is not None:
        flags += [
            "--ozone-platform=x11",
            "--content-shell-hide-toolbar",
            f"--content-shell-host-window-size={window.width}x{window.height}",
            "about:blank",
        ]
    else:
        # On a display the rate is the display's.
        flags.append("--disable-frame-rate-limit")
        if "headless" not in executable.name:
            flags.append("--headless=new")
    if os.geteuid() == 0 or os.environ.get("TAPWORLD_CHROMIUM_SANDBOX") == "off":
        # Chromium refuses to run as root in its sandbox, and a container's seccomp profile
        # refuses the sandbox itself; only the bundle ever runs here.
        flags.append("--no-sandbox")
    if not _shared_memory_is_large():
        flags.append("--disable-dev-shm-usage")
    return flags


def _shared_memory_is_large(needed: int = 512 << 20) -> bool:
    """Whether ``/dev/shm`` holds the bitmaps; a container's default of 64 MB crashes pages."""
    try:
        room = os.statvfs("/dev/shm")
    except OSError:
        return False
    return room.f_bavail * room.f_frsize >= needed
