"""``am``, ``monkey``, ``ps`` and ``pidof``: starting, stopping and finding apps."""

from __future__ import annotations

from tapworld_env.devices.adbd.files import package_of
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed
from tapworld_env.errors import ActionRejected

__all__ = ["ACTIVITY", "COMMANDS"]

ACTIVITY = ".MainActivity"
_VALUE_OPTIONS = {"-a", "-c", "-d", "-t", "-f", "-n", "-p", "--user", "--activity-brought-to-front"}
# Broadcasts that drivers send and that change nothing here: the clock and the network are fixed.
_BROADCASTS = {"android.intent.action.AIRPLANE_MODE", "com.android.systemui.demo"}


def _am(call: Call) -> int:
    kind, *args = call.args or [""]
    if kind in ("start", "start-activity"):
        return _start(call, args)
    if kind in ("force-stop", "kill"):
        return _stop(call, args)
    if kind == "broadcast":
        return _broadcast(call, args)
    raise CommandFailed(f"Error: unknown command '{kind}' for am on this phone", 255)


def _options(args: list[str]) -> tuple[dict[str, str], list[str]]:
    """Options with a value, and the rest."""
    values: dict[str, str] = {}
    rest: list[str] = []
    place = 0
    while place < len(args):
        if args[place] in _VALUE_OPTIONS and place + 1 < len(args):
            values[args[place]] = args[place + 1]
            place += 2
        else:
            rest.append(args[place])
            place += 1
    return values, rest


def _start(call: Call, args: list[str]) -> int:
    values, rest = _options(args)
    unknown = [arg for arg in rest if arg.startswith("-") and arg not in ("-W", "-S")]
    if unknown:
        raise CommandFailed(f"Error: Unknown option: {unknown[0]}", 255)
    if values.get("-c") == "android.intent.category.HOME":
        call.phone.home()
        call.out("Starting: Intent { act=android.intent.action.MAIN }\n")
        return 0
    component = values.get("-n") or (rest[-1] if rest and "/" in rest[-1] else None)
    if component is None:
        what = values.get("-d") or values.get("-a") or "nothing"
        raise CommandFailed(
            f"Error: Activity not started, unable to resolve Intent {{ dat={what} }}"
        )
    package, _, activity = component.partition("/")
    app = call.phone.app(package)
    full = f"{package}{activity}" if activity.startswith(".") else activity
    call.out(f"Starting: Intent {{ cmp={package}/{activity} }}\n")
    if app is None or full != f"{package}{ACTIVITY}" or app in call.phone.disabled:
        call.out("Error type 3\n")
        call.out(f"Error: Activity class {{{package}/{full}}} does not exist.\n")
        return 1
    if "-S" in rest:
        call.phone.stop(app)
    return _bring(call, app)


def _bring(call: Call, app: str) -> int:
    try:
        call.phone.start(app)
    except ActionRejected as error:
        raise CommandFailed(f"Error: {package_of(app)} cannot start: {error}") from error
    return 0


def _stop(call: Call, args: list[str]) -> int:
    _, rest = _options(args)
    if not rest:
        raise CommandFailed("Error: no package given", 255)
    app = call.phone.app(rest[-1])
    if app is not None:
        call.phone.stop(app)
    return 0


def _broadcast(call: Call, args: list[str]) -> int:
    action = _options(args)[0].get("-a", "")
    if action not in _BROADCASTS:
        raise CommandFailed(f"Error: nobody on this phone receives the broadcast {action!r}", 1)
    call.out(f"Broadcasting: Intent {{ act={action} }}\nBroadcast completed: result=0\n")
    return 0


def _monkey(call: Call) -> int:
    values, rest = _options(call.args)
    package = values.get("-p", "")
    if rest[-1:] != ["1"] or values.get("-c") != "android.intent.category.LAUNCHER":
        raise CommandFailed(
            "** Error: this phone's monkey only launches: -p PKG -c LAUNCHER 1", 255
        )
    app = call.phone.app(package)
    if app is None or app in call.phone.disabled:
        call.out("** No activities found to run, monkey aborted.\n")
        return 252
    code = _bring(call, app)
    call.out("Events injected: 1\n")
    return code


def _ps(call: Call) -> int:
    call.phone.foreground()  # a start from the launcher counts too
    call.out("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\n")
    call.out("root             1     0   10000   1000 0                   0 S init\n")
    for app in sorted(call.phone.running):
        pid = call.phone.uid(app)
        call.out(f"u0_a{pid - 10_000} {pid} 1 100000 10000 0 0 S {package_of(app)}\n")
    return 0


def _pidof(call: Call) -> int:
    call.phone.foreground()
    app = call.phone.app(call.args[-1]) if call.args else None
    if app is None or app not in call.phone.running:
        return 1
    call.out(f"{call.phone.uid(app)}\n")
    return 0


COMMANDS: dict[str, Command] = {"am": _am, "monkey": _monkey, "ps": _ps, "pidof": _pidof}
