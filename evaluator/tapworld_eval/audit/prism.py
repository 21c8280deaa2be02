"""``tapworld audit prism``: the five principles, each judged by what was run, never by assertion.

Privileged verification, realistic environments, integrity-checked configurations, sandboxed
execution, multifactorial variability (the source paper, section 3). A principle holds when every
check of it was run and passed; a check that could not be run leaves it open, which is no pass.
"""

from __future__ import annotations

import statistics
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from tapworld_eval.audit.end_states import EndStateError, make_end_state
from tapworld_eval.audit.verifiers import VerifierAudit
from tapworld_scenarios import arrange, check_catalog, read_certificates, verify
from tapworld_scenarios.errors import CertificateError, SqlError, TapworldScenariosError
from tapworld_scenarios.sql_session import SqlSession
from tapworld_scenarios.steps import walk

if TYPE_CHECKING:
    from tapworld_eval.audit.determinism import DeterminismAudit
    from tapworld_eval.audit.phone_looks import PhoneLooks
    from tapworld_eval.audit.replay_scores import ReplayScores
    from tapworld_scenarios import Catalog, Configuration

__all__ = ["Evidence", "Principle", "PrismAudit", "audit_prism"]

Verdict = Literal["holds", "fails", "open"]
NAMES = {
    "privileged": "Completion is decided from the apps' databases",
    "realistic": "Apps have the data, structure and length of real ones",
    "integrity": "Every configuration is certified: feasible, coherent, not solved already",
    "sandboxed": "Nothing outside is reached, and every state can be set again exactly",
    "multifactorial": "Independent axes vary what the agent meets",
}
# What the realistic principle asks for at least; likeness to the eye no program can judge.
MIN_TABLES, MIN_ROWS, MIN_LOCALES, MIN_STEPS, MIN_ELEMENTS = 5, 100, 3, 3, 10
MIN_LEVELS, MIN_PRODUCT, MOST_REPLAYED = 3, 0.5, 0.10
_AXES = ("instance", "profile", "theme", "ui_state")


@dataclass(frozen=True)
class Evidence:
    """One check.

    Attributes:
        check: What was run.
        passed: Its result; ``None`` when it was not run.
        found: What came out.
        needed: What had to come out.
        command: What reproduces it.
    """

    check: str
    passed: bool | None
    found: Any
    needed: str
    command: str


@dataclass(frozen=True)
class Principle:
    """One principle with its evidence."""

    name: str
    statement: str
    evidence: tuple[Evidence, ...]

    @property
    def verdict(self) -> Verdict:
        """``fails`` if any check failed, ``open`` if one was not run (or there is none)."""
        results = [e.passed for e in self.evidence]
        if False in results:
            return "fails"
        return "holds" if results and None not in results else "open"


@dataclass(frozen=True)
class PrismAudit:
    """All five."""

    principles: tuple[Principle, ...]

    @property
    def holds(self) -> bool:
        """Whether all five hold."""
        return all(p.verdict == "holds" for p in self.principles)

    def to_json(self) -> dict[str, Any]:
        """As printed by ``tapworld audit prism --json``."""
        return {
            "holds": self.holds,
            "principles": {
                p.name: {
                    "verdict": p.verdict,
                    "statement": p.statement,
                    "evidence": [asdict(e) for e in p.evidence],
                }
                for p in self.principles
            },
        }


def audit_prism(
    catalog: Catalog,
    configurations: Sequence[Configuration],
    *,
    verifiers: VerifierAudit,
    determinism: DeterminismAudit | None = None,
    looks: PhoneLooks | None = None,
    replay: ReplayScores | None = None,
) -> PrismAudit:
    """Judge the benchmark.

    Args:
        catalog: The catalogue.
        configurations: A sample.
        verifiers: What ``audit verifiers`` found.
        determinism: What ``audit determinism`` found on phones.
        looks: What phones showed at the start.
        replay: What ``audit replay`` found.
    """
    found: Mapping[str, list[Evidence]] = {
        "privileged": _privileged(catalog, configurations, verifiers),
        "realistic": _realistic(catalog, looks),
        "integrity": _integrity(catalog, configurations),
        "sandboxed": _sandboxed(catalog, configurations, determinism, looks),
        "multifactorial": _multifactorial(catalog, configurations, looks, replay),
    }
    return PrismAudit(tuple(Principle(n, NAMES[n], tuple(e)) for n, e in found.items()))


