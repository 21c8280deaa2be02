"""The doctor, with each thing missing or broken in turn."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import stat
import threading
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapworld_env.errors import EnvironmentSetupError
from tapworld_eval.cli import checks, checks_optional
from tapworld_eval.cli.check import Check
from tapworld_eval.cli.main import main
from tapworld_scenarios.errors import CatalogError, CertificateError

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A path with nothing on it but what a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)


def assert_mends(check: Check, status: str, found: str, fix: str) -> None:
    assert (check.status, found in check.found, fix in check.fix) == (status, True, True), check


# What every run needs


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        ([Check("a", "ok", "there"), Check("b", "absent", "not there", "install b")], 0),
        ([Check("a", "warn", "little", "more")], 0),
        ([Check("a", "ok", "there"), Check("b", "fail", "gone", "bring b back")], 1),
    ],
)
def test_the_exit_code_says_whether_handsets_can_run(
    findings: list[Check],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(checks, "run_checks", lambda: findings)
    for arguments in (["doctor"], ["doctor", "--json"]):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == code
        shown = capsys.readouterr().out
        for check in findings:
            assert check.found in shown
            assert check.fix in shown
    data = json.loads(shown)
    assert data["ready"] == (code == 0)
    assert [set(check) for check in data["checks"]] == [{"name", "status", "found", "fix"}] * len(
        findings
    )


def test_a_browser_that_is_missing_or_does_not_start(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAPWORLD_CHROMIUM", raising=False)
    assert_mends(checks._chromium(), "fail", "Chromium", "apt-get install chromium-headless-shell")
    program(programs, "chromium", "exit 3")
    assert_mends(checks._chromium(), "fail", "does not start", "TAPWORLD_CHROMIUM")
    program(programs, "chromium", "echo Chromium 150")
    assert checks._chromium().status == "ok"


def test_how_pictures_are_taken(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAPWORLD_CHROMIUM", raising=False)
    assert_mends(checks._pictures(), "warn", "by the browser", "chromium-shell xvfb")
    program(programs, "chromium-shell", "exit 0")
    assert checks._pictures().status == "warn"
    program(programs, "Xvfb", "exit 0")
    assert checks._pictures().status == "ok"
    assert "chromium-shell" in checks._chromium().found
    monkeypatch.setenv("TAPWORLD_CHROMIUM", "/bin/true")
    assert "TAPWORLD_CHROMIUM names" in checks._pictures().found


def test_a_phone_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise EnvironmentSetupError("no page")

    monkeypatch.setattr(checks, "make_device", fails)
    assert_mends(checks._phone(), "fail", "no page", "above")


def test_apps_that_are_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_BUNDLE", tmp_path)
    assert_mends(checks._bundle(), "fail", "no web bundle", "make apps")
    assert_mends(checks._fonts(), "fail", "no fonts", "make apps")


def test_scripts_without_a_font(programs: Path) -> None:
    assert_mends(checks._scripts(), "warn", "no fc-list", "fonts-noto-cjk")
    program(programs, "fc-list", '[ "$1" = :lang=ja ] || echo Noto')
    assert_mends(checks._scripts(), "warn", "as boxes: Japanese", "fonts-noto-cjk")
    program(programs, "fc-list", "echo Noto")
    assert checks._scripts().status == "ok"


def test_a_sqlite_that_lacks_what_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(checks._FEATURES, "time travel", "SELECT nosuch()")
    assert_mends(checks._sqlite(), "fail", "without time travel", "SQLite 3.37")
    assert sqlite3.sqlite_version in checks._sqlite().found


@pytest.mark.parametrize(
    ("error", "fix"),
    [(CertificateError("stale"), "tapworld check"), (CatalogError("torn"), "correct the file")],
)
def test_certificates_that_do_not_fit(
    error: Exception, fix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Any) -> None:
        raise error

    monkeypatch.setattr(checks, "read_certificates", fails)
    assert_mends(checks._certificates(), "fail", str(error), fix)


def test_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(60 << 20, 0, 5 << 20))
    assert_mends(checks._disk(), "warn", "0.0 GB free", "free some space")
    assert_mends(checks._shared_memory(), "warn", "63 MB", "--shm-size")
    monkeypatch.setattr(os, "sysconf", lambda name: 1000)
    assert_mends(checks._memory(), "warn", "0.0 of 0.0 GB", "--workers")


# What only some uses need


def test_node_is_needed_only_for_building(programs: Path) -> None:
    assert_mends(checks_optional.node(built=True), "absent", "only building", "nodejs npm")
    assert_mends(checks_optional.node(built=False), "fail", "must be built", "nodejs npm")
    program(programs, "node", "echo v18.1.0")
    assert_mends(checks_optional.node(built=False), "fail", "v18.1.0 is too old", "20.19")
    program(programs, "node", "echo nonsense")
    assert_mends(checks_optional.node(built=True), "absent", "nonsense", "20.19")
    program(programs, "node", "echo v20.19.1")
    assert_mends(checks_optional.node(built=True), "absent", "without npm", "install npm")
    program(programs, "npm", "")
    assert checks_optional.node(built=True).status == "ok"


def test_docker_without_client_daemon_or_compose(programs: Path) -> None:
    assert_mends(checks_optional.docker(), "absent", "only containers", "docker.io")
    program(programs, "docker", "echo Cannot connect to the Docker daemon >&2; exit 1")
    assert_mends(checks_optional.docker(), "warn", "Cannot connect", "systemctl start docker")
    program(programs, "docker", "echo permission denied >&2; exit 1")
    assert_mends(checks_optional.docker(), "warn", "denied", "usermod -aG docker")
    program(programs, "docker", '[ "$1" = version ] && echo 20.10')
    assert_mends(checks_optional.docker(), "warn", "20.10 without compose", "docker-compose")
    program(programs, "docker-compose", "")
    assert checks_optional.docker().status == "ok"


def test_kvm_missing_closed_or_useless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_optional, "_KVM", tmp_path / "kvm")
    assert_mends(checks_optional.kvm(), "absent", "no ", "--device /dev/kvm")
    (tmp_path / "kvm").write_bytes(b"")  # takes none of KVM's requests
    assert_mends(checks_optional.kvm(), "warn", "makes no machine", "nested virtualisation")

    def closed(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", closed)
    assert_mends(checks_optional.kvm(), "warn", "not open to you", "usermod -aG kvm")


@pytest.mark.parametrize(("version", "status"), [(12, "ok"), (11, "warn")])
def test_kvm_there(
    version: int, status: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks_optional, "_KVM", tmp_path / "kvm")
    (tmp_path / "kvm").write_bytes(b"")
    answers = {0xAE00: version, 0xAE01: os.open(tmp_path, os.O_RDONLY)}
    monkeypatch.setattr("fcntl.ioctl", lambda _, request, __: answers[request])
    assert checks_optional.kvm().status == status


def test_an_emulator_missing_or_without_avd(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANDROID_HOME", raising=False)
    monkeypatch.delenv("ANDROID_SDK_ROOT", raising=False)
    monkeypatch.setenv("ANDROID_AVD_HOME", str(tmp_path / "avd"))
    assert_mends(checks_optional.emulator(), "absent", "no Android emulator", "sdkmanager")
    program(programs, "emulator", "")
    assert_mends(checks_optional.emulator(), "warn", "no AVD", "avdmanager create avd")
    (tmp_path / "avd").mkdir()
    (tmp_path / "avd" / "pixel.ini").write_text("")
    assert_mends(checks_optional.emulator(), "ok", "with pixel", "")


def test_adb_that_does_not_start(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks_optional.adb().status == "ok"
    broken = programs / "adb"
    program(programs, "adb", "echo cannot execute >&2; exit 1")
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(broken))
    assert_mends(checks_optional.adb(), "warn", "cannot execute", "ADBUTILS_ADB_PATH")
    broken.chmod(stat.S_IRUSR)
    broken.unlink()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A port on which somebody listens who is no adb server."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        ended = threading.Event()

        def hang_up() -> None:
            while not ended.is_set():
                try:
                    server.accept()[0].close()
                except TimeoutError:
                    continue

        thread = threading.Thread(target=hang_up)
        thread.start()
        yield server
        ended.set()
        thread.join()


def test_ports_that_others_hold(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    port = listener.getsockname()[1]
    even = port - port % 2
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
    monkeypatch.setattr(checks_optional, "_EMULATOR_PORTS", range(even, even + 2))
    monkeypatch.setattr(checks_optional, "_VNC_PORTS", range(port, port + 1))
    adb, emulators, vnc = checks_optional.ports()
    assert_mends(adb, "warn", f"another program than adb listens on {port}", "ADB_SERVER_PORT=5038")
    assert_mends(emulators, "warn", f"0 pairs of {even}-{even + 1}", "end other emulators")
    assert_mends(vnc, "warn", str(port), "-p 127.0.0.1:5910:5900")


def test_ports_that_are_free_or_adbs_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tapworld_env.devices.emulator.adb_server import PrivateAdbServer, free_port

    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(free_port()))
    assert_mends(checks_optional.ports()[0], "ok", "is free", "")
    with PrivateAdbServer(tmp_path) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        assert_mends(checks_optional.ports()[0], "ok", "an adb server listens", "")


def test_every_thing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "_phone", lambda: Check("phone", "ok", "skipped here"))
    names = [check.name for check in checks.run_checks()]
    wanted = {
        "python", "sqlite", "chromium", "pictures", "bundle", "fonts", "scripts", "phone",
        "catalogue", "certificates", "disk", "memory", "shared memory", "node", "adb", "kvm",
        "emulator", "docker", "port of adb", "ports of emulators", "ports of VNC",
    }  # fmt: skip
    assert set(names) == wanted
    assert len(names) == len(wanted)
