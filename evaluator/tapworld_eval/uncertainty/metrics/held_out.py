"""Scores and calibrated probabilities of held-out records, for the curves behind the numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import CalibrationError
from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics.calibration import fit_isotonic, reliability_bins
from tapworld_eval.uncertainty.metrics.discrimination import risk_coverage
from tapworld_eval.uncertainty.metrics.splits import split
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["HeldOut", "held_out", "mean_reliability", "mean_risk_coverage"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class HeldOut:
    """The test rows of one split.

    Attributes:
        scores: Uncertainty, shape (n,); NaN where there is none.
        probabilities: Of a wrong click, by the isotonic map of the calibration rows; NaN without a
            score, or where no map could be learned.
        wrong: Whether each click is wrong.
    """

    scores: FloatArray
    probabilities: FloatArray
    wrong: NDArray[np.bool_]


def held_out(
    cell: Cell, method: str | Method, seed: int = 0, *, calibration: float = 0.2
) -> HeldOut:
    """Fit on the calibration rows of one split, score its test rows."""
    chosen = get_method(method) if isinstance(method, str) else method
    part = split(len(cell), seed, calibration)
    first, test = cell.select(part.calibration), cell.select(part.test)
    scorer = chosen.fit(first, seed)
    scores = scorer(test)
    try:
        mapping = fit_isotonic(scorer(first), first.wrong, low=0.0, high=1.0)
        probabilities = np.where(np.isfinite(scores), mapping(scores), np.nan)
    except CalibrationError:
        probabilities = np.full(len(test), np.nan)
    return HeldOut(scores, probabilities, test.wrong)


def mean_reliability(parts: list[HeldOut], bins: int = 10) -> FloatArray:
    """Predicted risk, observed rate and records of each bin over several splits, (bins, 3)."""
    p = np.concatenate([part.probabilities for part in parts])
    wrong = np.concatenate([part.wrong for part in parts])
    known = np.isfinite(p)
    return reliability_bins(p[known], wrong[known], bins)


def mean_risk_coverage(parts: list[HeldOut], shares: FloatArray) -> FloatArray:
    """Error rate among the accepted at shares of all records, mean over splits.

    Records without a score are accepted last: beyond the share that has one the curve is NaN.
    """
    curves = []
    for part in parts:
        known = np.isfinite(part.scores)
        curve = risk_coverage(part.scores[known], part.wrong[known].astype(np.float64))
        reached = np.arange(1, len(curve) + 1) / len(part.scores)
        if len(curve) == 0:
            curves.append(np.full(len(shares), np.nan))
        else:
            curves.append(np.interp(shares, reached, curve, right=np.nan))
    return np.mean(curves, axis=0)
