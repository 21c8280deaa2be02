"""``tapworld audit leakage``: is an agent told anything that gives the answer away?

A ``leak`` lets an agent score without doing the task; an ``exposure`` names the task, so that a
memorised solution could be looked up, or shares material between samples.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tapworld_eval.audit.rates import Rate, rate_of
from tapworld_scenarios import arrange
from tapworld_scenarios.answers.texts import fold
from tapworld_scenarios.steps import texts

if TYPE_CHECKING:
    from tapworld_env.observations import Observation
    from tapworld_scenarios import Catalog, Configuration, Task

__all__ = ["Check", "Finding", "LeakageAudit", "audit_leakage", "split_overlap", "told_by_name"]

Severity = Literal["leak", "exposure"]
_PIECE = 24  # letters of a goal that do not stand in an app by chance
# An answer from a closed list, or a short number, stands in a goal by chance or by design.
_CLOSED = ("yes_no", "choice")
_PRIVILEGED = {
    "oracle", "near_misses", "expected", "values", "snapshot", "scenario", "expect", "database",
    "databases", "let", "catalog",
}  # fmt: skip
_TELLING = {
    "refuse", "impossible", "infeasible", "cannot", "missing", "unknown", "beyond", "stranger",
    "blocked",
}  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """One thing that is visible and should not be."""

    check: str
    severity: Severity
    where: str
    what: str


@dataclass(frozen=True)
class Check:
    """One check with how much it looked at."""

    name: str
    looked_at: int
    found: int
    severity: Severity
    rate: Rate


@dataclass(frozen=True)
class LeakageAudit:
    """All checks, all findings."""

    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether something was looked at and nothing leaks; exposures are reported only."""
        return bool(self.checks) and not any(f.severity == "leak" for f in self.findings)

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld audit leakage --json``."""
        return {
            "holds": self.holds,
            "leaks": sum(f.severity == "leak" for f in self.findings),
            "exposures": sum(f.severity == "exposure" for f in self.findings),
            "checks": [asdict(check) for check in self.checks],
            "findings": [asdict(finding) for finding in self.findings],
        }


def audit_leakage(
    catalog: Catalog,
    tasks: Sequence[Task],
    *,
    shown: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any], Observation]] | None = None,
    shipped: Iterable[Path] = (),
    train: Sequence[Configuration] = (),
    test: Sequence[Configuration] = (),
) -> LeakageAudit:
    """Look for leaks.

    Args:
        catalog: Where the scenarios come from.
        tasks: Arranged configurations.
        shown: Configuration id -> observation and info as an agent got them at the start, and
            the device's own look (with all elements).
        shipped: Files that lie on the phone (the apps' bundle).
        train: Configurations of one sample.
        test: Configurations of another, which should share nothing with the first.
    """
    book = _Book()
    for task in tasks:
        _goal(book, task)
    if shown is not None:
        for task in tasks:
            if task.id in shown:
                observation, info, look = shown[task.id]
                _told(book, task, observation, info)
                _tree(book, task, look)
    _package(book, catalog, shipped)
    if train or test:
        _splits(book, catalog, train, test)
    return book.audit()


class _Book:
    def __init__(self) -> None:
        self._looked: Counter[str] = Counter()
        self._found: Counter[str] = Counter()
        self._severity: dict[str, Severity] = {}
        self._findings: list[Finding] = []

    def check(self, name: str, severity: Severity, where: str, what: str | None) -> None:
        """Count one look; ``what`` says what was found, ``None`` that nothing was."""
        self._looked[name] += 1
        self._severity[name] = severity
        if what is not None:
            self._found[name] += 1
            self._findings.append(Finding(name, severity, where, what))

    def audit(self) -> LeakageAudit:
        checks = [
            Check(
                name,
                count,
                self._found[name],
                self._severity[name],
                rate_of([True] * self._found[name] + [False] * (count - self._found[name])),
            )
            for name, count in self._looked.items()
        ]
        return LeakageAudit(tuple(checks), tuple(self._findings))


def _goal(book: _Book, task: Task) -> None:
    goal = task.goal
    if task.expected is not None and task.expected.clause.type not in _CLOSED:
        answer = task.expected.text
        stands = _stands_in(answer, goal)
        book.check("goal_answer", "leak", task.id, f"the goal says {answer!r}" if stands else None)
    if task.scenario.wants_infeasible:
        told = sorted(_TELLING & set(re.findall(r"\w+", goal.casefold())) - {"blocked", "missing"})
        text = f"the goal says {', '.join(told)}"
        book.check("goal_outcome", "leak", task.id, text if told else None)
    ids = _oracle_ids(task)
    hit = next(
        (i for i in sorted(ids) if re.search(rf"(?<![\w-]){re.escape(i)}(?![\w-])", goal)), None
    )
    book.check(
        "goal_oracle", "leak", task.id, None if hit is None else f"names the element {hit!r}"
    )
    raw = next((m for m in ("{{", "}}", "SELECT ", "before_") if m in goal), None)
    book.check("goal_machinery", "leak", task.id, None if raw is None else f"holds {raw!r}")


def _oracle_ids(task: Task) -> set[str]:
    found: set[str] = set()
    for step in task.oracle:
        name = getattr(step, "id", None)
        # Plain words ("send") are words of the language, too.
        if isinstance(name, str) and "-" in name and "*" not in name:
            found.add(name)
    return found


def _told(book: _Book, task: Task, observation: Mapping[str, Any], info: Mapping[str, Any]) -> None:
    keys = sorted((set(observation) | set(info)) & _PRIVILEGED)
    text = f"keys {', '.join(keys)}"
    book.check("info_keys", "leak", task.id, text if keys else None)
    early = "verdict" in info
    book.check("info_verdict", "leak", task.id, "a verdict before the end" if early else None)
    reached = _reachable(observation, info)
    book.check("info_objects", "leak", task.id, f"leads to {reached}" if reached else None)
    said = _strings({k: v for k, v in info.items() if k not in ("elements", "goal")})
    named = [s for s in said if s and (task.scenario.id in s or s == task.id)]
    outcome = named and task.scenario.wants_infeasible and told_by_name(task.scenario.id)
    if task.scenario.wants_infeasible:
        text = f"{named[0]!r} says that it cannot be done" if outcome else None
        book.check("info_outcome", "leak", task.id, text)
    text = f"info holds {named[0]!r}" if named else None
    book.check("info_task", "exposure", task.id, text)
    if task.expected is not None and task.expected.clause.type not in _CLOSED:
        answer = task.expected.text
        hit = next((s for s in said if _stands_in(answer, s)), None)
        text = None if hit is None else f"info holds {answer!r} in {hit[:80]!r}"
        book.check("info_answer", "leak", task.id, text)
    steps = [t for t in texts(task.oracle) if len(t) >= 12]
    hit = next((t for t in steps if any(t in s for s in said)), None)
    book.check("info_oracle", "leak", task.id, None if hit is None else f"info holds {hit!r}")


def _tree(book: _Book, task: Task, look: Observation) -> None:
    """What only the tree tells: pixels show visible elements alone."""
    shown = {t for e in look.elements if e.visible for t in (e.text, e.description)}
    hidden = [e for e in look.elements if not e.visible]
    if task.expected is not None and task.expected.clause.type not in _CLOSED:
        answer = task.expected.text
        hit = next(
            (
                e
                for e in hidden
                for t in (e.text, e.description, e.value or "")
                if _stands_in(answer, t) and t not in shown
            ),
            None,
        )
        text = None if hit is None else f"{hit.id or hit.role!r}, not visible, holds {answer!r}"
        book.check("tree_hidden_answer", "exposure", task.id, text)
    marks = [task.scenario.id, task.id, *_goal_pieces(task)]
    hit = next(
        (
            (e, m)
            for e in look.elements
            for m in marks
            if any(m in t for t in (e.id, e.text, e.description))
        ),
        None,
    )
    text = None if hit is None else f"element {hit[0].id!r} holds {hit[1]!r}"
    book.check("tree_task", "leak", task.id, text)


def _goal_pieces(task: Task) -> list[str]:
    return [task.goal] if len(task.goal) > 20 else []


def _package(book: _Book, catalog: Catalog, shipped: Iterable[Path]) -> None:
    for path in shipped:
        data = path.read_bytes()
        for scenario in catalog.scenarios.values():
            pieces = [piece for goal in scenario.goal for piece in re.split(r"\{[^}]*\}", goal)]
            # A few words of a goal are words of the app's own texts, too.
            marks = [scenario.id, *(p.strip() for p in pieces if len(p.strip()) >= _PIECE)]
            hit = next((m for m in marks if m.encode() in data), None)
            text = None if hit is None else f"{path.name} holds {hit!r}"
            book.check("phone_files", "leak", scenario.id, text)


def _splits(
    book: _Book, catalog: Catalog, train: Sequence[Configuration], test: Sequence[Configuration]
) -> None:
    known = split_overlap(catalog, train, test)
    for configuration, shared in known:
        where = configuration.id
        whole = "the same configuration is in both samples" if shared == "configuration" else None
        book.check("split_configuration", "leak", where, whole)
        same = f"shares its {shared} with the other sample" if shared == "values" else None
        book.check("split_values", "exposure", where, same)


def split_overlap(
    catalog: Catalog, train: Sequence[Configuration], test: Sequence[Configuration]
) -> list[tuple[Configuration, Literal["configuration", "values"] | None]]:
    """For each configuration of ``test`` what it has in common with any of ``train``.

    ``values``: the same scenario with the same values on the same data (only theme, starting
    screen or wording differ).
    """
    own = {c.id for c in train}
    values = {_values(catalog, c) for c in train}
    return [
        (c, "configuration" if c.id in own else "values" if _values(catalog, c) in values else None)
        for c in test
    ]


def _values(catalog: Catalog, configuration: Configuration) -> tuple[str, str, str]:
    task = arrange(catalog, configuration)
    instance = {n: task.values[n] for n in sorted(task.scenario.params)}
    return configuration.scenario, configuration.profile, repr(instance)


def told_by_name(name: str) -> bool:
    """Whether a scenario's id says that it cannot be done.

    >>> told_by_name("mail.refuse_missing_file"), told_by_name("pay.send_money")
    (True, False)
    """
    return bool(_TELLING & set(re.split(r"[._]", name)))


def _stands_in(answer: str, text: str) -> bool:
    """Whether a text holds an answer as whole words; single signs are found everywhere."""
    wanted, held = fold(answer), fold(text)
    if len(wanted) < 2:
        return False
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", held) is not None


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [s for k, v in value.items() for s in (*_strings(k), *_strings(v))]
    if isinstance(value, (list, tuple, set, frozenset)):
        return [s for v in value for s in _strings(v)]
    return []


def _reachable(*roots: Any) -> str | None:
    """Name of a privileged object that can be reached from what the agent holds."""
    from tapworld_scenarios import Catalog, Task
    from tapworld_scenarios.model import Scenario
    from tapworld_scenarios.snapshot import AppState, Snapshot

    privileged = (Task, Snapshot, AppState, Catalog, Scenario)
    seen: set[int] = set()
    waiting: list[Any] = list(roots)
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, privileged):
            return type(value).__name__
        if isinstance(value, bytes) and value.startswith(b"SQLite format 3"):
            return "a database"
        # Classes, modules and functions lead to the whole program, not to this episode.
        if isinstance(value, type) or type(value).__name__ in ("module", "function"):
            continue
        waiting += gc.get_referents(value)
    return None
