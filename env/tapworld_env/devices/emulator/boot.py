"""Starting emulators that share one AVD, and waiting until they are usable."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tapworld_env.devices.emulator.adb_server import AdbServer
from tapworld_env.devices.emulator.link import Link
from tapworld_env.devices.emulator.preflight import (
    allocate_ports,
    grpc_port,
    preflight,
    survey,
)
from tapworld_env.errors import DeviceError, DeviceTimeout, EnvironmentSetupError

__all__ = ["Emulator", "EmulatorOptions", "emulator_command", "start_emulators", "wait_for_boot"]

_TAIL_BYTES = 4000
_PAUSE_S = 0.5
_STOP_TIMEOUT_S = 20.0
# What makes an emulator still, headless and repeatable.
_FLAGS = (
    "-no-window", "-no-boot-anim", "-no-audio", "-no-snapshot-save", "-no-metrics",
    "-gpu", "swiftshader_indirect", "-camera-back", "none", "-camera-front", "none",
    "-skip-adb-auth",
)  # fmt: skip


@dataclass(frozen=True)
class EmulatorOptions:
    """How emulators are started.

    Attributes:
        avd: Name of the AVD.
        avd_home: Folder of the AVDs.
        snapshot: Saved state to start from; a cold boot when ``None``.
        memory_mb: Of each Android.
        boot_timeout_s: Longest wait until the launcher shows.
        log_folder: Where each emulator's log is written.
    """

    avd: str = "tapworld"
    avd_home: Path = field(default_factory=lambda: Path("~/.android/avd").expanduser())
    snapshot: str | None = None
    memory_mb: int = 2048
    boot_timeout_s: float = 180.0
    log_folder: Path = Path()


def emulator_command(
    program: str, options: EmulatorOptions, port: int, *, shared: bool
) -> list[str]:
    """The command line of one emulator.

    Args:
        program: Path of the emulator.
        options: See there.
        port: Console port; adb's is the next, and gRPC's follows from it.
        shared: Whether other emulators run from the same AVD, which none may then write.
    """
    command = [program, "-avd", options.avd, "-port", str(port), "-memory", str(options.memory_mb)]
    # With a port of its own an emulator offers gRPC only when told so.
    command += ["-grpc", str(grpc_port(port)), "-grpc-use-token"]
    if options.snapshot is None:
        command.append("-no-snapshot-load")
    else:
        command += ["-snapshot", options.snapshot, "-force-snapshot-load"]
    if shared:
        command.append("-read-only")
    return [*command, *_FLAGS]


class Emulator:
    """One running emulator."""

    def __init__(self, command: list[str], port: int, log: Path) -> None:
        self.serial = f"emulator-{port}"
        self._log = log
        with log.open("wb") as out:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
            )

    def log_tail(self) -> str:
        """The end of its log."""
        return self._log.read_bytes()[-_TAIL_BYTES:].decode("utf-8", "replace").strip()

    def require_alive(self) -> None:
        """Raise when it has ended.

        Raises:
            EnvironmentSetupError: With the end of its log.
        """
        code = self._process.poll()
        if code is not None:
            raise EnvironmentSetupError(
                f"{self.serial} ended with code {code}; its log ends:\n{self.log_tail()}"
            )

    def close(self) -> None:
        """End it; safe to call twice."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def __enter__(self) -> Self:
        """Return the emulator itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """End it."""
        self.close()


def start_emulators(count: int, options: EmulatorOptions, server: AdbServer) -> list[Emulator]:
    """Start emulators and wait until all are usable.

    Raises:
        EnvironmentSetupError: The machine cannot run them, or one ended.
        DeviceTimeout: One did not boot in time.
    """
    program = preflight(survey(options.avd_home), count)
    ports = allocate_ports(count, _is_free)
    server.start()
    started: list[Emulator] = []
    try:
        for port in ports:
            command = emulator_command(program, options, port, shared=count > 1)
            log = options.log_folder / f"emulator-{port}.log"
            started.append(Emulator(command, port, log))
        for emulator in started:
            wait_for_boot(emulator, server, options.boot_timeout_s)
    except BaseException:
        for emulator in started:
            emulator.close()
        raise
    return started


def wait_for_boot(emulator: Emulator, server: AdbServer, timeout_s: float) -> None:
    """Wait for adb, the boot, the package manager and the launcher, in this order.

    Raises:
        EnvironmentSetupError: The emulator ended.
        DeviceTimeout: Names what did not come, with the end of the emulator's log.
    """
    deadline = time.monotonic() + timeout_s
    link: Link | None = None
    stages: list[tuple[str, Callable[[Link], bool]]] = [
        ("the boot", lambda on: on.shell("getprop sys.boot_completed")[0].strip() == b"1"),
        ("the package manager", lambda on: b"package:" in on.shell("pm list packages")[0]),
        (
            "the launcher",
            lambda on: b"auncher" in on.shell("dumpsys window | grep mCurrentFocus")[0],
        ),
    ]
    waiting_for = "adb"
    while time.monotonic() < deadline:
        emulator.require_alive()
        try:
            link = link or Link(server, emulator.serial, timeout_s=10.0, patience_s=_PAUSE_S)
            while stages and stages[0][1](link):
                stages.pop(0)
            if not stages:
                return
            waiting_for = stages[0][0]
        except DeviceError as error:
            # While it boots, services come and go.
            waiting_for = f"{stages[0][0]} ({error})"
        time.sleep(_PAUSE_S)
    raise DeviceTimeout(
        f"{emulator.serial}: {waiting_for} did not come within {timeout_s:g} s; the emulator's "
        f"log ends:\n{emulator.log_tail()}"
    )


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
