"""No process and no temporary file outlives a program, whichever way that ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .orphans import MarkedProgram, wait_until

pytestmark = pytest.mark.phone
BUNDLE = Path(__file__).parents[1] / "env" / "fixtures" / "bundle"

_PHONES = """
import signal, sys
from tapworld_env import PhoneEnv
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.vector import PhoneVectorEnv
from gymnasium.vector import AsyncVectorEnv

bundle = {"bundle": sys.argv[1]}
options = {"screen": (412, 915, 1.0), "tasks": ToyTasks(), "device_options": bundle}

def make_one():
    return PhoneEnv(**options)

if __name__ == "__main__":
    kind, way = sys.argv[2:]
    if kind == "vector":
        envs = PhoneVectorEnv(2, **options)
    else:
        envs = AsyncVectorEnv([make_one] * 2, context=kind, shared_memory=False)
    envs.reset(seed=1)
    print("READY", flush=True)
    if way == "exception": raise RuntimeError("on purpose")
    if way == "hung":
        page = envs.envs[0].device._page
        page.session.send("Runtime.evaluate", {"expression": "for (;;);"})
    print("SENT", flush=True)
    if way != "exit": signal.pause()
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., MarkedProgram]]:
    programs = []

    def begin(kind: str, way: str) -> MarkedProgram:
        script = tmp_path / "program.py"
        script.write_text(_PHONES)
        programs.append(MarkedProgram([str(script), str(BUNDLE), kind, way], tmp_path))
        programs[-1].read_until("READY")
        return programs[-1]

    yield begin
    for program in programs:
        program.kill()


WAYS = {
    "vector": ["exit", "exception", "SIGINT", "SIGTERM", "SIGKILL"],
    "fork": ["exit", "exception", "Ctrl-C", "SIGTERM", "SIGKILL"],
    "spawn": ["Ctrl-C", "SIGKILL"],
}


def end(program: MarkedProgram, way: str) -> None:
    if way == "Ctrl-C":  # the terminal sends it to all that run in it
        os.killpg(program.process.pid, signal.SIGINT)
    elif way.startswith("SIG"):
        program.process.send_signal(getattr(signal, way))


@pytest.mark.parametrize(
    ("kind", "way"),
    [(kind, way) for kind, ways in WAYS.items() for way in ways],
)
def test_nothing_outlives_many_phones(
    start: Callable[..., MarkedProgram], kind: str, way: str
) -> None:
    program = start(kind, way)
    if way not in ("exit", "exception"):
        assert program.browsers() >= (1 if kind == "vector" else 2)
    end(program, way)
    assert wait_until(lambda: not program.left()), program.left()


def test_a_hung_page_dies_with_the_program(start: Callable[..., MarkedProgram]) -> None:
    program = start("vector", "hung")
    program.read_until("SENT")
    program.process.kill()
    assert wait_until(lambda: not program.left()), program.left()


def test_a_killed_worker_takes_its_browser_along(start: Callable[..., MarkedProgram]) -> None:
    program = start("fork", "wait")
    assert wait_until(lambda: program.browsers() >= 2)
    before = program.browsers()
    workers = [
        child
        for child in program.family()
        if child.ppid() == program.process.pid and "program.py" in " ".join(child.cmdline())
    ]
    workers[0].kill()
    assert wait_until(lambda: program.browsers() < before)
    program.process.kill()
    assert wait_until(lambda: not program.left()), program.left()


_AGENT = """
import signal

class Stuck:
    name, needs = "stuck", ("elements",)
    def reset(self, goal, info): pass
    def act(self, observation, info):
        print("STUCK", flush=True)
        signal.pause()
"""


@pytest.mark.parametrize("way", ["Ctrl-C twice", "SIGTERM", "SIGKILL"])
def test_nothing_outlives_a_run_whose_agents_hang(tmp_path: Path, way: str) -> None:
    (tmp_path / "stuck_agent.py").write_text(_AGENT)
    run = ["run", "--agent", "stuck_agent:Stuck", "--out", str(tmp_path / "run"), "--workers", "2"]
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import tapworld_eval.cli as c; "
    program = MarkedProgram(
        ["-c", start + "c.main()", *run, "--screen", "small", "--sample", "4"], tmp_path
    )
    try:
        program.read_until("STUCK")
        program.read_until("STUCK")
        assert program.browsers() >= 2
        if way == "Ctrl-C twice":
            end(program, "Ctrl-C")
            assert not wait_until(lambda: program.process.poll() is not None, 0.5)
            end(program, "Ctrl-C")
        else:
            end(program, way)
        assert wait_until(lambda: not program.left()), program.left()
    finally:
        program.kill()
