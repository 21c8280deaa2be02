"""The way to a phone through adb beside the direct one: verdicts, speed, many phones at once.

The phones behind adb are served by a process of their own, as ``tapworld device serve`` does, and
reached through the genuine adb on a server of their own port.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_env.actions import Tap
from tapworld_env.devices.emulator import EmulatorDevice
from tapworld_env.devices.emulator.adb_server import PrivateAdbServer
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_eval.agents import make_agent
from tapworld_eval.rollouts.episode import EpisodeJob, run_episode
from tapworld_scenarios import AppState, PhoneSettings, Snapshot, arrange, personas
from tapworld_scenarios import profile_database as database_of

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_scenarios import Catalog

__all__ = ["Episodes", "ServedPhones", "compare_episodes", "measure_phones", "measure_steps"]

_PROGRAM = "from tapworld_eval.cli import main; main()"
_START_S, _STOP_S = 120.0, 30.0
_WARM_UP = 5


@dataclass(frozen=True)
class ServedPhones:
    """Handsets behind adb.

    Attributes:
        addresses: What each is called, ``127.0.0.1:PORT``.
        server_port: Port of the adb server.
    """

    addresses: tuple[str, ...]
    server_port: int

    @classmethod
    @contextmanager
    def start(cls, count: int, screen: Screen) -> Iterator[ServedPhones]:
        """Serve phones until the block ends.

        Raises:
            EnvironmentSetupError: They do not start; with what the program said.
        """
        size = f"{screen.width}x{screen.height}@{screen.density:g}"
        command = [
            sys.executable, "-c", _PROGRAM, "device", "serve", "--port", "0", "--count",
            str(count), "--screen", size, "--profile", "none", "--json",
        ]  # fmt: skip
        with (
            tempfile.TemporaryDirectory(prefix="tapworld-adb-") as folder,
            PrivateAdbServer(Path(folder)) as server,
            (Path(folder) / "serve.log").open("w+b") as log,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as program,
        ):
            # One that hangs is ended, and the end of its output shows it.
            watchdog = threading.Timer(_START_S, program.kill)
            watchdog.start()
            try:
                text = _first_object(program)
                watchdog.cancel()
                if text is None:
                    log.seek(0)
                    said = log.read().decode("utf-8", "replace").strip()[-500:]
                    raise EnvironmentSetupError(f"tapworld device serve did not start: {said}")
                yield cls(tuple(json.loads(text)["addresses"]), server.port)
            finally:
                watchdog.cancel()
                program.terminate()
                try:
                    program.wait(_STOP_S)
                except subprocess.TimeoutExpired:
                    program.kill()

    def open(self, place: int, screen: Screen) -> EmulatorDevice:
        """Drive one of them."""
        return EmulatorDevice(self.addresses[place], screen=screen, server_port=self.server_port)


@dataclass(frozen=True)
class Episodes:
    """What episodes came to on both ways.

    Attributes:
        configurations: Their ids, in order.
        solved: Whether each was solved through adb.
        equal: Whether each had the same verdict, clause by clause, as in the process.
        differing: What the two verdicts were, where they differ.
    """

    configurations: tuple[str, ...]
    solved: tuple[bool, ...]
    equal: tuple[bool, ...]
    differing: tuple[tuple[str, Any, Any], ...]


def compare_episodes(
    catalog: Catalog,
    jobs: Sequence[EpisodeJob],
    direct: Device,
    through: Device,
    *,
    agent: str = "oracle",
    progress: Callable[[str], None] = lambda _: None,
) -> Episodes:
    """Let an agent work on the same configurations on both phones."""
    solved, equal, differing = [], [], []
    for number, job in enumerate(jobs, start=1):
        progress(f"episode {number} of {len(jobs)}")
        task = arrange(catalog, job.configuration)
        records = [run_episode(phone, task, make_agent(agent), job) for phone in (direct, through)]
        first, second = (record.verdict for record in records)
        solved.append(bool(records[1].success))
        equal.append(first == second and records[0].outcome == records[1].outcome)
        if not equal[-1]:
            differing.append((job.configuration.id, first, second))
    names = tuple(job.configuration.id for job in jobs)
    return Episodes(names, tuple(solved), tuple(equal), tuple(differing))


def measure_steps(direct: Device, through: Device, *, samples: int = 40) -> dict[str, Any]:
    """Time a tap that changes the whole screen, with pixels and elements, on both in turn.

    Returns:
        ``step_ms_adb`` and ``step_ms_process`` (``{"median", "p95"}``) and ``ratio_step``, that of
        the medians.
    """
    snapshot = _start_state(direct.apps)
    for phone in (direct, through):
        phone.load(snapshot)
    taps = _two_tabs(direct, snapshot)
    times: dict[str, list[float]] = {"step_ms_process": [], "step_ms_adb": []}
    for number in range(samples + _WARM_UP):
        for name, phone in zip(times, (direct, through), strict=True):
            times[name].append(_step_ms(phone, taps[number % 2]))
    found: dict[str, Any] = {name: _summary(t[_WARM_UP:]) for name, t in times.items()}
    ratio = found["step_ms_adb"]["median"] / found["step_ms_process"]["median"]
    return {**found, "ratio_step": round(ratio, 2)}


def measure_phones(served: ServedPhones, screen: Screen, *, samples: int = 20) -> dict[str, Any]:
    """Drive all served phones but the first at once, and ask the first one questions meanwhile.

    Returns:
        ``phones``; ``steps``: steps done by the others, each from a thread of its own, and
        ``step_ms``, how long each took; ``steps_per_s`` of all together; ``shell_ms``: how long
        the first took to answer a shell command while they worked.
    """
    phones = [served.open(place, screen) for place in range(len(served.addresses))]
    try:
        snapshot = _start_state(phones[0].apps)
        for phone in phones:
            phone.load(snapshot)
        taps = _two_tabs(phones[0], snapshot)
        working = threading.Event()
        working.set()
        with ThreadPoolExecutor(len(phones)) as threads:
            asked = threads.submit(_ask_while, phones[0], working)
            began = time.perf_counter()
            work = [threads.submit(_steps, phone, taps, samples + _WARM_UP) for phone in phones[1:]]
            try:
                times = [ms for future in work for ms in future.result()]
            finally:
                working.clear()
            spent = time.perf_counter() - began
            answers = asked.result()
    finally:
        for phone in phones:
            phone.close()
    return {
        "phones": len(phones),
        "steps": len(times),
        "step_ms": _summary(times),
        "steps_per_s": round(len(times) / spent, 1),
        "shell_ms": _summary(answers),
    }


def _ask_while(phone: EmulatorDevice, working: threading.Event) -> list[float]:
    times = []
    while working.is_set() or not times:
        began = time.perf_counter()
        phone.ping()
        times.append((time.perf_counter() - began) * 1000)
    return times


def _steps(phone: Device, taps: Sequence[Tap], count: int) -> list[float]:
    return [_step_ms(phone, taps[number % 2]) for number in range(count)]


def _step_ms(phone: Device, tap: Tap) -> float:
    began = time.perf_counter()
    phone.act(tap)
    phone.observe()
    return (time.perf_counter() - began) * 1000


def _start_state(apps: Sequence[str], profile: str = "ada") -> Snapshot:
    persona = personas()[profile]
    states = {app: AppState(database_of(profile, app)) for app in apps}
    settings = PhoneSettings(
        theme="daylight",
        clock_ms=persona.clock_ms,
        time_zone=persona.time_zone,
        locale=persona.locale,
        hour24=persona.hour24,
    )
    return Snapshot(states, settings, min(apps))


def _two_tabs(phone: Device, snapshot: Snapshot) -> tuple[Tap, Tap]:
    """Taps on two tabs of the app in front: each changes the whole screen."""
    seen = phone.observe(pixels=False).elements
    tabs = [e for e in seen if e.id.startswith("tab-") and e.visible]
    if len(tabs) < 2:
        raise EnvironmentSetupError(
            f"{snapshot.foreground!r} shows {len(tabs)} tabs; the benchmark taps two in turn"
        )
    return Tap(*tabs[1].center), Tap(*tabs[0].center)


def _first_object(program: subprocess.Popen[str]) -> str | None:
    """The JSON object that the program prints first, or ``None`` when it ends before."""
    assert program.stdout is not None
    text = ""
    for line in program.stdout:
        text += line
        if line == "}\n":
            return text
    return None


def _summary(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    rank = -(-95 * len(ordered) // 100) - 1
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[rank], 1),
    }
