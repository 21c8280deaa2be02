"""``tapworld audit verifiers``, ``leakage`` and ``prism``: the benchmark itself is tried."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapworld_eval.cli.options import (
    DEFAULT_WORKERS,
    JsonOption,
    RecordsOption,
    ScenarioOption,
    SeedOption,
    WorkersOption,
    device_spec,
    examples,
)
from tapworld_eval.cli.output import interval, note, percent, print_json, say, table

if TYPE_CHECKING:
    from tapworld_eval.audit.phone_looks import PhoneLooks
    from tapworld_eval.audit.rates import Rate
    from tapworld_eval.audit.verifiers import VerifierAudit
    from tapworld_scenarios import Catalog, Configuration

__all__ = ["register"]

_NO_PHONE = "none"
PhoneOption = Annotated[
    str, typer.Option(help="Kind of phone; none leaves out what needs one, and says so.")
]
LooksOption = Annotated[int, typer.Option(min=1, help="First screens that are looked at.")]
RecordedOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--recorded", help="A run whose successful end states are taken where SQL makes none."
    ),
]
TriedOption = Annotated[
    int | None,
    typer.Option(min=1, help="Configurations to draw.", show_default="one a scenario"),
]


def register(group: typer.Typer) -> None:
    """Add the commands to the group ``audit``."""
    group.command(
        epilog=examples(
            "tapworld audit verifiers",
            "tapworld audit verifiers --scenario 'pay.*' --sample 200 --seed 1 --json",
            "tapworld audit verifiers --recorded runs/audit-replay/source --out verifiers.jsonl",
        )
    )(verifiers)
    group.command(
        epilog=examples("tapworld audit leakage", "tapworld audit leakage --device none")
    )(leakage)
    group.command(
        epilog=examples("tapworld audit prism", "tapworld audit prism --device none --json")
    )(prism)


def verifiers(
    scenario: ScenarioOption = None,
    sample: TriedOption = None,
    seed: SeedOption = 0,
    recorded: RecordedOption = None,
    out: RecordsOption = None,
    json: JsonOption = False,
) -> None:
    """Try every verifier on states it must accept or refuse; needs no phone.

    Exit code 1 when any decides wrongly, could not be tried, or has a clause that decides nothing.
    """
    from tapworld_scenarios import load_catalog

    catalog = load_catalog()
    drawn = _drawn(catalog, scenario, sample, seed)
    audit = _verifiers(catalog, drawn, seed, recorded or ())
    if out is not None:
        from tapworld_eval.audit.outcomes import verifiers_outcome

        verifiers_outcome(audit).write(out)
    if json:
        print_json(audit.to_json())
    else:
        rows = [
            (kind, r.episodes, percent(r.rate), _span(r)) for kind, r in audit.by_kind().items()
        ]
        table(("probe", "tried", "decided rightly", "95 % interval"), rows)
        for name, rate in (
            ("false accepts", audit.false_accepts),
            ("false rejects", audit.false_rejects),
            ("scenarios with any mistake", audit.flawed),
        ):
            say(f"{name}: {rate.successes} of {rate.episodes} {_span(rate)}", markup=False)
        say(f"clauses: {len(audit.clauses)}, of which {len(audit.untested)} decide nothing")
        for probe in audit.mistakes[:20]:
            said = "accepted" if probe.accepted else "; ".join(probe.reasons)
            say(f"  {probe.configuration} {probe.kind} {probe.name}: {said}", markup=False)
        for clause in audit.untested:
            say(f"  {clause.scenario} {clause.clause}: no probe needs it", markup=False)
        for name, unchecked in audit.unchecked.items():
            say(f"  {name}: nothing depends on {', '.join(unchecked)}", markup=False)
        for name, reason in audit.unreached.items():
            say(f"  {name}: not tried, {reason}", markup=False)
    raise typer.Exit(0 if audit.holds else 1)


def leakage(
    scenario: ScenarioOption = None,
    sample: TriedOption = None,
    seed: SeedOption = 0,
    device: PhoneOption = "handset",
    looks: LooksOption = 8,
    out: RecordsOption = None,
    json: JsonOption = False,
) -> None:
    """Does goal, info, element tree, file or sample give an answer away? Exit code 1 when one does.

    The configurations drawn with the next seed stand for a training sample.
    """
    from tapworld_env.devices.handset import bundle
    from tapworld_eval.audit.leakage import audit_leakage
    from tapworld_scenarios import arrange, load_catalog

    catalog = load_catalog()
    drawn = _drawn(catalog, scenario, sample, seed)
    seen = _looks(catalog, drawn[:looks], device)
    folder = Path(bundle.__file__).parent / "bundle"
    audit = audit_leakage(
        catalog,
        [arrange(catalog, configuration) for configuration in drawn],
        shown=None if seen is None else seen.shown,
        shipped=sorted(path for path in folder.glob("*") if path.is_file()),
        train=_drawn(catalog, scenario, sample, seed + 1),
        test=drawn,
    )
    if out is not None:
        from tapworld_eval.audit.outcomes import leakage_outcome

        leakage_outcome(audit).write(out)
    if json:
        print_json(audit.to_json())
    else:
        rows = [
            (check.name, check.severity, check.looked_at, check.found, _span(check.rate))
            for check in audit.checks
        ]
        table(("check", "severity", "looked at", "found", "95 % interval"), rows)
        for finding in audit.findings[:20]:
            say(f"  {finding.severity} {finding.where}: {finding.what}", markup=False)
        if seen is None:
            note("no phone: info and the element tree were not looked at")
    raise typer.Exit(0 if audit.holds else 1)


def prism(
    sample: Annotated[int, typer.Option(min=1, help="Configurations to draw.")] = 24,
    seed: SeedOption = 0,
    device: PhoneOption = "handset",
    looks: LooksOption = 6,
    replay: Annotated[
        Path, typer.Option(help="Folder of `audit replay`; run with --sample if it is not there.")
    ] = Path("runs/audit-replay"),
    workers: WorkersOption = DEFAULT_WORKERS,
    out: RecordsOption = None,
    json: JsonOption = False,
) -> None:
    """The five principles, each with a verdict and what was run for it.

    Exit code 1 when one fails, 3 when one is left open (without a phone).
    """
    from tapworld_eval.audit.determinism import audit_determinism
    from tapworld_eval.audit.prism import audit_prism
    from tapworld_eval.audit.replay import audit_replay
    from tapworld_eval.rollouts.plan import plan_configurations
    from tapworld_scenarios import load_catalog

    catalog = load_catalog()
    drawn = _drawn(catalog, None, sample, seed)
    few = drawn[:looks]
    scores = equal = None
    if device != _NO_PHONE:
        spec = device_spec(device, "small")
        note("replay")
        if (replay / "varied").exists():
            scores = _stored_replay(catalog, replay)
        else:
            options = {"epsilon": 0.05}
            scores = audit_replay(
                catalog,
                replay,
                agent_options=options,
                sample=sample,
                seed=seed,
                device=spec,
                workers=workers,
            ).scores
        note("determinism")
        equal = audit_determinism(
            catalog, lambda: plan_configurations(few), device=spec, workers=workers
        )
    note("verifiers")
    everything = _drawn(catalog, None, None, seed)
    source = replay / "source"
    tried = _verifiers(catalog, everything, seed, (source,) if source.exists() else ())
    note("the rest")
    audit = audit_prism(
        catalog,
        drawn,
        verifiers=tried,
        determinism=equal,
        looks=_looks(catalog, few, device),
        replay=scores,
    )
    data = audit.to_json()
    if out is not None:
        from tapworld_eval.audit.outcomes import prism_outcome

        prism_outcome(audit).write(out)
    if json:
        print_json(data)
    else:
        for principle in audit.principles:
            say(f"{principle.name}: {principle.verdict}. {principle.statement}", markup=False)
            rows = [
                (e.check, {True: "yes", False: "NO", None: "not run"}[e.passed], _brief(e.found))
                for e in principle.evidence
            ]
            table(("  check", "passed", "found"), [(f"  {r[0]}", *r[1:]) for r in rows])
    verdicts = {principle.verdict for principle in audit.principles}
    raise typer.Exit(1 if "fails" in verdicts else 3 if "open" in verdicts else 0)


def _drawn(
    catalog: Catalog, selection: list[str] | None, sample: int | None, seed: int
) -> list[Configuration]:
    from tapworld_eval.rollouts.plan import make_plan, select_scenarios

    count = sample or len(select_scenarios(catalog, selection or ()))
    plan = make_plan(catalog, selection=selection or (), sample=count, seed=seed, method="uniform")
    return list(plan.configurations)


def _verifiers(
    catalog: Catalog, drawn: list[Configuration], seed: int, recorded: Any
) -> VerifierAudit:
    from tapworld_eval.audit.verifiers import Source, audit_verifiers, recorded_end_states
    from tapworld_eval.cli.progress import plain_progress

    states: Source = {}
    for run in recorded:
        states |= recorded_end_states(catalog, run)
    with plain_progress("verifiers") as bar:
        shown = bar.add_task("verifiers", total=None, status="")

        def told(name: str, done: int, total: int) -> None:
            bar.update(shown, total=total, completed=done, status=name)

        return audit_verifiers(catalog, drawn, seed=seed, recorded=states, told=told)


def _looks(catalog: Catalog, drawn: list[Configuration], device: str) -> PhoneLooks | None:
    if device == _NO_PHONE:
        return None
    from tapworld_eval.audit.phone_looks import look_at_starts

    phone = device_spec(device, "small").make()
    try:
        return look_at_starts(catalog, phone, drawn)
    finally:
        phone.close()


def _stored_replay(catalog: Catalog, folder: Path) -> Any:
    from tapworld_eval.audit.replay_scores import data_dependent_scenarios, score_replay
    from tapworld_eval.rollouts.folder import read_records

    replayed = [r for name in ("static", "varied") for r in read_records(folder / name)]
    return score_replay(
        list(read_records(folder / "source")),
        replayed,
        data_dependent=data_dependent_scenarios(catalog),
    )


def _span(rate: Rate) -> str:
    return interval(rate.low, rate.high)


def _brief(found: Any) -> str:
    text = json_module.dumps(found, default=str)
    return text if len(text) <= 70 else text[:67] + "..."
