"""Hierarchical bootstrap of a suite's success rate (percentile and BCa intervals).

Per app and replicate: draw scenarios with replacement; for each drawn scenario draw the levels of
each enabled axis with replacement, independently per axis, and take the product; for each slot of
that product draw its rollouts anew. Apps are fixed and never drawn.

Why it is fast without being approximate: slots whose observed rate is equal draw from the same
binomial, and sums of such draws are binomial again. So a replicate needs, for each distinct rate
in the app, the number of rollouts at that rate (``_weights``), then one binomial draw per distinct
rate (at most R + 1 of them at R rollouts each), instead of one per configuration.

Why it is the same on any number of workers: the random stream belongs to (seed, app's name, block
of replicates), never to a worker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.aggregates import Statistic, resolve_statistic
from tapworld_eval.statistics.cells import Cells, count_cells
from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import check_level
from tapworld_eval.statistics.limits import bca_limits, percentile_limits

__all__ = ["BootstrapResult", "Estimate", "bootstrap", "replicate_rates"]

BLOCK: Final = 512  # replicates a random stream serves; part of the seed contract, do not change
# Largest weight table held at once (32 MB): a scenario with a million configurations still fits.
MAX_ELEMENTS: Final = 4_000_000
FloatArray = NDArray[np.float64]
IntervalKind = Literal["percentile", "bca"]


@dataclass(frozen=True)
class Estimate:
    """A point estimate with its interval."""

    estimate: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Length of the interval."""
        return self.high - self.low


