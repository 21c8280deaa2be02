"""Plots of uncertainty; save them with ``tapworld_eval.statistics.plots.save_figure``."""

from tapworld_eval.uncertainty.plots.figures import (
    plot_families,
    plot_radius_coverage,
    plot_reliability,
    plot_risk_coverage,
    plot_transfer,
)

__all__ = [
    "plot_families",
    "plot_radius_coverage",
    "plot_reliability",
    "plot_risk_coverage",
    "plot_transfer",
]
