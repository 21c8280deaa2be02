"""``pm`` and ``cmd package``: what is installed."""

from __future__ import annotations

from tapworld_env.devices.adbd.commands.activities import ACTIVITY
from tapworld_env.devices.adbd.files import package_of
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed

__all__ = ["COMMANDS", "pm"]

# Android's own words when a policy forbids installing.
_REFUSED = "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]"


def pm(call: Call) -> int:
    """Run ``pm``."""
    kind, *args = call.args or [""]
    handler = _KINDS.get(kind)
    if handler is None:
        raise CommandFailed(f"Error: unknown command '{kind}' for pm on this phone", 255)
    return handler(call, args)


def _list(call: Call, args: list[str]) -> int:
    if not args or args[0] != "packages":
        raise CommandFailed("Error: unknown list type; this phone lists packages", 255)
    flags = {arg for arg in args[1:] if arg.startswith("-")}
    words = [arg for arg in args[1:] if not arg.startswith("-")]
    unknown = flags - {"-3", "-e", "-d", "-s", "-f", "-U"}
    if unknown:
        raise CommandFailed(f"Error: Unknown option: {min(unknown)}", 255)
    shown = [] if "-s" in flags else call.phone.apps
    for app in shown:
        package = package_of(app)
        off = app in call.phone.disabled
        if ("-d" in flags and not off) or ("-e" in flags and off):
            continue
        if all(word in package for word in words):
            prefix = f"/data/app/{package}/base.apk=" if "-f" in flags else ""
            suffix = f" uid:{call.phone.uid(app)}" if "-U" in flags else ""
            call.out(f"package:{prefix}{package}{suffix}\n")
    return 0


def _app(call: Call, args: list[str]) -> str:
    app = call.phone.app(args[-1]) if args else None
    if app is None:
        raise CommandFailed(f"Error: Unknown package: {args[-1] if args else ''}")
    return app


def _path(call: Call, args: list[str]) -> int:
    if not args or call.phone.app(args[-1]) is None:
        return 1
    call.out(f"package:/data/app/{args[-1]}/base.apk\n")
    return 0


def _clear(call: Call, args: list[str]) -> int:
    if not args or call.phone.app(args[-1]) is None:
        call.out("Failed\n")
        return 1
    call.phone.clear_app(_app(call, args))
    call.out("Success\n")
    return 0


def _enable(call: Call, args: list[str]) -> int:
    app = _app(call, args)
    call.phone.disabled.discard(app)
    call.out(f"Package {package_of(app)} new state: enabled\n")
    return 0


def _disable(call: Call, args: list[str]) -> int:
    app = _app(call, args)
    call.phone.disabled.add(app)
    call.out(f"Package {package_of(app)} new state: disabled-user\n")
    return 0


def _install(call: Call, args: list[str]) -> int:
    call.out(_REFUSED + "\n")
    return 1


def _uninstall(call: Call, args: list[str]) -> int:
    call.out("Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
    return 1


def _grant(call: Call, args: list[str]) -> int:
    package = args[0] if args else ""
    if call.phone.app(package) is None:
        raise CommandFailed(
            f"Exception: java.lang.IllegalArgumentException: Unknown package: {package}"
        )
    raise CommandFailed(
        f"Exception: java.lang.SecurityException: Package {package} has not requested permission "
        f"{args[-1]}",
        255,
    )


def _resolve(call: Call, args: list[str]) -> int:
    app = call.phone.app(args[-1]) if args else None
    if app is None:
        call.out("No activity found\n")
        return 1
    call.out(f"priority=0 preferredOrder=0 match=0x108000\n{args[-1]}/{ACTIVITY}\n")
    return 0


_KINDS = {
    "list": _list,
    "path": _path,
    "clear": _clear,
    "enable": _enable,
    "disable-user": _disable,
    "install": _install,
    "install-create": _install,
    "uninstall": _uninstall,
    "grant": _grant,
    "resolve-activity": _resolve,
}
COMMANDS: dict[str, Command] = {"pm": pm}
