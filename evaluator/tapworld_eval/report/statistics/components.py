"""Variance components: which level of the benchmark the spread of outcomes comes from."""

from __future__ import annotations

from collections.abc import Sequence

from tapworld_eval.report.charts import stacks
from tapworld_eval.report.statistics.section import Drawing, Grid, Outcomes, Section
from tapworld_eval.statistics import DesignError, variance_components

__all__ = ["component_section"]

_LEVELS = ("app", "scenario", "configuration", "rollout")
_HOW = (
    "Each bar splits the variance of a single rollout's outcome. Much under rollout: the agent is "
    "erratic, repeat more; much under scenario: try more scenarios. Levels that the design cannot "
    "tell apart are joined."
)


def component_section(runs: Sequence[Outcomes], _seed: int) -> Section:
    """Shares of the variance by level, for each agent whose outcomes differ."""
    section = ("components", "Where the variance comes from", _HOW)
    bars, rows, used, constant = [], [], {}, []
    for run in runs:
        try:
            table = variance_components(run.cells)
        except DesignError:
            constant.append(run.name)
            continue
        if table["variance"].sum() == 0:
            constant.append(run.name)
            continue
        parts = []
        for row in table.to_dict("records"):
            level = str(row["level"])
            colour = f"l{_LEVELS.index(level.partition('+')[0])}"
            name = level.replace("+", " + ")
            used.setdefault((colour, name), None)
            share = float(row["share"])
            parts.append((share, colour, f"{run.name}, {name}: {100 * share:.0f} %"))
            cells = (f"{run.name}, {name}", str(row["units"]), f"{row['variance']:.4f}")
            rows.append((run.colour, (*cells, f"{100 * share:.1f} %")))
        bars.append((run.name, parts))
    note = ""
    if constant:
        note = f"No variance to split (all outcomes equal, or one rollout): {', '.join(constant)}."
    if not bars:
        return Section(*section, note=note)
    figure = stacks(bars, title="Shares of the variance by level, for every agent")
    drawing = Drawing("Share of the variance", figure, sorted(used))
    columns = ("agent and level", "units", "variance", "share")
    return Section(*section, [drawing], Grid(columns, rows), note)
