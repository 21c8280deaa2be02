"""Counts per configuration: all that any statistic here needs to know about the rollouts.

Rollouts of one configuration are exchangeable, so (successes, rollouts) per configuration loses
nothing. It is also what makes ten million rollouts small: chunks are counted one at a time and only
counts are kept, as exact integers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.errors import DesignError, RecordsError
from tapworld_eval.statistics.records import (
    check_columns,
    key_columns,
    resolve_axes,
    success_column,
)

__all__ = ["Cells", "Records", "count_cells", "count_chunks"]

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """Successes and rollouts per configuration, sorted by app, scenario and levels.

    Attributes:
        axes: Names of the enabled axes.
        names: Labels per column (app, scenario, axes...); codes below index into them.
        app: App code of each configuration, shape (C,).
        scenario: Scenario code, unique over apps (app a's "send" is not app b's), shape (C,).
        levels: Level code of each configuration on each axis, shape (C, axes).
        successes: Successes of each configuration, shape (C,).
        rollouts: Rollouts of each configuration, shape (C,).
    """

    axes: tuple[str, ...]
    names: dict[str, tuple[str, ...]]
    app: IntArray
    scenario: IntArray
    levels: IntArray
    successes: IntArray
    rollouts: IntArray

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the apps, sorted."""
        return self.names["app"]

    @cached_property
    def app_slices(self) -> list[slice]:
        """The configurations of each app, which stand side by side."""
        edges = np.searchsorted(self.app, np.arange(len(self.apps) + 1))
        return [slice(int(a), int(b)) for a, b in itertools.pairwise(edges)]

    @cached_property
    def app_rates(self) -> NDArray[np.float64]:
        """Success rate of each app over all its rollouts, shape (apps,)."""
        count = len(self.apps)
        total = np.bincount(self.app, weights=self.rollouts, minlength=count)
        return np.bincount(self.app, weights=self.successes, minlength=count) / total

    @property
    def rates(self) -> NDArray[np.float64]:
        """Success rate of each configuration, shape (C,)."""
        return self.successes / self.rollouts

    def to_frame(self) -> pd.DataFrame:
        """One row a configuration: app, scenario, axes, successes, rollouts."""
        columns = {"app": self.label("app", self.app)}
        columns["scenario"] = self.label("scenario", self.scenario)
        for position, axis in enumerate(self.axes):
            columns[axis] = self.label(axis, self.levels[:, position])
        frame = pd.DataFrame(columns)
        return frame.assign(successes=self.successes, rollouts=self.rollouts)

    def label(self, column: str, codes: IntArray) -> NDArray[np.object_]:
        """Names behind ``codes`` of a column."""
        return np.array(self.names[column], dtype=object)[codes]

    def with_successes(self, successes: IntArray) -> Cells:
        """The same design with other outcomes (used by simulations and permutation tests)."""
        return replace(self, successes=successes)


# What every statistic takes: a table with one row a rollout, a file of them, or counts.
Records = pd.DataFrame | Cells | str | Path


def count_cells(records: Records, axes: Sequence[str] | None = None) -> Cells:
    """Count successes and rollouts per configuration of a table of rollouts.

    A path is read as :func:`tapworld_eval.statistics.count_file` does; cells are returned, with
    axes that are not asked for pooled.

    Axes that are columns but not enabled are pooled: their rollouts count as rollouts of the
    configuration made of the enabled axes.

    Raises:
        RecordsError: The table is not sound (see :mod:`tapworld_eval.statistics.records`).

    Examples:
        >>> frame = pd.DataFrame({"app": "pay", "scenario": ["a", "a", "b"], "success": [1, 0, 1]})
        >>> count_cells(frame).to_frame()[["scenario", "successes", "rollouts"]].values.tolist()
        [['a', 1, 2], ['b', 1, 1]]
    """
    if isinstance(records, Cells):
        return _select_axes(records, axes)
    if isinstance(records, str | Path):
        # Readers build on cells, so they can only be known here once somebody asks for a file.
        from tapworld_eval.statistics.readers.detect import count_file

        return count_file(records, axes)
    check_columns(records)
    chosen = resolve_axes(records, axes)
    success = success_column(records)
    columns = key_columns(records, chosen)
    codes, labels = zip(*(_codes(records, column) for column in columns), strict=True)
    full = _combine(codes, labels)
    _check_unique(records, full)
    kept = slice(0, 2 + len(chosen))
    key = _combine(codes[kept], labels[kept])
    # Positions of one row of each configuration, in sorted order of the combined key.
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    rollouts = np.bincount(inverse, minlength=len(first))
    successes = np.bincount(inverse, weights=success, minlength=len(first))
    at = [code[first] for code in codes[kept]]
    return _build(chosen, labels[kept], at, successes.astype(np.int64), rollouts)


