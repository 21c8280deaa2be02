"""Every kind of region on held-out records: coverage, size, and coverage in every stratum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.methods.base import Method, Scorer
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics.splits import splits
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.coverage import coverage_table, fit_scorer
from tapworld_eval.uncertainty.regions.disks import VARIANTS, fit_disk
from tapworld_eval.uncertainty.regions.mondrian import fit_mondrian, size_classes
from tapworld_eval.uncertainty.regions.risk_control import risk_control_radius
from tapworld_eval.uncertainty.regions.shapes import (
    ellipse_distance,
    fit_elements,
    fit_ellipse,
    sample_shapes,
    target_distances,
)

__all__ = ["KINDS", "RegionResult", "evaluate_region", "strata_of"]

Kind = Literal[
    "fixed",
    "normalized",
    "cqr",
    "cqr-two-sided",
    "mondrian",
    "risk-control",
    "ellipse",
    "elements",
]
KINDS: Final[tuple[str, ...]] = get_args(Kind)
# Covered (booleans), radius of the disk of equal area (pixels), members (elements; NaN if none).
Held = tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True)
class RegionResult:
    """A kind of region on a cell, over many splits.

    Attributes:
        cell: Name of the cell.
        kind: Kind of region.
        method: Method whose score it follows; empty if it follows none.
        by: What the groups or strata are; empty if there are none.
        alpha: Allowed error rate (allowed mean loss for ``risk-control``).
        seeds: Number of splits.
        coverage: Share of test targets inside, mean over splits.
        coverage_sd: Standard deviation over splits.
        radius: Pixels of the disk of equal area, median over test records, mean over splits;
            NaN for sets of elements.
        members: Elements in a set, mean over test records and splits; NaN for other kinds.
        infinite: Share of test records whose region is everything, mean over splits.
        strata: With ``by``: ``stratum``, ``coverage`` with its exact interval ``low``, ``high`` and
            ``records`` on the first split's test rows, and ``mean`` coverage over all splits.
    """

    cell: str
    kind: str
    method: str
    by: str
    alpha: float
    seeds: int
    coverage: float
    coverage_sd: float
    radius: float
    members: float
    infinite: float
    strata: tuple[dict[str, Any], ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values; those that are not finite as None."""
        return {
            key: None if isinstance(value, float) and not np.isfinite(value) else value
            for key, value in asdict(self).items()
        }


def strata_of(cell: Cell, by: str) -> list[str]:
    """The group of every record: ``size`` (of the target), or any column, such as ``app``.

    Raises:
        OptionError: There is no such column.
    """
    if by == "size":
        return size_classes(cell)
    if by not in cell.items.columns:
        raise OptionError(
            f"{cell.name!r} has no column {by!r} to group by; there are: size, "
            f"{', '.join(sorted(map(str, cell.items.columns)))}"
        )
    return [str(value) for value in cell.items[by]]


