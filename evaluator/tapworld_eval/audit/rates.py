"""A share with its Wilson interval, as all audits report it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tapworld_eval.statistics import wilson

__all__ = ["Rate", "rate_of"]


@dataclass(frozen=True)
class Rate:
    """A share with its Wilson interval; ``None`` where nothing was counted."""

    successes: int
    episodes: int
    rate: float | None
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def rate_of(outcomes: Sequence[bool]) -> Rate:
    """The share of true outcomes.

    >>> rate_of([True, False]).rate, rate_of([]).rate
    (0.5, None)
    """
    successes, episodes = sum(outcomes), len(outcomes)
    low, high = wilson(successes, episodes)
    return Rate(
        successes, episodes, successes / episodes if episodes else None, float(low), float(high)
    )
