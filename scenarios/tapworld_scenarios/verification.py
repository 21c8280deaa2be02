"""Decides whether an episode succeeded, from the phone's states before and after.

Needs no device: a stored pair of snapshots can be verified again at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .clauses import RowCheck, check_rows
from .diff import AppDiff, diff_app
from .errors import EnvironmentFault, SqlError
from .expressions import set_value
from .permits import Permits, incidental_permits, permits_of
from .sql_session import SqlSession
from .ui_clause import check_ui
from .verdict import AnswerResult, ClauseResult, Collateral, Outcome, Verdict

if TYPE_CHECKING:
    from .model import Clause, UiClause
    from .snapshot import Snapshot
    from .task import Task

__all__ = ["starts_where_asked", "verify"]

_LISTED = 50
_ROW_KINDS = ("inserted", "deleted", "updated", "changed", "unchanged")


def verify(
    task: Task,
    after: Snapshot,
    *,
    outcome: Outcome,
    answer: str | None = None,
    first_failure: bool = False,
) -> Verdict:
    """Check every expectation, the outcome, and that nothing else changed on the phone.

    Args:
        task: The task.
        after: The phone's state at the end.
        outcome: How the episode ended. ``step_limit`` is never a success: the agent did not
            say that it was done.
        answer: The text of the action ``answer``.
        first_failure: Stop at the first failure (the verdict then lists only that).

    Raises:
        EnvironmentFault: A database of ``after`` is missing or broken.
    """
    check = _Verification(task, after)
    try:
        return check.run(outcome, answer, first_failure)
    finally:
        check.close()


def starts_where_asked(task: Task, starts: Sequence[Snapshot]) -> list[bool]:
    """Whether the ``ui`` clauses alone may hold on each of several phones before they are loaded.

    Without a ``ui`` clause they do. What a start state leaves unsaid counts as held.
    """
    check = _Verification(task, task.snapshot)
    try:
        clauses = [check.filled(c.ui) for c in task.scenario.expect if c.ui is not None]
        return [
            all(
                check_ui(clause, start, check.home(clause.app), unstated=True)[0]
                for clause in clauses
            )
            for start in starts
        ]
    finally:
        check.close()


class _Verification:
    """One pair of snapshots; opens databases only when a clause needs them."""

    def __init__(self, task: Task, after: Snapshot) -> None:
        self.task = task
        self.after = after
        self._sessions: dict[str, SqlSession] = {}
        self._diffs: dict[str, AppDiff] = {}
        missing = sorted(set(task.snapshot.apps) - set(after.apps))
        if missing:
            raise EnvironmentFault(f"the device returned no database of {', '.join(missing)}")

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()

    def start(self) -> SqlSession:
        """``<app>.<table>`` is the state before."""
        return self._session("start", {app: self._before(app) for app in self.task.scenario.apps})

    def both(self) -> SqlSession:
        """``<app>.<table>`` is the state after, ``before_<app>.<table>`` the one before."""
        apps = self.task.scenario.apps
        databases = {app: self.after.apps[app].database for app in apps}
        databases.update({f"before_{app}": self._before(app) for app in apps})
        return self._session("both", databases)

    def _session(self, name: str, databases: dict[str, bytes]) -> SqlSession:
        if name not in self._sessions:
            self._sessions[name] = SqlSession(databases)
        return self._sessions[name]

    def _before(self, app: str) -> bytes:
        return self.task.snapshot.apps[app].database

    def diff(self, app: str) -> AppDiff:
        if app not in self._diffs:
            before, after = self.task.snapshot.apps[app], self.after.apps[app]
            self._diffs[app] = diff_app(app, before, after)
        return self._diffs[app]

    def run(self, outcome: Outcome, answer: str | None, first_failure: bool) -> Verdict:
        for app in sorted(self.task.snapshot.apps):
            self.diff(app)  # a broken database is a fault, whatever the clauses say
        answered: AnswerResult | None = None
        results: list[ClauseResult] = []
        permits = permits_of(self.task.scenario, self.task.catalog)
        incidental = self._incidental()
        rows = RowCheck(permits, incidental)
        for result, answered in self._clauses(outcome, answer, rows):
            results.append(result)
            if first_failure and not result.passed:
                return Verdict(False, tuple(results), (), 0, answered)
        collateral = list(self._collateral(permits | incidental, rows))
        success = all(result.passed for result in results) and not collateral
        return Verdict(
            success, tuple(results), tuple(collateral[:_LISTED]), len(collateral), answered
        )

    def _incidental(self) -> Permits:
        catalog = self.task.catalog
        if "incidental" not in catalog.memo:
            catalog.memo["incidental"] = incidental_permits(catalog.apps, catalog.schemas)
        return catalog.memo["incidental"]

    def _clauses(
        self, outcome: Outcome, answer: str | None, rows: RowCheck
    ) -> Iterator[tuple[ClauseResult, AnswerResult | None]]:
        scenario = self.task.scenario
        answered = self._answer(outcome, answer)
        yield self._outcome(outcome), answered
        if answered is not None:
            detail = f"expected {answered.expected!r}, got {answered.given!r}"
            yield ClauseResult("answer", "answer", answered.passed, detail), answered
        indexed = [(i, c) for i, c in enumerate(scenario.expect) if c.kind in _ROW_KINDS]
        for result in check_rows(self, indexed, rows):
            yield result, answered
        for index, clause in enumerate(scenario.expect):
            if clause.kind in ("ui", "sql"):
                yield self._other(index, clause), answered

    def _outcome(self, outcome: Outcome) -> ClauseResult:
        scenario = self.task.scenario
        if scenario.wants_infeasible:
            wanted = ("infeasible",)
        elif scenario.answer is not None:
            wanted = ("answer",)
        else:
            # A remark given with `answer` ends an episode that asked nothing: it is done.
            wanted = ("done", "answer")
        detail = f"ended with {outcome}; {' or '.join(wanted)} is right"
        return ClauseResult("outcome", "outcome", outcome in wanted, detail)

    def _answer(self, outcome: Outcome, answer: str | None) -> AnswerResult | None:
        expected = self.task.expected
        if expected is None:
            return None
        given = answer if outcome == "answer" else None
        return AnswerResult(expected.clause.type, expected.text, given, expected.accepts(given))

    def _other(self, index: int, clause: Clause) -> ClauseResult:
        if clause.ui is not None:
            wanted = self.filled(clause.ui)
            passed, detail = check_ui(wanted, self.after, self.home(wanted.app))
            return ClauseResult(f"{index}:ui", "ui", passed, detail)
        try:
            found = self.both().scalar(str(clause.sql), self.task.values)
        except SqlError as error:  # the agent may have made data on which the query fails
            return ClauseResult(f"{index}:sql", "sql", False, f"no value: {error}")
        return ClauseResult(f"{index}:sql", "sql", bool(found), f"{clause.sql!r} gave {found!r}")

    def filled(self, clause: UiClause) -> UiClause:
        """The clause with its values filled in."""
        found = {"params": self._filled(clause.params), "state": self._filled(clause.state)}
        return clause.model_copy(update=found)

    def home(self, app: str) -> str | None:
        """Route of an app's first tab."""
        return None if app == "launcher" else self.task.catalog.apps[app].home

    def _filled(self, raw: dict[str, Any]) -> dict[str, Any]:
        if not any(isinstance(v, str) and v.startswith(":") for v in raw.values()):
            return raw
        return {k: set_value(v, self.start(), self.task.values) for k, v in raw.items()}

    def _collateral(self, free: Permits, rows: RowCheck) -> Iterator[Collateral]:
        for app, diff in sorted(self._diffs.items()):
            for name, table in sorted(diff.tables.items()):
                if free.table(app, name):
                    continue
                for key in table.inserted:
                    if not rows.explained("inserted", app, name, key):
                        yield Collateral(app, name, "inserted", key)
                for key in table.deleted:
                    if not rows.explained("deleted", app, name, key):
                        yield Collateral(app, name, "deleted", key)
                for row in table.updated:
                    allowed = rows.columns(app, name, row.key)
                    bad = {
                        column: [row.before[column], row.after[column]]
                        for column in row.columns
                        if column not in allowed and not free.column(app, name, column)
                    }
                    if bad:
                        yield Collateral(app, name, "updated", row.key, bad)
