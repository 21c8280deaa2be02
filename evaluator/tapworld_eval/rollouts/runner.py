"""Run a plan: jobs to workers, records to the folder, word to whoever watches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tapworld_env.errors import DeviceError
from tapworld_eval.agents import Agent, make_agent
from tapworld_eval.rollouts.episode import EpisodeJob, describe, run_episode
from tapworld_eval.rollouts.folder import RunFolder
from tapworld_eval.rollouts.jobs import Failed, Finished, PoolResult
from tapworld_eval.rollouts.manifest import make_manifest
from tapworld_eval.rollouts.plan import Plan
from tapworld_eval.rollouts.pool import WorkerPool
from tapworld_eval.rollouts.record import EpisodeRecord, FaultRecord
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_eval.rollouts.trajectory import Trajectory
from tapworld_scenarios import arrange, load_catalog
from tapworld_scenarios.errors import EnvironmentFault

if TYPE_CHECKING:
    from tapworld_env.devices.base import Device
    from tapworld_scenarios import Catalog

__all__ = ["EpisodeWork", "RunResult", "Watcher", "run"]


class Watcher(Protocol):
    """Is told how a run goes."""

    def begin(self, total: int, done: Iterable[EpisodeRecord]) -> None:
        """The run holds ``total`` episodes, of which ``done`` were there already."""
        ...

    def add(self, record: EpisodeRecord) -> None:
        """One more episode has ended."""
        ...


class Unwatched:
    """Nobody watches."""

    def begin(self, total: int, done: Iterable[EpisodeRecord]) -> None:
        """Say nothing."""

    def add(self, record: EpisodeRecord) -> None:
        """Say nothing."""


@dataclass(frozen=True)
class RunResult:
    """What a run left.

    Attributes:
        folder: The run folder.
        records: All its episodes, also those of earlier calls.
        planned: Episodes of the plan.
        interrupted: Whether Ctrl-C ended it early; the same command resumes.
    """

    folder: Path
    records: list[EpisodeRecord]
    planned: int
    interrupted: bool = False


@dataclass(frozen=True)
class EpisodeWork:
    """A worker's job: arrange, run, record. Picklable."""

    catalog: Catalog
    folder: str
    agent: str
    agent_options: tuple[tuple[str, Any], ...] = ()
    step_limit: int | None = None
    image_width: int = 540

    def __call__(
        self, device: Device, job: EpisodeJob, attempt: int, phase: Callable[[Any], None]
    ) -> EpisodeRecord:
        """Run one episode and leave its trajectory in the folder."""
        task = arrange(self.catalog, job.configuration)
        trajectory = Trajectory(Path(self.folder), job.episode, image_width=self.image_width)
        try:
            record = run_episode(
                device,
                task,
                _agent(self.agent, self.agent_options),
                job,
                step_limit=self.step_limit,
                recorder=trajectory,
                phase=phase,
            )
        except (DeviceError, EnvironmentFault):
            trajectory.discard()
            raise
        return record.model_copy(update={"attempt": attempt})


def run(
    plan: Plan,
    settings: RunSettings,
    out: Path,
    *,
    catalog: Catalog | None = None,
    watcher: Watcher | None = None,
) -> RunResult:
    """Run a plan into a folder, or what is missing of it there.

    Args:
        plan: What runs.
        settings: With which agent, on which phones.
        out: The run folder; made if missing, resumed if it is there.
        catalog: Where the scenarios come from; by default the shipped ones.
        watcher: Told about every episode.

    Raises:
        RunFolderMismatch: ``out`` holds a run with other settings.
        RunFolderError: ``out`` cannot be written.
        WorkerPoolError: No phone can be made, or none stays alive.
    """
    watcher = watcher or Unwatched()
    catalog = catalog or load_catalog()
    jobs = plan.jobs()
    work = EpisodeWork(
        catalog=catalog,
        folder=str(out),
        agent=settings.agent,
        agent_options=tuple(sorted(settings.agent_options.items())),
        step_limit=settings.step_limit,
        image_width=settings.image_width,
    )
    with RunFolder(out, make_manifest(plan, settings)) as folder:
        done = {record.episode for record in folder.records() if record.status != "fault"}
        watcher.begin(len(jobs), [r for r in folder.records() if r.status != "fault"])
        missing = [job for job in jobs if job.episode not in done]
        interrupted = False
        if missing:
            pool = WorkerPool(
                settings.device,
                work,
                workers=min(settings.workers, len(missing)),
                watchdog_s=settings.watchdog_s,
                attempts=settings.attempts,
            )
            with pool:
                for result in pool.run(missing):
                    record = _record(result, settings, catalog)
                    folder.append(record)
                    watcher.add(record)
            interrupted = pool.interrupted
        return RunResult(out, folder.records(), len(jobs), interrupted)


@lru_cache(maxsize=4)
def _agent(name: str, options: tuple[tuple[str, Any], ...]) -> Agent:
    return make_agent(name, **dict(options))


def _record(result: PoolResult, settings: RunSettings, catalog: Catalog) -> EpisodeRecord:
    faults = [FaultRecord(**vars(fault)) for fault in result.faults]
    if isinstance(result, Finished):
        return result.result.model_copy(update={"faults": faults})
    return _failed(result, settings, faults, catalog)


def _failed(
    result: Failed, settings: RunSettings, faults: list[FaultRecord], catalog: Catalog
) -> EpisodeRecord:
    task = arrange(catalog, result.job.configuration)
    by_agent = result.by == "agent"
    return EpisodeRecord(
        **describe(result.job, task),
        agent=settings.agent,
        status="agent_error" if by_agent else "fault",
        success=False if by_agent else None,
        agent_error=faults[-1].message if by_agent else None,
        max_steps=settings.step_limit or task.max_steps,
        faults=faults,
        attempt=len(faults) - 1,
    )
