"""``echo``, ``true``, ``false``, ``sleep``, ``id``, ``grep``, ``head``, ``tail``, ``logcat``."""

from __future__ import annotations

import re

from tapworld_env.actions import Wait
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed

__all__ = ["COMMANDS"]


def _echo(call: Call) -> int:
    words = list(call.args)
    end = "\n"
    if words[:1] == ["-n"]:
        words.pop(0)
        end = ""
    call.out(" ".join(words) + end)
    return 0


def _sleep(call: Call) -> int:
    """Let the phone's time pass: that of a handset is not the wall's."""
    try:
        seconds = float(call.args[0])
    except (IndexError, ValueError) as error:
        raise CommandFailed("sleep: usage: sleep SECONDS") from error
    call.phone.act(Wait(round(seconds * 1000)))
    return 0


def _id(call: Call) -> int:
    if call.user is not None:
        uid = call.phone.uid(call.user)
        name = f"u0_a{uid - 10_000}"
    else:
        uid, name = (0, "root") if call.phone.root else (2000, "shell")
    if call.args == ["-u"]:
        call.out(f"{uid}\n")
    elif not call.args:
        call.out(f"uid={uid}({name}) gid={uid}({name})\n")
    else:
        raise CommandFailed("id: this phone knows only -u")
    return 0


def _grep(call: Call) -> int:
    flags = {letter for arg in call.args if arg.startswith("-") for letter in arg[1:]}
    words = [arg for arg in call.args if not arg.startswith("-")]
    if flags - set("Eiqv") or len(words) != 1:
        raise CommandFailed("grep: this phone knows grep [-Eiqv] PATTERN, on a pipe", 2)
    try:
        pattern = re.compile(words[0], re.IGNORECASE if "i" in flags else 0)
    except re.error as error:
        raise CommandFailed(f"grep: bad pattern: {error}", 2) from error
    lines = call.stdin.decode("utf-8", "replace").splitlines()
    found = [line for line in lines if bool(pattern.search(line)) != ("v" in flags)]
    if "q" not in flags:
        call.out("".join(line + "\n" for line in found))
    return 0 if found else 1


def _ends(first: bool) -> Command:
    def run(call: Call) -> int:
        args = [arg for arg in call.args if arg != "-n"]
        count = int(args[0].lstrip("-")) if args and args[0].lstrip("-").isdecimal() else 10
        lines = call.stdin.splitlines(keepends=True)
        call.out(b"".join(lines[:count] if first else lines[-count:] if count else []))
        return 0

    return run


def _logcat(call: Call) -> int:
    args = call.args
    if args in (["-c"], ["--clear"]):
        call.phone.log.clear()
        return 0
    if "-d" not in args and "-t" not in args:
        raise CommandFailed("logcat: this phone's log does not follow; ask for it with -d or -t N")
    count = int(args[args.index("-t") + 1]) if "-t" in args else len(call.phone.log)
    lines = list(call.phone.log)[-count:] if count else []
    call.out("".join(f"01-01 00:00:00.000  1  1 I tapworld: {line}\n" for line in lines))
    return 0


COMMANDS: dict[str, Command] = {
    "echo": _echo,
    "true": lambda call: 0,
    ":": lambda call: 0,
    "false": lambda call: 1,
    "exit": lambda call: int(call.args[0]) if call.args else 0,
    "sleep": _sleep,
    "id": _id,
    "whoami": lambda call: call.out("root\n" if call.phone.root else "shell\n") or 0,
    "grep": _grep,
    "head": _ends(first=True),
    "tail": _ends(first=False),
    "logcat": _logcat,
}
