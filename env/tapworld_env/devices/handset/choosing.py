"""Which browser a phone runs on, and how its pictures are taken."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, get_args

from tapworld_env.devices.handset.chromium import CHROMIUM_VARIABLE, Window, find_chromium
from tapworld_env.devices.handset.display import BROWSER, SERVER, find_browser, pitch
from tapworld_env.devices.handset.page import screen_size
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen

__all__ = ["Capture", "choose_browser"]

Capture = Literal["auto", "framebuffer", "screenshot"]


def choose_browser(
    capture: Capture, chromium: str | Path | None, screen: Screen
) -> tuple[Path, Window | None]:
    """Find the browser for a way of taking pictures.

    Returns:
        Its path, and the size of its windows if it draws on a display.

    Raises:
        ValueError: No such way.
        EnvironmentSetupError: What it needs is missing.
    """
    if capture not in get_args(Capture):
        known = ", ".join(get_args(Capture))
        raise ValueError(f"there is no capture {capture!r}; choose one of {known}")
    named = chromium or os.environ.get(CHROMIUM_VARIABLE)
    if capture == "screenshot" or (capture == "auto" and named):
        return find_chromium(chromium), None
    found = find_browser()
    window = Window(*screen_size(screen), screen.density)
    if capture == "auto" and (found is None or pitch(window) is None):
        return find_chromium(chromium), None
    if found is not None and not chromium:
        return found, window
    if chromium:
        raise EnvironmentSetupError(
            f'capture="framebuffer" runs {BROWSER}, not {str(chromium)!r}; leave one of the two out'
        )
    raise EnvironmentSetupError(
        f'capture="framebuffer" needs {BROWSER} and {SERVER}; on Debian run '
        f"`sudo apt-get install chromium-shell xvfb`, or leave it out"
    )