@dataclass(frozen=True)
class BootstrapResult:
    """What a bootstrap found.

    Attributes:
        suite: Estimate of the suite statistic with its interval.
        apps: One row an app: app, estimate, low, high, scenarios, configurations, rollouts.
        replicates: The suite statistic of each replicate, shape (B,).
        app_replicates: Success rate of each app in each replicate, shape (B, apps).
        statistic: Name of the suite statistic.
        method: ``percentile`` or ``bca``.
        level: Confidence level.
        axes: The enabled axes.
        resampled: What was drawn anew: ``scenarios``, axes by name, ``rollouts``.
    """

    suite: Estimate
    apps: pd.DataFrame
    replicates: FloatArray
    app_replicates: FloatArray
    statistic: str
    method: str
    level: float
    axes: tuple[str, ...]
    resampled: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Everything but the replicates, as plain JSON values."""
        return {
            "statistic": self.statistic,
            "method": self.method,
            "level": self.level,
            "replicates": len(self.replicates),
            "axes": list(self.axes),
            "resampled": list(self.resampled),
            "suite": {
                "estimate": self.suite.estimate,
                "low": self.suite.low,
                "high": self.suite.high,
            },
            "apps": self.apps.to_dict("records"),
        }


def bootstrap(
    records: pd.DataFrame | Cells,
    axes: Sequence[str] | None = None,
    *,
    statistic: str | Statistic = "mean",
    replicates: int = 1000,
    seed: int = 0,
    level: float = 0.95,
    method: IntervalKind = "percentile",
    resample: Sequence[str] = ("scenarios", "axes", "rollouts"),
    workers: int = 1,
) -> BootstrapResult:
    """Estimate a suite's success rate with a hierarchical bootstrap interval.

    Args:
        records: One row a rollout (see :mod:`tapworld_eval.statistics.records`), or counted cells.
        axes: Enabled axes, columns of ``records``; None for every standard axis that is a column.
            Axes left out are pooled into rollouts.
        statistic: How apps are summarised: ``mean``, ``trimmed_mean``, ``median``, ``iqm``, or a
            function that reduces the last axis of an array of app rates.
        replicates: Number of bootstrap replicates, B.
        seed: Decides every draw; equal seeds give equal intervals on any number of workers.
        level: Confidence level.
        method: ``percentile``, or ``bca`` (bias corrected, accelerated by a jackknife over the
            highest level that is resampled).
        resample: Levels to draw anew. All of them is the method; fewer shows what each one
            contributes. ``axes`` stands for all enabled axes, an axis's name for it alone.
        workers: Threads.

    Returns:
        Estimates with intervals for the suite and for each app. An interval that does not contain
        its estimate (possible for skewed statistics) is widened to it.

    Raises:
        RecordsError: The records are not sound.
        OptionError: An option is out of range.

    Examples:
        >>> frame = pd.DataFrame(
        ...     [("pay", s, t, r, int(s != "c" and r < 2))
        ...      for s in "abc" for t in ("dark", "light") for r in range(3)],
        ...     columns=["app", "scenario", "theme", "rollout", "success"])
        >>> result = bootstrap(frame, axes=["theme"], replicates=200)
        >>> round(result.suite.estimate, 3), result.suite.low < 0.3 < 0.6 < result.suite.high
        (0.444, True)
    """
    if replicates < 1:
        raise OptionError(f"replicates must be at least 1, got {replicates}")
    if method not in ("percentile", "bca"):
        raise OptionError(f"unknown interval method {method!r}; choose percentile or bca")
    check_level(level)
    reduce = resolve_statistic(statistic)
    cells = count_cells(records, axes)
    levels = resolve_levels(cells, resample)
    app_replicates = replicate_rates(
        cells, replicates=replicates, seed=seed, resample=resample, workers=workers
    )
    point = cells.app_rates
    suite_replicates = np.asarray(reduce(app_replicates), dtype=np.float64)
    theta = float(reduce(point))
    if method == "percentile":
        suite = percentile_limits(suite_replicates, level)
        per_app = [percentile_limits(app_replicates[:, a], level) for a in range(len(point))]
    else:
        suite, per_app = bca_limits(cells, levels, reduce, suite_replicates, app_replicates, level)
    low = np.minimum([limits[0] for limits in per_app], point)
    high = np.maximum([limits[1] for limits in per_app], point)
    return BootstrapResult(
        suite=Estimate(theta, min(float(suite[0]), theta), max(float(suite[1]), theta)),
        apps=_app_table(cells, low, high),
        replicates=suite_replicates,
        app_replicates=app_replicates,
        statistic=statistic if isinstance(statistic, str) else statistic.__name__,
        method=method,
        level=level,
        axes=cells.axes,
        resampled=levels,
    )


def replicate_rates(
    cells: Cells,
    *,
    replicates: int,
    seed: int,
    resample: Sequence[str] = ("scenarios", "axes", "rollouts"),
    workers: int = 1,
) -> FloatArray:
    """Success rate of each app in each replicate, shape (replicates, apps)."""
    if workers < 1:
        raise OptionError(f"workers must be at least 1, got {workers}")
    levels = resolve_levels(cells, resample)
    designs = [AppDesign.of(cells, app) for app in range(len(cells.apps))]
    blocks = [
        (app, block, min(BLOCK, replicates - block * BLOCK))
        for app in range(len(designs))
        for block in range(-(-replicates // BLOCK))
    ]
    rates = np.empty((replicates, len(designs)))

    def run(task: tuple[int, int, int]) -> None:
        app, block, count = task
        rng = np.random.default_rng(_stream(seed, cells.apps[app], block))
        # A whole block is always drawn, so that a larger B extends a smaller one's replicates.
        drawn = _draw_block(designs[app], rng, levels)
        rates[block * BLOCK : block * BLOCK + count, app] = drawn[:count]

    if workers == 1:
        for task in blocks:
            run(task)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, blocks))
    return rates


def resolve_levels(cells: Cells, resample: Sequence[str]) -> tuple[str, ...]:
    """Expand ``axes`` into the enabled axes and check every name, in hierarchical order."""
    asked = set([resample] if isinstance(resample, str) else resample)
    known = {"scenarios", "axes", "rollouts", *cells.axes}
    unknown = sorted(asked - known)
    if unknown:
        raise OptionError(
            f"cannot resample {unknown[0]!r}; choose among {', '.join(sorted(known))}"
        )
    chosen = [name for name in cells.axes if "axes" in asked or name in asked]
    head = ["scenarios"] if "scenarios" in asked else []
    tail = ["rollouts"] if "rollouts" in asked else []
    return (*head, *chosen, *tail)


@dataclass(frozen=True)
class ScenarioDesign:
    """One scenario's observed configurations, sorted by observed rate.

    Attributes:
        levels: Level index (0.. within the scenario) of each configuration per axis, (axes, C).
        sizes: Number of levels observed on each axis.
        rollouts: Rollouts per configuration and local rate, shape (C, local rates).
        groups: Index of each local rate among the app's distinct rates.
    """

    levels: NDArray[np.int64]
    sizes: tuple[int, ...]
    rollouts: FloatArray
    groups: NDArray[np.int64]


@dataclass(frozen=True)
class AppDesign:
    """One app's scenarios and its distinct success rates."""

    axes: tuple[str, ...]
    scenarios: tuple[ScenarioDesign, ...]
    rates: FloatArray

    @classmethod
    def of(cls, cells: Cells, app: int) -> AppDesign:
        """The design of app number ``app``."""
        part = cells.app_slices[app]
        # Rates are compared as fractions k/n of equal float value: 1/3 and 2/6 are one rate.
        rates, group = np.unique(cells.rates[part], return_inverse=True)
        scenario = cells.scenario[part]
        designs = []
        for code in np.unique(scenario):
            rows = np.flatnonzero(scenario == code)
            pairs = [
                np.unique(cells.levels[part][rows, axis], return_inverse=True)
                for axis in range(len(cells.axes))
            ]
            local, position = np.unique(group[rows], return_inverse=True)
            rollouts = np.zeros((len(rows), len(local)))
            rollouts[np.arange(len(rows)), position] = cells.rollouts[part][rows]
            levels = np.array([inverse for _, inverse in pairs], dtype=np.int64)
            designs.append(
                ScenarioDesign(
                    levels.reshape(len(cells.axes), len(rows)),
                    tuple(len(values) for values, _ in pairs),
                    rollouts,
                    local,
                )
            )
        return cls(cells.axes, tuple(designs), rates)


