"""Statistics commands that plan or validate: power, allocation, stopping, simulation, benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import print_json, say, table
from tapworld_eval.cli.stats_input import (
    AgentOption,
    AxisOption,
    ColumnOption,
    FormatOption,
    LevelOption,
    RecordsArgument,
    ReplicatesOption,
    counted,
    frame_rows,
    loaded,
    plain,
    print_frame,
)

__all__ = ["bench_stats", "register"]

ProcessesOption = Annotated[int, typer.Option(min=1, help="Processes.")]


def register(app: typer.Typer) -> None:
    """Register the commands."""
    app.command(epilog=examples("tapworld stats power --effect 0.06"))(power)
    app.command(epilog=examples("tapworld stats allocate runs/x --budget 2000"))(allocate)
    app.command(epilog=examples("tapworld stats stop runs/a runs/b"))(stop)
    app.command(epilog=examples("tapworld stats simulate --json"))(simulate)
    app.command(epilog=examples("tapworld stats coverage runs/x"))(coverage)
    app.command("bench", epilog=examples("tapworld stats bench --json"))(bench_stats)


def power(
    effect: Annotated[float, typer.Option(help="Difference to see; 0.06 is six points.")],
    target: Annotated[float, typer.Option("--power", help="Probability of seeing it.")] = 0.8,
    baseline: Annotated[float, typer.Option(help="Success rate of the worse agent.")] = 0.5,
    discordance: Annotated[
        float | None, typer.Option(help="Share of pairs in which exactly one succeeds.")
    ] = None,
    cluster: Annotated[float, typer.Option(help="Rollouts that share a scenario.")] = 1.0,
    icc: Annotated[float, typer.Option(help="Intraclass correlation of those.")] = 0.0,
    level: LevelOption = 0.95,
    out: Annotated[Path | None, typer.Option(help="Also draw the curves (.svg or .png).")] = None,
    json: JsonOption = False,
) -> None:
    """Rollouts needed to see a difference, paired and independent, and the power curve."""
    from tapworld_eval.statistics import power_curves, required_n

    shared: dict[str, Any] = {"level": level, "baseline": baseline}
    cost = {"cluster_size": cluster, "icc": icc}
    paired = required_n(effect, target, discordance=discordance, **cost, **shared)
    independent = required_n(effect, target, design="independent", **cost, **shared)
    ns = [25, 50, 100, 200, 400, 800, 1600, 3200]
    curve = power_curves([effect], ns, discordance=discordance, **shared)
    if out is not None:
        from tapworld_eval.statistics.plots import plot_power, save_figure

        save_figure(plot_power(curve, target), out)
    if json:
        needed = {"required_n": {"paired": paired, "independent": independent}}
        print_json({**needed, "curve": frame_rows(curve)})
        return
    say(f"pairs needed: {paired}; rollouts per agent without pairing: {independent}")
    print_frame(curve, json=False)


def allocate(
    records: RecordsArgument,
    budget: Annotated[float, typer.Option(help="Rollouts in all (or cost, with the costs below).")],
    max_scenarios: Annotated[int, typer.Option(help="Scenarios available per app.")] = 26,
    max_configurations: Annotated[int, typer.Option(help="Configurations per scenario.")] = 1000,
    scenario_cost: Annotated[float, typer.Option(help="Cost of one more scenario.")] = 0.0,
    configuration_cost: Annotated[float, typer.Option(help="Cost of one more reset.")] = 0.0,
    axis: AxisOption = None,
    format_: FormatOption = None,
    level: LevelOption = 0.95,
    json: JsonOption = False,
) -> None:
    """Scenarios, configurations and rollouts that make the interval narrowest for a budget."""
    from tapworld_eval.statistics import optimal_allocation, variance_components

    cells = counted(records, axis, format_)
    parts = variance_components(cells)
    plan = optimal_allocation(
        parts,
        budget,
        apps=len(cells.apps),
        max_scenarios=max_scenarios,
        max_configurations=max_configurations,
        scenario_cost=scenario_cost,
        configuration_cost=configuration_cost,
        level=level,
    )
    if json:
        best = {key: value for key, value in vars(plan).items() if key != "table"}
        print_json(
            plain({**best, "plans": frame_rows(plan.table), "components": frame_rows(parts)})
        )
        return
    print_frame(parts, json=False, title="variance components")
    print_frame(plan.table.head(10), json=False, title="plans, narrowest first")


def stop(
    first: RecordsArgument,
    second: RecordsArgument,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    format_: FormatOption = None,
    json: JsonOption = False,
) -> None:
    """After how many shared rollouts, in random order, the better agent was known."""
    from tapworld_eval.statistics import paired_outcomes, stopping_point

    pairs = paired_outcomes(loaded(first, format_), loaded(second, format_))
    shuffled = pairs.sample(frac=1, random_state=seed)
    used, decision = stopping_point(
        zip(shuffled["first"] > 0, shuffled["second"] > 0, strict=True), level
    )
    if json:
        print_json({"pairs": len(pairs), "used": used, "decision": decision, "level": level})
    else:
        say(f"{decision} after {used} of {len(pairs)} shared rollouts", markup=False)


def simulate(
    experiments: Annotated[int, typer.Option(min=1, help="Benchmarks simulated.")] = 200,
    replicates: ReplicatesOption = 500,
    seed: SeedOption = 0,
    workers: ProcessesOption = 2,
    extended: Annotated[bool, typer.Option(help="Also the extended table (appendix D.1).")] = False,
    sensitivity: Annotated[bool, typer.Option(help="Also sensitivity to B (D.2).")] = False,
    plots: Annotated[Path | None, typer.Option(help="Folder for the figures.")] = None,
    json: JsonOption = False,
) -> None:
    """The paper's simulations: which intervals cover what they promise, beside its numbers."""
    from tapworld_eval.statistics import simulation

    found = simulation.simulate(
        experiments=experiments, replicates=replicates, seed=seed, workers=workers
    )
    shared: dict[str, Any] = {"experiments": experiments, "seed": seed, "workers": workers}
    if extended:
        found["extended"] = frame_rows(simulation.extended_table(**shared))
    if sensitivity:
        found["sensitivity"] = frame_rows(simulation.sensitivity_to_replicates(**shared))
    if plots is not None:
        _draw(found, plots)
    if json:
        print_json(plain(found))
        return
    paper = found["paper"]
    rows = [(key, found[key], paper[key], found["bands"][key]) for key in ("wald_r3", "wilson_r3")]
    rows += [
        (f"ladder: {key}", value, paper["ladder"][key], found["bands"]["ladder"][key])
        for key, value in found["ladder"].items()
    ]
    cells = [(n, f"{v:.3f}", f"{p:.2f}", f"{b[0]:.2f}-{b[1]:.2f}") for n, v, p, b in rows]
    table(("coverage", "here", "paper", "accepted"), cells)
    for name in ("extended", "sensitivity"):
        if name in found:
            columns = list(found[name][0])
            table(columns, [[row[c] for c in columns] for row in found[name]], title=name)


