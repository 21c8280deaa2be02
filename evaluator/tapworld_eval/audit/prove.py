"""``tapworld prove``: tasks can be solved through the screen, and near-misses are refused.

A sampled configuration is solved by its oracle through the same actions and within the same
number of steps as an agent has. Of every sampled scenario the near-misses (almost the right
thing) are carried out once; the verifier must refuse each of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_env.actions import Action, Done
from tapworld_eval.agents.oracle import OracleAgent
from tapworld_eval.errors import OracleStuck
from tapworld_eval.rollouts.episode import EpisodeJob, run_episode
from tapworld_eval.rollouts.files import folder_errors
from tapworld_eval.rollouts.jobs import DeviceSpec, Finished
from tapworld_eval.rollouts.pool import WorkerPool
from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_scenarios import arrange

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_scenarios import Catalog, Configuration, Task

__all__ = ["ProofJob", "ProofReport", "ProofResult", "prove"]

# A near-miss may do the task twice and more; it still ends.
_NEAR_MISS_STEPS = 400


@dataclass(frozen=True)
class ProofJob:
    """Solve a configuration, or carry out one of its near-misses."""

    configuration: Configuration
    near_miss: str | None = None


@dataclass(frozen=True)
class ProofResult:
    """How it went.

    Attributes:
        configuration: Id.
        near_miss: Its name, or ``None`` for the oracle.
        ok: Solved; or, of a near-miss, refused.
        steps: Actions taken.
        reason: Why not ok, or where a near-miss could not go on.
        clauses: Names of the clauses that failed.
        seconds: Wall time.
    """

    configuration: str
    near_miss: str | None
    ok: bool
    steps: int
    reason: str | None = None
    clauses: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class ProofReport:
    """Counts and failures; the first five keys are a contract."""

    sampled: int
    solved: int
    near_misses: int
    refused: int
    seconds: float
    reused: int
    interrupted: bool
    faults: int
    failures: tuple[ProofResult, ...]

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld prove --json``."""
        return asdict(self)


class _NearMissAgent(OracleAgent):
    """Goes as far as it can, then declares the task done."""

    stuck: str | None = None

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        try:
            return super().act(observation, info)
        except OracleStuck as error:
            self.stuck = str(error)
            return Done()


@dataclass(frozen=True)
class ProofWork:
    """A worker's job.

    Attributes:
        catalog: Where the scenarios come from.
    """

    catalog: Catalog

    def __call__(
        self, device: Device, job: ProofJob, attempt: int, phase: Callable[[Any], None]
    ) -> ProofResult:
        """Carry out one proof job on a phone."""
        task = arrange(self.catalog, job.configuration)
        if job.near_miss is None:
            return _solve(device, task)
        return _miss(device, task, job.near_miss)


def proof_jobs(catalog: Catalog, configurations: Iterable[Configuration]) -> Iterator[ProofJob]:
    """The oracle on every configuration, near-misses on the first one of each scenario."""
    seen: set[str] = set()
    for configuration in configurations:
        yield ProofJob(configuration)
        if configuration.scenario not in seen:
            seen.add(configuration.scenario)
            for near_miss in arrange(catalog, configuration).near_misses:
                yield ProofJob(configuration, near_miss.name)


def prove(
    catalog: Catalog,
    configurations: Iterable[Configuration],
    *,
    device: DeviceSpec,
    workers: int = 2,
    watchdog_s: float = 300.0,
    memory: ProofMemory | None = None,
    told: Callable[[ProofResult, int, int], None] = lambda *_: None,
) -> ProofReport:
    """Prove configurations on phones.

    Args:
        catalog: Where the scenarios come from.
        configurations: Which ones.
        device: How workers make their phones.
        workers: Processes.
        watchdog_s: Wall seconds a job may take.
        memory: Where results are kept and found again; what held is not done twice.
        told: Called with each result, how many are done, and how many there are.

    Raises:
        WorkerPoolError: No phone can be made, or none stays alive.
    """
    began = time.perf_counter()
    jobs = list(proof_jobs(catalog, configurations))
    known = memory.known() if memory else {}
    results = [known[key] for job in jobs if (key := _key(job)) in known]
    reused = len(results)
    waiting = [job for job in jobs if _key(job) not in known]
    faults = 0
    pool = WorkerPool(device, ProofWork(catalog), workers=max(1, workers), watchdog_s=watchdog_s)
    with pool:
        for outcome in pool.run(waiting):
            faults += len(outcome.faults)
            if isinstance(outcome, Finished):
                result = outcome.result
                if memory:
                    memory.keep(result)
            else:
                message = f"environment faults: {outcome.faults[-1].message}"
                job = outcome.job
                result = ProofResult(job.configuration.id, job.near_miss, False, 0, message)
            results.append(result)
            told(result, len(results), len(jobs))
    return _report(jobs, results, time.perf_counter() - began, reused, faults, pool.interrupted)


