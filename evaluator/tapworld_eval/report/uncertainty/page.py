"""Puts the uncertainty page together."""

from __future__ import annotations

import importlib.metadata
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tapworld_eval.report.uncertainty import figures
from tapworld_eval.report.uncertainty.collect import CellView, collect, read_cells
from tapworld_eval.rollouts.files import write_whole
from tapworld_eval.uncertainty import analyses
from tapworld_eval.uncertainty.methods.base import FAMILIES
from tapworld_eval.uncertainty.metrics import to_frame

__all__ = ["render_uncertainty_report", "write_uncertainty_report"]


def write_uncertainty_report(
    cells: Sequence[Path],
    target: Path,
    *,
    alpha: float = 0.1,
    seeds: int = 20,
    bootstrap: int = 200,
    model_class: str = "vanilla",
    progress: Callable[[str], None] = lambda _: None,
) -> Path:
    """Evaluate cells and write the page.

    Args:
        cells: Cells, or folders of cells.
        target: The HTML file; replaced if there. It needs no network and no server.
        alpha: Error rate of the regions.
        seeds: Splits.
        bootstrap: Replicates for the intervals.
        model_class: ``vanilla`` or ``specialist``, for the recommendation.
        progress: Told which cell is next.

    Returns:
        The file.

    Raises:
        ReportError: Two cells have one name.
        RecordsError: There is no cell, or one that is not sound.
    """
    views = collect(
        read_cells(cells),
        alpha=alpha,
        seeds=seeds,
        bootstrap=bootstrap,
        model_class=model_class,
        progress=progress,
    )
    page = render_uncertainty_report(views, alpha=alpha, seeds=seeds, bootstrap=bootstrap)
    write_whole(target, page.encode())
    return target


def render_uncertainty_report(
    views: Sequence[CellView], *, alpha: float, seeds: int, bootstrap: int
) -> str:
    """The page as text."""
    table = to_frame([result for view in views for result in view.scores])
    several = len(views) > 1
    transfer = analyses.transfer_matrix(table) if several else None
    regimes = analyses.regime_shift(table) if several else None
    region, kinds = figures.region_figure(views, alpha)
    environment = Environment(
        loader=PackageLoader("tapworld_eval.report", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = _number
    present = [family for family in FAMILIES if any(family in view.families for view in views)]
    return environment.get_template("uncertainty.html.j2").render(
        views=views,
        families=[(family, figures.family_colour(family)) for family in present],
        family_figure=figures.family_figure(views),
        transfer=transfer,
        heat=figures.heat_map(transfer.matrix) if transfer else None,
        regret=regimes.groupby("axis")["regret"].mean().to_dict() if regimes is not None else {},
        disagreement=analyses.disagreement(table) if several else None,
        region=region,
        kinds=kinds,
        figures=figures,
        alpha=alpha,
        seeds=seeds,
        bootstrap=bootstrap,
        records=sum(len(view.cell) for view in views),
        methods=table["method"].nunique(),
        version=importlib.metadata.version("tapworld"),
        style=_asset("style.css") + Markup("\n") + _asset("uncertainty.css"),
        script=_asset("theme.js"),
    )


def _number(value: float | None, digits: int = 3) -> str:
    """A number, or a dash where there is none.

    >>> _number(0.25), _number(float("nan")), _number(float("inf"))
    ('0.250', '–', '∞')
    """
    if value is None or math.isnan(value):
        return "–"
    return "∞" if math.isinf(value) else f"{value:.{digits}f}"


def _asset(name: str) -> Markup:
    return Markup((Path(__file__).parents[1] / "assets" / name).read_text(encoding="utf-8"))
