"""What verification found."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

__all__ = ["AnswerResult", "ClauseResult", "Collateral", "Outcome", "Verdict"]

Outcome = Literal["done", "answer", "infeasible", "step_limit"]


@dataclass(frozen=True)
class ClauseResult:
    """One expectation.

    Attributes:
        name: ``<index>:<kind>``, with the table where there is one.
        kind: ``inserted``, ``ui``, ``answer``, ``outcome``, ...
        passed: Whether it holds.
        detail: What was found, in words.
    """

    name: str
    kind: str
    passed: bool
    detail: str


@dataclass(frozen=True)
class Collateral:
    """One row that changed and should not have.

    Attributes:
        app: App id.
        table: Table without prefix.
        change: What happened to the row.
        key: Its primary key.
        columns: Column -> [before, after], for an update.
    """

    app: str
    table: str
    change: Literal["inserted", "deleted", "updated"]
    key: tuple[Any, ...]
    columns: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])


@dataclass(frozen=True)
class AnswerResult:
    """What was asked and what was said."""

    type: str
    expected: str
    given: str | None
    passed: bool


@dataclass(frozen=True)
class Verdict:
    """The result of an episode.

    Attributes:
        success: Every clause holds and nothing else changed.
        clauses: Every expectation, and the outcome.
        collateral: Rows that changed and should not have (at most 50).
        collateral_count: How many there were.
        answer: For a question.
    """

    success: bool
    clauses: tuple[ClauseResult, ...]
    collateral: tuple[Collateral, ...]
    collateral_count: int
    answer: AnswerResult | None

    def to_json(self) -> dict[str, Any]:
        """Plain data; bytes become hex."""
        return _plain(asdict(self))

    @property
    def reasons(self) -> list[str]:
        """Why it failed, in words; empty on success."""
        found = [f"{c.name}: {c.detail}" for c in self.clauses if not c.passed]
        found += [
            f"collateral: {c.app}.{c.table} row {list(c.key)} {c.change} "
            f"{', '.join(c.columns)}".rstrip()
            for c in self.collateral
        ]
        return found


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value
