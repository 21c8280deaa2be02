"""``tapworld run``, ``report``, ``export``, ``reverify`` and ``agents``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import (
    DEFAULT_WORKERS,
    DeviceOption,
    JsonOption,
    OptionOption,
    OutOption,
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

__all__ = ["add_to"]

RunsArgument = Annotated[list[Path], typer.Argument(help="Run folders.", metavar="RUN...")]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(
        epilog=examples(
            "tapworld run --agent text --sample 40 --out runs/text",
            "tapworld run --agent random --scenario 'pay.*' --rollouts 3 --out runs/random",
            "tapworld run --agent replay -o source=runs/oracle --out runs/replay",
            "tapworld run --agent oracle+nano --sample 40 --out runs/nano",
        )
    )(run)
    app.command(epilog=examples("tapworld report runs/text runs/oracle --out report.html"))(report)
    app.command(epilog=examples("tapworld export runs/text runs/oracle --out results.parquet"))(
        export
    )
    app.command(epilog=examples("tapworld reverify runs/text"))(reverify)
    app.command(epilog=examples("tapworld agents"))(agents)


def run(
    out: OutOption,
    agent: Annotated[str, typer.Option(help="A name (see `tapworld agents`) or module:Class.")],
    option: OptionOption = None,
    scenario: ScenarioOption = None,
    configuration: Annotated[
        list[str] | None, typer.Option(help="A configuration's id instead of a draw; repeatable.")
    ] = None,
    sample: SampleOption = 40,
    method: Annotated[
        str,
        typer.Option(help="uniform, stratified, pairwise or crossed (few scenarios, all axes)."),
    ] = "stratified",
    rollouts: Annotated[int, typer.Option(min=1, help="Rollouts of every configuration.")] = 1,
    seed: SeedOption = 0,
    step_limit: Annotated[
        int | None, typer.Option(min=1, help="Most actions an episode; default the scenario's.")
    ] = None,
    device: DeviceOption = "handset",
    screen: ScreenOption = "full",
    images: Annotated[
        int, typer.Option(min=0, help="Width of stored screens in pixels; 0 stores none.")
    ] = 540,
    workers: WorkersOption = DEFAULT_WORKERS,
    watchdog: Annotated[float, typer.Option(min=1, help="Seconds an episode may take.")] = 300.0,
    json: JsonOption = False,
) -> None:
    """Let an agent work on sampled configurations; stream the episodes into a run folder.

    The same command resumes a run that was stopped. A run folder of other settings is refused.
    """
    from tapworld_eval.agents import make_agent
    from tapworld_eval.rollouts.plan import make_plan, plan_configurations
    from tapworld_eval.rollouts.runner import run as run_plan
    from tapworld_eval.rollouts.settings import RunSettings
    from tapworld_scenarios import Configuration, load_catalog

    options = agent_options(option)
    make_agent(agent, **options)  # a wrong name or option shows here, before any worker starts
    catalog = load_catalog()
    if configuration:
        chosen = [Configuration.parse(text) for text in configuration]
        plan = plan_configurations(chosen, rollouts=rollouts, seed=seed)
    else:
        plan = make_plan(
            catalog,
            selection=scenario or (),
            sample=sample,
            rollouts=rollouts,
            seed=seed,
            method=method,
        )
    settings = RunSettings(
        agent=agent,
        agent_options=options,
        device=device_spec(device, screen),
        step_limit=step_limit,
        image_width=images,
        workers=workers,
        watchdog_s=watchdog,
    )
    with RunProgress(agent) as progress:
        result = run_plan(plan, settings, out, catalog=catalog, watcher=progress)
    _show_scores(agent, result.records, out, json=json)
    if result.interrupted:
        done = sum(record.status != "fault" for record in result.records)
        note(f"interrupted after {done} of {result.planned}: the same command goes on from here")
        raise typer.Exit(130)


def report(
    runs: RunsArgument,
    out: Annotated[
        Path | None, typer.Option(help="The page; by default report.html in the first run.")
    ] = None,
    audit: Annotated[
        list[Path] | None,
        typer.Option(
            dir_okay=False, help="A file of `tapworld audit NAME --out FILE`; may be given again."
        ),
    ] = None,
    episodes: Annotated[int, typer.Option(min=0, help="Most episodes shown step by step.")] = 400,
    megabytes: Annotated[float, typer.Option(min=1, help="Most megabytes of images.")] = 24.0,
) -> None:
    """Write one self-contained page about one or several runs."""
    from tapworld_eval.report import write_report

    path = write_report(
        runs,
        out or runs[0] / "report.html",
        audits=audit or (),
        most_episodes=episodes,
        most_bytes=int(megabytes * 1e6),
    )
    say(str(path), markup=False)


def export(
    runs: RunsArgument,
    out: Annotated[Path, typer.Option(help="A .parquet, .csv, .jsonl or .sqlite file.")],
) -> None:
    """Write the episodes of runs into one table."""
    from tapworld_eval.rollouts.tables import export as write

    count = write(runs, out)
    say(f"{count} episodes in {out}", markup=False)


def reverify(
    run: Annotated[Path, typer.Argument(help="A run folder.")], json: JsonOption = False
) -> None:
    """Verify stored episodes again, without a phone. Exit code 1 when a verdict changes."""
    from tapworld_eval.rollouts.reverify import reverify as verify_again
    from tapworld_scenarios import load_catalog

    results = list(verify_again(run, load_catalog()))
    changed = [result for result in results if result.before != result.after]
    moved = sum(not result.same_start for result in results)
    if json:
        print_json(
            {
                "episodes": len(results),
                "changed": [vars(result) for result in changed],
                "other_start": moved,
            }
        )
    else:
        say(f"{len(results)} episodes verified again, {len(changed)} verdicts changed")
        if moved:
            say(f"{moved} started from a state that the catalogue no longer makes")
        for result in changed:
            say(f"  {result.episode}: {result.before} -> {result.after}", markup=False)
    raise typer.Exit(1 if changed else 0)


def agents(json: JsonOption = False) -> None:
    """List the agents and their options."""
    from tapworld_eval.agents.grounded.composing import composed_agents
    from tapworld_eval.agents.registry import agent_names, agent_options, agent_summary

    rows = [(name, agent_summary(name), ", ".join(agent_options(name))) for name in agent_names()]
    rows += [(name, about, ", ".join(options)) for name, about, options in composed_agents()]
    if json:
        print_json([dict(zip(("name", "about", "options"), row, strict=True)) for row in rows])
    else:
        table(("agent", "about", "options"), rows)


def _show_scores(agent: str, records: list, out: Path, *, json: bool) -> None:
    from tapworld_eval.rollouts.scores import score_run

    scores = score_run(agent, records)
    if json:
        print_json({"out": str(out), "scores": scores.to_json() if scores else None})
        return
    if scores is None:
        say("no episode counts")
        return
    whole = scores.overall
    say(
        f"{agent}: {percent(scores.suite)} {interval(scores.suite_low, scores.suite_high)} "
        f"(mean over apps, 95 % hierarchical bootstrap); {whole.successes} of {whole.rollouts} "
        f"episodes, Wilson {interval(whole.low, whole.high)}"
    )
    rows = [
        (row["app"], percent(row["estimate"]), interval(row["low"], row["high"]), row["rollouts"])
        for row in scores.apps
    ]
    table(("app", "success", "95 %", "rollouts"), rows)
    if scores.faults:
        say(f"{scores.faults} environment faults, {scores.unfinished} episodes without a result")
    say(f"tapworld report {out}", markup=False)
