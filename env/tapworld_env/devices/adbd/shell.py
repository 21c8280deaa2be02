"""The part of a shell that drivers use: quotes, ``;``, ``&&``, ``||``, ``|``, ``>``, ``$?``.

Everything else of a shell's syntax is refused with exit code 2: a lenient shell that printed
what it did not understand would let a driver's mistakes pass for success.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tapworld_env.devices.adbd.files import FileError, StoredFile, app_of_path, real_path

if TYPE_CHECKING:
    from tapworld_env.devices.adbd.phone import Phone

__all__ = ["Call", "Command", "CommandFailed", "Output", "ShellSyntaxError", "parse", "run"]

_OPERATORS = ("&&", "||", ">>", "2>&1", "2>/dev/null", "</dev/null", ">", ";", "|", "\n", "&")
_UNSUPPORTED = set("`<(){}*?[~")
_KEYWORDS = {"if", "then", "else", "fi", "for", "while", "until", "do", "done", "case", "function"}


class ShellSyntaxError(Exception):
    """A line this shell does not understand."""


class CommandFailed(Exception):
    """A command's error: what it prints, and its exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


@dataclass
class Output:
    """What commands printed, in order: ``(1, bytes)`` for stdout, ``(2, bytes)`` for stderr."""

    chunks: list[tuple[int, bytes]] = field(default_factory=list)

    def write(self, channel: int, data: bytes) -> None:
        """Append to a channel."""
        if data:
            self.chunks.append((channel, data))

    def channel(self, number: int) -> bytes:
        """All bytes of one channel."""
        return b"".join(data for channel, data in self.chunks if channel == number)


@dataclass
class Call:
    """One command being run.

    Attributes:
        phone: Where.
        args: Its arguments, without its own name.
        stdin: What is piped into it.
        user: App whose user runs it (``run-as``), or ``None`` for the shell.
        folder: The working folder.
    """

    phone: Phone
    args: list[str]
    stdin: bytes = b""
    user: str | None = None
    folder: str = "/"
    output: Output = field(default_factory=Output)

    def out(self, text: str | bytes) -> None:
        """Print to stdout."""
        self.output.write(1, text.encode() if isinstance(text, str) else text)

    def err(self, text: str) -> None:
        """Print a line to stderr."""
        self.output.write(2, f"{text}\n".encode())

    def path(self, text: str) -> str:
        """A path as the command means it; its app's files are brought up to date first.

        Raises:
            FileError: The user may not go there.
        """
        path = real_path(text, self.folder)
        app = app_of_path(path)
        if app is not None:
            if not self.phone.root and self.user != app:
                raise FileError("Permission denied")
            self.phone.sync_files()
        return path

    def run(self, args: list[str], *, user: str | None = None, folder: str | None = None) -> int:
        """Run another command in this one's place."""
        inner = Call(
            self.phone, args[1:], self.stdin, user or self.user, folder or self.folder, self.output
        )
        return _run_command(args[0], inner)


Command = Callable[[Call], int]


@dataclass(frozen=True)
class _Stage:
    """One command of a pipe."""

    words: tuple[str, ...]
    merged: bool = False
    silent: bool = False


@dataclass(frozen=True)
class _Pipe:
    """Stages, where their output goes, and when they run (``;``, ``&&`` or ``||`` before)."""

    stages: tuple[_Stage, ...]
    joined: str
    target: str | None = None
    appends: bool = False


_STATUS = "\ue000"  # stands for $? until the exit code is known


def parse(line: str) -> list[_Pipe]:
    """Read a line.

    Raises:
        ShellSyntaxError: It uses what this shell does not know.

    >>> [p.joined for p in parse("a 'b c' && d | e; echo $?")]
    [';', '&&', ';']
    """
    tokens = _tokens(line)
    pipes: list[_Pipe] = []
    joined = ";"
    stages: list[_Stage] = []
    words: list[str] = []
    merged = silent = appends = False
    target: str | None = None
    place = 0

    def end_stage() -> None:
        nonlocal words, merged, silent
        if not words:
            raise ShellSyntaxError("a command is missing")
        if words[0] in _KEYWORDS or "=" in words[0]:
            raise ShellSyntaxError(f"{words[0]!r}: no control flow and no variables here")
        stages.append(_Stage(tuple(words), merged, silent))
        words, merged, silent = [], False, False

    while place < len(tokens):
        kind, text = tokens[place]
        place += 1
        if kind == "word":
            words.append(text)
        elif text == "2>&1":
            merged = True
        elif text == "2>/dev/null":
            silent = True
        elif text == "</dev/null":
            pass  # what adb appends; commands at the head of a pipe read nothing anyway
        elif text in (">", ">>"):
            if place == len(tokens) or tokens[place][0] != "word":
                raise ShellSyntaxError(f"no file after {text}")
            target, appends = tokens[place][1], text == ">>"
            place += 1
        elif text == "|":
            end_stage()
        elif text == "&":
            raise ShellSyntaxError("no jobs in the background here")
        else:
            if words or stages:
                end_stage()
                pipes.append(_Pipe(tuple(stages), joined, target, appends))
            elif text in ("&&", "||"):
                raise ShellSyntaxError(f"a command is missing before {text}")
            stages, target, appends = [], None, False
            joined = text if text in ("&&", "||") else ";"
    if words or stages:
        end_stage()
        pipes.append(_Pipe(tuple(stages), joined, target, appends))
    elif joined != ";":
        raise ShellSyntaxError(f"a command is missing after {joined}")
    return pipes


