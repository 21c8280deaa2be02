"""Writing files so that a full disk or a read-only folder leaves nothing half-written."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from tapworld_eval.errors import RunFolderError, TapworldEvalError

__all__ = ["folder_errors", "write_whole"]


@contextlib.contextmanager
def folder_errors(place: Path, fault: type[TapworldEvalError] = RunFolderError) -> Iterator[None]:
    """Turn an operating-system error into one that says where, why, and what to do.

    Raises:
        RunFolderError: (or ``fault``) Anything went wrong with the files inside.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise fault(
            f"cannot write {error.filename or place}: {reason}. Free some space, or choose a "
            "folder you may write to with --out; the same command resumes where it stopped"
        ) from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in one piece: a temporary file in the same folder, then a rename.

    Raises:
        RunFolderError: The folder cannot be written to; no half file is left.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    with folder_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