def _privileged(
    catalog: Catalog, configurations: Sequence[Configuration], audit: VerifierAudit
) -> list[Evidence]:
    command = "tapworld audit verifiers --json"
    accepts, rejects = audit.false_accepts, audit.false_rejects
    tried = audit.made + audit.recorded
    deep = [s for s in catalog.scenarios.values() if any(c.kind != "ui" for c in s.expect)]
    share = len(deep) / max(len(catalog.scenarios), 1)
    differing = 0
    for configuration in configurations:
        task = arrange(catalog, configuration)
        try:
            after = make_end_state(task).snapshot
        except EndStateError:
            after = task.snapshot
        answer = task.expected.text if task.expected else None
        outcome = "answer" if task.expected else "done"
        one, two = (verify(task, after, outcome=outcome, answer=answer) for _ in range(2))
        differing += one.to_json() != two.to_json()
    count = len(configurations)
    return [
        Evidence(
            "wrong endings accepted",
            accepts.successes == 0 and accepts.episodes > 0,
            asdict(accepts),
            "none",
            command,
        ),
        Evidence(
            "right endings refused",
            rejects.successes == 0 and rejects.episodes > 0,
            asdict(rejects),
            "none",
            command,
        ),
        Evidence(
            "scenarios whose verifier was tried",
            audit.scenarios > 0 and tried / audit.scenarios >= 0.9,
            f"{tried} of {audit.scenarios}",
            "90 %",
            command,
        ),
        Evidence(
            "parameters of goals on which no expectation depends",
            not audit.unchecked,
            audit.unchecked,
            "none",
            command,
        ),
        Evidence(
            "scenarios decided by database, answer or outcome, not by the screen alone",
            share >= 0.9,
            round(share, 4),
            "at least 0.9",
            "tapworld audit prism --json",
        ),
        Evidence(
            "verdicts that differ when asked twice",
            differing == 0 if count else None,
            f"{differing} of {count}",
            "none",
            "tapworld audit prism --json",
        ),
        Evidence(
            "scenario SQL that writes is refused",
            _writing_refused(catalog),
            "DELETE, UPDATE, ATTACH, PRAGMA tried on every app",
            "all refused",
            "tapworld audit prism --json",
        ),
    ]


def _writing_refused(catalog: Catalog) -> bool:
    profile = next(iter(catalog.profiles.personas()))
    for app, schema in catalog.schemas.items():
        table = next(iter(schema.tables.values()))
        column = table.columns[0]
        with SqlSession({app: catalog.profiles.database(profile, app)}) as session:
            for sql in (
                f'DELETE FROM "{app}"."{table.name}"',
                f'UPDATE "{app}"."{table.name}" SET "{column}" = NULL',
                "ATTACH ':memory:' AS other",
                "PRAGMA user_version = 7",
            ):
                try:
                    session.query(sql)
                except SqlError:
                    continue
                return False
    return True


