"""The fake device."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

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
)
from tapworld_env.devices.base import Device
from tapworld_env.devices.fake.toy_phone import APPS, ToyPhone, Widget
from tapworld_env.devices.snapshot_check import check_snapshot
from tapworld_env.errors import ActionRejected, DeviceError, DeviceLost, SnapshotRejected
from tapworld_env.observations import Element, Observation, Screen
from tapworld_scenarios.snapshot import Snapshot

__all__ = ["FakeDevice", "make"]

_PAPER = {"daylight": (250, 250, 250), "night": (24, 24, 28)}
_INK = {"daylight": (20, 20, 20), "night": (230, 230, 230)}
_SCROLL_PART = 2 / 3
# A touch without a way that lasts this long is a long press.
_HOLD_MS = 600


class FakeDevice(Device):
    """A phone in memory, with faults on demand.

    Args:
        screen: Size and density.
        lost_after: Lose the device at this action (counted from 1), once.
        settles: What ``Observation.settled`` says.
    """

    def __init__(
        self,
        *,
        screen: Screen | None = None,
        lost_after: int | None = None,
        settles: bool = True,
    ) -> None:
        self._screen = screen or Screen()
        self._lost_after = lost_after
        self._settles = settles
        self._actions = 0
        self._lost: str | None = None
        self._phone: ToyPhone | None = None

    @property
    def screen(self) -> Screen:
        """Size and density of the screen."""
        return self._screen

    @property
    def apps(self) -> Sequence[str]:
        """The toy apps."""
        return APPS

    def lose(self, reason: str = "the fake device was lost; make a fresh one") -> None:
        """Make every later call fail, as if the phone had been unplugged."""
        self._lost = reason

    def load(self, snapshot: Snapshot) -> None:
        """Put the phone into exactly this state."""
        self._require_alive()
        check_snapshot(snapshot, APPS)
        density = self._screen.density
        try:
            self._phone = ToyPhone.of(
                snapshot, self._screen.width / density, self._screen.height / density
            )
        except ValueError as error:
            raise SnapshotRejected(f"{error}; the phone is unchanged") from error

    def dump(self) -> Snapshot:
        """Read the whole state back."""
        return self._loaded("dump").snapshot()

    def act(self, action: Action) -> None:
        """Carry out one action."""
        if isinstance(action, Answer | Done | Infeasible):
            return
        phone = self._loaded("act")
        self._actions += 1
        if self._actions == self._lost_after:
            self.lose()
            self._require_alive()
        # On a copy, so that a rejected action changes nothing.
        changed = copy.deepcopy(phone)
        self._perform(changed, action)
        self._phone = changed

    def observe(self, *, pixels: bool = True, elements: bool = True) -> Observation:
        """Look at the screen, which never moves by itself."""
        phone = self._loaded("observe")
        widgets = phone.widgets()
        return Observation(
            pixels=self._draw(phone, widgets) if pixels else None,
            elements=self._elements(phone, widgets) if elements else (),
            foreground=phone.foreground,
            settled=self._settles,
            timings={"settle": 0.0},
        )

    def close(self) -> None:
        """Free everything."""
        self.lose("this device was closed; make a new one")

    def _require_alive(self) -> None:
        if self._lost is not None:
            raise DeviceLost(self._lost)

    def _loaded(self, what: str) -> ToyPhone:
        self._require_alive()
        if self._phone is None:
            raise DeviceError(f"load a snapshot before {what}: the phone is empty")
        return self._phone

    def _perform(self, phone: ToyPhone, action: Action) -> None:
        match action:
            case Tap(x, y):
                phone.touch(self._hit(phone, x, y), "tap")
            case DoubleTap(x, y):
                phone.touch(self._hit(phone, x, y), "tap")
                phone.touch(self._hit(phone, x, y), "tap")
            case LongPress(x, y):
                phone.touch(self._hit(phone, x, y), "hold")
            case Drag(x1, y1, x2, y2):
                # Nothing in the toy apps can be carried: what is taken up feels the long press.
                start = self._hit(phone, x1, y1)
                self._hit(phone, x2, y2)
                phone.touch(start, "hold")
            case Swipe(x1, y1, x2, y2, ms) if (x1, y1) == (x2, y2) and ms >= _HOLD_MS:
                phone.touch(self._hit(phone, x1, y1), "hold")
            case Swipe(x1, y1, x2, y2):
                start = self._hit(phone, x1, y1)
                self._hit(phone, x2, y2)
                if start is not None and (start.id == "list" or start.parent == "list"):
                    phone.scroll_by((y1 - y2) / self._screen.density)
            case Scroll(direction, x, y):
                self._hit(phone, x or 0, y or 0)
                page = _SCROLL_PART * phone.height
                phone.scroll_by({"down": page, "up": -page}.get(direction, 0.0))
            case Type(text):
                self._need_focus(phone.edit(text))
            case Clear():
                self._need_focus(phone.edit(None))
            case Enter():
                self._need_focus(phone.edit("\n"))
            case Back() | Home() | Recents():
                phone.press(action.kind)
            case OpenApp(app):
                if app not in phone.databases:
                    raise ActionRejected(
                        f"there is no app {app!r} on this phone; it has "
                        f"{', '.join(sorted(phone.databases))}"
                    )
                phone.go(app)
            case Wait(ms):
                phone.wait(ms)
            case _:
                raise ActionRejected(f"the fake device does not know {action.kind!r}")

    @staticmethod
    def _need_focus(done: bool) -> None:
        if not done:
            raise ActionRejected("no text field has the focus; tap one first")

    def _hit(self, phone: ToyPhone, x: float, y: float) -> Widget | None:
        screen = self._screen
        if not (0 <= x < screen.width and 0 <= y < screen.height):
            raise ActionRejected(
                f"the point ({x:g}, {y:g}) is off the screen of {screen.width}x{screen.height}"
            )
        at = (x / screen.density, y / screen.density)
        return next((w for w in reversed(phone.widgets()) if _inside(w, *at)), None)

    def _bounds(self, widget: Widget) -> tuple[int, int, int, int]:
        screen = self._screen
        left, top, right, bottom = (round(edge * screen.density) for edge in widget.box)
        return (
            min(max(left, 0), screen.width),
            min(max(top, 0), screen.height),
            min(max(right, 0), screen.width),
            min(max(bottom, 0), screen.height),
        )

    def _elements(self, phone: ToyPhone, widgets: list[Widget]) -> tuple[Element, ...]:
        places = {widget.id: index for index, widget in enumerate(widgets)}
        return tuple(
            Element(
                index=index,
                id=widget.id,
                text=widget.text,
                description="",
                role=widget.role,
                bounds=self._bounds(widget),
                clickable=widget.role in ("button", "textfield"),
                focused=phone.focused and widget.id == "title",
                visible=self._visible(phone, widget),
                value=widget.value,
                scrollable=widget.role == "list",
                package=widget.package,
                parent=None if widget.parent is None else places[widget.parent],
            )
            for index, widget in enumerate(widgets)
        )

    def _visible(self, phone: ToyPhone, widget: Widget) -> bool:
        left, top, right, bottom = widget.box
        x, y = (left + right) / 2, (top + bottom) / 2
        if not (0 <= x < phone.width and 0 <= y < phone.height):
            return False
        hit = next((w for w in reversed(phone.widgets()) if _inside(w, x, y)), None)
        return hit is not None and (hit.id == widget.id or hit.parent == widget.id)

    def _draw(self, phone: ToyPhone, widgets: list[Widget]) -> NDArray[np.uint8]:
        theme = phone.settings.theme
        size = (self._screen.width, self._screen.height)
        image = Image.new("RGB", size, _PAPER[theme])
        draw = ImageDraw.Draw(image)
        for widget in widgets:
            left, top, right, bottom = self._bounds(widget)
            if not self._visible(phone, widget) or right - left < 2 or bottom - top < 2:
                continue
            outline = _INK[theme] if widget.role != "text" else None
            draw.rectangle((left, top, right - 1, bottom - 1), _PAPER[theme], outline)
            # Pillow's built-in font has no glyphs beyond Latin-1.
            text = widget.text[:40].encode("latin-1", "replace").decode("latin-1")
            draw.text((left + 4, top + 4), text, fill=_INK[theme])
        return np.asarray(image).copy()


def _inside(widget: Widget, x: float, y: float) -> bool:
    return all(
        box is None or (box[0] <= x < box[2] and box[1] <= y < box[3])
        for box in (widget.box, widget.clip)
    )


def make(**options: Any) -> FakeDevice:
    """Make a fake device; the registry's entry."""
    return FakeDevice(**options)
