"""Why episodes failed, grouped by the clause that failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tapworld_eval.report.runs import RunView
from tapworld_eval.rollouts.record import EpisodeRecord

__all__ = ["FailureGroup", "group_failures", "reasons_of"]


@dataclass
class FailureGroup:
    """Failures with the same reason.

    Attributes:
        reason: In a few words.
        counts: Episodes by run index.
        episodes: ``(run index, episode id, detail)`` of each.
    """

    reason: str
    counts: dict[int, int] = field(default_factory=dict)
    episodes: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Episodes in all runs."""
        return sum(self.counts.values())


def group_failures(views: Sequence[RunView]) -> list[FailureGroup]:
    """Groups of failures, the largest first. An episode counts once in each of its groups."""
    groups: dict[str, FailureGroup] = {}
    for view in views:
        for record in view.records:
            for reason, detail in dict(reversed(list(reasons_of(record)))).items():
                group = groups.setdefault(reason, FailureGroup(reason))
                group.counts[view.index] = group.counts.get(view.index, 0) + 1
                group.episodes.append((view.index, record.episode, detail))
    return sorted(groups.values(), key=lambda group: (-group.total, group.reason))


def reasons_of(record: EpisodeRecord) -> Iterator[tuple[str, str]]:
    """Why an episode failed: a short reason and what was found, for each."""
    if record.success or record.success is None:
        return
    if record.agent_error:
        yield "the agent gave up or crashed", record.agent_error
        return
    if record.outcome == "step_limit":
        yield "out of steps", f"after {record.steps} of {record.max_steps} actions"
    verdict = record.verdict or {}
    for clause in verdict.get("clauses", []):
        if not clause["passed"] and not (
            clause["kind"] == "outcome" and record.outcome == "step_limit"
        ):
            yield _clause_reason(clause["name"], clause["kind"]), clause["detail"]
    for row in verdict.get("collateral", []):
        yield f"collateral damage: {row['app']}.{row['table']}", f"row {row['key']} {row['change']}"


_WORDS = {
    "answer": "wrong answer",
    "outcome": "ended in the wrong way",
    "ui": "the phone is not where it should be",
    "inserted": "rows missing or wrong in",
    "deleted": "rows not deleted in",
    "updated": "rows not changed as asked in",
    "changed": "a number did not change as asked in",
    "unchanged": "rows changed that must stay in",
    "sql": "a condition does not hold",
}


def _clause_reason(name: str, kind: str) -> str:
    """In words, with the table that the clause's name ends with, if there is one."""
    place = name.partition(":")[2].partition(" ")[2]
    return f"{_WORDS.get(kind, kind)} {place}".strip()
