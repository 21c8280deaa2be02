"""Files: ``ls``, ``cat``, ``cp``, ``mv``, ``rm``, ``mkdir``, ``stat``, ``md5sum``, ``run-as``."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tapworld_env.devices.adbd.files import FileError, StoredFile, package_of
from tapworld_env.devices.adbd.shell import Call, Command, CommandFailed

__all__ = ["COMMANDS"]


def _split(call: Call, known: str) -> tuple[set[str], list[str]]:
    """Flags (single letters) and operands."""
    flags: set[str] = set()
    operands: list[str] = []
    for arg in call.args:
        if arg.startswith("-") and len(arg) > 1:
            flags |= set(arg[1:])
        else:
            operands.append(arg)
    unknown = flags - set(known)
    if unknown:
        raise CommandFailed(f"Unknown option '{min(unknown)}'")
    return flags, operands


def _need(operands: list[str], count: int) -> list[str]:
    if len(operands) < count:
        raise CommandFailed(f"Needs {count} argument{'s' if count > 1 else ''}")
    return operands


def _ls(call: Call) -> int:
    flags, operands = _split(call, "1adlnAZ")
    code = 0
    for operand in operands or ["."]:
        try:
            path = call.path(operand)
            files = call.phone.files
            if files.is_folder(path) and "d" not in flags:
                names = files.names(path)
                lines = [_line(call, posixpath.join(path, n), n, flags) for n in names]
            else:
                if not files.is_folder(path):
                    files.read(path)
                lines = [_line(call, path, operand, flags)]
            call.out("".join(line + "\n" for line in lines))
        except FileError as error:
            call.err(f"ls: {operand}: {error}")
            code = 1
    return code


def _line(call: Call, path: str, shown: str, flags: set[str]) -> str:
    if not flags & {"l", "n"}:
        return shown
    file = call.phone.files.get(path)
    if file is None:
        return f"drwxrwx--x 2 shell shell     4096 2023-11-14 22:13 {shown}"
    owner, _, group = file.owner.partition(":")
    bits = "".join(
        letter if file.mode >> (8 - place) & 1 else "-" for place, letter in enumerate("rwxrwxrwx")
    )
    return f"-{bits} 1 {owner} {group} {len(file.content):8d} 2023-11-14 22:13 {shown}"


def _read(call: Call, operand: str) -> bytes:
    content = call.phone.files.read(call.path(operand)).content
    if call.phone.faults.strikes("torn_reads"):
        return content[: len(content) // 2]
    return content


def _cat(call: Call) -> int:
    _, operands = _split(call, "")
    if not operands:
        call.out(call.stdin)
    for operand in operands:
        call.out(_read(call, operand))
    return 0


def _copy(call: Call) -> int:
    flags, operands = _split(call, "fpRr")
    if flags & set("rR"):
        raise CommandFailed("this phone copies no folders")
    source, target = _need(operands, 2)[:2]
    file = call.phone.files.read(call.path(source))
    path = _target(call, source, target)
    owner = "shell:shell"
    if call.phone.root:
        owner = "root:root"
    if call.user is not None:
        owner = _owner(call, call.user)
    call.phone.files.write(path, replace(file, owner=owner, mtime=call.phone.now_s))
    return 0


def _target(call: Call, source: str, target: str) -> str:
    path = call.path(target)
    if call.phone.files.is_folder(path):
        path = posixpath.join(path, posixpath.basename(source))
    call.phone.check_writable(path)
    return path


def _move(call: Call) -> int:
    _, operands = _split(call, "f")
    source, target = _need(operands, 2)[:2]
    start = call.path(source)
    call.phone.check_writable(start)
    file = call.phone.files.read(start)
    path = _target(call, source, target)
    call.phone.files.remove(start)
    call.phone.files.write(path, file)
    return 0


def _remove(call: Call) -> int:
    flags, operands = _split(call, "frR")
    if not operands and "f" not in flags:
        raise CommandFailed("Needs 1 argument")
    for operand in operands:
        path = call.path(operand)
        call.phone.check_writable(path)
        try:
            call.phone.files.remove(path, recursive=bool(flags & set("rR")))
        except FileError as error:
            if "f" not in flags or str(error) != "No such file or directory":
                raise
    return 0


def _make_folder(call: Call) -> int:
    flags, operands = _split(call, "p")
    for operand in _need(operands, 1):
        call.phone.files.make_folder(call.path(operand), parents="p" in flags)
    return 0


def _change(call: Call, count: int, change: Callable[[StoredFile, str], StoredFile]) -> int:
    _, operands = _split(call, "Rf")
    value, *targets = _need(operands, count)
    for operand in targets:
        path = call.path(operand)
        file = call.phone.files.get(path)
        if file is not None:
            call.phone.files.write(path, change(file, value))
        elif not call.phone.files.is_folder(path):
            raise FileError("No such file or directory")
    return 0


def _chmod(call: Call) -> int:
    def change(file: StoredFile, value: str) -> StoredFile:
        try:
            return replace(file, mode=int(value, 8))
        except ValueError as error:
            raise CommandFailed(f"bad mode '{value}'; this phone takes octal ones") from error

    return _change(call, 2, change)


def _chown(call: Call) -> int:
    if not call.phone.root:
        raise CommandFailed(
            f"chown: '{call.args[-1] if call.args else ''}': Operation not permitted"
        )
    return _change(call, 2, lambda file, value: replace(file, owner=value))


def _restorecon(call: Call) -> int:
    _, operands = _split(call, "RF")
    if not call.phone.root:
        raise CommandFailed(f"restorecon: {' '.join(operands)}: Permission denied")
    for operand in operands:
        call.path(operand)
    return 0


def _owner(call: Call, app: str) -> str:
    uid = call.phone.uid(app)
    return f"{uid}:{uid}"


def _stat(call: Call) -> int:
    if len(call.args) != 3 or call.args[0] != "-c":
        raise CommandFailed("usage: stat -c FORMAT FILE; this phone knows no other form")
    path = (
        call.path(call.args[2]) if call.phone.app(call.args[2].rsplit("/", 1)[-1]) is None else ""
    )
    if not path:
        # The folder of an app itself may be looked at by everyone.
        app = call.phone.app(call.args[2].rsplit("/", 1)[-1]) or ""
        owner, size, mode = _owner(call, app), 4096, 0o700
    elif call.phone.files.is_folder(path):
        owner, size, mode = "shell:shell", 4096, 0o771
    else:
        file = call.phone.files.read(path)
        owner, size, mode = file.owner, len(file.content), file.mode
    uid, _, gid = owner.partition(":")
    shown = call.args[1]
    for mark, value in (("%u", uid), ("%g", gid), ("%s", size), ("%a", f"{mode:o}")):
        shown = shown.replace(mark, str(value))
    if "%" in shown:
        raise CommandFailed(f"stat: this phone knows %u, %g, %s and %a, not {call.args[1]!r}")
    call.out(shown + "\n")
    return 0


def _sum(name: str) -> Command:
    def run(call: Call) -> int:
        code = 0
        for operand in call.args:
            try:
                content = call.phone.files.read(call.path(operand)).content
            except FileError as error:
                call.err(f"{name}sum: {operand}: {error}")
                code = 1
                continue
            digest: Any = hashlib.new(name, content, usedforsecurity=False)
            call.out(f"{digest.hexdigest()}  {operand}\n")
        return code

    return run


def _test(call: Call) -> int:
    args = [arg for arg in call.args if arg != "]"]
    if len(args) != 2 or args[0] not in ("-e", "-f", "-d"):
        raise CommandFailed("test: this phone knows -e, -f and -d", 2)
    path = call.path(args[1])
    file, folder = call.phone.files.get(path) is not None, call.phone.files.is_folder(path)
    return 0 if {"-e": file or folder, "-f": file, "-d": folder}[args[0]] else 1


def _run_as(call: Call) -> int:
    if len(call.args) < 2:
        raise CommandFailed("run-as: usage: run-as <package-name> <command>")
    package, *command = call.args
    app = call.phone.app(package)
    if app is None:
        raise CommandFailed(f"run-as: unknown package: {package}")
    return call.run(command, user=app, folder=f"/data/data/{package_of(app)}")


def _toybox(call: Call) -> int:
    if not call.args or call.args[0] not in _TOYBOX:
        raise CommandFailed(f"toybox: Unknown command {' '.join(call.args[:1])}", 127)
    return _TOYBOX[call.args[0]](Call(
        call.phone, call.args[1:], call.stdin, call.user, call.folder, call.output
    ))  # fmt: skip


_TOYBOX: dict[str, Command] = {
    "ls": _ls,
    "cat": _cat,
    "cp": _copy,
    "mv": _move,
    "rm": _remove,
    "mkdir": _make_folder,
    "chmod": _chmod,
    "chown": _chown,
    "restorecon": _restorecon,
    "stat": _stat,
    "md5sum": _sum("md5"),
    "sha256sum": _sum("sha256"),
    "test": _test,
}
COMMANDS: dict[str, Command] = {**_TOYBOX, "[": _test, "run-as": _run_as, "toybox": _toybox}
