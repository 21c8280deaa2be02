"""The adb server through which phones are reached: the machine's own, or one for this process."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import adbutils

from tapworld_env.errors import EnvironmentSetupError

__all__ = ["AdbServer", "PrivateAdbServer", "free_port"]

_START_TIMEOUT_S = 20.0
_PROBE_TIMEOUT_S = 1.0
# No USB and no multicast: without them the server starts in 20 ms instead of 3 s, and finds only
# what it is told of.
_QUIET = {"ADB_LIBUSB": "0", "ADB_MDNS": "0"}


def free_port() -> int:
    """A TCP port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class AdbServer:
    """An adb server on this machine; started when it does not run, never killed.

    Args:
        port: Its port; ``ANDROID_ADB_SERVER_PORT`` or adb's default when ``None``.
        environment: Further variables for a server that has to be started.
    """

    def __init__(
        self, port: int | None = None, *, environment: Mapping[str, str] | None = None
    ) -> None:
        self.port = port or int(os.environ.get("ANDROID_ADB_SERVER_PORT", "5037"))
        self._environment = {
            **os.environ,
            **_QUIET,
            **(environment or {}),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
        }

    @property
    def running(self) -> bool:
        """Whether somebody listens on the port."""
        with socket.socket() as probe:
            probe.settimeout(_PROBE_TIMEOUT_S)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def start(self) -> None:
        """Start the server unless it runs.

        Raises:
            EnvironmentSetupError: There is no adb, or its server does not start.
        """
        if self.running:
            return
        try:
            self.adb("start-server", timeout_s=_START_TIMEOUT_S)
        except EnvironmentSetupError:
            # Of several workers that start it in the same moment all but one fail.
            if not self.running:
                raise

    def client(self, timeout_s: float) -> adbutils.AdbClient:
        """A client of the server, which is started if need be."""
        self.start()
        return adbutils.AdbClient("127.0.0.1", self.port, socket_timeout=timeout_s)

    def adb(self, *args: str, timeout_s: float = 10.0) -> str:
        """Run the genuine adb against the server; return what it printed.

        Raises:
            EnvironmentSetupError: It is missing, fails, or takes too long.
        """
        program = adbutils.adb_path()
        try:
            done = subprocess.run(
                [program, *args],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout_s,
                check=True,
            )
        except FileNotFoundError as error:
            raise EnvironmentSetupError(
                f"there is no adb at {program}; reinstall adbutils, or set ADBUTILS_ADB_PATH"
            ) from error
        except subprocess.TimeoutExpired as error:
            raise EnvironmentSetupError(
                f"adb {' '.join(args)} took longer than {timeout_s:g} s on port {self.port}"
            ) from error
        except subprocess.CalledProcessError as error:
            said = (error.stderr + error.stdout).decode("utf-8", "replace").strip()
            raise EnvironmentSetupError(f"adb {' '.join(args)} failed: {said}") from error
        return done.stdout.decode("utf-8", "replace")


class PrivateAdbServer(AdbServer):
    """A server of its own port and home folder, which ends with it.

    Args:
        home: Folder for its key and log.
        environment: Further variables.
    """

    def __init__(self, home: Path, *, environment: Mapping[str, str] | None = None) -> None:
        variables = {"HOME": str(home), "TMPDIR": str(home), **(environment or {})}
        super().__init__(free_port(), environment=variables)
        self.start()

    def close(self) -> None:
        """End the server."""
        if self.running:
            self.adb("kill-server")

    def __enter__(self) -> Self:
        """Return the server itself."""
        return self

    def __exit__(self, *exc: object) -> None:
        """End it."""
        self.close()
