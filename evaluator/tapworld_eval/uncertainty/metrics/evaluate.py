"""Methods on a cell: every metric over many splits, with standard deviations and intervals."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import CalibrationError, OptionError
from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.registry import get_method, supported
from tapworld_eval.uncertainty.metrics.calibration import brier, ece, fit_isotonic
from tapworld_eval.uncertainty.metrics.discrimination import aurc, auroc, ause, prr
from tapworld_eval.uncertainty.metrics.splits import Split, splits
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.files import require

__all__ = ["HIGHER_IS_BETTER", "METRICS", "ScoreResult", "evaluate", "score", "to_frame"]

FloatArray = NDArray[np.float64]
METRICS: Final = ("auroc", "prr", "aurc", "ece", "brier", "ause")
HIGHER_IS_BETTER: Final = frozenset({"auroc", "prr"})


@dataclass(frozen=True)
class ScoreResult:
    """How one method did on one cell.

    Each metric has its mean over the split seeds (those where it is defined), the standard
    deviation over them (``_sd``), and a percentile interval (``_low``, ``_high``) from bootstrap
    replicates: each draws the test rows of one split with replacement.

    Attributes:
        cell: Name of the cell.
        method: Name of the method.
        family: Its family.
        seeds: Number of splits.
        records: Number of records.
        coverage: Share of records with a score, mean over splits.
    """

    cell: str
    method: str
    family: str
    seeds: int
    records: int
    coverage: float
    auroc: float
    auroc_sd: float
    auroc_low: float
    auroc_high: float
    prr: float
    prr_sd: float
    prr_low: float
    prr_high: float
    aurc: float
    aurc_sd: float
    aurc_low: float
    aurc_high: float
    ece: float
    ece_sd: float
    ece_low: float
    ece_high: float
    brier: float
    brier_sd: float
    brier_low: float
    brier_high: float
    ause: float
    ause_sd: float
    ause_low: float
    ause_high: float

    def to_json(self) -> dict[str, Any]:
        """Plain values; NaN as None."""
        return {
            key: None if isinstance(value, float) and np.isnan(value) else value
            for key, value in asdict(self).items()
        }


def score(
    cell: Cell,
    method: str | Method,
    *,
    seeds: int = 50,
    bootstrap: int = 500,
    calibration: float = 0.2,
    level: float = 0.95,
) -> ScoreResult:
    """Score one method on one cell.

    Args:
        cell: The records.
        method: A method or its name.
        seeds: Number of splits.
        bootstrap: Replicates for the intervals; 0 leaves them NaN.
        calibration: Share of calibration rows.
        level: Level of the intervals.

    Raises:
        UnsupportedMethodError: The cell does not offer what the method needs.
    """
    return evaluate(
        cell, [method], seeds=seeds, bootstrap=bootstrap, calibration=calibration, level=level
    )[0]


def evaluate(
    cell: Cell,
    methods: Sequence[str | Method] | None = None,
    *,
    seeds: int = 50,
    bootstrap: int = 500,
    calibration: float = 0.2,
    level: float = 0.95,
) -> list[ScoreResult]:
    """Score methods (by default all of the 27 that the cell supports) on one cell.

    Raises:
        UnsupportedMethodError: A named method does not run on this cell.
        OptionError: A count or share is out of range.
    """
    if bootstrap < 0 or not 0 < level < 1:
        raise OptionError("bootstrap must not be negative, and level must lie in (0, 1)")
    chosen = (
        supported(cell)
        if methods is None
        else [get_method(m) if isinstance(m, str) else m for m in methods]
    )
    for method in chosen:
        method.check(cell)
    if not chosen:
        raise OptionError(f"no method runs on {cell.name!r}: it offers {sorted(cell.signals)}")
    if seeds < 1:
        raise OptionError(f"at least one split seed is needed, got {seeds}")
    fixed = {method.name: method.score(cell) for method in chosen if not method.learns}
    points = {method.name: np.full((seeds, len(METRICS)), np.nan) for method in chosen}
    draws = {method.name: np.full((bootstrap, len(METRICS)), np.nan) for method in chosen}
    covered = {method.name: np.zeros(seeds) for method in chosen}
    with _one_thread(chosen):
        _all_splits(cell, chosen, fixed, points, draws, covered, calibration)
    return [
        _summary(cell, method, seeds, points[method.name], draws[method.name], covered, level)
        for method in chosen
    ]


def _one_thread(chosen: Sequence[Method]) -> AbstractContextManager[Any]:
    """One BLAS thread while methods learn.

    Their matrices are small: two threads that wait for each other took 40 s for a network that one
    trains in 0.2 s, on a busy two-core machine.
    """
    if not any(method.learns for method in chosen):
        return nullcontext()
    return require("threadpoolctl").threadpool_limits(1, user_api="blas")


def _all_splits(
    cell: Cell,
    chosen: Sequence[Method],
    fixed: dict[str, FloatArray],
    points: dict[str, FloatArray],
    draws: dict[str, FloatArray],
    covered: dict[str, FloatArray],
    calibration: float,
) -> None:
    """Fill the arrays of metrics, one row a split or a replicate."""
    seeds, bootstrap = len(next(iter(covered.values()), ())), len(next(iter(draws.values()), ()))
    for current in splits(len(cell), seeds, calibration):
        calibrating, testing = cell.select(current.calibration), cell.select(current.test)
        replicates = np.arange(current.seed, bootstrap, seeds)
        for method in chosen:
            if method.learns:
                scorer = method.fit(calibrating, current.seed)
                pair = scorer(calibrating), scorer(testing)
            else:
                everything = fixed[method.name]
                pair = everything[current.calibration], everything[current.test]
            points[method.name][current.seed], draws[method.name][replicates] = _measure(
                pair, calibrating, testing, current, len(replicates)
            )
            covered[method.name][current.seed] = np.isfinite(pair[1]).mean()


def _measure(
    scores: tuple[FloatArray, FloatArray],
    calibrating: Cell,
    testing: Cell,
    current: Split,
    replicates: int,
) -> tuple[FloatArray, FloatArray]:
    """Metrics on the test rows, shape (6,), and on bootstrap draws of them, (replicates, 6)."""
    known = np.isfinite(scores[1])
    u, wrong = scores[1][known], testing.wrong[known].astype(np.float64)
    severity = testing.severity[known]
    n = len(u)
    if n == 0:
        return np.full(len(METRICS), np.nan), np.full((replicates, len(METRICS)), np.nan)
    try:
        mapping = fit_isotonic(scores[0], calibrating.wrong, low=0.0, high=1.0)
        p = mapping(u)
    except CalibrationError:
        p = np.full(n, np.nan)
    everything = np.arange(n)[None, :]
    point = _rows(u, wrong, severity, p, everything)[0]
    if replicates == 0:
        return point, np.empty((0, len(METRICS)))
    drawn = np.random.default_rng([current.seed, 500]).integers(n, size=(replicates, n))
    return point, _rows(u, wrong, severity, p, drawn)


def _rows(
    u: FloatArray,
    wrong: FloatArray,
    severity: FloatArray,
    p: FloatArray,
    rows: NDArray[np.int64],
) -> FloatArray:
    scores, labels = u[rows], wrong[rows]
    out = np.empty((len(rows), len(METRICS)))
    out[:, 0] = auroc(scores, labels)
    out[:, 1] = prr(scores, labels)
    out[:, 2] = aurc(scores, labels)
    calibrated = not np.isnan(p).any()
    out[:, 4] = brier(p[rows], labels)
    for position, row in enumerate(rows):
        out[position, 3] = ece(p[row], wrong[row]) if calibrated else np.nan
        # A miss without a click has no finite distance, so its severity is not known.
        missed = row[(wrong[row] == 1) & np.isfinite(severity[row])]
        out[position, 5] = ause(u[missed], severity[missed])
    return out


def _summary(
    cell: Cell,
    method: Method,
    seeds: int,
    points: FloatArray,
    draws: FloatArray,
    covered: dict[str, FloatArray],
    level: float,
) -> ScoreResult:
    values: dict[str, float] = {}
    tails = [100 * (1 - level) / 2, 100 * (1 + level) / 2]
    for number, metric in enumerate(METRICS):
        known = points[:, number][~np.isnan(points[:, number])]
        drawn = draws[:, number][~np.isnan(draws[:, number])]
        values[metric] = float(known.mean()) if len(known) else float("nan")
        values[f"{metric}_sd"] = float(known.std(ddof=1)) if len(known) > 1 else float("nan")
        low, high = np.percentile(drawn, tails) if len(drawn) else (np.nan, np.nan)
        values[f"{metric}_low"], values[f"{metric}_high"] = float(low), float(high)
    return ScoreResult(
        cell=cell.name,
        method=method.name,
        family=method.family,
        seeds=seeds,
        records=len(cell),
        coverage=float(covered[method.name].mean()),
        **values,
    )


def to_frame(results: Sequence[ScoreResult]) -> pd.DataFrame:
    """Results as a table, one row a method and cell: what the analyses work on."""
    return pd.DataFrame([asdict(result) for result in results])
