"""``tapworld stats``: intervals, variability, planning and simulations on records alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli import stats_planning, stats_plots
from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import print_json, say
from tapworld_eval.cli.stats_input import (
    AgentOption,
    AxisOption,
    ColumnOption,
    FormatOption,
    LevelOption,
    RecordsArgument,
    ReplicatesOption,
    RunsArgument,
    by_agent,
    counted,
    estimate_line,
    frame_rows,
    loaded,
    plain,
    print_frame,
)

__all__ = ["add_to", "app"]

app = typer.Typer(
    help="Statistics of rollouts; needs records, no phone.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

StatisticOption = Annotated[str, typer.Option(help="mean, trimmed_mean, median or iqm over apps.")]
WorkersOption = Annotated[
    int, typer.Option(min=1, help="Threads; the result does not depend on it.")
]


def add_to(root: typer.Typer) -> None:
    """Register the group."""
    root.add_typer(app, name="stats")


@app.command(epilog=examples("tapworld stats bootstrap runs/x", "tapworld stats bootstrap r.csv"))
def bootstrap(
    records: RecordsArgument,
    axis: AxisOption = None,
    statistic: StatisticOption = "mean",
    method: Annotated[str, typer.Option(help="percentile or bca.")] = "percentile",
    replicates: ReplicatesOption = 1000,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """Suite and per-app success rates with hierarchical bootstrap intervals."""
    from tapworld_eval import statistics

    result = statistics.bootstrap(
        counted(records, axis, format_, column, agent),
        statistic=statistic,
        method=method,  # type: ignore[arg-type]  # checked there, with a message
        replicates=replicates,
        level=level,
        seed=seed,
        workers=workers,
    )
    if json:
        print_json(plain(result.to_json()))
        return
    suite = result.suite
    estimate_line(f"suite {statistic}", suite.estimate, suite.low, suite.high, level)
    print_frame(result.apps, json=False)


@app.command(epilog=examples("tapworld stats intervals runs/x --by scenario"))
def intervals(
    records: RecordsArgument,
    by: Annotated[str, typer.Option(help="configuration, scenario, app or suite.")] = "app",
    method: Annotated[
        str | None,
        typer.Option(help="bootstrap, wilson, wald, jeffreys, clopper-pearson, agresti-coull."),
    ] = None,
    axis: AxisOption = None,
    level: LevelOption = 0.95,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """Estimates with intervals, one row a configuration, scenario, app, or the suite."""
    from tapworld_eval.statistics import interval_table

    cells = counted(records, axis, format_, column, agent)
    options: dict[str, Any] = {"by": by, "method": method, "level": level}
    print_frame(interval_table(cells, **options), json)


@app.command(epilog=examples("tapworld stats profile runs/x --json"))
def profile(
    records: RecordsArgument,
    unit: Annotated[str, typer.Option(help="app or scenario.")] = "app",
    points: Annotated[int, typer.Option(min=2, help="Thresholds from 0 to 1.")] = 21,
    axis: AxisOption = None,
    replicates: ReplicatesOption = 1000,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """Share of apps with a success rate above each threshold, with a bootstrap band."""
    from tapworld_eval.statistics import performance_profile

    options: dict[str, Any] = {"unit": unit, "level": level, "replicates": replicates, "seed": seed}
    taus = [point / (points - 1) for point in range(points)]
    cells = counted(records, axis, format_, column, agent)
    print_frame(performance_profile(cells, taus=taus, **options), json)


@app.command(epilog=examples("tapworld stats mad runs/x"))
def mad(
    records: RecordsArgument,
    axis: AxisOption = None,
    permutations: Annotated[int, typer.Option(min=1)] = 199,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """How much each axis moves success: matched-pair deviation, its null, the excess."""
    from tapworld_eval.statistics import axis_variability

    cells = counted(records, axis, format_, column, agent)
    print_frame(axis_variability(cells, permutations=permutations, level=level, seed=seed), json)


@app.command(epilog=examples("tapworld stats components runs/x"))
def components(
    records: RecordsArgument,
    axis: AxisOption = None,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """How much of the variance is app, scenario, configuration, rollout."""
    from tapworld_eval.statistics import variance_components

    print_frame(variance_components(counted(records, axis, format_, column, agent)), json)


@app.command(epilog=examples("tapworld stats interaction runs/x theme ui_state"))
def interaction(
    records: RecordsArgument,
    first: Annotated[str, typer.Argument(help="An axis.")],
    second: Annotated[str, typer.Argument(help="Another axis.")],
    axis: AxisOption = None,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """Whether the effect of one axis depends on the level of another."""
    from dataclasses import asdict

    from tapworld_eval.statistics import axis_interaction

    cells = counted(records, axis, format_, column, agent)
    found = axis_interaction(cells, first, second, level=level, seed=seed)
    if json:
        print_json(plain(asdict(found)))
        return
    verdict = "above 0" if found.low > 0 else "not told from 0"
    say(
        f"{first} x {second}: typical size {found.deviation:.3f}, variance {found.variance:.4f} "
        f"({100 * level:g} % interval {found.low:.4f} to {found.high:.4f}, {verdict}; "
        f"{found.squares} squares)",
        markup=False,
    )


@app.command(epilog=examples("tapworld stats rank runs/a runs/b runs/c"))
def rank(
    records: RunsArgument,
    axis: AxisOption = None,
    statistic: StatisticOption = "mean",
    replicates: ReplicatesOption = 2000,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    format_: FormatOption = None,
    json: JsonOption = False,
) -> None:
    """Rank agents, with intervals on the ranks and Holm-adjusted pairwise p values."""
    from tapworld_eval.statistics import rank_agents

    options: dict[str, Any] = {"level": level, "replicates": replicates, "seed": seed}
    found = rank_agents(by_agent(records, format_), axis, statistic=statistic, **options)
    if json:
        rows = {"agents": frame_rows(found.agents), "pairs": frame_rows(found.pairs)}
        print_json({**rows, "pairing": found.pairing})
        return
    print_frame(found.agents, json=False)
    print_frame(found.pairs, json=False, title="pairs (simultaneous intervals)")


@app.command("pass-at-k", epilog=examples("tapworld stats pass-at-k runs/x"))
def pass_at_k(
    records: RecordsArgument,
    replay: Annotated[float | None, typer.Option(help="Measured success of blind replay.")] = None,
    axis: AxisOption = None,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """pass@k beside single-attempt success and blind replay; not a headline."""
    import warnings

    from tapworld_eval.cli.output import note
    from tapworld_eval.statistics import PassAtKWarning, pass_at_k_table

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PassAtKWarning)
        found = pass_at_k_table(counted(records, axis, format_, column, agent), replay=replay)
    note(f"Warning: {caught[0].message}")
    print_frame(found, json)


@app.command(epilog=examples("tapworld stats convert runs/x rollouts.parquet"))
def convert(
    records: RecordsArgument,
    out: Annotated[Path, typer.Argument(help="A .csv, .parquet or .jsonl file.")],
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """Write any readable results as a plain table of rollouts."""
    from tapworld_eval.statistics import write_records

    frame = loaded(records, format_, column, agents=True)
    write_records(frame, out)
    if json:
        print_json({"rows": len(frame), "columns": list(frame.columns), "out": str(out)})
    else:
        say(f"{len(frame)} rollouts written to {out}", markup=False)


stats_planning.register(app)
stats_plots.register(app)
