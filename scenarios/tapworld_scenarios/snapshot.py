"""The phone's whole state as one value.

A snapshot is what a device loads before an episode and dumps after it. Verification
compares two of them, so a stored pair can be re-verified without any device.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

__all__ = ["AppState", "PhoneSettings", "Snapshot"]


@dataclass(frozen=True)
class AppState:
    """One app: its database and what it shows.

    Attributes:
        database: A whole SQLite file (``journal_mode`` DELETE, no side files).
        ui: The app's UI state as JSON (see ``apps/kit/README.md``), or ``None`` for an
            app that starts on its home screen.
    """

    database: bytes
    ui: Mapping[str, Any] | None = None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the database bytes, in hex; the key of content-addressed transfer."""
        return hashlib.sha256(self.database).hexdigest()


@dataclass(frozen=True)
class PhoneSettings:
    """What the phone itself is set to, equal for every app.

    Attributes:
        theme: Id of one of the themes in ``appearance/themes.json``.
        clock_ms: The frozen moment the apps read as "now", UTC epoch milliseconds.
        time_zone: IANA name, e.g. ``Europe/Berlin``.
        locale: BCP 47 tag for dates and numbers, e.g. ``de-DE``.
        hour24: Whether times are shown from 0 to 24 h.
        font_scale: Text size as a factor of the theme's own scale.
        do_not_disturb: Whether notifications are silent.
        dark: What the dark switch was set to: the theme keeps its layout and takes dark (or
            light) colours. ``None`` leaves the theme as it is.
    """

    theme: str = "daylight"
    clock_ms: int = 0
    time_zone: str = "UTC"
    locale: str = "en-US"
    hour24: bool = True
    font_scale: float = 1.0
    do_not_disturb: bool = False
    dark: bool | None = None

    def __post_init__(self) -> None:
        # A phone writes the whole number 1 for 1.0; equal settings have equal digests.
        object.__setattr__(self, "font_scale", float(self.font_scale))


@dataclass(frozen=True)
class Snapshot:
    """Everything that decides what the phone shows.

    Attributes:
        apps: App id -> its state. Only these apps are on the launcher.
        settings: The phone's settings.
        foreground: App id in front, or ``None`` for the launcher.
    """

    apps: Mapping[str, AppState]
    settings: PhoneSettings = field(default_factory=PhoneSettings)
    foreground: str | None = None

    def digest(self) -> str:
        """SHA-256 over the whole value, in hex: equal digests give equal screens."""
        whole = {
            "apps": {
                app: {"database": state.digest, "ui": state.ui}
                for app, state in sorted(self.apps.items())
            },
            # A switch that was never touched is left out: states keep the digests that they
            # had before there was one.
            "settings": {k: v for k, v in vars(self.settings).items() if v is not None},
            "foreground": self.foreground,
        }
        text = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def with_app(self, app: str, state: AppState) -> Snapshot:
        """Return a copy in which ``app`` has ``state``."""
        return replace(self, apps={**self.apps, app: state})
