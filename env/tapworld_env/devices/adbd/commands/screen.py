"""``screencap`` and ``uiautomator dump``."""

from __future__ import annotations

import struct

import numpy as np

from tapworld_env.devices.adbd.files import StoredFile
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed
from tapworld_env.ui_xml import elements_to_xml

__all__ = ["COMMANDS", "raw_picture"]

_RGBA_8888, _SRGB = 1, 1
_DUMP = "/sdcard/window_dump.xml"


def raw_picture(call: Call) -> bytes:
    """The screen as Android's raw ``screencap``: width, height, format, colour space, RGBA rows."""
    pixels = call.phone.pixels()
    height, width, _ = pixels.shape
    rgba = np.full((height, width, 4), 255, np.uint8)
    rgba[:, :, :3] = pixels
    return struct.pack("<4I", width, height, _RGBA_8888, _SRGB) + rgba.tobytes()


def _screencap(call: Call) -> int:
    args = list(call.args)
    png = "-p" in args
    if "-d" in args:
        place = args.index("-d")
        if args[place + 1 : place + 2] != ["0"]:
            raise CommandFailed(f"Display Id '{' '.join(args[place + 1 :])}' is not valid.")
        del args[place : place + 2]
    names = [arg for arg in args if arg != "-p"]
    if any(name.startswith("-") for name in names) or len(names) > 1:
        raise CommandFailed("usage: screencap [-p] [-d 0] [FILENAME]")
    png = png or bool(names and names[0].endswith(".png"))
    content = call.phone.picture() if png else raw_picture(call)
    if names:
        call.phone.files.write(call.path(names[0]), StoredFile(content, 0o660, call.phone.now_s))
    else:
        call.out(content)
    return 0


def _uiautomator(call: Call) -> int:
    kind, *args = call.args or [""]
    if kind != "dump":
        raise CommandFailed(f"Error: this phone's uiautomator only dumps, not {kind!r}")
    names = [arg for arg in args if arg not in ("--compressed", "--windows")]
    target = names[0] if names else _DUMP
    content = elements_to_xml(call.phone.elements()).encode()
    if target == "/dev/tty":
        call.out(content)
    else:
        call.phone.files.write(call.path(target), StoredFile(content, 0o660, call.phone.now_s))
    call.out(f"UI hierchary dumped to: {target}\n")
    return 0


COMMANDS: dict[str, Command] = {"screencap": _screencap, "uiautomator": _uiautomator}