def _stream(seed: int, app: str, block: int) -> np.random.SeedSequence:
    digest = hashlib.sha256(app.encode()).digest()[:16]
    words = np.frombuffer(digest, dtype="<u4").tolist()
    return np.random.SeedSequence([seed, *words], spawn_key=(block,))


def _draw_block(design: AppDesign, rng: np.random.Generator, levels: tuple[str, ...]) -> FloatArray:
    """App rates of one block of replicates, shape (BLOCK,)."""
    weights = _weights(design, rng, levels)
    total = weights.sum(axis=1)
    if "rollouts" in levels:
        successes = rng.binomial(weights.astype(np.int64), design.rates).sum(axis=1)
    else:
        successes = weights @ design.rates
    return successes / total


def _weights(design: AppDesign, rng: np.random.Generator, levels: tuple[str, ...]) -> FloatArray:
    """Rollouts at each distinct rate in each replicate, shape (BLOCK, rates)."""
    count = len(design.scenarios)
    if "scenarios" in levels:
        times = rng.multinomial(count, np.full(count, 1 / count), size=BLOCK)
    else:
        times = np.ones((BLOCK, count), dtype=np.int64)
    drawn_axes = [axis for axis, name in enumerate(design.axes) if name in levels]
    weights = np.zeros((BLOCK, len(design.rates)))
    for number, scenario in enumerate(design.scenarios):
        copies = times[:, number]
        if not drawn_axes:
            # Without axes every slot has weight one, so copies of a scenario need no loop.
            weights[:, scenario.groups] += copies[:, None] * scenario.rollouts.sum(axis=0)
            continue
        used = np.flatnonzero(copies)
        if len(used) == 0:
            continue
        slots = _draw_slots(scenario, drawn_axes, int(copies.sum()), rng)
        starts = np.concatenate([[0], np.cumsum(copies[used])[:-1]])
        weights[used[:, None], scenario.groups] += np.add.reduceat(slots, starts, axis=0)
    return weights


def _draw_slots(
    scenario: ScenarioDesign, drawn_axes: list[int], count: int, rng: np.random.Generator
) -> FloatArray:
    """Rollouts at each local rate in each drawn scenario, shape (count, local rates).

    A configuration weighs the product of its levels' counts. In a sparse design all observed
    configurations can come out with weight zero; such draws are repeated.
    """
    configurations = scenario.levels.shape[1]
    step = max(1, MAX_ELEMENTS // configurations)
    parts = []
    for start in range(0, count, step):
        size = min(step, count - start)
        weights = _level_products(scenario, drawn_axes, size, rng)
        empty = np.flatnonzero(~weights.any(axis=1))
        while len(empty):
            weights[empty] = _level_products(scenario, drawn_axes, len(empty), rng)
            empty = empty[~weights[empty].any(axis=1)]
        parts.append(weights @ scenario.rollouts)
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _level_products(
    scenario: ScenarioDesign, drawn_axes: list[int], count: int, rng: np.random.Generator
) -> FloatArray:
    weights = np.ones((count, scenario.levels.shape[1]))
    for axis in drawn_axes:
        size = scenario.sizes[axis]
        if size == 1:
            continue
        counts = rng.multinomial(size, np.full(size, 1 / size), size=count).astype(np.float64)
        weights *= counts[:, scenario.levels[axis]]
    return weights


def _app_table(cells: Cells, low: FloatArray, high: FloatArray) -> pd.DataFrame:
    frame = pd.DataFrame({"app": cells.app, "scenario": cells.scenario, "rollouts": cells.rollouts})
    grouped = frame.groupby("app")
    return pd.DataFrame(
        {
            "app": list(cells.apps),
            "estimate": cells.app_rates,
            "low": low,
            "high": high,
            "scenarios": grouped["scenario"].nunique().to_numpy(),
            "configurations": grouped.size().to_numpy(),
            "rollouts": grouped["rollouts"].sum().to_numpy(),
        }
    )
