"""Work for the pool that misbehaves on purpose; in a module that workers can import."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapworld_env.devices.base import Device


def echo(device: Device, job: Any, attempt: int, phase: Callable[[Any], None]) -> Any:
    return job


def hang_in_the_agent(device: Device, job: Any, attempt: int, phase: Callable[[Any], None]) -> Any:
    phase("agent")
    signal.pause()


@dataclass(frozen=True)
class HangOnce:
    """Hangs at the first attempt of the job ``hang``."""

    folder: str

    def __call__(self, device: Device, job: Any, attempt: int, phase: Callable[[Any], None]) -> Any:
        if job == "hang" and _first(Path(self.folder) / "hung"):
            signal.pause()
        return job


@dataclass(frozen=True)
class DieOnce:
    """Kills its own process at the first attempt of the job ``die``."""

    folder: str

    def __call__(self, device: Device, job: Any, attempt: int, phase: Callable[[Any], None]) -> Any:
        if job == "die" and _first(Path(self.folder) / "died"):
            os.kill(os.getpid(), signal.SIGKILL)
        return job


def _first(mark: Path) -> bool:
    if mark.exists():
        return False
    mark.touch()
    return True
