"""What uiautomator2's server on the phone does, method by method (JSON-RPC 2.0)."""

from __future__ import annotations

import base64
import io
import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree import ElementTree

from PIL import Image

from tapworld_env.actions import Clear, Scroll, Tap, Type
from tapworld_env.devices.adbd.commands.dumps import front_component
from tapworld_env.devices.adbd.commands.inputs import (
    carry,
    drag,
    key_name,
    perform,
    press_key,
)
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.selectors import bounds_of, describe, select
from tapworld_env.ui_xml import elements_to_xml

__all__ = ["UiAutomator"]

_STEP_MS = 5
_NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"
_KEYS = {"recent": "APP_SWITCH", "delete": "DEL", "del": "DEL"}
_DOWN, _UP, _MOVE = 0, 1, 2


class RpcError(Exception):
    """An error that goes back to the caller, as Java would put it."""


class UiAutomator:
    """The methods; each runs on the phone's thread."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._touch: tuple[float, tuple[float, float], tuple[float, float]] | None = None

    def handle(self, body: bytes) -> bytes:
        """Answer one request."""
        try:
            request = json.loads(body)
            name, params = request["method"], request.get("params") or []
        except (ValueError, KeyError, TypeError) as error:
            return _answer(None, error={"code": -32700, "message": f"Parse error: {error}"})
        number = request.get("id")
        method = _METHODS.get(name)
        if method is None:
            message = f"method not found: this phone's uiautomator has no {name!r}"
            return _answer(number, error={"code": -32601, "message": message})
        try:
            args = list(params.values()) if isinstance(params, Mapping) else list(params)
            return _answer(number, result=method(self, *args))
        except (RpcError, TypeError, ValueError) as error:
            text = str(error) if isinstance(error, RpcError) else f"java.lang.{error!r}"
            return _answer(number, error={"code": -32001, "message": text, "data": text})

    # Looking

    def _xml(self) -> str:
        return elements_to_xml(self._phone.elements(), hints=True)

    def _select(self, selector: Mapping[str, Any]) -> list[ElementTree.Element]:
        return select(ElementTree.fromstring(self._xml()), selector)

    def _one(self, selector: Mapping[str, Any]) -> ElementTree.Element:
        found = self._select(selector)
        if not found:
            shown = {key: value for key, value in selector.items() if value not in ([], None)}
            raise RpcError(f"{_NOT_FOUND}: UiSelector{shown}")
        return found[0]

    def _device_info(self) -> dict[str, Any]:
        screen = self._phone.device.screen
        package, _ = front_component(self._phone)
        return {
            "currentPackageName": package,
            "displayHeight": screen.height,
            "displayRotation": 0,
            "displaySizeDpX": round(screen.width / screen.density),
            "displaySizeDpY": round(screen.height / screen.density),
            "displayWidth": screen.width,
            "naturalOrientation": True,
            "productName": self._phone.name,
            "screenOn": True,
            "sdkInt": 34,
        }

    def _dump(self, compressed: bool = False, depth: int = 50, active: bool = True) -> str:
        return self._xml()

    def _screenshot(self, scale: float = 1, quality: int = 80) -> str:
        image = Image.fromarray(self._phone.pixels())
        if scale != 1:
            image = image.resize((round(image.width * scale), round(image.height * scale)))
        out = io.BytesIO()
        image.save(out, "JPEG", quality=quality)
        return base64.b64encode(out.getvalue()).decode()

    def _exist(self, selector: Mapping[str, Any], timeout: int = 0) -> bool:
        # Nothing on this phone changes by itself: waiting would show the same.
        return bool(self._select(selector))

    def _gone(self, selector: Mapping[str, Any], timeout: int = 0) -> bool:
        return not self._select(selector)

    def _count(self, selector: Mapping[str, Any]) -> int:
        return len(self._select(selector))

    def _info(self, selector: Mapping[str, Any]) -> dict[str, Any]:
        return describe(self._one(selector))

    def _infos(self, selector: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [describe(node) for node in self._select(selector)]

    # Touching

    def _click(self, *args: Any) -> bool:
        if args and isinstance(args[0], Mapping):
            x, y = _center(self._one(args[0]))
            args = (x, y, *args[1:])
        x, y, *held = args
        drag(self._phone, (x, y), (x, y), int(held[0]) if held else 0)
        return True

    def _inject(self, action: int, x: float, y: float, meta: int = 0) -> bool:
        if action == _DOWN:
            self._touch = (time.monotonic(), (x, y), (x, y))
        elif self._touch is None:
            raise RpcError(
                f"java.lang.IllegalStateException: no finger is down for action {action}"
            )
        elif action == _MOVE:
            self._touch = (self._touch[0], self._touch[1], (x, y))
        elif action == _UP:
            began, start, _ = self._touch
            self._touch = None
            drag(self._phone, start, (x, y), round((time.monotonic() - began) * 1000))
        else:
            raise RpcError(f"java.lang.IllegalArgumentException: unknown action {action}")
        return True

    def _swipe(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        drag(self._phone, (x1, y1), (x2, y2), steps * _STEP_MS)
        return True

    def _drag(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        carry(self._phone, (x1, y1), (x2, y2), steps * _STEP_MS)
        return True

    def _swipe_points(self, points: list[float], steps: int) -> bool:
        if len(points) != 4:
            raise RpcError(
                "java.lang.UnsupportedOperationException: this phone's finger moves from one "
                "point to another, in a straight line"
            )
        x1, y1, x2, y2 = points
        return self._swipe(x1, y1, x2, y2, steps)

    def _scroll(self, selector: Mapping[str, Any], vertical: bool, forward: bool) -> bool:
        x, y = _center(self._one(selector))
        before = self._phone.elements()
        names = ("down", "up") if vertical else ("right", "left")
        perform(self._phone, Scroll(names[0] if forward else names[1], x, y))
        return self._phone.elements() != before

    def _scroll_forward(self, s: Mapping[str, Any], vertical: bool = True, steps: int = 55) -> bool:
        return self._scroll(s, vertical, forward=True)

    def _scroll_backward(
        self, s: Mapping[str, Any], vertical: bool = True, steps: int = 55
    ) -> bool:
        return self._scroll(s, vertical, forward=False)

    def _scroll_to_end(
        self, s: Mapping[str, Any], vertical: bool = True, most: int = 500, steps: int = 55
    ) -> bool:
        return self._scroll_on(s, vertical, True, most)

    def _scroll_to_beginning(
        self, s: Mapping[str, Any], vertical: bool = True, most: int = 500, steps: int = 55
    ) -> bool:
        return self._scroll_on(s, vertical, False, most)

    def _scroll_on(
        self, selector: Mapping[str, Any], vertical: bool, forward: bool, most: int
    ) -> bool:
        for done in range(most):
            if not self._scroll(selector, vertical, forward):
                return done > 0
        return True

    def _scroll_to(
        self, selector: Mapping[str, Any], wanted: Mapping[str, Any], vertical: bool = True
    ) -> bool:
        self._scroll_to_beginning(selector, vertical)
        while not self._select(wanted):
            if not self._scroll(selector, vertical, forward=True):
                return False
        return True

    # Typing

    def _press(self, name: str) -> bool:
        key = _KEYS.get(name, name.upper())
        if not press_key(self._phone, key):
            raise RpcError(f"java.lang.IllegalArgumentException: this phone has no key {name!r}")
        return True

    def _press_code(self, code: int, meta: int = 0) -> bool:
        return self._press(key_name(str(code)))

    def _set_text(self, selector: Mapping[str, Any], text: str) -> bool:
        node = self._one(selector)
        if node.get("focused") != "true":
            perform(self._phone, Tap(*_center(node)))
        perform(self._phone, Clear())
        return not text or perform(self._phone, Type(text))

    def _get_text(self, selector: Mapping[str, Any]) -> str:
        return self._one(selector).get("text") or ""

    def _clear_field(self, selector: Mapping[str, Any]) -> None:
        self._set_text(selector, "")

    def _clear_input(self) -> bool:
        return perform(self._phone, Clear())

    def _set_clipboard(self, label: str | None, text: str) -> None:
        self._phone.clipboard = text

    def _get_clipboard(self) -> str:
        return self._phone.clipboard

    def _paste(self) -> bool:
        text = self._phone.clipboard
        if self._phone.faults.strikes("lost_text"):
            text = text[:-1]
        return perform(self._phone, Type(text))

    # The phone itself

    def _orientation(self, name: str) -> None:
        if name not in ("natural", "n"):
            raise RpcError("java.lang.UnsupportedOperationException: this phone does not turn")

    def _nothing(self, *args: Any) -> bool:
        """For what is so already: the screen is on, and it does not turn."""
        return True

    def _no_toast(self) -> None:
        """A handset's toasts are elements of the screen, not of the system."""


