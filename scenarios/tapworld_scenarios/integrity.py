"""The integrity pipeline: is every pair of instance and profile coherent, feasible, open, clear?

Runs offline, before any agent. What it finds is kept in certificates (``certificates.py``).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Literal

from .constraints import ambiguous, unmet
from .errors import ArrangeError, SqlError, TemplateError
from .expressions import evaluate
from .looks_check import unusable_ui_states
from .merge import merged
from .placeholders import fill_goal
from .prepare import derive, resolve_expected, resolve_instance
from .resolve_steps import resolve_steps
from .steps import Repeat, walk

if TYPE_CHECKING:
    from .bench import Bench
    from .catalog import Catalog
    from .model import Scenario
    from .values import Value

__all__ = ["CheckReport", "PairCheck", "PairStatus", "check_catalog", "check_profile"]

PairStatus = Literal["compatible", "infeasible", "trivial", "incoherent", "ambiguous", "duplicate"]
STATUSES: tuple[PairStatus, ...] = (
    "compatible", "infeasible", "trivial", "incoherent", "ambiguous", "duplicate",
)  # fmt: skip


@dataclass(frozen=True)
class PairCheck:
    """What the pipeline says of one instance on one profile.

    Attributes:
        scenario: Scenario id.
        instance: Index.
        profile: Persona id.
        status: The first step of the pipeline that it did not pass, or ``compatible``.
        reason: Why, in words; empty when compatible.
        ui_states: UI states of the primary app in which it may not start, with the reason.
    """

    scenario: str
    instance: int
    profile: str
    status: PairStatus
    reason: str = ""
    ui_states: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class CheckReport:
    """Counts over all pairs, and every pair that is left out.

    Attributes:
        pairs: Instances times profiles, over all scenarios.
        seconds: Wall time.
        checks: Every pair.
    """

    pairs: int
    compatible: int
    infeasible: int
    trivial: int
    incoherent: int
    ambiguous: int
    duplicate: int
    seconds: float
    checks: tuple[PairCheck, ...] = field(repr=False)

    @property
    def per_scenario(self) -> dict[str, dict[str, int]]:
        """Scenario id -> status -> count."""
        found: dict[str, dict[str, int]] = {}
        for check in self.checks:
            row = found.setdefault(check.scenario, dict.fromkeys(STATUSES, 0))
            row[check.status] += 1
        return found

    @property
    def excluded(self) -> list[PairCheck]:
        """Every pair that is not compatible."""
        return [check for check in self.checks if check.status != "compatible"]

    def to_json(self) -> dict[str, Any]:
        """Counts, the table, and the named pairs that are left out."""
        return {
            **{name: getattr(self, name) for name in ("pairs", *STATUSES)},
            "seconds": round(self.seconds, 2),
            "per_scenario": self.per_scenario,
            "excluded": [
                {
                    "pair": f"{c.scenario}/i{c.instance}/{c.profile}",
                    "status": c.status,
                    "reason": c.reason,
                }
                for c in self.excluded
            ],
            "excluded_ui_states": sum(
                len(c.ui_states) for c in self.checks if c.status == "compatible"
            ),
        }


def check_catalog(
    catalog: Catalog,
    scenarios: Iterable[str] | None = None,
    *,
    workers: int = 1,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> CheckReport:
    """Run the pipeline over every instance and profile of the catalogue.

    Args:
        catalog: The catalogue.
        scenarios: Ids; default all.
        workers: Processes; each takes whole profiles, whose databases it opens once.
        progress: Called with the profile just checked, how many are done, how many there are.
    """
    began = time.perf_counter()
    names = list(catalog.scenarios if scenarios is None else scenarios)
    for name in names:
        catalog.scenario(name)
    profiles = list(catalog.profiles.personas())
    found: dict[str, list[PairCheck]] = {}
    for number, (profile, checks) in enumerate(_by_profile(catalog, names, profiles, workers), 1):
        found[profile] = checks
        progress(profile, number, len(profiles))
    order = {name: position for position, name in enumerate(names)}
    whole = [check for profile in profiles for check in found[profile]]
    whole.sort(key=lambda check: order[check.scenario])
    return make_report(whole, time.perf_counter() - began)


def _by_profile(
    catalog: Catalog, names: list[str], profiles: list[str], workers: int
) -> Iterator[tuple[str, list[PairCheck]]]:
    if workers <= 1 or len(profiles) == 1:
        for profile in profiles:
            yield profile, check_profile(catalog, names, profile)
        return
    # Spawned, not forked: the caller may have threads (a browser's) and open databases.
    with ProcessPoolExecutor(min(workers, len(profiles)), get_context("spawn")) as pool:
        jobs = {pool.submit(check_profile, catalog, names, p): p for p in profiles}
        for job in as_completed(jobs):
            yield jobs[job], job.result()


def make_report(checks: Sequence[PairCheck], seconds: float) -> CheckReport:
    """Count what was found."""
    counts = Counter(check.status for check in checks)
    return CheckReport(
        pairs=len(checks),
        **{status: counts[status] for status in STATUSES},
        seconds=seconds,
        checks=tuple(checks),
    )


def check_profile(catalog: Catalog, names: Sequence[str], profile: str) -> list[PairCheck]:
    """Check scenarios on one profile, instance by instance."""
    found: list[PairCheck] = []
    broken = _broken_apps(catalog, profile)
    for name in names:
        scenario = catalog.scenario(name)
        reasons = [broken[app] for app in scenario.apps if app in broken]
        if reasons:
            indices = range(len(scenario.instances))
            found += [PairCheck(name, i, profile, "incoherent", reasons[0]) for i in indices]
            continue
        seen: dict[Any, int] = {}
        for index in range(len(scenario.instances)):
            check, identity = _check_pair(catalog, scenario, index, profile)
            if check.status == "compatible":
                first = seen.setdefault(identity, index)
                if first != index:
                    # Not a defect: two templates may find the same row on a small profile.
                    reason = f"the same task as instance {first} on this profile"
                    check = PairCheck(name, index, profile, "duplicate", reason)
            found.append(check)
    return found


def _check_pair(
    catalog: Catalog, scenario: Scenario, index: int, profile: str
) -> tuple[PairCheck, Any]:
    identity: Any = None
    try:
        bench = catalog.bench(profile)
        status, reason, identity = _status(catalog, scenario, index, bench)
    except (TemplateError, ArrangeError) as error:
        status, reason = error.status, str(error)
    except SqlError as error:
        status, reason = "incoherent", str(error)
    ui_states: dict[str, str] = {}
    if status == "compatible":
        ui_states = dict(unusable_ui_states(catalog, scenario, profile))
        status, reason = _triviality(catalog, scenario, index, profile, ui_states)
    return PairCheck(scenario.id, index, profile, status, reason, ui_states), identity


def _status(
    catalog: Catalog, scenario: Scenario, index: int, bench: Bench
) -> tuple[PairStatus, str, Any]:
    """Coherence, feasibility, ambiguity; and what makes two instances the same task."""
    raw = scenario.instances[index]
    resolved = resolve_instance(scenario, raw, bench)
    session = bench.session(scenario.apps)
    with merged(session, resolved.changes, resolved.sql, catalog.schemas):
        derived = derive(scenario, resolved, session, bench)
        forms: dict[str, Value] = {**resolved.forms, **derived}
        values = {**resolved.sql, **{name: value.sql for name, value in derived.items()}}
        goals = tuple(fill_goal(goal, forms) for goal in scenario.goal)
        for text in goals:
            if "{{" in text or "}}" in text:
                raise ArrangeError(f"the goal still holds a template: {text}")
        reason = unmet(catalog, scenario, raw, session, values)
        if reason:
            return "infeasible", reason, None
        reason = ambiguous(catalog, scenario, session, values)
        if reason:
            return "ambiguous", reason, None
        expected = resolve_expected(scenario, session, values, forms, bench)
        if any(isinstance(step, Repeat) for step in walk(scenario.oracle)):
            resolve_steps(scenario.oracle, forms, expected)  # `times` must be a number
        if _moves_nothing(scenario, session, values):
            return "trivial", "the expected change is zero", None
    rows = tuple((c.app, c.table, tuple(c.values.items()), c.where) for c in resolved.changes)
    return "compatible", "", (goals, rows)


def _moves_nothing(scenario: Scenario, session: Any, values: Any) -> bool:
    changed = scenario.clauses("changed")
    return len(changed) == len(scenario.expect) and all(
        clause.changed is not None and not evaluate(clause.changed.by, session, values)
        for clause in changed
    )


def _surely_open(scenario: Scenario) -> bool:
    """Whether no untouched phone can satisfy the scenario, whatever its data.

    Such a clause fails on an empty difference: a row must be new, gone or different, or the
    ending itself must be another than ``done``. The rest goes through whole verification.
    """
    if scenario.wants_infeasible or scenario.answer is not None:
        return True
    return any(
        isinstance(body.rows, int) and body.rows > 0
        for clause in scenario.expect
        for body in (clause.inserted, clause.deleted, clause.updated)
        if body is not None
    )


def _triviality(
    catalog: Catalog, scenario: Scenario, index: int, profile: str, ui_states: dict[str, str]
) -> tuple[PairStatus, str]:
    """Whole verification of the untouched phone; adds UI states in which it is solved already."""
    states = [state["id"] for state in catalog.looks.ui_states(scenario.app)]
    usable = [state for state in states if state not in ui_states]
    if not usable:
        return "infeasible", f"no UI state can be made: {next(iter(ui_states.values()))}"
    if _surely_open(scenario):
        return "compatible", ""
    solved = _solved_states(catalog, scenario, index, profile, usable)
    if len(solved) == len(usable):
        return "trivial", "the untouched phone passes verification"
    ui_states.update(dict.fromkeys(solved, "already solved"))
    return "compatible", ""


def _solved_states(
    catalog: Catalog, scenario: Scenario, index: int, profile: str, usable: list[str]
) -> list[str]:
    """UI states in which the untouched phone passes the whole verification."""
    from .arranging import arrange, snapshot_of
    from .configuration import Configuration
    from .verification import starts_where_asked, verify

    theme = next(iter(catalog.looks.themes()))
    made = [Configuration(scenario.id, index, profile, theme, state) for state in usable]
    task = arrange(catalog, made[0])
    verdict = verify(task, task.snapshot, outcome="done")
    # Only `ui` clauses see the UI state: the others say the same in all of them.
    if any(not clause.passed for clause in verdict.clauses if clause.kind != "ui"):
        return []
    holds = starts_where_asked(
        task, [snapshot_of(catalog, configuration) for configuration in made]
    )
    return [state for state, held in zip(usable, holds, strict=True) if held]


def _broken_apps(catalog: Catalog, profile: str) -> dict[str, str]:
    """Apps in whose start database a foreign key leads nowhere, with the first such row."""
    found = {}
    for app in catalog.apps:
        with catalog.bench(profile).session((app,)).trusted() as connection:
            broken = connection.execute(f'PRAGMA "{app}".foreign_key_check').fetchone()
        if broken is not None:
            table, row, parent = broken[:3]
            found[app] = f"{app}.{table} row {row} refers to a row of {parent} that is not there"
    return found
