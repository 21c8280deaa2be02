"""Metrics of uncertainty scores, splits, and the evaluation over them."""

from tapworld_eval.uncertainty.metrics.calibration import (
    IsotonicMap,
    brier,
    ece,
    fit_isotonic,
    reliability_bins,
)
from tapworld_eval.uncertainty.metrics.discrimination import (
    aurc,
    auroc,
    ause,
    prr,
    risk_coverage,
    sparsification,
)
from tapworld_eval.uncertainty.metrics.evaluate import (
    HIGHER_IS_BETTER,
    METRICS,
    ScoreResult,
    evaluate,
    score,
    to_frame,
)
from tapworld_eval.uncertainty.metrics.held_out import (
    HeldOut,
    held_out,
    mean_reliability,
    mean_risk_coverage,
)
from tapworld_eval.uncertainty.metrics.splits import Split, split, splits

__all__ = [
    "HIGHER_IS_BETTER",
    "METRICS",
    "HeldOut",
    "IsotonicMap",
    "ScoreResult",
    "Split",
    "aurc",
    "auroc",
    "ause",
    "brier",
    "ece",
    "evaluate",
    "fit_isotonic",
    "held_out",
    "mean_reliability",
    "mean_risk_coverage",
    "prr",
    "reliability_bins",
    "risk_coverage",
    "score",
    "sparsification",
    "split",
    "splits",
    "to_frame",
]