def count_chunks(chunks: Iterable[pd.DataFrame], axes: Sequence[str] | None = None) -> Cells:
    """Count a stream of tables, keeping only counts; exactly what one large table would give.

    Repeated rollouts are found through a 64-bit hash of each row's keys (8 bytes a rollout).

    Raises:
        RecordsError: A chunk is not sound, chunks differ in columns, or a rollout appears twice.
    """
    counted: list[pd.DataFrame] = []
    hashes: list[NDArray[np.uint64]] = []
    agents: set[str] = set()
    columns: list[str] | None = None
    chosen: tuple[str, ...] = ()
    for number, chunk in enumerate(chunks):
        if len(chunk) == 0:
            continue
        check_columns(chunk)
        chosen = resolve_axes(chunk, axes)
        keys = key_columns(chunk, chosen)
        if columns is not None and keys != columns:
            raise RecordsError(f"chunk {number} has the key columns {keys}, earlier ones {columns}")
        columns = keys
        if "agent" in chunk:
            agents.update(map(str, chunk["agent"].dropna().unique()))
        counted.append(_count_one(chunk, chosen))
        if "rollout" in chunk:
            hashes.append(_row_hashes(chunk, keys))
        if len(counted) == 16:
            counted = [_merge(counted, chosen)]
    if columns is None:
        raise RecordsError("records are empty: there is nothing to estimate")
    if len(agents) > 1:
        raise RecordsError(
            f"records hold {len(agents)} agents ({', '.join(sorted(agents)[:5])}); select one "
            "(--agent NAME), or rank them (tapworld stats rank, rank_agents)"
        )
    if hashes:
        merged = np.sort(np.concatenate(hashes))
        if (merged[1:] == merged[:-1]).any():
            raise RecordsError(
                "a rollout appears twice (same app, scenario, levels of all axes and rollout "
                "number); drop the duplicates, number the rollouts, or name the missing axis"
            )
    return from_counts(_merge(counted, chosen), chosen)


def from_counts(frame: pd.DataFrame, axes: Sequence[str]) -> Cells:
    """Cells from a table of counts: app, scenario, axes, successes, rollouts."""
    columns = ["app", "scenario", *axes]
    codes, labels = zip(*(_codes(frame, column) for column in columns), strict=True)
    order = np.argsort(_combine(codes, labels), kind="stable")
    at = [code[order] for code in codes]
    successes = frame["successes"].to_numpy(dtype=np.int64)[order]
    rollouts = frame["rollouts"].to_numpy(dtype=np.int64)[order]
    return _build(tuple(axes), labels, at, successes, rollouts)


def _select_axes(cells: Cells, axes: Sequence[str] | None) -> Cells:
    if axes is None or tuple(axes) == cells.axes:
        return cells
    unknown = [axis for axis in axes if axis not in cells.axes]
    if unknown:
        raise DesignError(f"axis {unknown[0]!r} is not among the counted axes {list(cells.axes)}")
    frame = cells.to_frame()
    keys = ["app", "scenario", *axes]
    summed = frame.groupby(keys, sort=False)[["successes", "rollouts"]].sum().reset_index()
    return from_counts(summed, axes)