def evaluate_region(
    cell: Cell,
    kind: Kind = "fixed",
    method: str | Method | None = None,
    *,
    alpha: float = 0.1,
    by: str | None = None,
    tolerance: float | None = None,
    seeds: int = 50,
    calibration: float = 0.2,
) -> RegionResult:
    """Coverage and size of one kind of region on held-out records, over many splits.

    Args:
        cell: The records.
        kind: One of :data:`KINDS`. Disks and ellipses hold the target's centre, sets of elements
            hold the target.
        method: Score that ``normalized``, ``cqr`` and ``cqr-two-sided`` need, and ``elements`` may
            follow.
        alpha: Allowed error rate.
        by: Groups of ``mondrian``; strata of the result for every kind.
        tolerance: Pixels beyond the disk's edge at which ``risk-control`` counts a loss of 1.
        seeds: Number of splits.
        calibration: Share of calibration rows.

    Raises:
        CalibrationError: Too few calibration records.
        OptionError: An unknown kind, or what the kind needs is missing.
    """
    if kind not in KINDS:
        raise OptionError(f"no region {kind!r}; choose one of {', '.join(KINDS)}")
    chosen = get_method(method) if isinstance(method, str) else method
    follows = kind in VARIANTS[1:] or (kind == "elements" and chosen is not None)
    if follows and chosen is None:
        raise OptionError(f"the region {kind!r} follows a score: name a method")
    if kind == "mondrian" and by is None:
        raise OptionError("mondrian calibrates every group: name what to group by, such as app")
    used = chosen if follows else None
    groups = strata_of(cell, by) if by else None
    coverage, radius, members, infinite, strata = [], [], [], [], []
    for current in splits(len(cell), seeds, calibration):
        first, test = cell.select(current.calibration), cell.select(current.test)
        region = _fit(kind, first, used, by, alpha, tolerance, current.seed)
        inside, radii, counts = region(test)
        coverage.append(float(inside.mean()))
        radius.append(float(np.median(radii)))
        members.append(float(counts.mean()))
        infinite.append(float(np.isinf(radii).mean()))
        if groups is not None:
            strata.append(coverage_table(inside, [groups[row] for row in current.test]))
    return RegionResult(
        cell=cell.name,
        kind=kind,
        method=used.name if used else "",
        by=by or "",
        alpha=alpha,
        seeds=seeds,
        coverage=float(np.mean(coverage)),
        coverage_sd=float(np.std(coverage, ddof=1)) if seeds > 1 else float("nan"),
        radius=float(np.mean(radius)),
        members=float(np.mean(members)),
        infinite=float(np.mean(infinite)),
        strata=_strata(strata),
    )


def _strata(tables: list[Any]) -> tuple[dict[str, Any], ...]:
    """The first split's table, with the mean over all splits beside it."""
    if not tables:
        return ()
    rows: dict[str, list[float]] = {}
    for table in tables:
        for row in table.to_dict("records"):
            rows.setdefault(row["stratum"], []).append(row["coverage"])
    return tuple(
        {**row, "mean": float(np.mean(rows[row["stratum"]]))}
        for row in tables[0].to_dict("records")
    )


def _fit(
    kind: str,
    first: Cell,
    method: Method | None,
    by: str | None,
    alpha: float,
    tolerance: float | None,
    seed: int,
) -> Callable[[Cell], Held]:
    """Calibrate on the first records; the function tells of others what their regions hold."""
    scorer: Scorer | None = None
    records = first
    if method is not None:
        records, scorer = fit_scorer(first, method, seed)
    if kind in VARIANTS:
        scores = scorer(records) if scorer else None
        disk = fit_disk(records.distances, scores, alpha=alpha, variant=kind, seed=seed)  # type: ignore[arg-type]
        return lambda test: _disk(
            test, disk.radius(scorer(test) if scorer else np.zeros(len(test)))
        )
    if kind == "risk-control":
        edge = risk_control_radius(first.distances, alpha, tolerance=tolerance)
        return lambda test: _disk(test, np.full(len(test), edge))
    if kind == "mondrian":
        name = by or ""
        grouped = fit_mondrian(first.distances, strata_of(first, name), alpha)
        return lambda test: _disk(test, grouped.radius(strata_of(test, name)))
    if kind == "ellipse":
        ellipse = fit_ellipse(first, alpha)

        def elliptic(test: Cell) -> Held:
            shapes = sample_shapes(test)
            inside = ellipse_distance(test, shapes) <= ellipse.radius
            return inside, np.sqrt(ellipse.areas(shapes) / np.pi), np.full(len(test), np.nan)

        return elliptic
    sets = fit_elements(records, alpha, scorer(records) if scorer else None, seed=seed)

    def snapped(test: Cell) -> Held:
        scores = scorer(test) if scorer else np.full(len(test), np.nan)
        reach = np.array([sets.reach(float(score)) for score in scores])
        boxes = test.list("element_boxes")
        counts = [
            len(sets.members(click, boxes[row], float(scores[row])))
            for row, click in enumerate(test.clicks)
        ]
        sizes = np.where(np.isinf(reach), np.inf, np.nan)
        return target_distances(test) <= reach, sizes, np.array(counts, dtype=np.float64)

    return snapped


def _disk(test: Cell, radius: NDArray[np.float64]) -> Held:
    return test.distances <= radius, radius, np.full(len(test), np.nan)
