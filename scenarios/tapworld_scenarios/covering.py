"""Covering arrays: rows in which any two values of different axes meet, in few rows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

__all__ = ["covering_rows"]

_CANDIDATES = 12

Pair = tuple[int, int, int, int]


def covering_rows(
    sizes: Sequence[int],
    rng: random.Random,
    allowed: Callable[[Sequence[int]], bool] = lambda _: True,
) -> Iterator[tuple[int, ...]]:
    """Yield rows until every allowed pair of values has met.

    Greedy (AETG): of some random rows that hold a pair not met yet, the one that holds the
    most is given next, so the first rows cover the most.

    Args:
        sizes: Values of each axis.
        rng: Decides ties and order.
        allowed: Says whether a row may be; ``-1`` stands for a value not yet chosen. Once a
            row is refused, filling in more values must not make it allowed.

    >>> rows = list(covering_rows([2, 2, 2], random.Random(0)))
    >>> len({(row[0], row[2]) for row in rows}), len(rows) <= 6
    (4, True)
    """
    axes = range(len(sizes))
    missing: dict[Pair, None] = {}
    for a, b in combinations(axes, 2):
        for x in range(sizes[a]):
            for y in range(sizes[b]):
                row = [-1] * len(sizes)
                row[a], row[b] = x, y
                if allowed(row):
                    missing[a, x, b, y] = None
    if len(sizes) == 1:
        yield from ((x,) for x in range(sizes[0]) if allowed([x]))
        return
    order = list(missing)
    rng.shuffle(order)
    missing = dict.fromkeys(order)
    degree: dict[tuple[int, int], int] = {}
    for a, x, b, y in missing:
        degree[a, x] = degree.get((a, x), 0) + 1
        degree[b, y] = degree.get((b, y), 0) + 1
    while missing:
        seed = next(iter(missing))
        made = (_complete(seed, sizes, missing, degree, rng, allowed) for _ in range(_CANDIDATES))
        rows = [row for row in made if row is not None]
        if not rows:
            del missing[seed]  # no row holds this pair, whatever the other axes
            continue
        best = max(rows, key=lambda row: _gain(row, missing))
        for pair in _pairs(best):
            if pair in missing:
                del missing[pair]
                degree[pair[0], pair[1]] -= 1
                degree[pair[2], pair[3]] -= 1
        yield tuple(best)


def _pairs(row: Sequence[int]) -> Iterator[Pair]:
    for a, b in combinations(range(len(row)), 2):
        yield a, row[a], b, row[b]


def _gain(row: Sequence[int], missing: dict[Pair, None]) -> int:
    return sum(pair in missing for pair in _pairs(row))


def _complete(
    seed: Pair,
    sizes: Sequence[int],
    missing: dict[Pair, None],
    degree: dict[tuple[int, int], int],
    rng: random.Random,
    allowed: Callable[[Sequence[int]], bool],
) -> list[int] | None:
    row = [-1] * len(sizes)
    row[seed[0]], row[seed[2]] = seed[1], seed[3]
    rest = [axis for axis in range(len(sizes)) if row[axis] < 0]
    rng.shuffle(rest)
    for axis in rest:
        best: list[int] = []
        most = (-1, -1)
        for value in range(sizes[axis]):
            row[axis] = value
            if not allowed(row):
                continue
            gain = 0
            for other, chosen in enumerate(row):
                if other == axis or chosen < 0:
                    continue
                pair = (
                    (axis, value, other, chosen) if axis < other else (other, chosen, axis, value)
                )
                gain += pair in missing
            score = (gain, degree.get((axis, value), 0))
            if score > most:
                best, most = [value], score
            elif score == most:
                best.append(value)
        if not best:
            return None
        row[axis] = rng.choice(best)
    return row