class ProofMemory:
    """Results that held, kept in a file from call to call.

    Args:
        path: A JSONL file.
        key: What the results depend on besides the configuration (hashes of code, catalogue,
            bundle); results under another key are not used.
    """

    def __init__(self, path: Path, key: str) -> None:
        self._path = path
        self._key = key
        with folder_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)

    def known(self) -> dict[tuple[str, str | None], ProofResult]:
        """Results under this key that held."""
        if not self._path.exists():
            return {}
        found: dict[tuple[str, str | None], ProofResult] = {}
        for line in self._path.read_bytes().split(b"\n")[:-1]:
            data = json.loads(line)
            if data.pop("key") == self._key:
                data["clauses"] = tuple(data["clauses"])
                result = ProofResult(**data)
                found[result.configuration, result.near_miss] = result
        return found

    def keep(self, result: ProofResult) -> None:
        """Remember a result if it held."""
        if result.ok:
            line = json.dumps({"key": self._key, **asdict(result)}) + "\n"
            with folder_errors(self._path), self._path.open("a", encoding="utf-8") as file:
                file.write(line)


def _key(job: ProofJob) -> tuple[str, str | None]:
    return job.configuration.id, job.near_miss


def _solve(device: Device, task: Task) -> ProofResult:
    record = run_episode(device, task, OracleAgent(), _episode(task))
    reason = None if record.success else _why(record)
    return ProofResult(
        record.configuration,
        None,
        bool(record.success),
        record.steps,
        reason,
        _failed_clauses(record),
        record.seconds,
    )


def _miss(device: Device, task: Task, name: str) -> ProofResult:
    near_miss = next(found for found in task.near_misses if found.name == name)
    agent = _NearMissAgent(near_miss.steps)
    record = run_episode(
        device, task, agent, _episode(task), step_limit=_NEAR_MISS_STEPS, edits=near_miss.edits
    )
    refused = not record.success
    reason = agent.stuck if refused else f"accepted: {near_miss.name} passes every clause"
    if not refused and agent.stuck:
        reason = f"{reason}; it stopped early: {agent.stuck}"
    return ProofResult(
        record.configuration,
        name,
        refused,
        record.steps,
        reason,
        _failed_clauses(record),
        record.seconds,
    )


def _episode(task: Task) -> EpisodeJob:
    return EpisodeJob("proof", task.configuration, 0, 0)


def _why(record: EpisodeRecord) -> str:
    if record.agent_error:
        return record.agent_error
    if record.outcome == "step_limit":
        return f"not done after {record.steps} actions, the scenario's max_steps"
    verdict = record.verdict or {}
    failed = [f"{c['name']}: {c['detail']}" for c in verdict["clauses"] if not c["passed"]]
    damage = [f"collateral {c['app']}.{c['table']} {c['change']}" for c in verdict["collateral"]]
    return "; ".join(failed + damage) or "the answer is wrong"


def _failed_clauses(record: EpisodeRecord) -> tuple[str, ...]:
    clauses = (record.verdict or {}).get("clauses", [])
    return tuple(clause["name"] for clause in clauses if not clause["passed"])


def _report(
    jobs: list[ProofJob],
    results: list[ProofResult],
    seconds: float,
    reused: int,
    faults: int,
    interrupted: bool,
) -> ProofReport:
    oracles = [result for result in results if result.near_miss is None]
    misses = [result for result in results if result.near_miss is not None]
    return ProofReport(
        sampled=sum(job.near_miss is None for job in jobs),
        solved=sum(result.ok for result in oracles),
        near_misses=sum(job.near_miss is not None for job in jobs),
        refused=sum(result.ok for result in misses),
        seconds=round(seconds, 2),
        reused=reused,
        interrupted=interrupted,
        faults=faults,
        failures=tuple(result for result in results if not result.ok),
    )
