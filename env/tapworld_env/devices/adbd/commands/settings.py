"""``settings``, ``getprop``, ``wm``, ``cmd``, ``svc``, ``ime``, ``date``."""

from __future__ import annotations

from tapworld_env.devices.adbd.commands.packages import pm
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed

__all__ = ["COMMANDS", "properties"]

_IME = "org.tapworld.shell/.SoftKeyboard"


def properties(phone: Phone) -> dict[str, str]:
    """The phone's system properties."""
    return {
        "init.svc.bootanim": "stopped",
        "ro.boot.serialno": phone.name,
        "ro.build.version.release": "14",
        "ro.build.version.sdk": "34",
        "ro.debuggable": "1",
        "ro.product.brand": "tapworld",
        "ro.product.cpu.abi": "x86_64",
        "ro.product.device": phone.name,
        "ro.product.manufacturer": "tapworld",
        "ro.product.model": "tapworld handset",
        "ro.product.name": phone.name,
        "ro.serialno": phone.name,
        "ro.tapworld.served": "1",
        "sys.boot_completed": "1",
    }


def _getprop(call: Call) -> int:
    known = properties(call.phone)
    if not call.args:
        call.out("".join(f"[{key}]: [{value}]\n" for key, value in sorted(known.items())))
    else:
        call.out(known.get(call.args[0], "") + "\n")
    return 0


def _settings(call: Call) -> int:
    match call.args:
        case ["put", space, key, value] if space in call.phone.settings:
            call.phone.settings[space][key] = value
        case ["get", space, key] if space in call.phone.settings:
            call.out(_setting(call.phone, space, key) + "\n")
        case ["delete", space, key] if space in call.phone.settings:
            gone = call.phone.settings[space].pop(key, None)
            call.out(f"Deleted {0 if gone is None else 1} rows\n")
        case ["list", space] if space in call.phone.settings:
            known = call.phone.settings[space]
            call.out("".join(f"{key}={value}\n" for key, value in sorted(known.items())))
        case _:
            raise CommandFailed(f"Invalid arguments: settings {' '.join(call.args)}", 255)
    return 0


def _setting(phone: Phone, space: str, key: str) -> str:
    if (space, key) == ("secure", "default_input_method"):
        return phone.settings[space].get(key, _IME)
    return phone.settings[space].get(key, "null")


def _wm(call: Call) -> int:
    screen = call.phone.device.screen
    match call.args:
        case ["size"]:
            call.out(f"Physical size: {screen.width}x{screen.height}\n")
        case ["density"]:
            call.out(f"Physical density: {round(screen.density * 160)}\n")
        case ["size" | "density", "reset"]:
            pass
        case _:
            raise CommandFailed(
                f"Error: wm {' '.join(call.args)}: a served handset's screen is fixed when it is "
                f"made",
                255,
            )
    return 0


def _cmd(call: Call) -> int:
    match call.args:
        case ["package", *rest]:
            return pm(Call(call.phone, rest, call.stdin, call.user, call.folder, call.output))
        case ["connectivity", "airplane-mode", "enable" | "disable" as mode]:
            call.phone.settings["global"]["airplane_mode_on"] = "1" if mode == "enable" else "0"
        case ["connectivity", "airplane-mode"]:
            on = call.phone.settings["global"].get("airplane_mode_on") == "1"
            call.out("enabled\n" if on else "disabled\n")
        case _:
            raise CommandFailed(f"cmd: Can't find service: {' '.join(call.args[:2])}", 20)
    return 0


def _svc(call: Call) -> int:
    match call.args:
        case ["wifi" | "data" | "bluetooth" as name, "enable" | "disable" as mode]:
            call.phone.settings["global"][f"{name}_on"] = "1" if mode == "enable" else "0"
        case ["power", "stayon", "true" | "false" | "usb"]:
            pass
        case _:
            raise CommandFailed(f"svc: unknown command {' '.join(call.args)}", 1)
    return 0


def _ime(call: Call) -> int:
    match call.args:
        case ["list", *flags] if set(flags) <= {"-s", "-a"}:
            call.out(_IME + "\n")
        case ["enable" | "set" | "disable", name] if name == _IME:
            call.out(f"Input method {name}: {call.args[0]} done\n")
        case _:
            raise CommandFailed(f"Error: Unknown input method {' '.join(call.args[1:])}", 255)
    return 0


def _date(call: Call) -> int:
    if not call.args or call.args == ["+%s"]:
        call.out(f"{call.phone.now_s}\n")
        return 0
    if not call.phone.root:
        raise CommandFailed("date: cannot set date: Operation not permitted")
    # The apps read the clock of their launch, and so does the status bar: nothing is to be set.
    call.phone.note(f"date {' '.join(call.args)}")
    return 0


COMMANDS: dict[str, Command] = {
    "getprop": _getprop,
    "settings": _settings,
    "wm": _wm,
    "cmd": _cmd,
    "svc": _svc,
    "ime": _ime,
    "date": _date,
}