def _codes(frame: pd.DataFrame, column: str) -> tuple[IntArray, tuple[str, ...]]:
    values = frame[column]
    try:
        codes, uniques = pd.factorize(values, sort=True)
    except TypeError:  # mixed types do not sort; their text does
        codes, uniques = pd.factorize(values.where(values.isna(), values.astype(str)), sort=True)
    if (codes < 0).any():
        rows = np.flatnonzero(codes < 0)
        raise RecordsError(
            f"column {column!r} is missing in {len(rows)} row(s), first at position {rows[0]}; "
            "give those rows a level of their own, for example 'none'"
        )
    labels = tuple(str(value) for value in uniques)
    if len(set(labels)) != len(labels):  # 1 and "1" in one column are one level
        texts = np.unique(np.array(labels, dtype=object), return_inverse=True)
        return texts[1][codes].astype(np.int64), tuple(texts[0])
    return codes.astype(np.int64), labels


def _combine(codes: Sequence[IntArray], labels: Sequence[tuple[str, ...]]) -> IntArray:
    key = codes[0]
    size = len(labels[0])
    for code, label in zip(codes[1:], labels[1:], strict=True):
        if size * len(label) >= 2**62:
            _, key = np.unique(key, return_inverse=True)
            size = int(key.max()) + 1
        key = key * len(label) + code
        size *= len(label)
    return key


def _check_unique(frame: pd.DataFrame, key: IntArray) -> None:
    if "rollout" not in frame.columns:
        return
    rollout, labels = _codes(frame, "rollout")
    _, compact = np.unique(key, return_inverse=True)
    pairs = compact * len(labels) + rollout
    ordered = np.sort(pairs)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if len(repeated):
        rows = np.flatnonzero(pairs == repeated[0])
        example = frame.iloc[int(rows[0])]
        raise RecordsError(
            f"{len(repeated)} rollout(s) appear twice, first at positions {rows[0]} and {rows[1]} "
            f"(app {example['app']!r}, scenario {example['scenario']!r}, rollout "
            f"{example['rollout']}); drop the duplicates or name the missing axis"
        )


def _build(
    axes: tuple[str, ...],
    labels: Sequence[tuple[str, ...]],
    codes: Sequence[IntArray],
    successes: IntArray,
    rollouts: IntArray,
) -> Cells:
    pair = codes[0] * len(labels[1]) + codes[1]
    _, first, scenario = np.unique(pair, return_index=True, return_inverse=True)
    names = {"app": labels[0], "scenario": tuple(labels[1][code] for code in codes[1][first])}
    names.update(zip(axes, labels[2:], strict=True))
    levels = np.stack(codes[2:], axis=1) if axes else np.zeros((len(pair), 0), dtype=np.int64)
    return Cells(axes, names, codes[0], scenario, levels, successes, rollouts.astype(np.int64))


def _count_one(chunk: pd.DataFrame, axes: tuple[str, ...]) -> pd.DataFrame:
    plain = chunk.drop(columns=["rollout"], errors="ignore")
    return count_cells(plain, axes).to_frame()


def _merge(counted: list[pd.DataFrame], axes: tuple[str, ...]) -> pd.DataFrame:
    keys = ["app", "scenario", *axes]
    return pd.concat(counted).groupby(keys, sort=False).sum().reset_index()


def _row_hashes(chunk: pd.DataFrame, keys: list[str]) -> NDArray[np.uint64]:
    mixed = np.zeros(len(chunk), dtype=np.uint64)
    for column in [*keys, "rollout"]:
        codes, labels = _codes(chunk, column)
        hashed = pd.util.hash_array(np.array(labels, dtype=object))[codes]
        # An odd multiplier between columns, so that swapped values hash differently.
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15) + hashed
        mixed ^= mixed >> np.uint64(29)
    return mixed
