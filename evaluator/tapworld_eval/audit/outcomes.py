"""Each audit's result as an :class:`~tapworld_eval.audit.outcome.AuditOutcome`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tapworld_eval.audit.outcome import (
    AuditFinding,
    AuditOutcome,
    AuditTable,
    AuditVerdict,
    Cell,
)
from tapworld_eval.audit.rates import rate_of

if TYPE_CHECKING:
    from tapworld_eval.audit.determinism import DeterminismAudit
    from tapworld_eval.audit.leakage import LeakageAudit
    from tapworld_eval.audit.noop import NoopAudit
    from tapworld_eval.audit.prism import PrismAudit
    from tapworld_eval.audit.replay_scores import ReplayScores
    from tapworld_eval.audit.verifiers import VerifierAudit
    from tapworld_eval.rollouts.record import EpisodeRecord

__all__ = [
    "determinism_outcome", "leakage_outcome", "noop_outcome", "prism_outcome", "replay_outcome",
    "verifiers_outcome",
]  # fmt: skip

MOST_REPLAYED = 0.10  # success of blind replay where data decides what is right


def verifiers_outcome(audit: VerifierAudit) -> AuditOutcome:
    """``audit verifiers``: every probe and every clause is a record."""
    kinds = tuple((k.replace("_", " "), (r.episodes, r)) for k, r in audit.by_kind().items())
    whole = tuple(
        (name, (rate,))
        for name, rate in (
            ("false accepts", audit.false_accepts),
            ("false rejects", audit.false_rejects),
            ("scenarios with any mistake", audit.flawed),
        )
    )
    flaws = [
        AuditFinding(
            "flaw",
            p.configuration,
            f"{p.kind} {p.name}: {'accepted' if p.accepted else '; '.join(p.reasons)}",
        )
        for p in audit.mistakes
    ]
    flaws += [
        AuditFinding("flaw", c.scenario, f"{c.clause} decides nothing") for c in audit.untested
    ]
    flaws += [
        AuditFinding("flaw", name, f"nothing depends on {', '.join(names)}")
        for name, names in audit.unchecked.items()
    ]
    flaws += [AuditFinding("flaw", n, f"not tried: {why}") for n, why in audit.unreached.items()]
    tried = audit.scenarios - len(audit.unreached)
    return AuditOutcome(
        "verifiers",
        "holds" if audit.holds else "fails",
        f"{len(audit.probes)} probes and {len(audit.clauses)} clauses of {tried} of "
        f"{audit.scenarios} scenarios tried; {len(flaws)} flaws",
        (
            AuditTable("Mistakes", ("mistake", "found"), whole),
            AuditTable("Right decisions by kind of probe", ("probe", "tried", "right"), kinds),
        ),
        tuple(flaws),
        [record.to_json() for record in (*audit.probes, *audit.clauses)],
    )


def leakage_outcome(audit: LeakageAudit) -> AuditOutcome:
    """``audit leakage``: every check and every finding is a record."""
    rows = tuple((c.name, (c.severity, c.looked_at, c.rate)) for c in audit.checks)
    findings = tuple(
        AuditFinding("flaw" if f.severity == "leak" else "note", f.where, f"{f.check}: {f.what}")
        for f in audit.findings
    )
    leaks = sum(f.severity == "flaw" for f in findings)
    return AuditOutcome(
        "leakage",
        "holds" if audit.holds else "fails",
        f"{leaks} leaks, {len(findings) - leaks} exposures in {len(audit.checks)} checks",
        (AuditTable("Checks", ("check", "severity", "looked at", "found"), rows),),
        findings,
        [
            *({"record": "check", **asdict(check)} for check in audit.checks),
            *({"record": "finding", **asdict(finding)} for finding in audit.findings),
        ],
    )


def prism_outcome(audit: PrismAudit) -> AuditOutcome:
    """``audit prism``: every principle is a record, with its evidence."""
    said = {True: "yes", False: "no", None: "not run"}
    tables = tuple(
        AuditTable(
            f"{p.name}: {p.verdict}",
            ("check", "passed", "found", "needed"),
            tuple((e.check, (said[e.passed], _brief(e.found), str(e.needed))) for e in p.evidence),
        )
        for p in audit.principles
    )
    findings = tuple(
        AuditFinding(
            "note" if e.passed is None else "flaw",
            f"{p.name}: {e.check}",
            "not run" if e.passed is None else f"found {_brief(e.found)}, needed {e.needed}",
        )
        for p in audit.principles
        for e in p.evidence
        if not e.passed
    )
    verdicts = [p.verdict for p in audit.principles]
    verdict: AuditVerdict = (
        "fails" if "fails" in verdicts else "open" if "open" in verdicts else "holds"
    )
    return AuditOutcome(
        "prism",
        verdict,
        f"{verdicts.count('holds')} of {len(verdicts)} principles hold",
        tables,
        findings,
        [
            {"record": "principle", "principle": name, **principle}
            for name, principle in audit.to_json()["principles"].items()
        ],
    )


def replay_outcome(
    scores: ReplayScores,
    runs: Sequence[Sequence[EpisodeRecord]],
    *,
    data_dependent: Collection[str],
) -> AuditOutcome:
    """``audit replay``: every episode of source, static and varied replay is a record.

    It fails when replay on the same configurations does not solve exactly what the source solved,
    or when the whole interval of success on fresh, data-dependent configurations is above 10 %.

    Args:
        scores: What the audit found.
        runs: Episodes of the source, of static and of varied replay, as far as they were run.
        data_dependent: Scenarios that count as such.
    """
    parts = {"all": scores, **scores.kinds}
    if scores.data_dependent is not None and scores.other is not None:
        parts |= {"data-dependent": scores.data_dependent, "other": scores.other}
    rows = tuple(
        (name.replace("_", " "), (p.source, p.pass_at_k, p.static, p.varied))
        for name, p in parts.items()
    )
    findings = tuple(_replay_findings(runs, data_dependent))
    fresh = scores.data_dependent.varied if scores.data_dependent else None
    same = scores.static.successes == scores.pass_at_k.successes
    whole = 0 < scores.static.episodes == scores.pass_at_k.episodes
    verdict: AuditVerdict = "open"
    if (whole and not same) or (fresh is not None and fresh.low > MOST_REPLAYED):
        verdict = "fails"
    elif whole and fresh is not None and fresh.rate is not None and fresh.rate < MOST_REPLAYED:
        verdict = "holds"
    columns = ("scenarios", "source", f"pass@{scores.k}", "replay, same", "replay, fresh")
    return AuditOutcome(
        "replay",
        verdict,
        "needed: blind replay scores pass@k of its source on the same configurations, and below "
        "10 % on fresh ones of data-dependent scenarios",
        (AuditTable("Blind replay", columns, rows),),
        findings,
        [
            {
                "record": "episode",
                "phase": phase,
                "episode": record.episode,
                "configuration": record.configuration,
                "scenario": record.scenario,
                "kind": record.kind,
                "data_dependent": record.scenario in data_dependent,
                "rollout": record.rollout,
                "success": record.success,
            }
            for phase, records in zip(("source", "static", "varied"), runs, strict=False)
            for record in records
        ],
    )


def noop_outcome(audit: NoopAudit, records: Sequence[EpisodeRecord]) -> AuditOutcome:
    """``audit noop``: every episode is a record."""
    counted = [record for record in records if record.success is not None]
    table = AuditTable(
        "Episodes of an agent that does nothing",
        ("what", "episodes"),
        (
            ("solved", (rate_of([bool(r.success) for r in counted]),)),
            ("changed", (rate_of([r.configuration in audit.changed for r in counted]),)),
        ),
    )
    flaws = [AuditFinding("flaw", name, "solved by doing nothing") for name in audit.solved]
    flaws += [AuditFinding("flaw", name, "changed by itself") for name in audit.changed]
    return AuditOutcome(
        "noop",
        "fails" if flaws else "holds" if counted else "open",
        f"{audit.episodes} episodes: {audit.successes} solved, {audit.damaged} changed, by doing "
        "nothing",
        (table,),
        tuple(flaws),
        [
            {
                "record": "episode",
                "episode": record.episode,
                "configuration": record.configuration,
                "scenario": record.scenario,
                "kind": record.kind,
                "success": record.success,
                "changed": record.configuration in audit.changed,
            }
            for record in records
        ],
    )


def determinism_outcome(audit: DeterminismAudit) -> AuditOutcome:
    """``audit determinism``: every configuration of which anything differed is a record."""
    names = ("pixels", "elements", "states", "tasks")
    differing: dict[str, list[str]] = {}
    for name in names:
        for configuration in getattr(audit, name):
            differing.setdefault(configuration, []).append(name)
    rows: list[tuple[str, tuple[Cell, ...]]] = []
    for name in names:
        count = len(getattr(audit, name))
        rows.append((name, (rate_of([i < count for i in range(audit.configurations)]),)))
    flaws = [AuditFinding("flaw", c, f"{', '.join(n)} differ") for c, n in differing.items()]
    if not audit.draws:
        flaws.append(AuditFinding("flaw", "draw", "equal seeds drew other configurations"))
    return AuditOutcome(
        "determinism",
        "holds" if audit.holds else "fails",
        f"{audit.configurations} configurations loaded twice, {len(differing)} differ; "
        f"{audit.faults} faults",
        (AuditTable("What differed between two loads", ("what", "configurations"), tuple(rows)),),
        tuple(flaws),
        [{"record": "difference", "configuration": c, "differs": n} for c, n in differing.items()],
    )


def _replay_findings(
    runs: Sequence[Sequence[EpisodeRecord]], data_dependent: Collection[str]
) -> Iterator[AuditFinding]:
    source, static, varied = (*runs, *([()] * (3 - len(runs))))
    solved = {record.configuration for record in source if record.success}
    for record in static:
        if record.success is not None and record.success != (record.configuration in solved):
            other = "did not succeed again" if not record.success else "succeeded without a source"
            yield AuditFinding("flaw", record.configuration, f"replay {other}")
    for record in varied:
        if record.success and record.scenario in data_dependent:
            yield AuditFinding("note", record.configuration, "solved by blind replay")


def _brief(found: Any) -> str:
    text = json.dumps(found, default=str, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "..."
