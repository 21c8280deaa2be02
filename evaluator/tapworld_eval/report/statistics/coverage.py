"""What intervals are worth here: how often they contain the truth on benchmarks like this one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tapworld_eval.report.charts import Curve, Scale, curves
from tapworld_eval.report.statistics.section import (
    Drawing,
    Grid,
    Outcomes,
    Section,
    agent_key,
    share_ticks,
)
from tapworld_eval.statistics import DesignError
from tapworld_eval.statistics.intervals import IntervalMethod
from tapworld_eval.statistics.simulation import design_coverage, exact_coverage

__all__ = ["coverage_section"]

# Configurations times experiments: keeps a report of thousands of configurations at seconds.
_WORK = 20_000
_MOST_EXPERIMENTS = 100
_ROLLOUTS = 10
_METHODS: tuple[IntervalMethod, ...] = ("wald", "wilson")
_SUITE = ("full", "wald")
_HOW = (
    "An interval that keeps its promise lies on the dashed line; below it, it is too narrow and "
    "contains the truth less often than it says. Left: the interval of one configuration, by its "
    "number of rollouts. Right: the suite's interval on simulated benchmarks with each agent's own "
    "design, rates and variances (solid: hierarchical bootstrap, dotted: all rollouts pooled)."
)


def coverage_section(runs: Sequence[Outcomes], seed: int) -> Section:
    """Coverage of configuration intervals, and of suite intervals on each agent's design."""
    section = ("coverage", "What the intervals are worth", _HOW)
    left = Drawing(
        "One configuration",
        _base_level(runs),
        [("l0", "Wald"), ("l2", "Wilson")],
    )
    lines, rows, shown, constant = [], [], [], []
    for run in runs:
        experiments = max(25, min(_MOST_EXPERIMENTS, _WORK // len(run.cells.rollouts)))
        try:
            table = design_coverage(run.cells, methods=_SUITE, experiments=experiments, seed=seed)
        except DesignError:
            constant.append(run.name)
            continue
        shown.append(run)
        for method in _SUITE:
            part = table[table["method"] == method]
            levels, coverage = part["level"].tolist(), part["coverage"].tolist()
            nominal = {f"{level:g}": value for level, value in zip(levels, coverage, strict=True)}
            label = f"{run.name}, {method}: the 95 % interval covers {100 * nominal['0.95']:.0f} %"
            lines.append(Curve(levels, coverage, run.colour, label, dashed=method == "wald"))
        at = table[table["level"] == 0.95].set_index("method")
        covered, width = at["coverage"].to_dict(), at["width"].to_dict()
        values = [
            f"{100 * covered[method]:.0f} % (width {100 * width[method]:.1f})" for method in _SUITE
        ]
        rows.append((run.colour, (run.name, *values, str(experiments))))
    note = ""
    if constant:
        note = f"All outcomes of every app are equal, so nothing varies: {', '.join(constant)}."
    if not lines:
        return Section(*section, [left], note=note)
    ticks = [(tick / 100, f"{tick} %") for tick in (50, 60, 70, 80, 90, 100)]
    right = Drawing(
        "The suite, on each agent's design",
        curves(
            lines,
            Scale(0.5, 1, ticks, "nominal level"),
            Scale(0, 1, share_ticks(), "coverage"),
            title="Coverage of suite intervals against their nominal level",
            reference=[(0.5, 0.5), (1, 1)],
        ),
        agent_key(shown),
    )
    columns = ("agent, 95 % interval", "hierarchical", "pooled (Wald)", "simulated")
    return Section(*section, [left, right], Grid(columns, rows), note)


def _base_level(runs: Sequence[Outcomes]):
    counts = range(1, _ROLLOUTS + 1)
    lines = []
    for method, colour in zip(_METHODS, ("l0", "l2"), strict=True):
        coverage = [exact_coverage(count, method) for count in counts]
        label = f"{method}: {100 * coverage[2]:.0f} % at 3 rollouts"
        lines.append(Curve(list(counts), coverage, colour, label))
    usual = {int(np.median(run.cells.rollouts)) for run in runs}
    verticals = [
        (rollouts, "muted", f"these runs: {rollouts} rollouts a configuration")
        for rollouts in sorted(usual)
        if rollouts <= _ROLLOUTS
    ]
    return curves(
        lines,
        Scale(1, _ROLLOUTS, [(count, str(count)) for count in counts], "rollouts a configuration"),
        Scale(0, 1, share_ticks(), "coverage"),
        title="Coverage of a configuration's interval by its number of rollouts",
        reference=[(1, 0.95), (_ROLLOUTS, 0.95)],
        verticals=verticals,
    )