def _realistic(catalog: Catalog, looks: PhoneLooks | None) -> list[Evidence]:
    command = "tapworld audit prism --json"
    tables = {app: len(schema.tables) for app, schema in catalog.schemas.items()}
    rows: dict[str, int] = {}
    broken = 0
    for app, schema in catalog.schemas.items():
        for profile in catalog.profiles.personas():
            session = catalog.bench(profile).session((app,))
            rows[f"{app}/{profile}"] = sum(
                session.scalar(f'SELECT COUNT(*) FROM "{app}"."{name}"') for name in schema.tables
            )
            with session.trusted() as connection:
                broken += len(connection.execute(f'PRAGMA "{app}".foreign_key_check').fetchall())
    locales = {p.locale for p in catalog.profiles.personas().values()}
    steps = [sum(1 for _ in walk(s.oracle)) for s in catalog.scenarios.values()]
    median = statistics.median(steps)
    fewest, least = min(tables.values()), min(rows.values())
    shown = None if looks is None else looks.median_elements
    return [
        Evidence("tables of each app", fewest >= MIN_TABLES, tables, f">= {MIN_TABLES}", command),
        Evidence(
            "rows of an app's start database, the least",
            least >= MIN_ROWS,
            {"least": least, "median": statistics.median(rows.values())},
            f">= {MIN_ROWS}",
            command,
        ),
        Evidence("rows that refer to nothing", broken == 0, broken, "none", command),
        Evidence(
            "locales of the people", len(locales) >= MIN_LOCALES, sorted(locales),
            f">= {MIN_LOCALES}", command,
        ),
        Evidence(
            "steps of a solution, median over scenarios", median >= MIN_STEPS, median,
            f">= {MIN_STEPS}", command,
        ),
        Evidence(
            "elements on the first screen, median",
            None if shown is None else shown >= MIN_ELEMENTS,
            shown,
            f">= {MIN_ELEMENTS}",
            "tapworld audit prism --device handset --json",
        ),
    ]  # fmt: skip


def _integrity(catalog: Catalog, configurations: Sequence[Configuration]) -> list[Evidence]:
    command = "tapworld check --json"
    names = sorted({c.scenario for c in configurations})
    try:
        certified = read_certificates(catalog, names)
        stale = None
    except CertificateError as error:
        certified, stale = None, str(error)
    report = check_catalog(catalog, names)
    anew = {(c.scenario, c.instance, c.profile) for c in report.checks if c.status == "compatible"}
    kept = (
        {(s, i, p) for s, pairs in certified.pairs.items() for i, p in pairs}
        if certified
        else set()
    )
    uncertified = [c.id for c in configurations if (c.scenario, c.instance, c.profile) not in anew]
    solved = []
    for configuration in configurations:
        try:
            task = arrange(catalog, configuration)
        except TapworldScenariosError:
            continue  # counted among the uncertified
        answer = "" if task.expected else None
        outcome = "answer" if task.expected else "done"
        if verify(task, task.snapshot, outcome=outcome, answer=answer).success:
            solved.append(configuration.id)
    return [
        Evidence("certificates are up to date", stale is None, stale or "all", "all", command),
        Evidence(
            "checked anew, pairs differ from the certificates",
            certified is not None and anew == kept,
            {"pairs": report.pairs, "compatible": len(anew), "differ": len(anew ^ kept)},
            "none",
            command,
        ),
        Evidence("incoherent pairs", report.incoherent == 0, report.incoherent, "none", command),
        Evidence(
            "sampled configurations outside the certified ones",
            not uncertified if configurations else None,
            uncertified[:5],
            "none",
            command,
        ),
        Evidence(
            "sampled configurations solved by an untouched phone",
            not solved if configurations else None,
            f"{len(solved)} of {len(configurations)}",
            "none",
            "tapworld audit noop",
        ),
    ]


def _sandboxed(
    catalog: Catalog,
    configurations: Sequence[Configuration],
    determinism: DeterminismAudit | None,
    looks: PhoneLooks | None,
) -> list[Evidence]:
    other = replace(catalog, memo={}, _local=threading.local())
    differing = [
        c.id
        for c in configurations
        if arrange(catalog, c).snapshot.digest() != arrange(other, c).snapshot.digest()
    ]
    held = None if determinism is None else determinism.holds
    connections = None if looks is None else looks.connections
    return [
        Evidence(
            "start states that differ when arranged by a fresh catalogue",
            not differing if configurations else None,
            f"{len(differing)} of {len(configurations)}",
            "none",
            "tapworld audit prism --json",
        ),
        Evidence(
            "screens, elements and states equal after loading twice",
            held,
            None if determinism is None else determinism.to_json(),
            "all",
            "tapworld audit determinism --json",
        ),
        Evidence(
            "connections from the phone to other machines",
            None if connections is None else not connections,
            connections,
            "none",
            "tapworld audit prism --device handset --json",
        ),
    ]


