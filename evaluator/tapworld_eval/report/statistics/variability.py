"""How much each axis moves success: matched-pair deviation beside what chance alone gives."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from tapworld_eval.report.charts import Bar, Scale, bars
from tapworld_eval.report.statistics.section import Drawing, Grid, Outcomes, Section, agent_key
from tapworld_eval.statistics import DesignError, axis_variability

__all__ = ["variability_section"]

_PERMUTATIONS = 99
_HOW = (
    "A bar is the mean change of the success rate between two configurations that differ in that "
    "axis alone; the line across it is what repeating the same configuration would change by "
    "chance. Only what lies beyond the line is the axis's doing."
)


def variability_section(runs: Sequence[Outcomes], seed: int) -> Section:
    """Deviation of each axis for each agent, where configurations differ in one axis alone."""
    section = ("variability", "What each axis changes", _HOW)
    tables: list[tuple[Outcomes, pd.DataFrame]] = []
    for run in runs:
        try:
            found = axis_variability(run.cells, permutations=_PERMUTATIONS, seed=seed)
        except DesignError:
            continue
        tables.append((run, found[found["pairs"] > 0]))
    if not tables:
        return Section(
            *section,
            note=(
                "No two configurations of these runs differ in one axis alone, so the axes cannot "
                "be told apart: tapworld run --method crossed draws configurations that do."
            ),
        )
    by_axis: dict[str, list[Bar]] = {}
    rows = []
    for run, table in tables:
        for row in table.to_dict("records"):
            label = (
                f"{run.name}, {row['axis']}: {row['mad']:.3f}, by chance {row['null']:.3f}, "
                f"excess {row['excess']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
            )
            bar = Bar(row["mad"], run.colour, label, row["null"])
            by_axis.setdefault(row["axis"], []).append(bar)
            excess = f"{row['excess']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
            cells = (
                *(f"{run.name}, {row['axis'].replace('_', ' ')}", f"{row['mad']:.3f}"),
                *(f"{row['null']:.3f}", excess, f"{row['p_value']:.2f}", str(row["pairs"])),
            )
            rows.append((run.colour, cells))
    most = max(max(bar.value, bar.mark or 0) for row in by_axis.values() for bar in row)
    figure = bars(
        [(axis.replace("_", " "), row) for axis, row in by_axis.items()],
        _scale(most),
        title="Matched-pair deviation of success by axis",
    )
    columns = ("agent and axis", "change", "by chance", "excess, 95 %", "p", "pairs")
    key = agent_key([run for run, _ in tables])
    return Section(*section, [Drawing("Change along each axis", figure, key)], Grid(columns, rows))


def _scale(most: float) -> Scale:
    """From 0 to the next of a few round ends."""
    end = next(end for end in (0.1, 0.2, 0.4, 0.6, 1.0) if most <= end)
    ticks = [(end * tick / 4, f"{end * tick / 4:.3g}") for tick in range(5)]
    return Scale(0, end, ticks, "mean change of the success rate")
