"""The handset image, built from its Dockerfile and run: the same work as outside of it."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .engine import Engine, image_name

pytestmark = [pytest.mark.docker, pytest.mark.xdist_group("docker")]

PLAN = ["--agent", "oracle", "--sample", "6", "--seed", "5", "--workers", "2"]
USER = 4321
# As a careful person starts it: no network, nothing writable but /runs and /tmp, no privilege.
CAREFUL = ["--network", "none", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"]
CAREFUL += ["--security-opt", "no-new-privileges", "--shm-size", "512m"]
CLOCKED = {"seconds", "reset_ms"}


@pytest.fixture(scope="module")
def inside(docker: Engine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder made in a container by another user."""
    runs = tmp_path_factory.mktemp("runs")
    os.chown(runs, USER, USER)
    said = docker.docker(
        *("run", "--rm", *CAREFUL, "--user", f"{USER}:{USER}", "-v", f"{runs}:/runs"),
        *(image_name(), "run", *PLAN, "--out", "/runs/oracle"),
        timeout_s=300,
    )
    print(said)
    assert "Warning" not in said
    return runs / "oracle"


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same run on this machine itself."""
    folder = tmp_path_factory.mktemp("outside") / "oracle"
    program = Path(sys.executable).parent / "tapworld"
    subprocess.run([str(program), "run", *PLAN, "--out", str(folder)], check=True, timeout=300)
    return folder


def records(folder: Path) -> dict[str, dict[str, Any]]:
    lines = (folder / "episodes.jsonl").read_text().splitlines()
    return {
        record["episode"]: {key: value for key, value in record.items() if key not in CLOCKED}
        for record in map(json.loads, lines)
    }


def frames(folder: Path) -> dict[str, str]:
    images = sorted((folder / "trajectories").glob("*/*.webp"))
    return {
        f"{image.parent.name}/{image.name}": hashlib.sha256(image.read_bytes()).hexdigest()
        for image in images
    }


def test_the_verdicts_are_those_of_a_run_outside(inside: Path, outside: Path) -> None:
    ours, theirs = records(inside), records(outside)
    assert len(ours) == 6
    assert all(record["success"] for record in ours.values())
    assert ours == theirs


def test_the_pixels_are_those_of_a_run_outside(docker: Engine, inside: Path, outside: Path) -> None:
    shell = ["--entrypoint", "chromium-headless-shell", image_name(), "--version"]
    there = docker.docker("run", "--rm", "--network", "none", *shell).strip()
    here = _browser_here()
    if there != here:
        pytest.skip(f"{there} in the image, {here} outside: their pixels cannot be compared")
    ours = frames(inside)
    assert len(ours) > 30
    assert ours == frames(outside)


def _browser_here() -> str:
    from tapworld_env.devices.handset.chromium import find_chromium

    done = subprocess.run(
        [str(find_chromium()), "--version"], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_what_is_written_belongs_to_the_caller(inside: Path) -> None:
    written = [inside, *inside.rglob("*")]
    assert len(written) > 40
    assert {(path.stat().st_uid, path.stat().st_gid) for path in written} == {(USER, USER)}


def test_the_image_runs_without_privilege_and_finds_all_it_needs(docker: Engine) -> None:
    who = docker.docker("run", "--rm", "--network", "none", "--entrypoint", "id", image_name())
    assert who.startswith("uid=10001(phone) gid=10001(phone)")
    said = docker.docker("run", "--rm", *CAREFUL, image_name(), "doctor")
    print(said)
    assert "read from the memory of a display" in said
    assert said.rstrip().endswith("ready")


def test_a_stopped_run_goes_on_where_it_was(docker: Engine, tmp_path: Path) -> None:
    os.chown(tmp_path, USER, USER)
    command = [*CAREFUL, "--user", f"{USER}:{USER}", "-v", f"{tmp_path}:/runs", image_name()]
    command += ["run", *PLAN, "--out", "/runs/stopped", "--images", "0"]
    name = docker.docker("run", "-d", *command).strip()
    episodes = tmp_path / "stopped" / "episodes.jsonl"
    _wait(lambda: episodes.exists() and episodes.read_text().count("\n") >= 1, "an episode")
    docker.docker("stop", "-t", "30", name)
    # 137 would mean that the container was killed at the end of those 30 seconds.
    assert docker.docker("inspect", "-f", "{{.State.ExitCode}}", name).strip() in {"130", "143"}
    docker.docker("rm", name)
    docker.docker("run", "--rm", *command, timeout_s=300)
    assert len(records(tmp_path / "stopped")) == 6


@pytest.fixture
def served(docker: Engine) -> Iterator[str]:
    """A container that serves two phones."""
    name = docker.docker(
        *("run", "-d", "--health-interval", "1s", *CAREFUL, image_name()),
        *("device", "serve", "--count", "2", "--screen", "small"),
    ).strip()
    yield name
    docker.docker("rm", "-f", name)


def _health(docker: Engine, name: str) -> str:
    return docker.docker("inspect", "-f", "{{.State.Health.Status}}", name).strip()


def test_served_phones_turn_healthy_and_unhealthy_and_stop(docker: Engine, served: str) -> None:
    _wait(lambda: _health(docker, served) == "healthy", "healthy phones")
    devices = "adb connect 127.0.0.1:5657 && adb -s 127.0.0.1:5657 shell getprop ro.product.model"
    said = docker.docker("exec", "-e", "HOME=/tmp", served, "sh", "-c", devices)
    assert said.rstrip().endswith("tapworld handset")
    # The phones' process stands still: it still listens, but nothing answers.
    docker.docker("exec", served, "python", "-c", _SIGNAL.format("SIGSTOP"))
    _wait(lambda: _health(docker, served) == "unhealthy", "unhealthy phones")
    docker.docker("exec", served, "python", "-c", _SIGNAL.format("SIGCONT"))
    docker.docker("stop", "-t", "30", served)
    assert docker.docker("inspect", "-f", "{{.State.ExitCode}}", served).strip() == "0"


_SIGNAL = """
import os, pathlib, signal
for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
    words = entry.read_bytes().split(b"\\0")
    if b"serve" in words and entry.parent.name != "1":
        os.kill(int(entry.parent.name), signal.{})
"""


def test_a_folder_that_is_not_writable_is_named(docker: Engine, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    said = docker.docker(
        *("run", "--rm", *CAREFUL, "-v", f"{tmp_path}:/runs", image_name()),
        *("run", *PLAN, "--out", "/runs/x"),
        check=False,
    )
    print(said)
    assert "/runs/x" in said
    assert "Traceback" not in said


def _wait(holds: Any, what: str, timeout_s: float = 120.0) -> None:
    limit = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < limit, f"no {what} within {timeout_s:g} s"
        time.sleep(0.2)


def test_no_name_is_looked_up_and_no_address_reached(docker: Engine) -> None:
    """The container of the other tests has no interface but the loopback."""
    script = "import socket; print([name for _, name in socket.if_nameindex()])"
    said = docker.docker(
        "run", "--rm", *CAREFUL, "--entrypoint", "python", image_name(), "-c", script
    )
    assert said.strip() == "['lo']"
    assert socket.if_nameindex()
