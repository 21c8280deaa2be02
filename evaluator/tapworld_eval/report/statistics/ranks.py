"""Ranks of the agents, with intervals that hold for all of them at once."""

from __future__ import annotations

from collections.abc import Sequence

from tapworld_eval.report.charts import Scale, spans
from tapworld_eval.report.statistics.section import Drawing, Grid, Outcomes, Section
from tapworld_eval.statistics import DesignError, rank_agents

__all__ = ["rank_section"]

_HOW = (
    "The dot is an agent's place by success, the line the places that it may truly have: all lines "
    "hold at once with 95 % confidence. Agents whose lines overlap are not told apart."
)


def rank_section(runs: Sequence[Outcomes], seed: int) -> Section | None:
    """Ranks, or nothing for a single agent."""
    if len(runs) < 2:
        return None
    section = ("ranks", "Ranks", _HOW)
    try:
        found = rank_agents({run.name: run.cells for run in runs}, replicates=1000, seed=seed)
    except DesignError as error:
        return Section(*section, note=f"These runs cannot be ranked: {error}.")
    colours = {run.name: run.colour for run in runs}
    rows, cells = [], []
    for row in found.agents.to_dict("records"):
        name, low, high = row["agent"], int(row["rank_low"]), int(row["rank_high"])
        places = str(low) if low == high else f"{low} to {high}"
        label = f"{name}: rank {row['rank']}, between {low} and {high}"
        rows.append((name, row["rank"], low, high, colours[name], label))
        success = f"{100 * row['estimate']:.1f} %"
        interval = f"{100 * row['low']:.1f} – {100 * row['high']:.1f}"
        best = f"{100 * row['p_best']:.0f} %"
        cells.append((colours[name], (name, str(row["rank"]), places, success, interval, best)))
    count = len(rows)
    scale = Scale(0.5, count + 0.5, [(r, str(r)) for r in range(1, count + 1)], "rank, 1 is best")
    paired = (
        "Agents are paired by configuration."
        if found.pairing == "configurations"
        else "Agents met different configurations of the same scenarios and are paired by scenario."
    )
    columns = ("agent", "rank", "95 % ranks", "success", "95 % bootstrap", "best in")
    drawing = Drawing("Ranks", spans(rows, scale, title="Ranks of the agents with intervals"))
    return Section(*section, [drawing], Grid(columns, cells), paired)
