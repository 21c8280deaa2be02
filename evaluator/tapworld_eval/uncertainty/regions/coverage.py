"""Whether regions keep their promise: coverage over splits and in every stratum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.methods.base import Method, Scorer
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics.splits import splits
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.disks import ClickDisk, Variant, fit_disk

__all__ = ["DiskResult", "calibrate_disk", "conformal_disk", "coverage_table", "fit_scorer"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class DiskResult:
    """A kind of disk on a cell, over many splits.

    Attributes:
        cell: Name of the cell.
        variant: Kind of disk.
        method: Method whose score it follows; empty for a fixed disk.
        alpha: Allowed error rate.
        seeds: Number of splits.
        coverage: Share of test targets inside their disk, mean over splits.
        coverage_sd: Standard deviation over splits.
        radius: Median radius in pixels over test records, mean over splits; infinite if it is so
            in any split.
        radius_sd: Standard deviation over splits.
        infinite: Share of test records with an infinite radius, mean over splits.
    """

    cell: str
    variant: str
    method: str
    alpha: float
    seeds: int
    coverage: float
    coverage_sd: float
    radius: float
    radius_sd: float
    infinite: float

    def to_json(self) -> dict[str, Any]:
        """Plain values; those that are not finite as None."""
        return {
            key: None if isinstance(value, float) and not np.isfinite(value) else value
            for key, value in asdict(self).items()
        }


def calibrate_disk(
    calibration: Cell,
    method: str | Method | None = None,
    *,
    alpha: float = 0.1,
    variant: Variant = "fixed",
    seed: int = 0,
) -> tuple[ClickDisk, Scorer]:
    """A disk to deploy and the scorer that it follows, calibrated on all of these records.

    A method that learns is fitted on half of them, and the disk calibrated on the other half: its
    scores of records it has learned from would look too sure.

    Returns:
        The disk and a function from records to scores; ``disk.radius(scorer(records))``.

    Raises:
        CalibrationError: Too few records.
        OptionError: The disk follows a score, and no method is named.
        UnsupportedMethodError: The records lack what the method needs.
    """
    if variant == "fixed":
        return fit_disk(calibration.distances, alpha=alpha), lambda records: np.zeros(len(records))
    if method is None:
        raise OptionError(f"the disk {variant!r} follows a score: name a method")
    chosen = get_method(method) if isinstance(method, str) else method
    records, scorer = fit_scorer(calibration, chosen, seed)
    disk = fit_disk(records.distances, scorer(records), alpha=alpha, variant=variant, seed=seed)
    return disk, scorer


def fit_scorer(calibration: Cell, method: Method, seed: int = 0) -> tuple[Cell, Scorer]:
    """The records that may calibrate a region, and the scorer that it follows.

    A method that learns takes half of the records, drawn by the seed; the other half is returned.
    """
    if not method.learns:
        method.check(calibration)
        return calibration, method.score
    order = np.random.default_rng([seed, 10]).permutation(len(calibration))
    half = len(order) // 2
    scorer = method.fit(calibration.select(np.sort(order[:half])), seed)
    return calibration.select(np.sort(order[half:])), scorer


def conformal_disk(
    cell: Cell,
    method: str | Method | None = None,
    *,
    alpha: float = 0.1,
    variant: Variant = "fixed",
    seeds: int = 50,
    calibration: float = 0.2,
) -> DiskResult:
    """Coverage and radius of a disk on held-out records, over many splits.

    Args:
        cell: The records.
        method: The score that the radius follows; not needed for ``fixed``.
        alpha: Allowed error rate.
        variant: ``fixed``, ``normalized``, ``cqr`` or ``cqr-two-sided``.
        seeds: Number of splits.
        calibration: Share of calibration rows.
    """
    chosen = get_method(method) if isinstance(method, str) else method
    if variant != "fixed" and chosen is None:
        raise OptionError(f"the disk {variant!r} follows a score: name a method")
    used = None if variant == "fixed" else chosen
    covered, radii, infinite = [], [], []
    for current in splits(len(cell), seeds, calibration):
        first, test = cell.select(current.calibration), cell.select(current.test)
        disk, scorer = calibrate_disk(first, used, alpha=alpha, variant=variant, seed=current.seed)
        radius = disk.radius(scorer(test))
        covered.append(float((test.distances <= radius).mean()))
        radii.append(float(np.median(radius)))
        infinite.append(float(np.isinf(radius).mean()))
    spread = np.isfinite(radii).all() and seeds > 1
    return DiskResult(
        cell=cell.name,
        variant=variant,
        method=used.name if used else "",
        alpha=alpha,
        seeds=seeds,
        coverage=float(np.mean(covered)),
        coverage_sd=float(np.std(covered, ddof=1)) if seeds > 1 else float("nan"),
        radius=float(np.mean(radii)),
        radius_sd=float(np.std(radii, ddof=1)) if spread else float("nan"),
        infinite=float(np.mean(infinite)),
    )


def coverage_table(
    covered: ArrayLike, strata: Iterable[object], *, level: float = 0.95
) -> pd.DataFrame:
    """Coverage in each stratum, with exact (Clopper-Pearson) intervals.

    Args:
        covered: Whether each record's target lies in its region, shape (n,).
        strata: A label a record, for example the app or the size class.
        level: Of the intervals.

    Returns:
        Columns ``stratum``, ``coverage``, ``low``, ``high``, ``records``, by name of the stratum.
    """
    # The statistics package loads its tests and tables; only this needs an interval.
    from tapworld_eval.statistics.intervals import proportion_interval

    table = pd.DataFrame({"stratum": [str(s) for s in strata]})
    inside = np.asarray(covered, dtype=np.float64)
    if len(table) != len(inside):
        raise OptionError(f"{len(inside)} records but {len(table)} strata")
    table["covered"] = inside
    grouped = table.groupby("stratum", sort=True)["covered"]
    k, n = grouped.sum().to_numpy(), grouped.size().to_numpy()
    low, high = proportion_interval(k, n, method="clopper-pearson", level=level)
    return pd.DataFrame(
        {
            "stratum": list(grouped.groups),
            "coverage": k / n,
            "low": low,
            "high": high,
            "records": n,
        }
    )
