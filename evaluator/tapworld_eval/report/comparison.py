"""Agents compared in pairs on the configurations that both met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tapworld_eval.report.runs import RunView
from tapworld_eval.statistics import mcnemar

__all__ = ["Comparison", "compare_runs"]


@dataclass(frozen=True)
class Comparison:
    """Two agents on shared configurations.

    Attributes:
        first: Index of the one run.
        second: Index of the other.
        pairs: Rollouts that both have.
        only_first: Pairs that only the first solved.
        only_second: Pairs that only the second solved.
        p: Exact McNemar p value, two-sided.
    """

    first: int
    second: int
    pairs: int
    only_first: int
    only_second: int
    p: float

    @property
    def difference(self) -> float:
        """Success of the first minus that of the second, on the pairs."""
        return (self.only_first - self.only_second) / self.pairs


def compare_runs(views: Sequence[RunView]) -> list[Comparison]:
    """Every pair of runs that shares configurations."""
    found = []
    for first, second in combinations(views, 2):
        left, right = _outcomes(first), _outcomes(second)
        shared = sorted(left.keys() & right.keys())
        if not shared:
            continue
        only_first = sum(left[key] and not right[key] for key in shared)
        only_second = sum(right[key] and not left[key] for key in shared)
        found.append(
            Comparison(
                first.index,
                second.index,
                len(shared),
                only_first,
                only_second,
                mcnemar(only_first, only_second),
            )
        )
    return found


def _outcomes(view: RunView) -> dict[tuple[str, int], bool]:
    return {
        (record.configuration, record.rollout): record.success
        for record in view.records
        if record.success is not None
    }
