"""An append-only file of JSON lines in a folder that one process holds: whole after every crash."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from tapworld_eval.errors import RunFolderError, TapworldEvalError
from tapworld_eval.rollouts.files import folder_errors

__all__ = ["AppendedLines", "FolderLock", "HeldFolder", "whole_lines"]

_LOCK = ".lock"


class FolderLock:
    """A folder held by one process at a time; made if missing.

    Args:
        folder: The folder.
        fault: Which error to raise.

    Raises:
        RunFolderError: (or ``fault``) Another process holds it, or it cannot be written.
    """

    def __init__(self, folder: Path, fault: type[TapworldEvalError] = RunFolderError) -> None:
        with folder_errors(folder, fault):
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / _LOCK).open("w")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._file.close()
            raise fault(f"another process is running in {folder}") from error

    def close(self) -> None:
        """Let go of the folder."""
        self._file.close()


class AppendedLines:
    """A file that grows line by line; a last line that a crash cut short is taken off first.

    Args:
        path: The file; made if missing. Its folder must be held (:class:`FolderLock`).
        fault: Which error to raise.

    Raises:
        RunFolderError: (or ``fault``) It cannot be read or written.
    """

    def __init__(self, path: Path, fault: type[TapworldEvalError] = RunFolderError) -> None:
        self.path = path
        self._fault = fault
        with folder_errors(path, fault):
            self._file = path.open("r+b") if path.exists() else path.open("w+b")
            end = _end_of_last_line(self._file.read())
            self._file.truncate(end)
            self._file.seek(end)

    def __enter__(self) -> AppendedLines:
        """Return the file itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def append(self, line: bytes, *, sync: bool = True) -> None:
        """Add one line (without its end); it is in the file, whole, when this returns.

        Args:
            line: The line.
            sync: Whether it must be on disk by then, also if the power fails.

        Raises:
            RunFolderError: (or the other kind) It cannot be written; the file is as before.
        """
        before = self._file.tell()
        with folder_errors(self.path, self._fault):
            try:
                self._file.write(line + b"\n")
                self._file.flush()
                if sync:
                    os.fsync(self._file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    self._file.truncate(before)
                raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class HeldFolder:
    """A folder with one such file, held until it is let go of; a context manager.

    Args:
        path: The folder; made if missing.
        name: Name of the file.
        accept: Called while the folder is held and before the file is opened; refuses a folder
            that holds something else.
        fault: Which error to raise.

    Raises:
        RunFolderError: (or ``fault``) It cannot be written, or another process holds it.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        accept: Callable[[], None],
        fault: type[TapworldEvalError] = RunFolderError,
    ) -> None:
        self.path = path
        self._lock = FolderLock(path, fault)
        try:
            accept()
            self._lines = AppendedLines(path / name, fault)
        except fault:
            self._lock.close()
            raise

    def __enter__(self) -> Self:
        """Return the folder."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let go of the folder."""
        self._lines.close()
        self._lock.close()


def whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Number (from 1) and content of every line that has its end; none where there is no file."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.endswith(b"\n"):
                yield number, line


def _end_of_last_line(data: bytes) -> int:
    return data.rfind(b"\n") + 1
