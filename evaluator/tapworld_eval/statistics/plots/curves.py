"""Plots whose lines are curves: profiles, coverage, power."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from tapworld_eval.statistics.plots.rendering import COLOURS, new_axes

__all__ = ["plot_coverage", "plot_power", "plot_profiles"]


def plot_profiles(profiles: Mapping[str, pd.DataFrame], unit: str = "apps") -> Figure:
    """Performance profiles of one or more agents, with their bands.

    Args:
        profiles: Agent to the table of :func:`tapworld_eval.statistics.performance_profile`.
        unit: What is counted, for the axis's label.
    """
    figure, axes = new_axes(title="Performance profile")
    for number, (name, table) in enumerate(profiles.items()):
        colour = COLOURS[number % len(COLOURS)]
        axes.step(table["tau"], table["share"], where="post", color=colour, label=name)
        axes.fill_between(
            table["tau"],
            table["low"],
            table["high"],
            step="post",
            color=colour,
            alpha=0.2,
            linewidth=0,
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("success rate τ")
    axes.set_ylabel(f"share of {unit} above τ")
    axes.legend(frameon=False, fontsize=9)
    return figure


def plot_coverage(
    table: pd.DataFrame, x: str = "rollouts", curve: str = "method", level: float = 0.95
) -> Figure:
    """Coverage against rollouts (or another column), one curve a method.

    Against the nominal level (``x="level"``) the promise is the diagonal, else a level line.

    Args:
        table: From ``base_level_coverage``, ``extended_table`` (one condition of it) or
            ``design_coverage``.
        x: Column of the horizontal axis.
        curve: Column that tells curves apart.
        level: The nominal level, drawn as a line.
    """
    figure, axes = new_axes(title="Coverage")
    for number, (name, part) in enumerate(table.groupby(curve, sort=False)):
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(part[x], part["coverage"], marker="o", color=colour, label=str(name))
    line = {"color": "black", "linewidth": 1, "linestyle": "--"}
    if x == "level":
        axes.plot(table[x], table[x], label="as promised", **line)
    else:
        axes.axhline(level, label=f"nominal {level:g}", **line)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel(x if x != "level" else "nominal level")
    axes.set_ylabel("coverage")
    axes.legend(frameon=False, fontsize=9)
    return figure


def plot_power(table: pd.DataFrame, target: float = 0.8) -> Figure:
    """Power against sample size, one curve an effect.

    Args:
        table: From :func:`tapworld_eval.statistics.power_curves`.
        target: Power aimed at, drawn as a line.
    """
    figure, axes = new_axes(title="Power")
    for number, (effect, part) in enumerate(table.groupby("effect", sort=True)):
        colour = COLOURS[number % len(COLOURS)]
        label = f"{100 * float(str(effect)):g} points"
        axes.plot(part["n"], part["power"], color=colour, label=label)
    axes.axhline(target, color="black", linewidth=1, linestyle="--", label=f"target {target:g}")
    axes.set_xscale("log")
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("rollouts per agent")
    axes.set_ylabel("power")
    axes.legend(frameon=False, fontsize=9)
    return figure
