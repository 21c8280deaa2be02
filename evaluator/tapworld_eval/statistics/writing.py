"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from tapworld_eval.statistics.errors import OutputError

__all__ = ["write_file"]


def write_file(target: Path, write: Callable[[str], None]) -> Path:
    """Let ``write`` fill a temporary file in the target's folder, then rename it.

    Args:
        target: The file; replaced if there. Missing folders are made.
        write: Takes the temporary file's path, which has the target's suffix.

    Raises:
        OutputError: The folder or file cannot be written.
    """
    temporary: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.stem}.", suffix=target.suffix
        )
        os.close(handle)
        temporary = Path(name)
        write(name)
        temporary.replace(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(f"{target}: cannot be written: {reason}; name another file") from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
    return target
