"""One driver a phone: a lock on this machine, by the phone's serial."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["Lease"]


class Lease:
    """Holds the first free phone of several until it is released or the process ends.

    Raises:
        EnvironmentSetupError: All of them are being driven.
    """

    def __init__(self, serials: Sequence[str], port: int) -> None:
        for serial in serials:
            name = re.sub(r"[^\w.-]", "_", serial)
            path = Path(tempfile.gettempdir()) / f"tapworld-{os.getuid()}-{port}-{name}.lock"
            file = path.open("a")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                continue
            self.serial = serial
            self._file: IO[str] = file
            return
        raise EnvironmentSetupError(
            f"every one of {', '.join(serials)} is driven by another environment; name more "
            f"phones, or use fewer workers"
        )

    def release(self) -> None:
        """Let others have the phone; safe to call twice."""
        self._file.close()