def coverage(
    records: RecordsArgument,
    experiments: Annotated[int, typer.Option(min=1, help="Benchmarks simulated.")] = 200,
    axis: AxisOption = None,
    replicates: ReplicatesOption = 500,
    seed: SeedOption = 0,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
    json: JsonOption = False,
) -> None:
    """What the suite's interval is worth on benchmarks of these records' design and variances."""
    from tapworld_eval.statistics.simulation import design_coverage

    cells = counted(records, axis, format_, column, agent)
    options: dict[str, Any] = {"experiments": experiments, "replicates": replicates, "seed": seed}
    print_frame(design_coverage(cells, **options), json)


def bench_stats(
    replicates: ReplicatesOption = 1000,
    workers: Annotated[int, typer.Option(min=1, help="Threads.")] = 2,
    compare: Annotated[bool, typer.Option(help="Time rliable in the same run.")] = True,
    stream: Annotated[int, typer.Option(min=0, help="Also stream so many rollouts.")] = 0,
    json: JsonOption = False,
) -> None:
    """Bootstrap of 210 000 rollouts: seconds, ratio to rliable, peak memory."""
    from tapworld_eval.statistics.benchmark import benchmark_bootstrap, benchmark_streaming

    report = benchmark_bootstrap(replicates=replicates, workers=workers, compare=compare)
    if stream:
        report["stream"] = benchmark_streaming(stream)
    if json:
        print_json(report)
        return
    table(("figure", "value"), [(key, value) for key, value in report.items()])


def _draw(found: dict[str, Any], folder: Path) -> None:
    import pandas as pd

    from tapworld_eval.statistics.plots import plot_coverage, plot_interval_ladder, save_figure

    ladder = pd.DataFrame(found["ladder_table"])
    ladder["paper"] = ladder["method"].map(found["paper"]["ladder"])
    save_figure(plot_interval_ladder(ladder), folder / "ladder.svg")
    save_figure(plot_coverage(pd.DataFrame(found["base_level"])), folder / "base_level.svg")
