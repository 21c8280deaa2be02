"""The pictures of the phone in the documentation, made anew: ``make.py [NAME ...]``.

Needs the built apps (``make apps``). Without names all of them are made; the same apps and the same
Chromium give the same files.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from tapworld_env.actions import Action, DoubleTap, LongPress, OpenApp, Recents, Swipe, Tap
from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Screen
from tapworld_scenarios import AppState, PhoneSettings, Snapshot, personas, profile_database

FOLDER = Path(__file__).parent
GAP = 12
ADA = personas()["ada"]
BEYOND_TIME = 9_000_000_000_000_000  # milliseconds; no calendar reaches there
CONTACT = {"stack": [{"route": "contacts"}, {"route": "contact-form", "params": {"contactId": 1}}]}
LANGUAGES = (("en-US", False), ("de-DE", True), ("hi-IN", False), ("ja-JP", True))

# The full screen and others; a Chromium has one density.
PHONE = Screen()
TABLET = Screen(1600, 2560, 2.0)
LANDSCAPE = Screen(2400, 1080, 2.625)


class Camera:
    """A phone and the hand that uses it."""

    def __init__(self, phone: Handset) -> None:
        self.phone = phone

    def load(self, foreground: str | None = None, ui: Any = None, **settings: Any) -> None:
        """Put the phone into a state of Ada's."""
        apps = {
            app: AppState(profile_database("ada", app), ui if app == foreground else None)
            for app in ("mail", "pay")
        }
        given = {"time_zone": ADA.time_zone, "locale": ADA.locale, "hour24": ADA.hour24}
        phone = PhoneSettings(clock_ms=ADA.clock_ms, **{**given, **settings})
        self.phone.load(Snapshot(apps, phone, foreground))

    def place(self, test_id: str) -> tuple[float, float]:
        """The middle of an element."""
        return next(e.center for e in self.phone.observe().elements if e.id == test_id)

    def do(self, *actions: Action) -> None:
        """Carry out actions."""
        for action in actions:
            self.phone.act(action)

    def tap(self, test_id: str) -> None:
        """Tap an element."""
        self.do(Tap(*self.place(test_id)))

    def shot(self, width: int) -> Image.Image:
        """What is on the screen, this many pixels wide."""
        pixels = self.phone.observe().pixels
        assert pixels is not None
        picture = Image.fromarray(pixels)
        size = (width, round(picture.height * width / picture.width))
        return picture.resize(size, Image.Resampling.LANCZOS)


def beside(pictures: list[Image.Image]) -> Image.Image:
    """One picture of several, from left to right."""
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    made = Image.new("RGB", (width, pictures[0].height), "black")
    left = 0
    for picture in pictures:
        made.paste(picture, (left, 0))
        left += picture.width + GAP
    return made


