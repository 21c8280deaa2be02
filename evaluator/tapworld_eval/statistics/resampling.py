"""Draws of the hierarchical bootstrap, for one agent or for several on the same configurations.

Per app and replicate: draw scenarios with replacement; for each drawn scenario draw the levels of
each enabled axis with replacement, independently per axis, and take the product; for each slot of
that product draw its rollouts anew. Agents of a panel share scenarios and levels and have rollouts
of their own, which is what pairs them.

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
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.statistics.cells import Cells
from tapworld_eval.statistics.errors import OptionError

__all__ = ["replicate_rates", "resolve_levels"]

BLOCK: Final = 512  # replicates a random stream serves; part of the seed contract, do not change
# Largest weight table held at once (32 MB): a scenario with a million configurations still fits.
MAX_ELEMENTS: Final = 4_000_000
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def replicate_rates(
    panel: Sequence[Cells],
    *,
    replicates: int,
    seed: int | Sequence[int],
    resample: Sequence[str] = ("scenarios", "axes", "rollouts"),
    workers: int = 1,
) -> FloatArray:
    """Success rate of each app and agent in each replicate, shape (replicates, apps, agents).

    Args:
        panel: One agent's cells, or several agents' cells over the same configurations (see
            :func:`tapworld_eval.statistics.panel.align`).
        replicates: Number of replicates.
        seed: Decides every draw. Different seeds give independent draws.
        resample: Levels to draw anew.
        workers: Threads.
    """
    if workers < 1:
        raise OptionError(f"workers must be at least 1, got {workers}")
    levels = resolve_levels(panel[0], resample)
    apps = panel[0].apps
    designs = [_app_design(panel, app) for app in range(len(apps))]
    tasks = [
        (app, block, min(BLOCK, replicates - block * BLOCK))
        for app in range(len(apps))
        for block in range(-(-replicates // BLOCK))
    ]
    rates = np.empty((replicates, len(apps), len(panel)))

    def run(task: tuple[int, int, int]) -> None:
        app, block, count = task
        rng = np.random.default_rng(_stream(seed, apps[app], block))
        # A whole block is always drawn, so that a larger B extends a smaller one's replicates.
        rates[block * BLOCK : block * BLOCK + count, app] = _draw_block(designs[app], rng, levels)[
            :count
        ]

    if workers == 1:
        for task in tasks:
            run(task)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, tasks))
    return rates


def resolve_levels(cells: Cells, resample: Sequence[str]) -> tuple[str, ...]:
    """Expand ``axes`` into the enabled axes and check every name, in hierarchical order."""
    asked = {resample} if isinstance(resample, str) else set(resample)
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
class _Scenario:
    """One scenario's observed configurations.

    Attributes:
        levels: Level index (0.. within the scenario) of each configuration, shape (axes, C).
        sizes: Number of levels observed on each axis.
        rollouts: Rollouts of each configuration by rate, shape (C, rates), agents side by side.
        groups: Index of each column of ``rollouts`` among the app's rates.
        starts: First column of each agent.
    """

    levels: IntArray
    sizes: tuple[int, ...]
    rollouts: FloatArray
    groups: IntArray
    starts: IntArray


@dataclass(frozen=True)
class _App:
    """One app: its scenarios and the distinct rates of each agent, agents side by side."""

    axes: tuple[str, ...]
    scenarios: tuple[_Scenario, ...]
    rates: FloatArray
    starts: IntArray


def _app_design(panel: Sequence[Cells], app: int) -> _App:
    first = panel[0]
    part = first.app_slices[app]
    rates, groups, starts = [], [], [0]
    for cells in panel:
        # Rates are compared as floats: division is correctly rounded, so 1/3 and 2/6 are equal.
        observed = cells.successes[part] / np.maximum(cells.rollouts[part], 1)
        values, group = np.unique(observed, return_inverse=True)
        rates.append(values)
        groups.append(group + starts[-1])
        starts.append(starts[-1] + len(values))
    scenario = first.scenario[part]
    designs = []
    for code in np.unique(scenario):
        rows = np.flatnonzero(scenario == code)
        levels = first.levels[part][rows]
        pairs = [np.unique(levels[:, a], return_inverse=True) for a in range(levels.shape[1])]
        columns, local_groups, local_starts = [], [], [0]
        for cells, group in zip(panel, groups, strict=True):
            local, position = np.unique(group[rows], return_inverse=True)
            counts = np.zeros((len(rows), len(local)))
            counts[np.arange(len(rows)), position] = cells.rollouts[part][rows]
            columns.append(counts)
            local_groups.append(local)
            local_starts.append(local_starts[-1] + len(local))
        index = np.array([inverse for _, inverse in pairs], dtype=np.int64)
        designs.append(
            _Scenario(
                index.reshape(len(pairs), len(rows)),
                tuple(len(values) for values, _ in pairs),
                np.concatenate(columns, axis=1),
                np.concatenate(local_groups),
                np.array(local_starts[:-1]),
            )
        )
    return _App(first.axes, tuple(designs), np.concatenate(rates), np.array(starts[:-1]))


def _stream(seed: int | Sequence[int], app: str, block: int) -> np.random.SeedSequence:
    digest = hashlib.sha256(app.encode()).digest()[:16]
    words = np.frombuffer(digest, dtype="<u4").tolist()
    numbers = [seed] if isinstance(seed, int) else list(seed)
    return np.random.SeedSequence([*numbers, *words], spawn_key=(block,))


def _draw_block(app: _App, rng: np.random.Generator, levels: tuple[str, ...]) -> FloatArray:
    """Rates of one block of replicates, shape (BLOCK, agents)."""
    weights = _weights(app, rng, levels)
    total = np.add.reduceat(weights, app.starts, axis=1)
    if "rollouts" in levels:
        successes = rng.binomial(weights.astype(np.int64), app.rates).astype(np.float64)
    else:
        successes = weights * app.rates
    return np.add.reduceat(successes, app.starts, axis=1) / total


def _weights(app: _App, rng: np.random.Generator, levels: tuple[str, ...]) -> FloatArray:
    """Rollouts at each distinct rate in each replicate, shape (BLOCK, rates)."""
    count = len(app.scenarios)
    if "scenarios" in levels:
        times = rng.multinomial(count, np.full(count, 1 / count), size=BLOCK)
    else:
        times = np.ones((BLOCK, count), dtype=np.int64)
    drawn_axes = [axis for axis, name in enumerate(app.axes) if name in levels]
    weights = np.zeros((BLOCK, len(app.rates)))
    for number, scenario in enumerate(app.scenarios):
        copies = times[:, number]
        if not drawn_axes:
            # Without axes every slot has weight one, so copies of a scenario need no loop.
            weights[:, scenario.groups] += copies[:, None] * scenario.rollouts.sum(axis=0)
            continue
        used = np.flatnonzero(copies)
        if len(used) == 0:
            continue
        slots = _draw_slots(scenario, drawn_axes, int(copies.sum()), rng)
        firsts = np.concatenate([[0], np.cumsum(copies[used])[:-1]])
        weights[used[:, None], scenario.groups] += np.add.reduceat(slots, firsts, axis=0)
    return weights


def _draw_slots(
    scenario: _Scenario, drawn_axes: list[int], count: int, rng: np.random.Generator
) -> FloatArray:
    """Rollouts at each of the scenario's rates in each drawn scenario, shape (count, rates).

    A configuration weighs the product of its levels' counts. In a sparse design all observed
    configurations of an agent can come out with weight zero; such draws are repeated.
    """
    step = max(1, MAX_ELEMENTS // scenario.levels.shape[1])
    parts = []
    for start in range(0, count, step):
        size = min(step, count - start)
        drawn = _level_products(scenario, drawn_axes, size, rng) @ scenario.rollouts
        empty = np.flatnonzero(_has_no_rollouts(drawn, scenario.starts))
        while len(empty):
            again = _level_products(scenario, drawn_axes, len(empty), rng) @ scenario.rollouts
            drawn[empty] = again
            empty = empty[_has_no_rollouts(again, scenario.starts)]
        parts.append(drawn)
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _has_no_rollouts(drawn: FloatArray, starts: IntArray) -> NDArray[np.bool_]:
    return (np.add.reduceat(drawn, starts, axis=1) == 0).any(axis=1)


def _level_products(
    scenario: _Scenario, drawn_axes: list[int], count: int, rng: np.random.Generator
) -> FloatArray:
    """Product of the drawn levels' counts for each configuration, shape (count, C)."""
    axes = [axis for axis in drawn_axes if scenario.sizes[axis] > 1]
    weights = np.ones((count, scenario.levels.shape[1]))
    if not axes:
        return weights
    # All axes are drawn and counted in one go (3.5 times faster than a multinomial for each):
    # as many draws of a level as the axis has levels, in columns of their own.
    sizes = np.array([scenario.sizes[axis] for axis in axes])
    offsets = np.cumsum(sizes) - sizes
    width = int(sizes.sum())
    drawn = (rng.random((count, width)) * np.repeat(sizes, sizes)).astype(np.int64)
    drawn += np.repeat(offsets, sizes) + width * np.arange(count)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=count * width).reshape(count, width)
    for axis, offset in zip(axes, offsets, strict=True):
        weights *= counts[:, scenario.levels[axis] + offset]
    return weights
