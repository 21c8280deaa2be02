"""All that a program started, told by a mark in the environment that children inherit."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import psutil

__all__ = ["MarkedProgram", "wait_until"]

_VARIABLE = "TAPWORLD_TEST_MARK"


def wait_until(what: Callable[[], bool], seconds: float = 60.0) -> bool:
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


class MarkedProgram:
    """A Python program with a temporary folder of its own; ``left()`` says what outlived it."""

    def __init__(self, arguments: list[str], folder: Path) -> None:
        self._folder = folder / "temporary"
        self._folder.mkdir()
        self._mark = uuid.uuid4().hex
        path = os.pathsep.join(entry for entry in sys.path if entry)
        marked = {_VARIABLE: self._mark, "TMPDIR": str(self._folder), "PYTHONPATH": path}
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            env={**os.environ, **marked},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def read_until(self, word: str) -> None:
        assert self.process.stdout is not None
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            if word in line:
                return
        raise AssertionError(f"the program ended without {word!r}: {''.join(seen)}")

    def family(self) -> list[psutil.Process]:
        """The program and all its descendants, also those whose parent has ended."""
        return [process for process in psutil.process_iter() if self._is_ours(process)]

    def browsers(self) -> int:
        return sum("--remote-debugging-pipe=cbor" in _command(p) for p in self.family())

    def left(self) -> list[str]:
        """Commands of living processes and names of temporary files."""
        # Waited for by nobody but this test, else it stays as a zombie.
        self.process.poll()
        commands = [" ".join(_command(process))[:200] for process in self.family()]
        return commands + [path.name for path in self._folder.iterdir()]

    def kill(self) -> None:
        for process in self.family():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _is_ours(self, process: psutil.Process) -> bool:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return False
            # Chromium's children write their title over their environment: they name the folder.
            if any(str(self._folder) in part for part in process.cmdline()):
                return True
            return process.environ().get(_VARIABLE) == self._mark
        except psutil.Error:
            return False


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []
