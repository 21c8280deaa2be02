"""A handset driven through adb within one process: server, genuine adb and client in one device.

For comparing the way through adb with the direct one; it is slower than the handset itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tapworld_env.devices.adbd.daemon import AdbDaemon
from tapworld_env.devices.adbd.phone import Phone
from tapworld_env.devices.base import Device
from tapworld_env.devices.emulator.adb_server import PrivateAdbServer
from tapworld_env.devices.emulator.device import EmulatorDevice
from tapworld_env.devices.registry import make_device
from tapworld_env.observations import Screen

__all__ = ["LoopbackDevice"]


class LoopbackDevice(EmulatorDevice):
    """An emulator device over a phone that it serves itself.

    Args:
        serves: Kind of the device to serve.
        screen: Its screen.
        device_options: Its further options.
        **options: Of the emulator device.
    """

    def __init__(
        self,
        *,
        serves: str = "handset",
        screen: Screen | None = None,
        device_options: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self._ends: list[Callable[[], None]] = []
        try:
            served = self._serve(serves, screen or Screen(), device_options or {})
            folder = tempfile.TemporaryDirectory(prefix="tapworld-adb-")
            self._ends.append(folder.cleanup)
            server = PrivateAdbServer(Path(folder.name))
            self._ends.append(server.close)
            super().__init__(served, screen=screen or Screen(), server_port=server.port, **options)
        except BaseException:
            self._end()
            raise

    def close(self) -> None:
        """Close the device, the adb server and the phone."""
        super().close()
        self._end()

    def _serve(self, kind: str, screen: Screen, options: dict[str, Any]) -> str:
        device: Device = make_device(kind, screen=screen, **options)
        daemon = AdbDaemon([Phone(device, name="loopback")])
        self._ends.append(daemon.close)
        self.phone = daemon.phones[0]
        return daemon.addresses[0]

    def _end(self) -> None:
        while self._ends:
            self._ends.pop()()
