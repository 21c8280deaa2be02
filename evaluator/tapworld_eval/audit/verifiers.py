"""``tapworld audit verifiers``: every verifier is tried on states that it must accept or refuse.

End states are made by SQL from the clauses, or taken from recorded episodes of a phone. What is
made from the clauses themselves cannot show that the clauses mean what the goal says; that the
oracle's way through the screen ends in such a state is what ``tapworld prove`` shows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from tapworld_eval.audit.end_states import EndState, EndStateError, make_end_state
from tapworld_eval.audit.probes import Probe, ProbeKind, probes
from tapworld_eval.audit.rates import Rate, rate_of
from tapworld_eval.rollouts.folder import read_manifest, read_records
from tapworld_eval.rollouts.snapshots import load_snapshots
from tapworld_scenarios import arrange, verify
from tapworld_scenarios.near_misses import expected_names

if TYPE_CHECKING:
    from tapworld_scenarios import Catalog, Configuration, Task
    from tapworld_scenarios.model import Scenario

__all__ = [
    "ClauseTest", "ProbeRecord", "Source", "VerifierAudit", "audit_verifiers",
    "recorded_end_states",
]  # fmt: skip

Source = dict[str, tuple["Configuration", EndState]]


@dataclass(frozen=True)
class ProbeRecord:
    """What a verifier said to one probe; a line of the audit's records.

    Attributes:
        scenario: Scenario id.
        configuration: Its id.
        kind: Where the probe comes from.
        name: Names it within its kind.
        right: Whether it had to be accepted.
        accepted: Whether it was.
        reasons: Why it was refused (at most three).
    """

    scenario: str
    configuration: str
    kind: ProbeKind
    name: str
    right: bool
    accepted: bool
    reasons: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the verifier decided as it must."""
        return self.right == self.accepted

    def to_json(self) -> dict[str, Any]:
        """One line."""
        return {"record": "probe", **asdict(self)}


@dataclass(frozen=True)
class ClauseTest:
    """Whether a clause decides anything.

    Attributes:
        scenario: Scenario id.
        clause: ``index:kind``.
        probe: A probe that is refused with the clause and accepted without it; ``None`` when
            there is none.
    """

    scenario: str
    clause: str
    probe: str | None

    def to_json(self) -> dict[str, Any]:
        """One line."""
        return {"record": "clause", **asdict(self)}


