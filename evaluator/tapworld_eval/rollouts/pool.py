"""A pool of worker processes with a watchdog, retries on fresh phones, and a calm Ctrl-C.

The standard pool cannot end one hung worker, and a job here may hang in a browser or in a
model; hence a pool of its own: one pipe a worker, one loop that waits on all of them.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any

from tapworld_eval.errors import WorkerPoolError
from tapworld_eval.rollouts.jobs import (
    DeviceSpec,
    Failed,
    Fault,
    Finished,
    Gave,
    PoolResult,
    Work,
)
from tapworld_eval.rollouts.worker import AGENT, shared_int, worker_main

__all__ = ["WorkerPool"]

_TICK_S = 0.5
# A worker may take so long to import everything and start a browser, on a busy machine.
_START_S = 120.0
_CLOSE_S = 5.0


@dataclass
class _Task:
    job: Any
    faults: tuple[Fault, ...] = ()


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    at_work: Any
    task: _Task | None = None
    deadline: float = 0.0


@dataclass
class WorkerPool:
    """Runs jobs on phones in worker processes.

    Attributes:
        device: How a worker makes its phone.
        work: What it does; must be picklable.
        workers: Processes.
        watchdog_s: Wall seconds a job may take, once the phone is ready, before its worker is
            killed.
        attempts: How often a job is tried before it is given up.
        interrupted: Set by the first Ctrl-C: running jobs end, no new one begins.
    """

    device: DeviceSpec
    work: Work
    workers: int = 2
    watchdog_s: float = 300.0
    attempts: int = 3
    interrupted: bool = field(default=False, init=False)
    _crew: list[_Worker] = field(default_factory=list, init=False, repr=False)
    _faults_in_a_row: int = field(default=0, init=False, repr=False)

    def __enter__(self) -> WorkerPool:
        """Take over Ctrl-C where that is possible (in the main thread)."""
        self._old_handler: Any = None
        with contextlib.suppress(ValueError):
            self._old_handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End every worker; at once if leaving by an error."""
        self._close(patiently=error is None)
        if self._old_handler is not None:
            signal.signal(signal.SIGINT, self._old_handler)

    def run(self, jobs: Iterable[Any]) -> Iterator[PoolResult]:
        """Do the jobs; results come in the order in which they end.

        Raises:
            WorkerPoolError: No attempt can succeed (no browser, a broken plan), or none does.
        """
        waiting = iter(jobs)
        again: deque[_Task] = deque()
        exhausted = False
        while True:
            while not exhausted and not self.interrupted and (worker := self._idle()) is not None:
                task = again.popleft() if again else next(map(_Task, waiting), None)
                if task is None:
                    exhausted = True
                else:
                    self._give(worker, task)
            busy = [worker for worker in self._crew if worker.task is not None]
            if not busy:
                return
            for result in self._collect(busy):
                if isinstance(result, _Task):
                    again.append(result)
                    exhausted = False
                else:
                    yield result

    def _idle(self) -> _Worker | None:
        for worker in self._crew:
            if worker.task is None:
                return worker
        if len(self._crew) < self.workers:
            self._crew.append(self._start())
            return self._crew[-1]
        return None

    def _start(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        at_work = shared_int(context)
        process = context.Process(
            target=worker_main, args=(theirs, self.device, self.work, at_work), daemon=False
        )
        process.start()
        theirs.close()
        return _Worker(process, ours, at_work)

    def _give(self, worker: _Worker, task: _Task) -> None:
        worker.task = task
        worker.deadline = time.monotonic() + _START_S
        # A worker that died meanwhile shows in _collect, as a closed pipe.
        with contextlib.suppress(BrokenPipeError):
            worker.pipe.send((task.job, len(task.faults)))

    def _collect(self, busy: list[_Worker]) -> Iterator[PoolResult | _Task]:
        ready = wait([worker.pipe for worker in busy], timeout=_TICK_S)
        for worker in busy:
            if worker.pipe in ready:
                yield from self._receive(worker)
            elif time.monotonic() > worker.deadline:
                yield self._bark(worker)

    def _receive(self, worker: _Worker) -> Iterator[PoolResult | _Task]:
        try:
            gave: Gave = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            worker.process.join(_CLOSE_S)
            message = f"the worker ended with exit code {worker.process.exitcode}"
            self._dismiss(worker)
            yield self._fault(_taken(worker), "worker_died", message)
            return
        if gave.status == "begun":
            worker.deadline = time.monotonic() + self.watchdog_s
            return
        task = _taken(worker)
        if gave.status == "fatal":
            kind, message = gave.value
            raise WorkerPoolError(f"{message} ({kind})")
        if gave.status == "fault":
            yield self._fault(task, *gave.value)
            return
        self._faults_in_a_row = 0
        yield Finished(task.job, gave.value, task.faults)

    def _bark(self, worker: _Worker) -> PoolResult | _Task:
        task = _taken(worker)
        by_agent = worker.at_work.value == AGENT
        self._dismiss(worker)
        who = "agent" if by_agent else "phone"
        message = f"no end in time (watchdog of {self.watchdog_s:g} s), while the {who} was at work"
        if by_agent:
            fault = Fault(len(task.faults), "watchdog", message)
            return Failed(task.job, (*task.faults, fault), by="agent")
        return self._fault(task, "watchdog", message)

    def _fault(self, task: _Task, kind: str, message: str) -> PoolResult | _Task:
        faults = (*task.faults, Fault(len(task.faults), kind, message))
        self._faults_in_a_row += 1
        # Two whole rounds of attempts on every worker without one success: it is not chance.
        if self._faults_in_a_row >= 2 * self.attempts * self.workers:
            raise WorkerPoolError(
                f"the last {self._faults_in_a_row} attempts all failed, the newest by {kind}: "
                f"{message}. See `tapworld doctor`"
            )
        if len(faults) >= self.attempts:
            return Failed(task.job, faults)
        return _Task(task.job, faults)

    def _dismiss(self, worker: _Worker) -> None:
        self._crew.remove(worker)
        worker.pipe.close()
        _kill(worker)

    def _close(self, *, patiently: bool) -> None:
        for worker in self._crew:
            with contextlib.suppress(OSError):
                worker.pipe.send(None)
            worker.pipe.close()
        until = time.monotonic() + (_CLOSE_S if patiently else 0.2)
        for worker in self._crew:
            worker.process.join(max(0.0, until - time.monotonic()))
            _kill(worker)
        self._crew.clear()

    def _interrupt(self, number: int, frame: object) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True


def _taken(worker: _Worker) -> _Task:
    task, worker.task = worker.task, None
    assert task is not None
    return task


def _kill(worker: _Worker) -> None:
    """End the worker and everything it started: it leads a process group of its own."""
    # The group outlives its leader: a worker that crashed leaves its browser in it.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(worker.process.pid, signal.SIGKILL)
    if worker.process.is_alive():
        worker.process.kill()
    worker.process.join(_CLOSE_S)
