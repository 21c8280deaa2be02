"""``input``: taps, swipes, keys, text."""

from __future__ import annotations

from tapworld_env.actions import (
    Action,
    Back,
    Clear,
    Drag,
    Enter,
    LongPress,
    Recents,
    Swipe,
    Tap,
    Type,
)
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed
from tapworld_env.errors import ActionRejected

__all__ = ["COMMANDS", "LONG_PRESS_MS", "carry", "drag", "perform", "press_key"]

LONG_PRESS_MS = 500
# What a device's own long press takes.
HOLD_MS = 600
_STILL_PX = 12.0
_SOURCES = {"touchscreen", "keyboard", "mouse", "stylus", "trackball", "dpad", "touchpad"}
# Keys that change nothing on a phone whose screen is always on and which makes no sound.
_SILENT = {
    "MENU": 82, "POWER": 26, "SLEEP": 223, "WAKEUP": 224, "VOLUME_UP": 24, "VOLUME_DOWN": 25,
    "VOLUME_MUTE": 164, "ESCAPE": 111, "MOVE_END": 123, "MOVE_HOME": 122,
}  # fmt: skip
_KEYS = {
    "HOME": 3, "BACK": 4, "ENTER": 66, "NUMPAD_ENTER": 160, "APP_SWITCH": 187, "CLEAR": 28,
    "SPACE": 62, "DEL": 67, **_SILENT,
}  # fmt: skip
_CODES = {code: name for name, code in _KEYS.items()}


def perform(phone: Phone, action: Action) -> bool:
    """Carry out what a finger or key does; ``False`` when it met nothing, which is no error.

    Android delivers events whether or not anything reacts; the device's own complaint, such as
    a key without a focused field, goes to the phone's log.
    """
    try:
        phone.act(action)
    except ActionRejected as error:
        phone.note(f"{action.kind} met nothing: {error}")
        return False
    return True


def press_key(phone: Phone, name: str) -> bool:
    """Press a key by its name without ``KEYCODE_``; ``False`` when there is no such key."""
    if name in _SILENT:
        phone.note(f"key {name}")
    elif name == "HOME":
        phone.home()
    elif name == "BACK":
        perform(phone, Back())
    elif name == "APP_SWITCH":
        perform(phone, Recents())
    elif name in ("ENTER", "NUMPAD_ENTER"):
        perform(phone, Enter())
    elif name == "CLEAR":
        perform(phone, Clear())
    elif name == "SPACE":
        perform(phone, Type(" "))
    elif name == "DEL":
        _backspace(phone)
    else:
        return False
    return True


def _backspace(phone: Phone) -> None:
    """Take off the last character: a device knows no caret."""
    focused = next((e for e in phone.elements() if e.focused and e.value), None)
    if focused is not None and focused.value and perform(phone, Clear()) and focused.value[:-1]:
        perform(phone, Type(focused.value[:-1]))


def key_name(text: str) -> str:
    """Android's key name of a name or number.

    >>> key_name("4"), key_name("KEYCODE_HOME")
    ('BACK', 'HOME')
    """
    if text.isdecimal():
        return _CODES.get(int(text), text)
    return text.upper().removeprefix("KEYCODE_")


def drag(phone: Phone, start: tuple[float, float], end: tuple[float, float], ms: int) -> None:
    """Move a finger; without movement it is a tap or, held long enough, a long press."""
    moved = max(abs(start[0] - end[0]), abs(start[1] - end[1]))
    if moved > _STILL_PX:
        perform(phone, Swipe(*start, *end, ms))
    elif ms >= LONG_PRESS_MS:
        # A key that is held repeats for as long as it is.
        longer = Swipe(*start, *start, ms) if ms > HOLD_MS else LongPress(*start)
        perform(phone, longer)
    else:
        perform(phone, Tap(*start))


def carry(phone: Phone, start: tuple[float, float], end: tuple[float, float], ms: int) -> None:
    """Hold until the long press fires, then move."""
    perform(phone, Drag(*start, *end, ms))


def _input(call: Call) -> int:
    args = list(call.args)
    if args and args[0] in _SOURCES:
        args.pop(0)
    if len(args) >= 2 and args[0] == "-d":
        if args[1] != "0":
            raise CommandFailed(f"Error: Invalid display id {args[1]}", 255)
        args = args[2:]
    kind, *rest = args or [""]
    handler = _KINDS.get(kind)
    if handler is None:
        raise CommandFailed(f"Error: Unknown command: {kind or 'none'}", 255)
    handler(call, rest)
    return 0


def _numbers(kind: str, args: list[str], least: int, most: int) -> list[float]:
    if not least <= len(args) <= most:
        raise CommandFailed(f"Error: Invalid arguments for command: {kind}", 255)
    try:
        return [float(arg) for arg in args]
    except ValueError as error:
        raise CommandFailed(f"Error: {error}", 255) from error


def _tap(call: Call, args: list[str]) -> None:
    x, y = _numbers("tap", args, 2, 2)
    perform(call.phone, Tap(x, y))


def _swipe(call: Call, args: list[str]) -> None:
    x1, y1, x2, y2, *ms = _numbers("swipe", args, 4, 5)
    drag(call.phone, (x1, y1), (x2, y2), int(ms[0]) if ms else 300)


def _drag(call: Call, args: list[str]) -> None:
    x1, y1, x2, y2, *ms = _numbers("draganddrop", args, 4, 5)
    carry(call.phone, (x1, y1), (x2, y2), int(ms[0]) if ms else 300)


def _key(call: Call, args: list[str]) -> None:
    names = [arg for arg in args if arg not in ("--longpress", "--doubletap")]
    if not names:
        raise CommandFailed("Error: Invalid arguments for command: keyevent", 255)
    for text in names:
        if not press_key(call.phone, key_name(text)):
            raise CommandFailed(f"Error: Unknown keycode: {text}: this phone has no such key", 255)


def _text(call: Call, args: list[str]) -> None:
    if len(args) != 1:
        raise CommandFailed("Error: Invalid arguments for command: text", 255)
    text = args[0].replace("%s", " ")
    if not text.isascii():
        # What Android prints: the key map of the virtual keyboard has ASCII only.
        raise CommandFailed(
            "Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt "
            "to get length of null array\n\tat com.android.server.input.InputShellCommand.sendText"
            "(InputShellCommand.java)",
            255,
        )
    perform(call.phone, Type(text))


_KINDS = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag,
    "keyevent": _key,
    "text": _text,
}
COMMANDS: dict[str, Command] = {"input": _input}