def run(
    phone: Phone, line: str, *, user: str | None = None, folder: str = "/"
) -> tuple[Output, int]:
    """Run a line; return what it printed and its exit code."""
    output = Output()
    try:
        pipes = parse(line)
    except ShellSyntaxError as error:
        output.write(2, f"/system/bin/sh: syntax error: {error}: {line!r}\n".encode())
        return output, 2
    code = 0
    for pipe in pipes:
        if (pipe.joined == "&&" and code != 0) or (pipe.joined == "||" and code == 0):
            continue
        code = _run_pipe(phone, pipe, output, code, user, folder)
    return output, code


def _run_pipe(
    phone: Phone, pipe: _Pipe, output: Output, status: int, user: str | None, folder: str
) -> int:
    stdin = b""
    code = 0
    for number, stage in enumerate(pipe.stages):
        words = [word.replace(_STATUS, str(status)) for word in stage.words]
        call = Call(phone, words[1:], stdin, user, folder)
        code = _run_command(words[0], call)
        if stage.merged:
            call.output.chunks = [(1, data) for _, data in call.output.chunks]
        if stage.silent:
            call.output.chunks = [chunk for chunk in call.output.chunks if chunk[0] == 1]
        last = number == len(pipe.stages) - 1
        if last and pipe.target is None:
            output.chunks += call.output.chunks
            continue
        output.write(2, call.output.channel(2))
        stdin = call.output.channel(1)
    if pipe.target is not None and pipe.target != "/dev/null":
        call = Call(phone, [], b"", user, folder)
        try:
            path = call.path(pipe.target)
            phone.check_writable(path)
            before = phone.files.get(path) if pipe.appends else None
            content = (before.content if before else b"") + stdin
            phone.files.write(path, StoredFile(content, 0o660, phone.now_s))
        except FileError as error:
            output.write(2, f"/system/bin/sh: can't create {pipe.target}: {error}\n".encode())
            return 1
    return code


def _run_command(name: str, call: Call) -> int:
    from tapworld_env.devices.adbd.commands import COMMANDS

    command = COMMANDS.get(name.removeprefix("/system/bin/"))
    if command is None:
        call.err(f"/system/bin/sh: {name}: inaccessible or not found")
        return 127
    try:
        return command(call)
    except CommandFailed as error:
        call.err(str(error))
        return error.code
    except FileError as error:
        call.err(f"{name}: {' '.join(call.args)}: {error}")
        return 1


_ESCAPES: Mapping[str, str] = {'"': '"', "\\": "\\", "$": "$", "`": "`"}


def _tokens(line: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    word: list[str] | None = None
    place = 0
    while place < len(line):
        char = line[place]
        operator = next((o for o in _OPERATORS if line.startswith(o, place)), None)
        # A digit belongs to a redirection only at the start of a word.
        if operator is not None and not (operator[0] == "2" and word is not None):
            if word is not None:
                tokens.append(("word", "".join(word)))
                word = None
            tokens.append(("operator", operator))
            place += len(operator)
        elif char in " \t":
            if word is not None:
                tokens.append(("word", "".join(word)))
                word = None
            place += 1
        elif char == "#" and word is None:
            raise ShellSyntaxError("no comments here")
        else:
            text, place = _piece(line, place)
            word = [*(word or []), text]
    if word is not None:
        tokens.append(("word", "".join(word)))
    return tokens


def _piece(line: str, place: int) -> tuple[str, int]:
    """Read a quoted part, an escaped or a plain character, or ``$?``."""
    char = line[place]
    if char == "'":
        end = line.find("'", place + 1)
        if end < 0:
            raise ShellSyntaxError("a quote is not closed")
        return line[place + 1 : end], end + 1
    if char == '"':
        return _double_quoted(line, place + 1)
    if char == "\\":
        if place + 1 == len(line):
            raise ShellSyntaxError("nothing after the last backslash")
        return line[place + 1], place + 2
    if char == "$":
        if line.startswith("$?", place):
            return _STATUS, place + 2
        raise ShellSyntaxError("no variables here but $?")
    if char in _UNSUPPORTED:
        raise ShellSyntaxError(f"{char!r} is not understood here; quote it")
    return char, place + 1


def _double_quoted(line: str, place: int) -> tuple[str, int]:
    out: list[str] = []
    while place < len(line):
        char = line[place]
        if char == '"':
            return "".join(out), place + 1
        if char == "\\" and place + 1 < len(line):
            following = line[place + 1]
            out.append(_ESCAPES.get(following, "\\" + following))
            place += 2
        elif line.startswith("$?", place):
            out.append(_STATUS)
            place += 2
        elif char in "$`":
            raise ShellSyntaxError(f"{char!r} is not understood here; quote it")
        else:
            out.append(char)
            place += 1
    raise ShellSyntaxError("a quote is not closed")
