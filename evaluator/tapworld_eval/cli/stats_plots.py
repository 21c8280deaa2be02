"""``tapworld stats plot``: every figure that is made from records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tapworld_eval.cli.options import SeedOption, examples
from tapworld_eval.cli.output import say
from tapworld_eval.cli.stats_input import (
    AgentOption,
    AxisOption,
    ColumnOption,
    FormatOption,
    LevelOption,
    RunsArgument,
    by_agent,
    counted,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["register"]

Kind = Literal["intervals", "profile", "mad", "ranks", "coverage"]
_OF_MANY = ("profile", "ranks")


def register(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=examples(
            "tapworld stats plot mad runs/x mad.svg",
            "tapworld stats plot profile runs/a runs/b profile.svg",
            "tapworld stats plot ranks runs/a runs/b runs/c ranks.png",
        )
    )(plot)


def plot(
    kind: Annotated[Kind, typer.Argument(help="intervals, profile, mad, ranks or coverage.")],
    records: RunsArgument,
    out: Annotated[Path, typer.Argument(help="A .svg or .png file.")],
    axis: AxisOption = None,
    level: LevelOption = 0.95,
    seed: SeedOption = 0,
    agent: AgentOption = None,
    format_: FormatOption = None,
    column: ColumnOption = None,
) -> None:
    """Draw intervals per app, profiles, variability per axis, ranks, or coverage on this design.

    Profiles and ranks take several runs, the others one. `tapworld stats power --out` draws power
    curves, `tapworld stats simulate --plots` the ladder and the coverage of base intervals.
    """
    from tapworld_eval.statistics.plots import check_format, save_figure

    check_format(out)
    if kind in _OF_MANY:
        figure = _of_many(kind, records, axis, level, seed, agent, format_, column)
    elif len(records) > 1:
        raise typer.BadParameter(
            f"{kind} draws one run, got {len(records)}; profile and ranks draw several",
            param_hint="RECORDS",
        )
    else:
        figure = _of_one(kind, records[0], axis, level, seed, agent, format_, column)
    say(f"{save_figure(figure, out)}", markup=False)


def _of_one(
    kind: str,
    path: Path,
    axis: Sequence[str] | None,
    level: float,
    seed: int,
    agent: str | None,
    format_: str | None,
    column: Sequence[str] | None,
) -> Figure:
    from tapworld_eval import statistics
    from tapworld_eval.statistics import plots
    from tapworld_eval.statistics.simulation import design_coverage

    cells = counted(path, axis, format_, column, agent)
    if kind == "intervals":
        return plots.plot_intervals(statistics.bootstrap(cells, level=level, seed=seed).apps)
    if kind == "mad":
        table = statistics.axis_variability(cells, level=level, seed=seed)
        return plots.plot_variability(table)
    return plots.plot_coverage(design_coverage(cells, seed=seed), x="level", level=level)


def _of_many(
    kind: str,
    paths: Sequence[Path],
    axis: Sequence[str] | None,
    level: float,
    seed: int,
    agent: str | None,
    format_: str | None,
    column: Sequence[str] | None,
) -> Figure:
    from tapworld_eval import statistics
    from tapworld_eval.statistics import plots

    found = by_agent(paths, format_, column)
    if agent is not None:
        found = {name: frame for name, frame in found.items() if name == agent}
        if not found:
            raise statistics.RecordsError(f"no rollout of agent {agent!r} in these records")
    if kind == "ranks":
        return plots.plot_ranks(statistics.rank_agents(found, axis, level=level, seed=seed).agents)
    return plots.plot_profiles(
        {
            name: statistics.performance_profile(frame, axis, level=level, seed=seed)
            for name, frame in found.items()
        }
    )
