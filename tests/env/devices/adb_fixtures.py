"""Phones behind the genuine adb, on a server that no other program uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapworld_env.devices.adbd import AdbDaemon, Phone
from tapworld_env.devices.emulator.adb_server import PrivateAdbServer
from tapworld_env.devices.fake import FakeDevice
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import Snapshot

__all__ = ["SMALL", "Served", "adb_server", "served"]

SMALL = Screen(412, 915, 1.0)


class Served:
    """A toy phone behind adb, connected."""

    def __init__(self, server: PrivateAdbServer, snapshot: Snapshot) -> None:
        self.server = server
        self.device = FakeDevice(screen=SMALL)
        self.phone = Phone(self.device, name="toy", snapshot=snapshot)
        self.daemon = AdbDaemon([self.phone])
        self.serial = self.daemon.addresses[0]
        self.faults = self.phone.faults

    def adb(self, *args: str) -> str:
        """Run adb for this phone; return what it printed."""
        return self.server.adb("-s", self.serial, *args)

    def shell(self, line: str) -> tuple[str, int]:
        """Run a line in the phone's shell by the genuine adb; return output and exit code."""
        client = self.server.client(10.0)
        done = client.device(self.serial).shell2(line, v2=True, timeout=10.0)
        return str(done.output), done.returncode

    def close(self) -> None:
        self.server.adb("disconnect", self.serial)
        self.daemon.close()


@pytest.fixture(scope="session")
def adb_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdbServer]:
    home: Path = tmp_path_factory.mktemp("adb")
    with PrivateAdbServer(home) as server:
        yield server


@pytest.fixture
def served(adb_server: PrivateAdbServer, toy_snapshot: Snapshot) -> Iterator[Served]:
    made = Served(adb_server, toy_snapshot)
    assert "connected to" in adb_server.adb("connect", made.serial)
    yield made
    made.close()
