"""``tapworld audit``: is the benchmark itself sound?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tapworld_eval.cli import auditing_benchmark
from tapworld_eval.cli.options import (
    DEFAULT_WORKERS,
    DeviceOption,
    JsonOption,
    OptionOption,
    RecordsOption,
    SampleOption,
    ScenarioOption,
    ScreenOption,
    SeedOption,
    WorkersOption,
    agent_options,
    device_spec,
    examples,
)
from tapworld_eval.cli.output import interval, note, percent, print_json, say, table
from tapworld_eval.cli.progress import RunProgress

if TYPE_CHECKING:
    from tapworld_eval.audit.replay_scores import ReplayScores

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the group."""
    group = typer.Typer(help="Is the benchmark itself sound?", no_args_is_help=True)
    group.command(
        epilog=examples(
            "tapworld audit replay --json --out replay.jsonl",
            "tapworld audit replay --agent oracle --epsilon 0.05 --rollouts 3 --sample 30",
            "tapworld audit replay --agent text --scenario 'mail.*'",
        )
    )(replay)
    group.command(epilog=examples("tapworld audit noop --sample 200 --out noop.jsonl"))(noop)
    group.command(epilog=examples("tapworld audit determinism --sample 30 --json"))(determinism)
    auditing_benchmark.register(group)
    app.add_typer(group, name="audit")


def replay(
    runs: Annotated[
        Path, typer.Option(help="Folder of the audit's runs; resumed if there.")
    ] = Path("runs/audit-replay"),
    out: RecordsOption = None,
    agent: Annotated[str, typer.Option(help="The source agent.")] = "oracle",
    option: OptionOption = None,
    epsilon: Annotated[
        float, typer.Option(min=0, max=1, help="The oracle's chance per action of giving up.")
    ] = 0.05,
    scenario: ScenarioOption = None,
    sample: SampleOption = 20,
    rollouts: Annotated[int, typer.Option(min=1, help="Rollouts of the source, k.")] = 3,
    seed: SeedOption = 0,
    device: DeviceOption = "handset",
    screen: ScreenOption = "small",
    workers: WorkersOption = DEFAULT_WORKERS,
    json: JsonOption = False,
) -> None:
    """Repeat an agent's successful actions blindly, on the same and on fresh configurations.

    On a static benchmark blind replay scores pass@k of its source; where configurations vary it
    should fail. Exit code 1 when it scores something else, or surely above 10 % on fresh
    configurations of data-dependent scenarios.
    """
    from tapworld_eval.audit.outcomes import replay_outcome
    from tapworld_eval.audit.replay import audit_replay
    from tapworld_eval.audit.replay_scores import data_dependent_scenarios
    from tapworld_eval.rollouts.folder import read_records
    from tapworld_scenarios import load_catalog

    catalog = load_catalog()
    options: dict[str, object] = dict(agent_options(option))
    if agent == "oracle":
        options.setdefault("epsilon", epsilon)
    with (
        RunProgress(f"source: {agent}") as first,
        RunProgress("replay, same") as second,
        RunProgress("replay, fresh") as third,
    ):
        audit = audit_replay(
            catalog,
            runs,
            agent=agent,
            agent_options=options,
            selection=scenario or (),
            sample=sample,
            rollouts=rollouts,
            seed=seed,
            device=device_spec(device, screen),
            workers=workers,
            watchers=(first, second, third),
        )
    episodes = [list(read_records(folder)) for folder in audit.runs if folder.exists()]
    outcome = replay_outcome(
        audit.scores, episodes, data_dependent=data_dependent_scenarios(catalog)
    )
    if out is not None:
        outcome.write(out)
    if json:
        print_json(audit.to_json())
    else:
        _show_replay(audit.scores)
        for finding in outcome.findings[:20]:
            say(f"  {finding.severity} {finding.where}: {finding.what}", markup=False)
        say(f"tapworld report {' '.join(map(str, audit.runs))}", markup=False)
    if audit.interrupted:
        note("interrupted: the same command goes on from here")
        raise typer.Exit(130)
    raise typer.Exit(1 if outcome.verdict == "fails" else 0)


