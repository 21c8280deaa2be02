"""The compose file, run: phones, a runner that works on all of them, a viewer of the report."""

from __future__ import annotations

import json
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from .engine import ROOT, Engine, free_port, image_name

pytestmark = [pytest.mark.docker, pytest.mark.xdist_group("docker")]

SAMPLE = 4


class Composition:
    """Containers of the compose file under a name of their own."""

    def __init__(self, engine: Engine, file: Path) -> None:
        self.engine = engine
        self.port = free_port()
        self._file = file

    def __call__(self, *arguments: str) -> str:
        return self.engine.compose(
            *("-p", "tapworld-e2e", "-f", str(self._file), *arguments),
            environment={"VIEWER_PORT": str(self.port)},
        )

    def containers(self, service: str) -> list[dict[str, Any]]:
        """What ``docker inspect`` says of a service's containers."""
        label = f"label=com.docker.compose.service={service}"
        listed = self.engine.docker("ps", "-aq", "--filter", label).split()
        return json.loads(self.engine.docker("inspect", *listed)) if listed else []


@pytest.fixture(scope="module")
def composition(docker: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composition]:
    """The composition as it ships, with the image of these tests and fewer episodes."""
    text = (ROOT / "docker" / "compose.yaml").read_text()
    content = yaml.safe_load(text)
    for service in content["services"].values():
        service["image"] = image_name()
        service.pop("build", None)
    content["services"]["runner"]["command"] = ["--agent", "oracle", "--sample", str(SAMPLE)]
    file = tmp_path_factory.mktemp("compose") / "compose.yaml"
    file.write_text(yaml.safe_dump(content, sort_keys=False))
    started = Composition(docker, file)
    try:
        started("up", "-d", "--scale", "phone=2")
        yield started
    finally:
        print(started("logs", "--no-color"))
        started("down", "-v", "--remove-orphans", "-t", "20")
        shutil.rmtree(file.parent)


def _wait_for_the_runner(composition: Composition, timeout_s: float = 240.0) -> dict[str, Any]:
    limit = time.monotonic() + timeout_s
    while True:
        (runner,) = composition.containers("runner")
        if runner["State"]["Status"] == "exited":
            return runner
        assert time.monotonic() < limit, f"the runner still works after {timeout_s:g} s"
        time.sleep(0.5)


def test_the_runner_solves_its_episodes_on_both_phones(composition: Composition) -> None:
    runner = _wait_for_the_runner(composition)
    said = composition.engine.docker("logs", runner["Id"])
    assert runner["State"]["ExitCode"] == 0, said
    assert said.startswith("2 phones: ")
    with urllib.request.urlopen(
        f"http://127.0.0.1:{composition.port}/oracle/episodes.jsonl", timeout=30
    ) as answer:
        episodes = [json.loads(line) for line in answer.read().splitlines()]
    assert len(episodes) == SAMPLE
    assert all(episode["success"] for episode in episodes)


def test_the_viewer_shows_the_report(composition: Composition) -> None:
    _wait_for_the_runner(composition)
    address = f"http://127.0.0.1:{composition.port}/oracle/report.html"
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert b"<html" in answer.read(4000).lower()


def test_phones_and_viewer_are_healthy_and_unprivileged(composition: Composition) -> None:
    phones = composition.containers("phone")
    assert len(phones) == 2
    for container in [*phones, *composition.containers("viewer")]:
        assert container["State"]["Health"]["Status"] == "healthy"
        assert container["Config"]["User"] == "10001:10001"
        assert container["HostConfig"]["ReadonlyRootfs"]
        assert not container["HostConfig"]["Privileged"]


def test_the_phones_accept_only_the_runners_key(composition: Composition) -> None:
    phone = composition.containers("phone")[0]
    (address,) = (net["IPAddress"] for net in phone["NetworkSettings"]["Networks"].values())
    said = composition(
        *("run", "--rm", "--no-deps", "-T", "-e", "ADB_VENDOR_KEYS=", "-e", "HOME=/tmp"),
        *("--entrypoint", "sh", "runner", "-c", f"adb connect {address}:5555; adb devices"),
    )
    assert "failed to authenticate" in said or "unauthorized" in said