_METHODS: dict[str, Callable[..., Any]] = {
    "clearInputText": UiAutomator._clear_input,
    "clearLastToast": UiAutomator._nothing,
    "clearTextField": UiAutomator._clear_field,
    "click": UiAutomator._click,
    "count": UiAutomator._count,
    "deviceInfo": UiAutomator._device_info,
    "drag": UiAutomator._drag,
    "dumpWindowHierarchy": UiAutomator._dump,
    "exist": UiAutomator._exist,
    "freezeRotation": UiAutomator._nothing,
    "getClipboard": UiAutomator._get_clipboard,
    "getLastToast": UiAutomator._no_toast,
    "getText": UiAutomator._get_text,
    "injectInputEvent": UiAutomator._inject,
    "objInfo": UiAutomator._info,
    "objInfoOfAllInstances": UiAutomator._infos,
    "pasteClipboard": UiAutomator._paste,
    "pressKey": UiAutomator._press,
    "pressKeyCode": UiAutomator._press_code,
    "scrollBackward": UiAutomator._scroll_backward,
    "scrollForward": UiAutomator._scroll_forward,
    "scrollTo": UiAutomator._scroll_to,
    "scrollToBeginning": UiAutomator._scroll_to_beginning,
    "scrollToEnd": UiAutomator._scroll_to_end,
    "setClipboard": UiAutomator._set_clipboard,
    "setOrientation": UiAutomator._orientation,
    "setText": UiAutomator._set_text,
    "sleep": UiAutomator._nothing,
    "swipe": UiAutomator._swipe,
    "swipePoints": UiAutomator._swipe_points,
    "takeScreenshot": UiAutomator._screenshot,
    "waitForExists": UiAutomator._exist,
    "waitUntilGone": UiAutomator._gone,
    "wakeUp": UiAutomator._nothing,
}


def _center(node: ElementTree.Element) -> tuple[int, int]:
    left, top, right, bottom = bounds_of(node)
    return (left + right) // 2, (top + bottom) // 2


def _answer(number: Any, **what: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, **what}, ensure_ascii=False).encode()
