"""Performance profiles: the share of apps, and of scenarios, above each success rate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from tapworld_eval.report.charts import Curve, Scale, curves
from tapworld_eval.report.statistics.section import (
    Drawing,
    Outcomes,
    Section,
    agent_key,
    share_ticks,
)
from tapworld_eval.statistics import performance_profile

__all__ = ["profile_section"]

_REPLICATES = 500
_HOW = (
    "A curve's height at τ is the share of apps (right: of scenarios) that the agent solves more "
    "often than τ; a curve that lies above another everywhere belongs to the better agent. Bands "
    "are pointwise 95 % bootstrap intervals."
)


def profile_section(runs: Sequence[Outcomes], seed: int) -> Section:
    """Profiles of all agents by app, and by scenario where scenarios were tried repeatedly."""
    drawings = [_drawing(runs, "app", seed)]
    note = ""
    if any(_repeats(run) for run in runs):
        drawings.append(_drawing(runs, "scenario", seed))
    else:
        note = (
            "Every scenario was tried once, so its rate is 0 or 1 and a profile by scenario would "
            "be flat: --rollouts or a larger --sample shows one."
        )
    return Section("profile", "Performance profile", _HOW, drawings, note=note)


def _repeats(run: Outcomes) -> bool:
    return bool((np.bincount(run.cells.scenario, weights=run.cells.rollouts) > 1).any())


def _drawing(runs: Sequence[Outcomes], unit: Literal["app", "scenario"], seed: int) -> Drawing:
    lines = []
    for run in runs:
        found = performance_profile(run.cells, unit=unit, replicates=_REPLICATES, seed=seed)
        x, y, low, high = (found[name].tolist() for name in ("tau", "share", "low", "high"))
        label = f"{run.name}: {100 * y[len(y) // 2]:.0f} % of {unit}s above 50 %"
        lines.append(Curve(x, y, run.colour, label, low, high, step=True))
    figure = curves(
        lines,
        Scale(0, 1, share_ticks(), "success rate τ"),
        Scale(0, 1, share_ticks(), f"{unit}s above τ"),
        title=f"Share of {unit}s above each success rate, for every agent",
    )
    return Drawing(f"By {unit}", figure, agent_key(runs))