def _multifactorial(
    catalog: Catalog,
    configurations: Sequence[Configuration],
    looks: PhoneLooks | None,
    replay: ReplayScores | None,
) -> list[Evidence]:
    command = "tapworld audit prism --json"
    profiles, themes = list(catalog.profiles.personas()), list(catalog.looks.themes())
    levels = {"profile": len(profiles), "theme": len(themes)}
    levels["ui_state"] = min(len(catalog.looks.ui_states(app)) for app in catalog.apps)
    levels["instance"] = min(len(s.instances) for s in catalog.scenarios.values())
    try:
        pairs = read_certificates(catalog).pairs
        product = min(
            len(found) / (len(catalog.scenarios[n].instances) * len(profiles))
            for n, found in pairs.items()
        )
        mean = statistics.mean(
            len(found) / (len(catalog.scenarios[n].instances) * len(profiles))
            for n, found in pairs.items()
        )
    except CertificateError:
        product = mean = 0.0
    idle = _idle_axes(catalog, configurations)
    data = None if replay is None else replay.data_dependent
    theme_seen = None if looks is None else looks.themes_differ
    return [
        Evidence(
            "levels of each axis, the fewest", min(levels.values()) >= MIN_LEVELS, levels,
            f">= {MIN_LEVELS}", command,
        ),
        Evidence(
            "axes cross: share of instances x profiles that is certified, mean over scenarios",
            mean >= MIN_PRODUCT,
            {"mean": round(mean, 4), "least": round(product, 4)},
            f"mean >= {MIN_PRODUCT}",
            "tapworld check --json",
        ),
        Evidence(
            "changing one axis alone changes the start state",
            (all(n == 0 for n, _ in idle.values()) and bool(idle)) if configurations else None,
            {axis: f"{n} of {total} unchanged" for axis, (n, total) in idle.items()},
            "every axis, always",
            command,
        ),
        Evidence(
            "another theme gives other pixels",
            theme_seen,
            theme_seen,
            "always",
            "tapworld audit prism --device handset --json",
        ),
        Evidence(
            "blind replay on fresh configurations, data-dependent scenarios",
            None
            if data is None or data.varied.rate is None
            else data.varied.rate < MOST_REPLAYED,
            None if data is None else asdict(data.varied),
            f"< {MOST_REPLAYED}",
            "tapworld audit replay --json",
        ),
    ]  # fmt: skip


def _idle_axes(
    catalog: Catalog, configurations: Sequence[Configuration]
) -> dict[str, tuple[int, int]]:
    """Axis -> how often another level of it alone changed neither state nor goal, of how many."""
    found: dict[str, tuple[int, int]] = {}
    for axis in _AXES:
        same = total = 0
        for configuration in configurations:
            other = _neighbour(catalog, configuration, axis)
            if other is None:
                continue
            one, two = arrange(catalog, configuration), arrange(catalog, other)
            total += 1
            same += one.snapshot.digest() == two.snapshot.digest() and one.goal == two.goal
        if total:
            found[axis] = (same, total)
        else:
            found[axis] = (1, 0)  # an axis that cannot be varied alone does not vary
    return found


def _neighbour(catalog: Catalog, configuration: Configuration, axis: str) -> Configuration | None:
    """The configuration with the next certified level of one axis."""
    if axis in ("instance", "profile"):
        pairs = read_certificates(catalog, [configuration.scenario]).pairs[configuration.scenario]
        kept, place = ("profile", 0) if axis == "instance" else ("instance", 1)
        for pair in pairs:
            same = pair[1 - place] == getattr(configuration, kept)
            if same and pair[place] != getattr(configuration, axis):
                return replace(configuration, **{axis: pair[place]})
        return None
    if axis == "theme":
        names = list(catalog.looks.themes())
    else:
        app = catalog.scenarios[configuration.scenario].app
        excluded = read_certificates(catalog, [configuration.scenario]).excluded_ui
        key = (configuration.scenario, configuration.instance, configuration.profile)
        names = [
            s["id"]
            for s in catalog.looks.ui_states(app)
            if s["id"] not in excluded.get(key, frozenset())
        ]
    others = [n for n in names if n != getattr(configuration, axis)]
    return replace(configuration, **{axis: others[0]}) if others else None
