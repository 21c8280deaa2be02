"""The images' shell scripts, run with programs of our own in the place of adb, emulator, docker."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

DOCKER = Path(__file__).parents[2] / "docker"
ENTRY = DOCKER / "emulator-entrypoint.sh"
IMAGE = DOCKER / "emulator-image.sh"
ON_PHONES = DOCKER / "run-on-phones.sh"

ADB = """
case "$*" in
  "shell getprop sys.boot_completed")
    echo poll >> "$STATE/polls"
    [ "$(wc -l < "$STATE/polls")" -ge "${BOOTS_AFTER:-2}" ] && echo 1 ;;
  "shell pm path android") echo package:/system/framework/framework-res.apk ;;
  "shell dumpsys window") echo "mCurrentFocus=Window{1 u0 com.android.launcher3/.Launcher}" ;;
  "install "*) [ -z "${INSTALL_FAILS:-}" ] ;;
  "emu avd snapshot save "*) mkdir -p "$HOME/.android/avd/tapworld.avd/snapshots/ready" ;;
  "emu kill") kill "$(cat "$STATE/emulator.pid")" ;;
esac
"""
EMULATOR = """
echo "emulator: started"
[ -z "${EMULATOR_ENDS:-}" ] || { echo "emulator: FATAL no space"; exit 3; }
echo $$ > "$STATE/emulator.pid"
exec sleep 60
"""
DOCKER_CLI = """
case "$1" in
  run) echo c0ffee ;;
  exec) echo poll >> "$STATE/polls"; [ "$(wc -l < "$STATE/polls")" -ge "${READY_AFTER:-2}" ] ;;
  inspect) echo "${RUNNING:-true}" ;;
  logs) echo "the log of the container" ;;
