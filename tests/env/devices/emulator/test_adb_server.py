from __future__ import annotations

from pathlib import Path

import pytest

from tapworld_env.devices.emulator.adb_server import AdbServer, PrivateAdbServer, free_port
from tapworld_env.errors import EnvironmentSetupError


class Racing(AdbServer):
    """A server that another process starts between the question and our own start."""

    answers = (False, True)

    @property
    def running(self) -> bool:
        first, *rest = self.answers
        self.answers = (*rest, first)
        return first


def failing_adb(folder: Path) -> str:
    program = folder / "adb"
    program.write_text("#!/bin/sh\necho 'Address already in use' >&2\nexit 1\n")
    program.chmod(0o755)
    return str(program)


def test_who_loses_the_race_for_the_server_uses_the_winners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADBUTILS_ADB_PATH", failing_adb(tmp_path))
    Racing(free_port()).start()


def test_a_server_that_does_not_start_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADBUTILS_ADB_PATH", failing_adb(tmp_path))
    with pytest.raises(EnvironmentSetupError, match="Address already in use"):
        AdbServer(free_port()).start()


def test_starting_twice_starts_once(tmp_path: Path) -> None:
    with PrivateAdbServer(tmp_path) as server:
        server.start()
        assert server.running