def noop(
    runs: Annotated[Path, typer.Option(help="The run folder; resumed if there.")] = Path(
        "runs/audit-noop"
    ),
    out: RecordsOption = None,
    scenario: ScenarioOption = None,
    sample: SampleOption = 100,
    seed: SeedOption = 0,
    device: DeviceOption = "handset",
    workers: WorkersOption = DEFAULT_WORKERS,
    json: JsonOption = False,
) -> None:
    """Do nothing on sampled configurations. Exit code 1 when that solves any, or changes any."""
    from tapworld_eval.audit.noop import judge_noop
    from tapworld_eval.rollouts.plan import make_plan
    from tapworld_eval.rollouts.runner import run
    from tapworld_eval.rollouts.settings import RunSettings
    from tapworld_scenarios import load_catalog

    catalog = load_catalog()
    plan = make_plan(
        catalog, selection=scenario or (), sample=sample, seed=seed, method="stratified"
    )
    settings = RunSettings(
        "noop", device=device_spec(device, "small"), workers=workers, image_width=0
    )
    with RunProgress("noop") as progress:
        result = run(plan, settings, runs, catalog=catalog, watcher=progress)
    audit = judge_noop(result.records)
    if out is not None:
        from tapworld_eval.audit.outcomes import noop_outcome

        noop_outcome(audit, result.records).write(out)
    if json:
        print_json(audit.to_json())
    else:
        say(
            f"{audit.episodes} episodes: {audit.successes} solved, {audit.damaged} changed, "
            "by doing nothing"
        )
        for configuration in (*audit.solved, *audit.changed):
            say(f"  {configuration}", markup=False)
    raise typer.Exit(1 if audit.successes or audit.damaged else 0)


def determinism(
    scenario: ScenarioOption = None,
    sample: SampleOption = 20,
    seed: SeedOption = 0,
    device: DeviceOption = "handset",
    screen: ScreenOption = "full",
    workers: WorkersOption = DEFAULT_WORKERS,
    out: RecordsOption = None,
    json: JsonOption = False,
) -> None:
    """Load configurations twice; compare pixels, elements and states. Exit code 1 if any differ."""
    from tapworld_eval.audit.determinism import audit_determinism
    from tapworld_eval.rollouts.plan import Plan, make_plan
    from tapworld_scenarios import load_catalog

    catalog = load_catalog()

    def draw() -> Plan:
        return make_plan(
            catalog, selection=scenario or (), sample=sample, seed=seed, method="uniform"
        )

    audit = audit_determinism(catalog, draw, device=device_spec(device, screen), workers=workers)
    if out is not None:
        from tapworld_eval.audit.outcomes import determinism_outcome

        determinism_outcome(audit).write(out)
    if json:
        print_json(audit.to_json())
    else:
        say("everything is equal" if audit.holds else "something differs")
        rows = [
            (name, len(getattr(audit, name)), ", ".join(getattr(audit, name)[:3]))
            for name in ("pixels", "elements", "states", "tasks")
        ]
        table((f"of {audit.configurations} configurations", "differ", "for example"), rows)
    raise typer.Exit(0 if audit.holds else 1)


def _show_replay(scores: ReplayScores) -> None:
    parts = {"all": scores, **scores.kinds}
    if scores.data_dependent is not None and scores.other is not None:
        parts |= {"data-dependent": scores.data_dependent, "other": scores.other}
    rows = []
    for name, part in parts.items():
        cells = [
            "-" if rate.rate is None else f"{percent(rate.rate)} {interval(rate.low, rate.high)}"
            for rate in (part.source, part.pass_at_k, part.static, part.varied)
        ]
        rows.append((name, *cells))
    table(("scenarios", "source", f"pass@{scores.k}", "replay, same", "replay, fresh"), rows)
