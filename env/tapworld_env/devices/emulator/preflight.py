"""Whether this machine can run N emulators, before the first one is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["Machine", "allocate_ports", "grpc_port", "preflight", "survey"]

# Of one emulator at 1080x2400 with 2 GB for Android, and of its overlay on a read-only AVD.
_MEMORY_MB, _DISK_MB = 3072, 2048
# adb's own scan looks at consoles on the even ports from 5554 to 5584 only.
_FIRST_PORT, _LAST_PORT = 5554, 5584
# The emulator's own default is 8554 beside the console 5554.
_GRPC_DISTANCE = 3000


@dataclass(frozen=True)
class Machine:
    """What matters of a machine.

    Attributes:
        emulator: Path of the emulator, or ``None``.
        kvm: ``"ok"``, ``"missing"`` or ``"forbidden"``.
        free_memory_mb: Memory that is available.
        free_disk_mb: Space where AVDs are kept.
    """

    emulator: str | None
    kvm: str
    free_memory_mb: int
    free_disk_mb: int


def survey(avd_home: Path) -> Machine:
    """Look at this machine."""
    sdk = os.environ.get("ANDROID_HOME") or os.environ.get("ANDROID_SDK_ROOT")
    found = shutil.which("emulator") or (
        shutil.which("emulator", path=str(Path(sdk) / "emulator")) if sdk else None
    )
    device = Path("/dev/kvm")
    kvm = "missing"
    if device.exists():
        kvm = "ok" if os.access(device, os.R_OK | os.W_OK) else "forbidden"
    memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    there = next(p for p in (avd_home, *avd_home.parents) if p.exists())
    return Machine(found, kvm, memory, shutil.disk_usage(there).free >> 20)


def preflight(machine: Machine, count: int) -> str:
    """Check that so many emulators can run; return the emulator's path.

    Raises:
        EnvironmentSetupError: Names everything that is in the way, each with what to do.

    >>> preflight(Machine("/sdk/emulator", "ok", 8000, 9000), 2)
    '/sdk/emulator'
    """
    faults = []
    if machine.emulator is None:
        faults.append("there is no emulator: install it with sdkmanager and set ANDROID_HOME")
    if machine.kvm == "missing":
        faults.append(
            "/dev/kvm is missing: x86_64 images are not usable without it; turn virtualisation "
            "on, or start the container with --device /dev/kvm"
        )
    elif machine.kvm == "forbidden":
        faults.append("/dev/kvm is not open to you: add yourself to the group kvm")
    if machine.free_memory_mb < count * _MEMORY_MB:
        faults.append(
            f"{count} emulators need {count * _MEMORY_MB} MB of memory, "
            f"{machine.free_memory_mb} are free: run fewer"
        )
    if machine.free_disk_mb < count * _DISK_MB:
        faults.append(
            f"{count} emulators need {count * _DISK_MB} MB of disk, {machine.free_disk_mb} are "
            f"free: make room"
        )
    if faults or machine.emulator is None:
        raise EnvironmentSetupError("no emulator can run here: " + "; ".join(faults))
    return machine.emulator


def grpc_port(console_port: int) -> int:
    """Port of an emulator's gRPC.

    >>> grpc_port(5556)
    8556
    """
    return console_port + _GRPC_DISTANCE


def allocate_ports(count: int, is_free: Callable[[int], bool]) -> list[int]:
    """Choose console ports; each emulator's adb takes the port above its own.

    Raises:
        EnvironmentSetupError: There are not that many pairs of free ports.

    >>> allocate_ports(2, lambda port: port != 5555)
    [5556, 5558]
    """
    pairs = range(_FIRST_PORT, _LAST_PORT + 1, 2)
    free = (port for port in pairs if all(map(is_free, (port, port + 1, grpc_port(port)))))
    found = list(islice(free, count))
    if len(found) < count:
        raise EnvironmentSetupError(
            f"only {len(found)} pairs of ports from {_FIRST_PORT} to {_LAST_PORT + 1} are free, "
            f"{count} are needed: end other emulators"
        )
    return found