@dataclass(frozen=True)
class VerifierAudit:
    """The verdict and everything it rests on.

    Attributes:
        scenarios: How many scenarios were to be tried.
        made: Of how many the end state was made by SQL.
        recorded: Of how many it came from a phone.
        unreached: Scenario -> why there is no end state; its verifier was not tried.
        probes: All probes that had to be accepted or refused.
        clauses: All clauses.
        unchecked: Scenario -> parameters that the goal names and no expectation depends on.
    """

    scenarios: int
    made: int
    recorded: int
    unreached: dict[str, str]
    probes: tuple[ProbeRecord, ...]
    clauses: tuple[ClauseTest, ...]
    unchecked: dict[str, tuple[str, ...]]

    @property
    def false_accepts(self) -> Rate:
        """Wrong endings that were accepted."""
        return rate_of([p.accepted for p in self.probes if not p.right])

    @property
    def false_rejects(self) -> Rate:
        """Right endings that were refused."""
        return rate_of([not p.accepted for p in self.probes if p.right])

    @property
    def flawed(self) -> Rate:
        """Scenarios with any wrong decision: probes of one scenario are not independent."""
        bad: dict[str, bool] = {}
        for probe in self.probes:
            bad[probe.scenario] = bad.get(probe.scenario, False) or not probe.ok
        return rate_of(list(bad.values()))

    @property
    def untested(self) -> tuple[ClauseTest, ...]:
        """Clauses that no probe needs."""
        return tuple(clause for clause in self.clauses if clause.probe is None)

    @property
    def mistakes(self) -> tuple[ProbeRecord, ...]:
        """Probes on which a verifier decided wrongly."""
        return tuple(probe for probe in self.probes if not probe.ok)

    @property
    def holds(self) -> bool:
        """All scenarios reached, all decisions right, all clauses and parameters needed."""
        flaws = (self.mistakes, self.untested, self.unreached, self.unchecked)
        return bool(self.probes) and not any(flaws)

    def by_kind(self) -> dict[str, Rate]:
        """Kind of probe -> share of right decisions."""
        found = {}
        for kind in get_args(ProbeKind):
            outcomes = [probe.ok for probe in self.probes if probe.kind == kind]
            if outcomes:
                found[kind] = rate_of(outcomes)
        return found

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld audit verifiers --json``."""
        return {
            "holds": self.holds,
            "scenarios": self.scenarios,
            "made_by_sql": self.made,
            "recorded": self.recorded,
            "unreached": self.unreached,
            "probes": len(self.probes),
            "false_accept": self.false_accepts.to_json(),
            "false_reject": self.false_rejects.to_json(),
            "flawed_scenarios": self.flawed.to_json(),
            "by_kind": {kind: rate.to_json() for kind, rate in self.by_kind().items()},
            "clauses": len(self.clauses),
            "untested_clauses": [asdict(clause) for clause in self.untested],
            "unchecked_parameters": self.unchecked,
            "mistakes": [asdict(probe) for probe in self.mistakes[:50]],
        }


def audit_verifiers(
    catalog: Catalog,
    configurations: Sequence[Configuration],
    *,
    seed: int = 0,
    recorded: Mapping[str, tuple[Configuration, EndState]] | None = None,
    told: Callable[[str, int, int], None] = lambda *_: None,
) -> VerifierAudit:
    """Try the verifiers of configurations.

    Args:
        catalog: Where the scenarios come from.
        configurations: What to try.
        seed: Chooses the rows of collateral changes.
        recorded: Scenario -> a configuration and end state from a phone, used where SQL makes
            none (:func:`recorded_end_states`).
        told: Called with a configuration's id, how many are done, and how many there are.
    """
    found: list[ProbeRecord] = []
    clauses: dict[tuple[str, str], ClauseTest] = {}
    unreached: dict[str, str] = {}
    made: set[str] = set()
    from_phone: set[str] = set()
    for done, configuration in enumerate(configurations):
        told(configuration.id, done, len(configurations))
        task = arrange(catalog, configuration)
        solved, reason = _made(task)
        if solved is None and configuration.scenario in (recorded or {}):
            other, solved = (recorded or {})[configuration.scenario]
            task = arrange(catalog, other)
            from_phone.add(other.scenario)
        elif solved is not None:
            made.add(configuration.scenario)
        if solved is None:
            unreached[configuration.scenario] = reason
            continue
        rng = random.Random(f"{seed}/{configuration.id}")
        tried = list(probes(task, solved, rng))
        records = [(probe, _tried(task, probe)) for probe in tried]
        # A state made by SQL was kept because the verifier accepts it: that proves nothing anew.
        chosen = configuration.scenario not in from_phone and not _at_once(task)
        found += [
            record
            for probe, record in records
            if probe.right is not None and not (chosen and probe.kind == "solved")
        ]
        refused = [probe for probe, record in records if not record.accepted]
        for test in _clause_tests(task, refused):
            known = clauses.get((test.scenario, test.clause))
            if known is None or known.probe is None:
                clauses[test.scenario, test.clause] = test
    names = {configuration.scenario for configuration in configurations}
    return VerifierAudit(
        len(names), len(made), len(from_phone - made), unreached, tuple(found),
        tuple(clauses.values()),
        {name: names_ for name in sorted(names) if (names_ := _unchecked(catalog.scenarios[name]))},
    )  # fmt: skip


def recorded_end_states(catalog: Catalog, run: Path) -> Source:
    """End states of a run's successful episodes, one a scenario.

    Whether they succeed is asked anew of the verifier: a state recorded as a success that it
    refuses today is a false reject of the probe ``solved``.

    Raises:
        RunFolderError: The run cannot be read, or the folder is none.
    """
    from tapworld_scenarios import Configuration

    read_manifest(run)
    found: Source = {}
    for record in read_records(run):
        if record.success and record.scenario not in found:
            after = load_snapshots(run, record.episode)[1]
            chosen = Configuration.parse(record.configuration)
            found[record.scenario] = (chosen, EndState(after, ()))
    return found


def _unchecked(scenario: Scenario) -> tuple[str, ...]:
    """Parameters that the goal names, but neither the expectations nor the arranged rows."""
    if scenario.wants_infeasible:
        return ()
    arranged = str((scenario.arrange, scenario.adjust))
    known = expected_names(scenario) | set(re.findall(r"\w+", arranged))
    # A value that another parameter decides says nothing of its own: the file of that mail.
    known |= {n for n in scenario.params if all(_decided(i[n], known) for i in scenario.instances)}
    goal = set(re.findall(r"\{(\w+)", " ".join(scenario.goal)))
    return tuple(name for name in scenario.params if name in goal - known)


def _decided(raw: object, known: set[str]) -> bool:
    return isinstance(raw, str) and bool(set(re.findall(r":([a-z_]\w*)", raw)) & known)


def _made(task: Task) -> tuple[EndState | None, str]:
    """The end state by SQL if the verifier takes it for one; else why not."""
    try:
        state = make_end_state(task)
    except EndStateError as error:
        return None, str(error)
    if _at_once(task):
        return state, ""
    verdict = verify(task, state.snapshot, outcome="done")
    if verdict.success:
        return state, ""
    return None, "SQL makes no end state: " + "; ".join(verdict.reasons[:2])


def _at_once(task: Task) -> bool:
    """Whether the right ending changes nothing on the phone: an answer, or ``infeasible``."""
    return task.scenario.wants_infeasible or task.expected is not None


def _tried(task: Task, probe: Probe) -> ProbeRecord:
    verdict = verify(task, probe.after, outcome=probe.outcome, answer=probe.answer)
    return ProbeRecord(
        task.scenario.id,
        task.id,
        probe.kind,
        probe.name,
        bool(probe.right),
        verdict.success,
        tuple(verdict.reasons[:3]),
    )


def _clause_tests(task: Task, refused: Sequence[Probe]) -> Iterator[ClauseTest]:
    """For every clause a probe that only it refuses."""
    expect = task.scenario.expect
    for index, clause in enumerate(expect):
        rest = (*expect[:index], *expect[index + 1 :])
        # Without the clause its rows would be collateral damage: then that decides, not the clause.
        table = getattr(clause.body, "table", None)
        may_change = (*task.scenario.may_change, *([table] if table else []))
        mutant = replace(
            task,
            scenario=task.scenario.model_copy(update={"expect": rest, "may_change": may_change}),
            expected=None if clause.kind == "answer" else task.expected,
        )
        name = f"{index}:{clause.kind}"
        # Where this very clause was left out or bent is the likeliest place to look.
        ordered = sorted(refused, key=lambda probe: not probe.name.startswith(f"{index}:"))
        killer = next(
            (
                probe
                for probe in ordered
                if verify(
                    mutant,
                    probe.after,
                    outcome=probe.outcome,
                    answer=probe.answer,
                    first_failure=True,
                ).success
            ),
            None,
        )
        yield ClauseTest(
            task.scenario.id, name, None if killer is None else f"{killer.kind}/{killer.name}"
        )
