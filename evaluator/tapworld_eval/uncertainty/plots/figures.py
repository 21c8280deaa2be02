"""Figures of uncertainty, rendered to equal bytes for equal inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from tapworld_eval.statistics.plots.rendering import COLOURS, new_axes
from tapworld_eval.uncertainty.metrics.calibration import reliability_bins
from tapworld_eval.uncertainty.metrics.discrimination import risk_coverage
from tapworld_eval.uncertainty.regions.coverage import DiskResult
from tapworld_eval.uncertainty.regions.evaluation import RegionResult

__all__ = [
    "plot_families",
    "plot_radius_coverage",
    "plot_reliability",
    "plot_risk_coverage",
    "plot_transfer",
]

_LEAST: Final = 10


def plot_reliability(probabilities: ArrayLike, wrong: ArrayLike, bins: int = 15) -> Figure:
    """Observed error rate against predicted risk, with the count of records in each bin."""
    table = reliability_bins(probabilities, wrong, bins)
    figure, axes = new_axes(4.8, 4.8, title="Reliability")
    axes.plot([0, 1], [0, 1], color="black", linewidth=1, linestyle="--", label="calibrated")
    share = table[:, 2] / max(table[:, 2].max(), 1)
    axes.bar(
        (np.arange(bins) + 0.5) / bins,
        share * 0.2,
        width=1 / bins,
        color="#cccccc",
        label="records (relative)",
    )
    known, few = table[:, 2] >= _LEAST, (table[:, 2] > 0) & (table[:, 2] < _LEAST)
    axes.plot(table[known, 0], table[known, 1], marker="o", color=COLOURS[0], label="observed")
    if few.any():
        # Their rates say little and would draw spikes.
        axes.plot(
            table[few, 0],
            table[few, 1],
            linestyle="none",
            marker="o",
            markerfacecolor="none",
            color=COLOURS[0],
            alpha=0.5,
            label=f"below {_LEAST} records",
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("predicted probability of a wrong click")
    axes.set_ylabel("share of wrong clicks")
    axes.legend(frameon=False, fontsize=9)
    return figure


def plot_risk_coverage(scores: Mapping[str, ArrayLike], wrong: ArrayLike) -> Figure:
    """Error rate among accepted clicks against the accepted share, one curve a method."""
    labels = np.asarray(wrong, dtype=np.float64)
    figure, axes = new_axes(title="Risk against coverage")
    for number, (name, score) in enumerate(scores.items()):
        values = np.asarray(score, dtype=np.float64)
        known = np.isfinite(values)
        curve = risk_coverage(values[known], labels[known])
        share = np.arange(1, len(curve) + 1) / len(values)
        axes.plot(share, curve, color=COLOURS[number % len(COLOURS)], label=name)
    oracle = risk_coverage(labels, labels)
    share = np.arange(1, len(oracle) + 1) / len(oracle)
    axes.plot(share, oracle, color="black", linestyle=":", label="oracle")
    axes.set_xlim(0, 1)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("share of clicks accepted")
    axes.set_ylabel("share of those that are wrong")
    axes.legend(frameon=False, fontsize=9)
    return figure


def plot_transfer(matrix: pd.DataFrame) -> Figure:
    """Rank correlations of pairs of cells as a heat map with its numbers."""
    values = matrix.to_numpy(dtype=np.float64)
    rows, columns = values.shape
    size = max(5.0, 0.55 * max(rows, columns) + 2)
    figure, axes = new_axes(size, size, title="Transfer of rankings (Spearman)")
    axes.grid(False)
    image = axes.imshow(values, vmin=-1, vmax=1, cmap="RdBu")
    for i in range(rows):
        for j in range(columns):
            if not np.isnan(values[i, j]):
                colour = "white" if abs(values[i, j]) > 0.6 else "black"
                axes.text(
                    j, i, f"{values[i, j]:.2f}", ha="center", va="center", fontsize=7, color=colour
                )
    axes.set_xticks(range(columns), [str(c) for c in matrix.columns], rotation=90, fontsize=8)
    axes.set_yticks(range(rows), [str(c) for c in matrix.index], fontsize=8)
    figure.colorbar(image, ax=axes, shrink=0.7)
    return figure


def plot_radius_coverage(results: Sequence[DiskResult | RegionResult]) -> Figure:
    """Radius against coverage, one point a region; what has no finite radius is left out.

    The bar across a point is two standard errors of the mean over splits to either side.
    """
    figure, axes = new_axes(title="Radius against coverage")
    by_kind: dict[str, list[DiskResult | RegionResult]] = {}
    for result in results:
        kind = result.variant if isinstance(result, DiskResult) else result.kind
        by_kind.setdefault(kind, []).append(result)
    for number, (kind, part) in enumerate(sorted(by_kind.items())):
        finite = [r for r in part if np.isfinite(r.radius)]
        slack = [2 * np.nan_to_num(r.coverage_sd) / np.sqrt(r.seeds) for r in finite]
        axes.errorbar(
            [r.coverage for r in finite],
            [r.radius for r in finite],
            xerr=slack,
            linestyle="none",
            marker="o",
            color=COLOURS[number % len(COLOURS)],
            label=kind,
        )
    for alpha in sorted({result.alpha for result in results}):
        axes.axvline(1 - alpha, color="black", linewidth=1, linestyle="--")
    axes.set_xlabel("coverage of the target's centre")
    axes.set_ylabel("median radius, px")
    figure.legend(frameon=False, fontsize=9, loc="outside right upper")
    return figure


def plot_families(table: pd.DataFrame, metric: str = "auroc") -> Figure:
    """Value of the best method of each family, bars grouped by cell.

    Args:
        table: From :func:`tapworld_eval.uncertainty.analyses.family_winners`.
        metric: Column to draw.
    """
    wide = table.pivot(index="cell", columns="family", values=metric).sort_index()
    figure, axes = new_axes(max(6.4, 1.1 * len(wide) + 2), title="Best method of each family")
    width = 0.8 / wide.shape[1]
    for number, family in enumerate(wide.columns):
        place = np.arange(len(wide)) + (number - (wide.shape[1] - 1) / 2) * width
        axes.bar(
            place,
            wide[family].to_numpy(dtype=np.float64),
            width=width,
            color=COLOURS[number % len(COLOURS)],
            label=str(family),
        )
    if metric == "auroc":
        axes.axhline(0.5, color="black", linewidth=1, linestyle="--", label="chance")
    names = [str(c) for c in wide.index]
    if len(names) > 3:
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    else:
        axes.set_xticks(range(len(names)), names)
    axes.set_ylabel(metric)
    figure.legend(frameon=False, fontsize=9, loc="outside right upper")
    return figure
