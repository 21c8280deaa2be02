"""The replay remark in numbers, from records alone.

A replay agent built from k rollouts of a source succeeds on a static benchmark exactly as often as
the source's pass@k says; where configurations vary it should fail.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tapworld_eval.audit.rates import Rate, rate_of
from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_scenarios.near_misses import expected_names

if TYPE_CHECKING:
    from tapworld_scenarios import Catalog

__all__ = ["Rate", "ReplayScores", "data_dependent_scenarios", "score_replay"]


@dataclass(frozen=True)
class ReplayScores:
    """A source and the agent that repeats it.

    Attributes:
        source: The source's rollouts.
        pass_at_k: Configurations of the source with at least one success.
        k: Rollouts the source had of each configuration (the most).
        static: Replay on the very configurations of the source.
        varied: Replay on others.
        repeated: Of those, the ones for which there was a recording to repeat.
        kinds: Kind of scenario -> the same by kind, without further kinds.
        data_dependent: The same for scenarios in which values of the instance, or data of the
            profile, decide what is right (:func:`data_dependent_scenarios`); ``None`` when the
            catalogue was not given.
        other: The same for the remaining scenarios.
    """

    source: Rate
    pass_at_k: Rate
    k: int
    static: Rate
    varied: Rate
    repeated: Rate
    kinds: dict[str, ReplayScores]
    data_dependent: ReplayScores | None = None
    other: ReplayScores | None = None

    def to_json_details(self) -> dict[str, Any]:
        """Every rate with its interval, also by kind of scenario, as plain JSON values."""
        return asdict(self)


def data_dependent_scenarios(catalog: Catalog) -> frozenset[str]:
    """Scenarios whose expectations name a parameter or derived value, or ask a question.

    Not those that expect ``infeasible``: the right ending is then the same on every
    configuration, so that whoever repeats it is right without having looked.
    """
    return frozenset(
        scenario.id
        for scenario in catalog.scenarios.values()
        if not scenario.wants_infeasible
        and (scenario.answer is not None or expected_names(scenario))
    )


def score_replay(
    source: Sequence[EpisodeRecord],
    replay: Sequence[EpisodeRecord],
    *,
    by_kind: bool = True,
    data_dependent: Collection[str] | None = None,
) -> ReplayScores:
    """Compare a replay agent's episodes with those of its source.

    Args:
        source: The source's episodes.
        replay: The replay agent's, on the same and on other configurations.
        by_kind: Whether to score each kind of scenario, too.
        data_dependent: Scenarios that count as such.
    """
    counted = [record for record in source if record.success is not None]
    outcomes: dict[str, list[bool]] = {}
    for record in counted:
        outcomes.setdefault(record.configuration, []).append(bool(record.success))
    recorded = {record.scenario for record in counted if record.success}
    replayed = [record for record in replay if record.success is not None]
    static = [record for record in replayed if record.configuration in outcomes]
    varied = [record for record in replayed if record.configuration not in outcomes]

    def part(records: Sequence[EpisodeRecord], keep: Collection[str]) -> list[EpisodeRecord]:
        return [record for record in records if record.scenario in keep]

    kinds: dict[str, ReplayScores] = {}
    if by_kind:
        for kind in sorted({record.kind for record in (*counted, *replayed)}):
            kinds[kind] = score_replay(
                [record for record in counted if record.kind == kind],
                [record for record in replayed if record.kind == kind],
                by_kind=False,
            )
    halves: list[ReplayScores | None] = [None, None]
    if data_dependent is not None:
        others = {record.scenario for record in (*counted, *replayed)} - set(data_dependent)
        halves = [
            score_replay(part(counted, keep), part(replayed, keep), by_kind=False)
            for keep in (data_dependent, others)
        ]
    return ReplayScores(
        source=rate_of([bool(record.success) for record in counted]),
        pass_at_k=rate_of([any(found) for found in outcomes.values()]),
        k=max((len(found) for found in outcomes.values()), default=0),
        static=rate_of([bool(record.success) for record in static]),
        varied=rate_of([bool(record.success) for record in varied]),
        repeated=rate_of([bool(record.success) for record in part(varied, recorded)]),
        kinds=kinds,
        data_dependent=halves[0],
        other=halves[1],
    )
