"""Starting emulators, with a script in the emulator's place."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapworld_env.devices.emulator.boot import (
    Emulator,
    EmulatorOptions,
    emulator_command,
    start_emulators,
    wait_for_boot,
)
from tapworld_env.devices.emulator.preflight import Machine, allocate_ports, preflight, survey
from tapworld_env.errors import DeviceTimeout, EnvironmentSetupError

from ..adb_fixtures import PrivateAdbServer, Served

WAITS = "import signal; print('booting', flush=True); signal.pause()"
GOOD = Machine("/sdk/emulator", "ok", 10_000, 10_000)


@pytest.fixture
def emulator(tmp_path: Path) -> Iterator[Emulator]:
    with Emulator([sys.executable, "-c", WAITS], 5554, tmp_path / "log") as emulator:
        yield emulator


@pytest.mark.parametrize(
    ("machine", "complaint"),
    [
        (Machine(None, "ok", 10_000, 10_000), "sdkmanager"),
        (Machine("e", "missing", 10_000, 10_000), "--device /dev/kvm"),
        (Machine("e", "forbidden", 10_000, 10_000), "group kvm"),
        (Machine("e", "ok", 5_000, 10_000), "2 emulators need 6144 MB of memory, 5000 are free"),
        (Machine("e", "ok", 10_000, 100), "disk"),
    ],
)
def test_what_a_machine_lacks_is_named(machine: Machine, complaint: str) -> None:
    with pytest.raises(EnvironmentSetupError, match=complaint):
        preflight(machine, 2)
    assert preflight(GOOD, 2) == "/sdk/emulator"


def test_this_machine_can_be_surveyed(tmp_path: Path) -> None:
    found = survey(tmp_path / "not" / "yet")
    assert found.free_memory_mb > 0
    assert found.free_disk_mb > 0


def test_ports_come_in_free_pairs() -> None:
    assert allocate_ports(3, lambda port: port not in (5555, 5558)) == [5556, 5560, 5562]
    with pytest.raises(EnvironmentSetupError, match="only 0 pairs"):
        allocate_ports(1, lambda port: port % 2 == 0)


def test_emulators_that_share_an_avd_do_not_write_it() -> None:
    alone = emulator_command("emulator", EmulatorOptions(), 5554, shared=False)
    shared = emulator_command("emulator", EmulatorOptions(snapshot="ready"), 5556, shared=True)
    assert "-read-only" not in alone
    assert "-no-snapshot-load" in alone
    assert "-read-only" in shared
    assert shared[shared.index("-snapshot") + 1] == "ready"
    assert shared[shared.index("-port") + 1] == "5556"
    assert {"-no-window", "-no-snapshot-save"} <= set(alone) & set(shared)


def test_an_emulator_that_ends_shows_its_log(tmp_path: Path, adb_server: PrivateAdbServer) -> None:
    ends = "print('no such AVD'); raise SystemExit(3)"
    with Emulator([sys.executable, "-c", ends], 5554, tmp_path / "log") as emulator:
        emulator._process.wait()
        with pytest.raises(EnvironmentSetupError, match=r"code 3.*\nno such AVD"):
            wait_for_boot(emulator, adb_server, 5)


def test_a_boot_that_does_not_come_is_bounded_and_shows_the_log(
    emulator: Emulator, adb_server: PrivateAdbServer
) -> None:
    emulator.serial = "emulator-5999"
    with pytest.raises(DeviceTimeout, match=r"within 1\.5 s.*\nbooting"):
        wait_for_boot(emulator, adb_server, 1.5)


def test_a_boot_is_over_when_the_launcher_shows(emulator: Emulator, served: Served) -> None:
    emulator.serial = served.serial
    with pytest.raises(DeviceTimeout, match="the launcher did not come"):
        wait_for_boot(emulator, served.server, 1.0)
    served.shell("input keyevent HOME")
    wait_for_boot(emulator, served.server, 5.0)


def test_nothing_is_started_on_a_machine_that_cannot(
    tmp_path: Path, adb_server: PrivateAdbServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ANDROID_HOME", raising=False)
    monkeypatch.delenv("ANDROID_SDK_ROOT", raising=False)
    with pytest.raises(EnvironmentSetupError, match="no emulator"):
        start_emulators(1, EmulatorOptions(avd_home=tmp_path), adb_server)


def test_when_one_emulator_fails_none_is_left(
    tmp_path: Path, adb_server: PrivateAdbServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "emulator"
    program.write_text(f"#!{sys.executable}\nimport sys; print(sys.argv[1:]); sys.exit(7)\n")
    program.chmod(0o755)
    monkeypatch.setattr(
        "tapworld_env.devices.emulator.boot.survey",
        lambda home: Machine(str(program), "ok", 10_000, 10_000),
    )
    options = EmulatorOptions(avd_home=tmp_path, log_folder=tmp_path, boot_timeout_s=20)
    with pytest.raises(EnvironmentSetupError, match="code 7"):
        start_emulators(2, options, adb_server)
    assert "-read-only" in next(tmp_path.glob("emulator-*.log")).read_text()
