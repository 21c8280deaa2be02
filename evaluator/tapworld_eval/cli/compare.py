"""``tapworld compare a b``: is the difference between two agents real?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tapworld_eval.cli.options import JsonOption, SeedOption, examples
from tapworld_eval.cli.output import note, print_json, say
from tapworld_eval.cli.stats_input import (
    AxisOption,
    FormatOption,
    LevelOption,
    RecordsArgument,
    ReplicatesOption,
    estimate_line,
    loaded,
    plain,
    print_frame,
)

__all__ = ["add_to", "app"]

_EPILOG = examples("tapworld compare runs/a runs/b", "tapworld compare a.csv b.csv --json")

app = typer.Typer(help="Compare two agents.", rich_markup_mode="markdown")


def add_to(root: typer.Typer) -> None:
    """Register the command."""
    root.command("compare", epilog=_EPILOG)(compare)


@app.command(epilog=_EPILOG)
def compare(
    first: RecordsArgument,
    second: RecordsArgument,
    axis: AxisOption = None,
    pairing: Annotated[
        str, typer.Option(help="auto, configurations or scenarios: what pairs the agents.")
    ] = "auto",
    statistic: Annotated[str, typer.Option(help="mean, trimmed_mean, median or iqm.")] = "mean",
    replicates: ReplicatesOption = 1000,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    format_: FormatOption = None,
    json: JsonOption = False,
) -> None:
    """Paired difference with its interval, exact tests, per-app table, regret, rollouts needed."""
    from tapworld_eval.statistics import compare_agents

    if first.resolve() == second.resolve():
        raise typer.BadParameter(f"{first} is compared with itself: name two runs")
    tables = loaded(first, format_), loaded(second, format_)
    names = _names(tables, (first, second))
    options: dict[str, Any] = {"pairing": pairing, "statistic": statistic, "names": names}
    found = compare_agents(*tables, axis, replicates=replicates, level=level, seed=seed, **options)
    if json:
        print_json(plain(found.to_json()))
        return
    if any(found.left_out):
        dropped = ", ".join(f"{n} of {a}" for n, a in zip(found.left_out, names, strict=True))
        note(f"configurations without a partner, not used: {dropped}")
    for name, estimate in zip(names, found.estimates, strict=True):
        estimate_line(name, estimate.estimate, estimate.low, estimate.high, level)
    gap = found.difference
    verdict = "a real difference" if found.significant else "no difference shown"
    say(
        f"difference: {100 * gap.estimate:+.1f} points ({100 * level:g} % interval "
        f"{100 * gap.low:+.1f} to {100 * gap.high:+.1f}, p = {found.p_value:.3g}): {verdict}",
        markup=False,
    )
    say(f"paired by {found.pairing}", markup=False)
    if found.mcnemar is not None:
        test = found.mcnemar
        say(
            f"McNemar, exact: {test.wins} to {test.losses} discordant rollouts, "
            f"p = {test.p_value:.3g}",
            markup=False,
        )
    signs = found.signs
    say(
        f"scenarios won: {signs.wins} to {signs.losses}, {signs.ties} ties (sign test "
        f"p = {signs.p_value:.3g})",
        markup=False,
    )
    if found.improvement is not None:
        say(f"probability of improvement: {found.improvement:.3f}", markup=False)
    if found.regret is not None:
        say(
            f"expected regret: {100 * found.regret.bootstrap:.2f} points with these intervals, "
            f"{100 * found.regret.wald:.2f} with Wald's",
            markup=False,
        )
    if found.required_n is not None and not found.significant:
        say(f"rollout pairs needed to see this difference: {found.required_n}", markup=False)
    print_frame(found.apps, json=False)


def _names(tables: tuple[Any, Any], paths: tuple[Path, Path]) -> tuple[str, str]:
    """The agents' names if each run has one and they differ, else the runs' names."""
    agents = [
        str(table["agent"].iloc[0]) if "agent" in table and len(table) else "" for table in tables
    ]
    if all(agents) and agents[0] != agents[1]:
        return agents[0], agents[1]
    stems = [path.stem for path in paths]
    return (stems[0], stems[1]) if stems[0] != stems[1] else (str(paths[0]), str(paths[1]))
