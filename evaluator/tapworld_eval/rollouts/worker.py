"""A worker process: one phone, one job after another."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from ctypes import c_int
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from tapworld_env.errors import DeviceError, EnvironmentSetupError
from tapworld_eval.errors import TapworldEvalError
from tapworld_eval.rollouts.jobs import DeviceSpec, Gave, Work
from tapworld_scenarios.errors import EnvironmentFault, TapworldScenariosError

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device

__all__ = ["AGENT", "DEVICE", "worker_main"]

DEVICE, AGENT = 0, 1  # who is at work, as the watchdog reads it


class _Phone:
    """The worker's phone, made when first needed and after every fault."""

    def __init__(self, spec: DeviceSpec) -> None:
        self._spec = spec
        self._device: Device | None = None

    def get(self) -> Device:
        if self._device is None:
            self._device = self._spec.make()
        return self._device

    def drop(self) -> None:
        if self._device is not None:
            # A phone that failed may fail to close, too; its process group dies with the worker.
            with contextlib.suppress(DeviceError, OSError):
                self._device.close()
            self._device = None


def worker_main(pipe: Connection, spec: DeviceSpec, work: Work, at_work: Any) -> None:
    """Serve jobs from a pipe until ``None`` comes or the other end is gone.

    Args:
        pipe: Gives ``(job, attempt)`` and takes :class:`Gave`.
        spec: The phone to make.
        work: What to do with phone and job.
        at_work: Shared integer, :data:`DEVICE` or :data:`AGENT`.
    """
    # A group of its own: Ctrl-C in the terminal reaches only the main process, and killing the
    # group takes the browser along.
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    phone = _Phone(spec)

    def phase(name: str) -> None:
        at_work.value = AGENT if name == "agent" else DEVICE

    try:
        for job, attempt in _jobs(pipe):
            phase("device")
            try:
                device = phone.get()
                pipe.send(Gave("begun"))
                gave = Gave("result", work(device, job, attempt, phase))
            except (DeviceError, EnvironmentFault) as error:
                gave = Gave("fault", (type(error).__name__, str(error)))
                phone.drop()
            except (EnvironmentSetupError, TapworldEvalError, TapworldScenariosError) as error:
                gave = Gave("fatal", (type(error).__name__, str(error)))
            pipe.send(gave)
    except BrokenPipeError:
        pass  # the main process is gone: nothing is left to do but to close the phone
    finally:
        phone.drop()


def _end_with_the_parent() -> None:
    """End this process's group once the main process is gone, however that came to its end.

    The pipe tells it only between two jobs, and a job may last long or hang.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        # Chromium ends with its pipe, and its own shell removes the folder.
        os.killpg(0, signal.SIGKILL)


def _jobs(pipe: Connection) -> Iterator[tuple[Any, int]]:
    while True:
        try:
            message = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        if message is None:
            return
        yield message


def shared_int(context: Any) -> c_int:
    """An integer that both processes see, without a lock: one writes, one reads."""
    return context.Value(c_int, DEVICE, lock=False)
