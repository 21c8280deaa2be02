"""What passes between the main process and its workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tapworld_env.observations import Screen

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device

__all__ = ["DeviceSpec", "Failed", "Fault", "Finished", "Gave", "PoolResult", "Work"]


@dataclass(frozen=True)
class DeviceSpec:
    """How a worker makes its phone: :func:`tapworld_env.make_device`'s arguments.

    Attributes:
        kind: Kind of the device.
        screen: Size and density of its screen.
        options: Further options of that kind.
    """

    kind: str = "handset"
    screen: Screen = field(default_factory=Screen)
    options: Mapping[str, Any] = field(default_factory=dict)

    def make(self) -> Device:
        """Make the phone.

        Raises:
            EnvironmentSetupError: It cannot be made here.
        """
        from tapworld_env import make_device

        return make_device(self.kind, screen=self.screen, **self.options)


class Work(Protocol):
    """A picklable callable that does one job on a phone."""

    def __call__(self, device: Device, job: Any, attempt: int, phase: Callable[[Any], None]) -> Any:
        """Do the job; the result is pickled and sent home.

        Raises:
            DeviceError: The phone failed: the job is tried again on a fresh one.
            EnvironmentFault: The phone gave back a broken state: likewise.
        """
        ...


@dataclass(frozen=True)
class Fault:
    """An attempt spoilt by the environment."""

    attempt: int
    kind: str
    message: str


@dataclass(frozen=True)
class Finished:
    """A job came to its end."""

    job: Any
    result: Any
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Failed:
    """A job was given up after every attempt met a fault, or its agent hung.

    Attributes:
        job: The job.
        faults: One per attempt.
        by: ``"device"``, or ``"agent"`` when the watchdog found the agent at work.
    """

    job: Any
    faults: tuple[Fault, ...]
    by: Literal["device", "agent"] = "device"


@dataclass(frozen=True)
class Gave:
    """A worker's message home about the job it was given.

    Attributes:
        status: ``"begun"``: the phone is ready; ``"result"``; ``"fault"``: try again;
            ``"fatal"``: no attempt can succeed.
        value: The result, or ``(kind, message)``.
    """

    status: Literal["begun", "result", "fault", "fatal"]
    value: Any = None


PoolResult = Finished | Failed