def opened(database: bytes) -> sqlite3.Connection:
    """An app's data, as a copy."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(database)
    return connection


def launcher(camera: Camera) -> Image.Image:
    """The launcher and the drawer."""
    camera.load()
    home = camera.shot(270)
    camera.do(Swipe(540, 1700, 540, 700, 300))
    return beside([home, camera.shot(270)])


def recents(camera: Camera) -> Image.Image:
    """Both apps as cards."""
    camera.load()
    camera.do(OpenApp("pay"), OpenApp("mail"), Recents())
    return camera.shot(360)


def shade(camera: Camera) -> Image.Image:
    """The shade over pay."""
    camera.load("pay")
    camera.do(Swipe(540, 10, 540, 1200, 300))
    return camera.shot(360)


def keyboard(camera: Camera) -> Image.Image:
    """Letters, accented letters, German letters, digits."""
    shots = []
    for locale in ("en-US", "en-US", "de-DE"):
        camera.load("mail", CONTACT, locale=locale)
        camera.tap("name")
        if len(shots) == 1:
            camera.do(LongPress(*camera.place("key-e")))
        shots.append(camera.shot(270))
    camera.load("pay", {"stack": [{"route": "home"}, {"route": "add-money"}]})
    camera.tap("amount")
    return beside([*shots, camera.shot(270)])


def keyboard_scripts(camera: Camera) -> Image.Image:
    """Devanagari and kana, plain and with shift."""
    shots = []
    for locale in ("hi-IN", "ja-JP"):
        camera.load("mail", CONTACT, locale=locale)
        camera.tap("name")
        shots.append(camera.shot(360))
        camera.tap("key-shift")
        shots.append(camera.shot(360))
    return beside([shot.crop((0, 510, *shot.size)) for shot in shots])


def labels(camera: Camera) -> Image.Image:
    """Rows with handles."""
    camera.load("mail", {"stack": [{"route": "folders"}, {"route": "labels"}]})
    return camera.shot(270)


def app_stopped(camera: Camera) -> Image.Image:
    """Pay, after a row that it cannot show."""
    camera.load("pay")
    snapshot = camera.phone.dump()
    connection = opened(snapshot.apps["pay"].database)
    connection.execute("UPDATE requests SET created_at = ?", (BEYOND_TIME,))
    connection.commit()
    broken = replace(snapshot.apps["pay"], database=connection.serialize())
    camera.phone.load(snapshot.with_app("pay", broken))
    camera.tap("tab-requests")
    return camera.shot(360)


def phone(camera: Camera) -> Image.Image:
    """The launcher, a mailbox, a conversation, a wallet."""
    shots = []
    longest = opened(profile_database("ada", "mail")).execute(
        "SELECT thread_id FROM messages JOIN threads ON threads.id = thread_id"
        " WHERE folder = 'inbox' GROUP BY thread_id ORDER BY COUNT(*) DESC, thread_id LIMIT 1"
    )
    params = {"threadId": longest.fetchone()[0]}
    thread = {"stack": [{"route": "inbox"}, {"route": "thread", "params": params}]}
    for app, ui in ((None, None), ("mail", None), ("mail", thread), ("pay", None)):
        camera.load(app, ui)
        shots.append(camera.shot(234))
    return beside(shots)


def selection(camera: Camera) -> Image.Image:
    """A word selected in a field."""
    camera.load("mail", CONTACT)
    x, y = camera.place("name")
    camera.tap("name")
    camera.do(DoubleTap(x * 0.5, y))
    return camera.shot(270)


def languages(camera: Camera) -> Image.Image:
    """Dates and money in four languages."""
    shots = []
    for locale, hour24 in LANGUAGES:
        camera.load("pay", {"stack": [{"route": "activity"}]}, locale=locale, hour24=hour24)
        shots.append(camera.shot(270))
    return beside(shots)


def tablet(camera: Camera) -> Image.Image:
    """Mail on a tablet."""
    camera.load("mail", theme="ocean")
    return camera.shot(400)


def landscape(camera: Camera) -> Image.Image:
    """A phone on its side, with the keyboard."""
    camera.load("mail", CONTACT)
    camera.tap("name")
    return camera.shot(600)


PICTURES: dict[str, tuple[Screen, Callable[[Camera], Image.Image]]] = {
    "launcher": (PHONE, launcher),
    "recents": (PHONE, recents),
    "shade": (PHONE, shade),
    "keyboard": (PHONE, keyboard),
    "keyboard-scripts": (PHONE, keyboard_scripts),
    "labels": (PHONE, labels),
    "app-stopped": (PHONE, app_stopped),
    "phone": (PHONE, phone),
    "selection": (PHONE, selection),
    "languages": (PHONE, languages),
    "landscape": (LANDSCAPE, landscape),
    "tablet": (TABLET, tablet),
}


def main(names: list[str]) -> None:
    """Make the pictures of these names, or all."""
    unknown = sorted(set(names) - set(PICTURES))
    if unknown:
        sys.exit(f"no picture is called {unknown[0]!r}; there are {', '.join(PICTURES)}")
    for screen in (PHONE, LANDSCAPE, TABLET):
        wanted = [n for n in names or PICTURES if PICTURES[n][0] == screen]
        if not wanted:
            continue
        with Handset(screen=screen, timeout_s=60) as phone:
            for name in wanted:
                made = PICTURES[name][1](Camera(phone))
                part = FOLDER / f".{name}.png"
                made.convert("RGB").save(part, optimize=True)
                part.replace(FOLDER / f"{name}.png")
                sys.stdout.write(f"{name}.png\n")


if __name__ == "__main__":
    main(sys.argv[1:])
