"""The replay remark in numbers, from records alone.

A replay agent built from k rollouts of a source succeeds on a static benchmark exactly as often as
the source's pass@k says; where configurations vary it should fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_eval.statistics import wilson

__all__ = ["Rate", "ReplayScores", "score_replay"]


@dataclass(frozen=True)
class Rate:
    """A share with its Wilson interval; ``None`` where nothing was counted."""

    successes: int
    episodes: int
    rate: float | None
    low: float
    high: float


@dataclass(frozen=True)
class ReplayScores:
    """A source and the agent that repeats it.

    Attributes:
        source: The source's rollouts.
        pass_at_k: Configurations of the source with at least one success.
        k: Rollouts the source had of each configuration (the most).
        static: Replay on the very configurations of the source.
        varied: Replay on others.
        kinds: Kind of scenario -> the same by kind, without further kinds.
    """

    source: Rate
    pass_at_k: Rate
    k: int
    static: Rate
    varied: Rate
    kinds: dict[str, ReplayScores]

    def to_json_details(self) -> dict[str, Any]:
        """Every rate with its interval, also by kind of scenario, as plain JSON values."""
        return asdict(self)


def score_replay(
    source: Sequence[EpisodeRecord], replay: Sequence[EpisodeRecord], *, by_kind: bool = True
) -> ReplayScores:
    """Compare a replay agent's episodes with those of its source."""
    counted = [record for record in source if record.success is not None]
    outcomes: dict[str, list[bool]] = {}
    for record in counted:
        outcomes.setdefault(record.configuration, []).append(bool(record.success))
    replayed = [record for record in replay if record.success is not None]
    static = [record for record in replayed if record.configuration in outcomes]
    varied = [record for record in replayed if record.configuration not in outcomes]
    kinds: dict[str, ReplayScores] = {}
    if by_kind:
        for kind in sorted({record.kind for record in (*counted, *replayed)}):
            kinds[kind] = score_replay(
                [record for record in counted if record.kind == kind],
                [record for record in replayed if record.kind == kind],
                by_kind=False,
            )
    return ReplayScores(
        source=_rate([bool(record.success) for record in counted]),
        pass_at_k=_rate([any(found) for found in outcomes.values()]),
        k=max((len(found) for found in outcomes.values()), default=0),
        static=_rate([bool(record.success) for record in static]),
        varied=_rate([bool(record.success) for record in varied]),
        kinds=kinds,
    )


def _rate(outcomes: Sequence[bool]) -> Rate:
    successes, episodes = sum(outcomes), len(outcomes)
    low, high = wilson(successes, episodes)
    rate = successes / episodes if episodes else None
    return Rate(successes, episodes, rate, float(low), float(high))
