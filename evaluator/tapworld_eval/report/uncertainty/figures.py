"""Figures of the uncertainty page, drawn with the report's own charts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from markupsafe import Markup, escape

from tapworld_eval.report.charts import Bar, Curve, Scale, bars, curves
from tapworld_eval.report.uncertainty.collect import SHARES, CellView
from tapworld_eval.uncertainty.methods.base import FAMILIES
from tapworld_eval.uncertainty.regions import RegionResult

__all__ = [
    "deferral_figure",
    "family_colour",
    "family_figure",
    "heat_map",
    "region_figure",
    "reliability_figure",
    "risk_figure",
]

_PERCENT = [(tick / 100, f"{tick} %") for tick in (0, 25, 50, 75, 100)]
_SHARE = Scale(0, 1, _PERCENT)
_LEAST = 10
_KINDS = (
    "fixed",
    "normalized",
    "cqr",
    "cqr-two-sided",
    "mondrian",
    "risk-control",
    "ellipse",
    "elements",
)


def family_colour(family: str) -> str:
    """Class that colours a family.

    >>> family_colour("logit")
    'c0'
    """
    return f"c{FAMILIES.index(family) % 8}"  # type: ignore[arg-type]  # a tuple of names


def family_figure(views: Sequence[CellView]) -> Markup:
    """AUROC of the best method of each family, cell by cell."""
    rows = []
    for view in views:
        marks = []
        for family in FAMILIES:
            best = view.families.get(family)
            if best is None or math.isnan(best.auroc):
                continue
            interval = "" if math.isnan(best.auroc_low) else _interval(best)
            label = f"{view.cell.name}, {family}: {best.method} {best.auroc:.3f}{interval}"
            marks.append(Bar(best.auroc, family_colour(family), label, mark=0.5))
        rows.append((view.cell.name, marks))
    low = min([0.5, *(bar.value for _, row in rows for bar in row)])
    low = math.floor(low * 10) / 10
    ticks = [(tick / 10, f"{tick / 10:.1f}") for tick in range(round(low * 10), 11)]
    return bars(rows, Scale(low, 1, ticks, "AUROC, wrong clicks"), title="AUROC by family")


def _interval(result) -> str:
    return f" [{result.auroc_low:.3f}, {result.auroc_high:.3f}]"


def reliability_figure(view: CellView) -> Markup:
    """Observed against predicted risk of the shown methods."""
    lines = []
    for name in view.shown:
        table = view.reliability[name]
        # A bin with a few records draws spikes that say nothing.
        known = table[:, 2] >= _LEAST
        if known.any():
            lines.append(
                Curve(table[known, 0].tolist(), table[known, 1].tolist(), _colour(view, name), name)
            )
    return curves(
        lines,
        Scale(0, 1, _PERCENT, "predicted risk"),
        Scale(0, 1, _PERCENT, "wrong clicks"),
        title=f"Reliability, {view.cell.name}",
        reference=[(0, 0), (1, 1)],
    )


def risk_figure(view: CellView) -> Markup:
    """Error rate among the accepted clicks against the accepted share."""
    top = max(0.1, math.ceil(10 * float(1 - view.cell.accuracy) * 1.15) / 10)
    lines = [_risk_line(view.risk[name], _colour(view, name), name) for name in view.shown]
    lines.append(_risk_line(view.oracle, "c7", "oracle", dashed=True))
    wrong = 1 - view.cell.accuracy
    step = 0.05 if top <= 0.3 else 0.1 if top <= 0.6 else 0.2
    steps = [round(step * tick, 2) for tick in range(math.floor(top / step + 1e-9) + 1)]
    return curves(
        [line for line in lines if len(line.x)],
        Scale(0, 1, _PERCENT, "share of clicks accepted"),
        Scale(0, top, [(value, f"{100 * value:.0f} %") for value in steps], "wrong among them"),
        title=f"Risk against coverage, {view.cell.name}",
        reference=[(0, wrong), (1, wrong)],
    )


def _risk_line(values: np.ndarray, colour: str, label: str, *, dashed: bool = False) -> Curve:
    known = np.isfinite(values)
    return Curve(SHARES[known].tolist(), values[known].tolist(), colour, label, dashed=dashed)


def _colour(view: CellView, method: str) -> str:
    return next(family_colour(r.family) for r in view.scores if r.method == method)


def region_figure(views: Sequence[CellView], alpha: float) -> tuple[Markup, list[tuple[str, str]]]:
    """Radius against coverage, a point a cell and kind; and the kinds with their colours.

    The bar across a point is two standard errors of the mean over splits to either side.
    """
    points = [
        (view.cell.name, region)
        for view in views
        for region in view.regions
        if math.isfinite(region.radius) and region.radius > 0
    ]
    kinds = [kind for kind in _KINDS if any(region.kind == kind for _, region in points)]
    if not points:
        return Markup(), []
    low = max(0.0, math.floor(20 * min(r.coverage - _slack(r) for _, r in points)) / 20)
    radii = [region.radius for _, region in points]
    first, last = math.floor(math.log10(min(radii))), math.ceil(math.log10(max(radii)))
    last = max(last, first + 1)
    ticks = [
        (factor * 10.0**power, f"{factor * 10**power:g}")
        for power in range(first, last + 1)
        for factor in (1, 2, 5)
        if 10.0**first <= factor * 10.0**power <= 10.0**last
    ]
    x = Scale(low, 1, [(v, f"{100 * v:.0f} %") for v in _ticks(low)], "coverage of the centre")
    y = Scale(10.0**first, 10.0**last, ticks, "radius, px", logarithmic=True)
    drawn = curves(
        [],
        x,
        y,
        title="Radius against coverage",
        width=1080,
        height=380,
        verticals=[(1 - alpha, "c5", f"promised: {100 * (1 - alpha):g} %")],
    )
    # The chart's own margins: left 56, right 16, top 10, bottom 42.
    dots = []
    for name, region in points:
        left, across, right = (
            56 + x.share(region.coverage + side * _slack(region)) * (1080 - 16 - 56)
            for side in (-1, 0, 1)
        )
        down = 380 - 42 - y.share(region.radius) * (380 - 42 - 10)
        label = (
            f"{name}, {region.kind}{f' by {region.method}' if region.method else ''}: covers "
            f"{100 * region.coverage:.1f} % (± {100 * _slack(region):.1f}), "
            f"radius {region.radius:.0f} px"
        )
        dots.append(
            f'<g class="mark c{_KINDS.index(region.kind) % 8}"><title>{escape(label)}</title>'
            f'<line class="outer" x1="{left:.1f}" x2="{right:.1f}" '
            f'y1="{down:.1f}" y2="{down:.1f}"/>'
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="5.5"/></g>'
        )
    figure = Markup(str(drawn).removesuffix("</svg>") + "".join(dots) + "</svg>")
    return figure, [(kind, f"c{_KINDS.index(kind) % 8}") for kind in kinds]


def _slack(region: RegionResult) -> float:
    """Two standard errors of the mean coverage; 0 after one split."""
    return 0.0 if math.isnan(region.coverage_sd) else 2 * region.coverage_sd / region.seeds**0.5


def _ticks(low: float) -> list[float]:
    step = 0.05 if low >= 0.7 else 0.1
    return [round(low + step * number, 4) for number in range(round((1 - low) / step) + 1)]


def heat_map(matrix: pd.DataFrame) -> Markup:
    """Rank correlations of pairs of cells, with their numbers."""
    names = [str(name) for name in matrix.index]
    values = matrix.to_numpy(dtype=np.float64)
    left, cell = 150, max(30, min(64, 900 // max(len(names), 1)))
    height, width = 12 + cell * len(names) + 130, left + cell * len(names) + 20
    parts = [
        f'<svg class="figure heat" viewBox="0 0 {width} {height}" '
        f'style="max-width: {width}px" role="img" '
        'aria-label="Transfer of rankings between cells">'
    ]
    for row, name in enumerate(names):
        y = 12 + cell * row
        parts.append(
            f'<text class="row" x="{left - 8}" y="{y + cell / 2 + 4:.1f}" text-anchor="end">'
            f"{escape(name)}</text>"
        )
        for column, other in enumerate(names):
            rho = values[row, column]
            if math.isnan(rho):
                continue
            x = left + cell * column
            colour = "c0" if rho >= 0 else "c6"
            parts.append(
                f'<g class="{colour}"><title>{escape(name)} and {escape(other)}: {rho:+.3f}</title>'
                f'<rect x="{x}" y="{y}" width="{cell - 1}" height="{cell - 1}" '
                f'style="--heat: {70 * abs(rho):.0f}%"/>'
                f'<text class="cell" x="{x + cell / 2:.1f}" y="{y + cell / 2 + 4:.1f}" '
                f'text-anchor="middle">{rho:.2f}</text></g>'
            )
    bottom = 12 + cell * len(names)
    for column, name in enumerate(names):
        x, y = left + cell * (column + 0.5) + 4, bottom + 12
        parts.append(
            f'<text class="row" x="{x:.1f}" y="{y}" text-anchor="end" '
            f'transform="rotate(-55 {x:.1f} {y})">{escape(name)}</text>'
        )
    parts.append("</svg>")
    return Markup("".join(parts))


def deferral_figure(view: CellView) -> Markup:
    """Success of the executed episodes against the deferred share."""
    lines = [
        Curve(
            table["deferred"].tolist()[::-1],
            table["success"].tolist()[::-1],
            _colour(view, name),
            name,
        )
        for name, table in view.episodes.items()
        if len(table)
    ]
    return curves(
        lines,
        Scale(0, 1, _PERCENT, "share of episodes deferred"),
        Scale(0, 1, _PERCENT, "success of the others"),
        title=f"Selective execution, {view.cell.name}",
    )
