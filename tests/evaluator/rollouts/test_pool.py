"""The pool's watchdog, dead workers and Ctrl-C, with work that misbehaves on purpose."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import toy_work

from tapworld_eval.errors import WorkerPoolError
from tapworld_eval.rollouts.jobs import DeviceSpec, Failed, Finished
from tapworld_eval.rollouts.pool import WorkerPool


def collect(pool: WorkerPool, jobs: list[Any]) -> dict[Any, Any]:
    with pool:
        return {outcome.job: outcome for outcome in pool.run(jobs)}


def test_a_hung_phone_is_killed_and_the_job_tried_again(fake: DeviceSpec, tmp_path: Path) -> None:
    pool = WorkerPool(fake, toy_work.HangOnce(str(tmp_path)), workers=2, watchdog_s=1.0)
    outcomes = collect(pool, ["hang", "fine"])
    assert isinstance(outcomes["fine"], Finished)
    assert isinstance(outcomes["hang"], Finished)
    (fault,) = outcomes["hang"].faults
    assert fault.kind == "watchdog"


def test_a_hung_agent_is_the_agents_own_failure(fake: DeviceSpec) -> None:
    pool = WorkerPool(fake, toy_work.hang_in_the_agent, workers=1, watchdog_s=1.0)
    outcome = collect(pool, ["job"])["job"]
    assert isinstance(outcome, Failed)
    assert outcome.by == "agent"
    assert len(outcome.faults) == 1


def test_a_worker_that_dies_is_replaced(fake: DeviceSpec, tmp_path: Path) -> None:
    pool = WorkerPool(fake, toy_work.DieOnce(str(tmp_path)), workers=1)
    outcomes = collect(pool, ["die", "fine"])
    assert [fault.kind for fault in outcomes["die"].faults] == ["worker_died"]
    assert {type(outcome) for outcome in outcomes.values()} == {Finished}


def test_a_device_that_cannot_be_made_ends_the_run_with_its_own_words() -> None:
    pool = WorkerPool(DeviceSpec("telepathy"), toy_work.echo, workers=1)
    with pytest.raises(WorkerPoolError, match="unknown device 'telepathy'"):
        collect(pool, [1])


@dataclass
class Interrupting:
    """Jobs of which the second presses Ctrl-C."""

    given: int = 0

    def __iter__(self) -> Interrupting:
        return self

    def __next__(self) -> int:
        self.given += 1
        if self.given == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return self.given


def test_ctrl_c_lets_running_jobs_end_and_starts_no_more(fake: DeviceSpec) -> None:
    pool = WorkerPool(fake, toy_work.echo, workers=1)
    with pool:
        results = [outcome.job for outcome in pool.run(Interrupting())]
    assert pool.interrupted
    assert results
    assert len(results) <= 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
