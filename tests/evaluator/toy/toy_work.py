"""Work for the pool that misbehaves on purpose; in a module that workers can import."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tapworld_env.actions import Action
from tapworld_env.devices.base import Device
from tapworld_eval.rollouts.runner import EpisodeWork


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


@dataclass(frozen=True)
class KillBrowserOnce:
    """Kills the browser under the handset after the third action of the first attempt."""

    inner: EpisodeWork
    folder: str

    def __call__(self, device: Device, job: Any, attempt: int, phase: Callable[[Any], None]) -> Any:
        if _first(Path(self.folder) / "killed"):
            carry_out, actions = device.act, iter(range(100))

            def act(action: Action) -> None:
                carry_out(action)
                if next(actions) == 2:
                    kill_browser()

            device.act = act  # type: ignore[method-assign]
        return self.inner(device, job, attempt, phase)


def kill_browser() -> None:
    """Kill every browser process that this process started."""
    for process in psutil.Process().children(recursive=True):
        # Whoever is killed first takes others with it, before their turn comes.
        with contextlib.suppress(psutil.NoSuchProcess):
            if "chrom" in process.name():
                process.kill()


def _first(mark: Path) -> bool:
    if mark.exists():
        return False
    mark.touch()
    return True
