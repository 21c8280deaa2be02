"""``tapworld audit noop``: doing nothing must not succeed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tapworld_eval.rollouts.record import EpisodeRecord

__all__ = ["NoopAudit", "judge_noop"]


@dataclass(frozen=True)
class NoopAudit:
    """Episodes of an agent that does nothing.

    Attributes:
        episodes: How many count.
        successes: How many were judged a success: each is a flaw of its scenario.
        damaged: How many were judged to have changed something, without a touch.
        solved: Configurations that doing nothing solved.
        changed: Configurations that changed by themselves.
    """

    episodes: int
    successes: int
    damaged: int
    solved: tuple[str, ...]
    changed: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld audit noop --json``."""
        return asdict(self)


def judge_noop(records: Sequence[EpisodeRecord]) -> NoopAudit:
    """Judge the episodes of the agent ``noop``."""
    counted = [record for record in records if record.success is not None]
    solved = tuple(record.configuration for record in counted if record.success)
    changed = tuple(
        record.configuration for record in counted if (record.verdict or {}).get("collateral")
    )
    return NoopAudit(len(counted), len(solved), len(changed), solved, changed)
