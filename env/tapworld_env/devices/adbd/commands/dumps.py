"""``dumpsys``: the lines of it that adbutils, uiautomator2 and the emulator device read."""

from __future__ import annotations

from tapworld_env.devices.adbd.commands.activities import ACTIVITY
from tapworld_env.devices.adbd.files import package_of
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed

__all__ = ["COMMANDS", "front_component"]

_LAUNCHER = "com.android.launcher3"


def front_component(phone: Phone) -> tuple[str, str]:
    """Package and activity in front."""
    front = phone.foreground()
    if front == "recents":
        return _LAUNCHER, "com.android.quickstep.RecentsActivity"
    if front not in phone.apps:
        return _LAUNCHER, f"{_LAUNCHER}.uioverrides.QuickstepLauncher"
    return package_of(front), package_of(front) + ACTIVITY


def _window(call: Call) -> None:
    package, activity = front_component(call.phone)
    call.out(
        "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
        f"  mCurrentFocus=Window{{1a2b3c4 u0 {package}/{activity}}}\n"
        f"  mFocusedApp=ActivityRecord{{5d6e7f8 u0 {package}/{activity} t1}}\n"
    )


def _activity(call: Call) -> None:
    package, activity = front_component(call.phone)
    app = call.phone.app(package)
    pid = call.phone.uid(app) if app is not None else 1
    if call.args[1:] == ["top"]:
        call.out(f"  ACTIVITY {package}/{activity} 5d6e7f8 pid={pid}\n")
    elif call.args[1:] in ([], ["activities"]):
        call.out(
            "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
            f"    mResumedActivity: ActivityRecord{{5d6e7f8 u0 {package}/{activity} t1}}\n"
        )
    else:
        raise CommandFailed(f"Bad activity command: {' '.join(call.args[1:])}")


def _display(call: Call) -> None:
    screen = call.phone.device.screen
    size = f"deviceWidth={screen.width}, deviceHeight={screen.height}"
    call.out(
        "DISPLAY MANAGER (dumpsys display)\n"
        "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:0', physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - "
        f"{screen.width}, {screen.height}), {size}}}]\n"
        f"  real {screen.width} x {screen.height}, density {round(screen.density * 160)}\n"
    )


def _input(call: Call) -> None:
    screen = call.phone.device.screen
    call.out(
        "INPUT MANAGER (dumpsys input)\n"
        "    Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0, "
        f"logicalFrame=[0, 0, {screen.width}, {screen.height}], physicalFrame=[0, 0, "
        f"{screen.width}, {screen.height}], deviceSize=[{screen.width}, {screen.height}], "
        "isActive=[1]\n"
    )


def _package(call: Call) -> None:
    app = call.phone.app(call.args[1]) if len(call.args) > 1 else None
    if app is None:
        call.out(f"Unable to find package: {' '.join(call.args[1:])}\n")
        return
    call.out(
        f"Packages:\n  Package [{package_of(app)}] (1a2b3c4):\n"
        f"    userId={call.phone.uid(app)}\n"
        "    versionCode=1 minSdk=24 targetSdk=36\n    versionName=0.1.0\n"
        "    flags=[ DEBUGGABLE HAS_CODE ]\n    pkgFlags=[ DEBUGGABLE HAS_CODE ]\n"
        "    firstInstallTime=2023-11-14 22:13:20\n    lastUpdateTime=2023-11-14 22:13:20\n"
        "    signatures=PackageSignatures{1a2b3c4 version:2, signatures:[00000000], past "
        "signatures:[]}\n"
    )


def _power(call: Call) -> None:
    call.out(
        "POWER MANAGER (dumpsys power)\n  mHoldingDisplaySuspendBlocker=true\n"
        "  mWakefulness=Awake\n"
    )


def _battery(call: Call) -> None:
    call.out(
        "Current Battery Service state:\n  AC powered: true\n  USB powered: false\n"
        "  Wireless powered: false\n  status: 2\n  health: 2\n  present: true\n  level: 100\n"
        "  scale: 100\n  voltage: 4200\n  temperature: 250\n  technology: Li-ion\n"
    )


def _surface(call: Call) -> None:
    if call.args[1:] != ["--display-id"]:
        raise CommandFailed("dumpsys: this phone's SurfaceFlinger only tells --display-id")
    call.out('Display 0 (HWC display 0): port=0 pnpId=TPW displayName="handset"\n')


def _input_method(call: Call) -> None:
    call.out(
        f"  mCurMethodId=org.tapworld.shell/.SoftKeyboard\n  mInputShown={_typing(call.phone)}\n"
    )


def _typing(phone: Phone) -> str:
    focused = any(e.focused and e.role == "textfield" for e in phone.elements())
    return "true" if focused else "false"


_SERVICES = {
    "window": _window,
    "activity": _activity,
    "display": _display,
    "input": _input,
    "package": _package,
    "power": _power,
    "battery": _battery,
    "SurfaceFlinger": _surface,
    "input_method": _input_method,
}


def _dumpsys(call: Call) -> int:
    service = _SERVICES.get(call.args[0] if call.args else "")
    if service is None:
        raise CommandFailed(f"Can't find service: {' '.join(call.args[:1])}", 1)
    service(call)
    return 0


COMMANDS: dict[str, Command] = {"dumpsys": _dumpsys}