esac
"""


class Machine:
    """A home folder, and a folder of programs that write down how they were called."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.state = folder / "state"
        self.programs = folder / "programs"
        self.avd = self.home / ".android" / "avd" / "tapworld.avd"
        self.ready = folder / "ready"
        self.kvm = folder / "kvm"
        for made in (self.avd, self.state, self.programs, self.home / "apks"):
            made.mkdir(parents=True)
        self.kvm.touch()
        self.program("adb", ADB)
        self.program("emulator", EMULATOR)
        self.program("docker", DOCKER_CLI)
        self.program("hostname", "echo 172.17.0.9 fd00::9")
        for silent in ("socat", "Xvfb", "x11vnc"):
            self.program(silent, "")

    def program(self, name: str, script: str) -> None:
        path = self.programs / name
        path.write_text(f'#!/bin/bash\necho "{name} $*" >> "$STATE/calls"\n{script}')
        path.chmod(0o755)

    def calls(self, start: str) -> list[str]:
        lines = (self.state / "calls").read_text().splitlines()
        return [line for line in lines if line.startswith(start)]

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        return {
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "STATE": str(self.state),
            "READY_FILE": str(self.ready),
            "EMULATOR_LOG": str(self.state / "emulator.log"),
            "KVM_DEVICE": str(self.kvm),
            "POLL_SECONDS": "0.02",
            **more,
        }

    def run(self, script: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a script that ends by itself."""
        return subprocess.run(
            [str(script), *arguments],
            env=self.environment(more),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    def start(self, **more: str) -> tuple[subprocess.Popen[str], str]:
        """Start the entry point; return it with its line "ready: ..." (or all that it said)."""
        process = subprocess.Popen(
            ["bash", str(ENTRY)],
            env=self.environment(more),
            stdout=subprocess.PIPE,
            text=True,
        )
        guard = threading.Timer(30, process.kill)
        guard.start()
        assert process.stdout
        line = process.stdout.readline()
        guard.cancel()
        return process, line


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    pid = made.state / "emulator.pid"
    if pid.exists():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid.read_text()), signal.SIGKILL)


def apk(machine: Machine, name: str = "mail.apk") -> None:
    (machine.home / "apks" / name).touch()


def test_the_first_start_installs_every_app_and_saves_the_snapshot(machine: Machine) -> None:
    apk(machine)
    apk(machine, "pay.apk")
    (machine.avd / "hardware-qemu.ini.lock").mkdir()
    (machine.avd / "multiinstance.lock").touch()
    process, line = machine.start()
    assert line == "ready: adb connect 172.17.0.9:5555\n"
    assert machine.ready.exists()
    assert not list(machine.avd.glob("*.lock"))
    installed = [call.rsplit("/", 1)[1] for call in machine.calls("adb install -r -t -g")]
    assert installed == ["mail.apk", "pay.apk"]
    assert machine.calls("adb emu avd snapshot save") == ["adb emu avd snapshot save ready"]
    (call,) = machine.calls("socat")
    assert "bind=172.17.0.9," in call
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert machine.calls("adb emu kill")
    assert not machine.ready.exists()


def test_a_later_start_loads_the_snapshot_and_installs_nothing(machine: Machine) -> None:
    (machine.avd / "snapshots" / "ready").mkdir(parents=True)
    process, line = machine.start()
    assert line.startswith("ready: ")
    (call,) = machine.calls("emulator")
    assert "-snapshot ready -force-snapshot-load -no-snapshot-save" in call
    assert "-no-window" in call
    assert not machine.calls("adb install")
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


def test_an_emulator_that_ends_later_ends_the_container_with_an_error(machine: Machine) -> None:
    (machine.avd / "snapshots" / "ready").mkdir(parents=True)
    process, _ = machine.start()
    os.kill(int((machine.state / "emulator.pid").read_text()), signal.SIGKILL)
    assert process.wait(30) == 1
    assert not machine.ready.exists()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"KVM_DEVICE": "/nowhere/kvm"}, "start the container with --device /nowhere/kvm"),
        ({"VNC": "1"}, "set VNC_PASSWORD"),
        ({"EMULATOR_ENDS": "1"}, "emulator: FATAL no space"),
        ({"BOOTS_AFTER": "100000", "BOOT_TIMEOUT": "1"}, "the boot did not come within 1 s"),
        ({"INSTALL_FAILS": "1"}, "mail.apk could not be installed"),
    ],
)
def test_what_fails_is_named(machine: Machine, settings: dict[str, str], said: str) -> None:
    apk(machine)
    machine.ready.touch()  # a container that was killed left it
    done = machine.run(ENTRY, **settings)
    assert done.returncode != 0
    assert said in done.stderr
    assert not machine.ready.exists()


def test_an_image_without_apps_is_refused_before_the_boot(machine: Machine) -> None:
    done = machine.run(ENTRY)
    assert done.returncode == 1
    assert "no APKs were built into the image" in done.stderr
    assert not (machine.state / "calls").exists()


def test_vnc_keeps_its_password_out_of_the_servers_arguments(machine: Machine) -> None:
    (machine.avd / "snapshots" / "ready").mkdir(parents=True)
    process, _ = machine.start(VNC="1", VNC_PASSWORD="secret")
    (emulator,) = machine.calls("emulator")
    assert "-no-window" not in emulator
    server = machine.calls("x11vnc")[-1]
    assert "-rfbauth" in server
    assert "secret" not in server
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


@pytest.fixture
def checkout(machine: Machine) -> Path:
    """A repository with one APK and the script."""
    root = machine.home / "repository"
    (root / "build" / "apks").mkdir(parents=True)
    (root / "build" / "apks" / "mail.apk").touch()
    (root / "docker").mkdir()
    script = root / "docker" / IMAGE.name
    script.write_text(IMAGE.read_text())
    script.chmod(0o755)
    return script


def test_the_emulator_image_is_committed_once_its_phone_is_ready(
    machine: Machine, checkout: Path
) -> None:
    done = machine.run(checkout, "registry/emulator:1")
    assert done.returncode == 0, done.stderr
    assert [call.split()[1] for call in machine.calls("docker") if "exec" not in call] == [
        *("build", "run", "inspect", "stop", "commit", "rm")
    ]
    assert machine.calls("docker commit") == ["docker commit c0ffee registry/emulator:1"]
    assert f"--device {machine.kvm}" in machine.calls("docker run")[0]


@pytest.mark.parametrize(
    "settings", [{"RUNNING": "false"}, {"READY_AFTER": "100000", "FIRST_START_TIMEOUT": "1"}]
)
def test_an_emulator_image_that_never_got_ready_is_not_committed(
    machine: Machine, checkout: Path, settings: dict[str, str]
) -> None:
    done = machine.run(checkout, **{"READY_AFTER": "100000", **settings})
    assert done.returncode == 1
    assert "the log of the container" in done.stdout + done.stderr
    assert not machine.calls("docker commit")
    assert machine.calls("docker rm -f c0ffee")


def test_the_runner_works_on_every_address_of_the_name(machine: Machine) -> None:
    machine.program(
        "getent", 'printf "%s STREAM\\n" 10.0.0.3 10.0.0.3 10.0.0.2 | sed "s/ / phone /"'
    )
    machine.program("tapworld", "")
    done = machine.run(ON_PHONES, "phone:5555", "/runs/x", "--agent", "oracle")
    assert done.returncode == 0, done.stderr
    assert machine.calls("tapworld") == [
        "tapworld run --device adb://10.0.0.2:5555,10.0.0.3:5555 --workers 2 --out /runs/x"
        " --agent oracle",
        "tapworld report /runs/x",
    ]


def test_the_runner_says_when_there_is_no_phone(machine: Machine) -> None:
    machine.program("getent", "exit 2")
    machine.program("tapworld", "")
    done = machine.run(ON_PHONES, "phone:5555", "/runs/x")
    assert done.returncode == 1
    assert "the name phone has no address" in done.stderr
    assert not machine.calls("tapworld")


def test_a_run_that_fails_writes_no_report(machine: Machine) -> None:
    machine.program("getent", "echo 10.0.0.2 STREAM")
    machine.program("tapworld", "exit 3")
    assert machine.run(ON_PHONES, "phone:5555", "/runs/x").returncode == 3
    assert len(machine.calls("tapworld")) == 1
