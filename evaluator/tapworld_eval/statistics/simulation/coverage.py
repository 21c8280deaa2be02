"""How often suite intervals contain the truth, method by method."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd

from tapworld_eval.statistics.cells import Cells
from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import proportion_interval
from tapworld_eval.statistics.limits import percentile_limits
from tapworld_eval.statistics.resampling import replicate_rates
from tapworld_eval.statistics.simulation.process import BenchmarkProcess

__all__ = ["SUITE_METHODS", "suite_coverage"]

# What each method draws anew. ``wald`` pools all rollouts into one binomial; ``flat`` draws whole
# configurations instead of levels per axis, which looks similar and covers less.
SUITE_METHODS: Final[dict[str, tuple[str, ...]]] = {
    "wald": (),
    "rollouts": ("rollouts",),
    "flat": ("axes", "rollouts"),
    "axes": ("axes", "rollouts"),
    "full": ("scenarios", "axes", "rollouts"),
}


@dataclass(frozen=True)
class _Task:
    process: BenchmarkProcess
    methods: tuple[str, ...]
    replicates: tuple[int, ...]
    level: float
    seed: int
    experiments: tuple[int, ...]


def suite_coverage(
    process: BenchmarkProcess,
    methods: Sequence[str] = tuple(SUITE_METHODS),
    *,
    experiments: int = 200,
    replicates: int | Sequence[int] = 500,
    level: float = 0.95,
    seed: int = 0,
    workers: int = 1,
) -> pd.DataFrame:
    """Coverage and width of suite intervals over many simulated benchmarks.

    Args:
        process: Makes the benchmarks.
        methods: Among ``wald``, ``rollouts``, ``flat``, ``axes``, ``full``.
        experiments: Benchmarks to make.
        replicates: Bootstrap replicates; several numbers are evaluated on the same benchmarks.
        level: Confidence level.
        seed: Decides every draw; the result does not depend on the number of workers.
        workers: Processes.

    Returns:
        Columns method, replicates, coverage (of the process's expectation), realised (coverage of
        the mean of the probabilities that happened to be drawn), width (mean).
    """
    unknown = [name for name in methods if name not in SUITE_METHODS]
    if unknown:
        raise OptionError(f"unknown method {unknown[0]!r}; choose among {', '.join(SUITE_METHODS)}")
    if experiments < 1 or workers < 1:
        raise OptionError("experiments and workers must be at least 1")
    sizes = (replicates,) if isinstance(replicates, int) else tuple(replicates)
    shares = [tuple(range(w, experiments, workers)) for w in range(workers)]
    tasks = [_Task(process, tuple(methods), sizes, level, seed, share) for share in shares if share]
    if len(tasks) == 1:
        parts = [_run(tasks[0])]
    else:
        with ProcessPoolExecutor(len(tasks)) as pool:
            parts = list(pool.map(_run, tasks))
    table = pd.concat(parts).sort_values("experiment", kind="stable")
    grouped = table.groupby(["method", "replicates"], sort=False)
    columns = ["coverage", "realised", "width"]
    return grouped[columns].mean().reset_index()


def _run(task: _Task) -> pd.DataFrame:
    process = task.process
    truth = process.expectation()
    design = process.cells()
    flat = _flat(design, process.configurations)
    rows = []
    for experiment in task.experiments:
        rates, successes = process.draw(np.random.default_rng([task.seed, experiment]))
        realised = float(rates.mean())
        outcomes = successes.ravel()
        for method in task.methods:
            cells = (flat if method == "flat" else design).with_successes(outcomes)
            for size, (low, high) in _intervals(cells, method, task, experiment):
                covers = (low <= truth <= high, low <= realised <= high)
                rows.append((experiment, method, size, *covers, high - low))
    names = ["experiment", "method", "replicates", "coverage", "realised", "width"]
    return pd.DataFrame(rows, columns=names)


def _intervals(
    cells: Cells, method: str, task: _Task, experiment: int
) -> list[tuple[int, tuple[float, float]]]:
    if method == "wald":
        pooled = proportion_interval(
            cells.successes.sum(), cells.rollouts.sum(), method="wald", level=task.level
        )
        return [(size, (pooled.low, pooled.high)) for size in task.replicates]
    suite = replicate_rates(
        [cells],
        replicates=max(task.replicates),
        seed=(task.seed, experiment),
        resample=SUITE_METHODS[method],
    ).mean(axis=(1, 2))
    return [(size, percentile_limits(suite[:size], task.level)) for size in task.replicates]


def _flat(design: Cells, configurations: int) -> Cells:
    """The same design with one axis whose levels are whole configurations."""
    index = np.tile(np.arange(configurations), len(design.names["scenario"]))
    names = {key: design.names[key] for key in ("app", "scenario")}
    names["configuration"] = tuple(f"c{number:03d}" for number in range(configurations))
    return replace(design, axes=("configuration",), names=names, levels=index[:, None])
