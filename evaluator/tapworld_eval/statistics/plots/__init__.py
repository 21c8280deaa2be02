"""Plots of statistics, as Matplotlib figures that render to equal bytes for equal inputs.

Needs Matplotlib; nothing else in the statistics package does.
"""

from tapworld_eval.statistics.plots.curves import (
    plot_coverage,
    plot_power,
    plot_profiles,
)
from tapworld_eval.statistics.plots.intervals import (
    plot_interval_ladder,
    plot_intervals,
    plot_ranks,
    plot_variability,
)
from tapworld_eval.statistics.plots.rendering import (
    check_format,
    render_figure,
    save_figure,
)

__all__ = [
    "check_format",
    "plot_coverage",
    "plot_interval_ladder",
    "plot_intervals",
    "plot_power",
    "plot_profiles",
    "plot_ranks",
    "plot_variability",
    "render_figure",
    "save_figure",
]
