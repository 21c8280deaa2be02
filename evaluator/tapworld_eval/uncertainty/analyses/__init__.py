"""Analyses over many cells: winners, transfer, transitions, recommendation, published tables."""

from tapworld_eval.uncertainty.analyses.layers import layer_sweep
from tapworld_eval.uncertainty.analyses.published import (
    Check,
    published_accuracy,
    published_top_methods,
    published_winners,
    reproduce,
)
from tapworld_eval.uncertainty.analyses.recommend import (
    OBJECTIVES,
    Recommendation,
    calibration_rows,
    recommend,
)
from tapworld_eval.uncertainty.analyses.transfer import (
    Transfer,
    cross_tier,
    mean_interval,
    spearman,
    transfer_matrix,
)
from tapworld_eval.uncertainty.analyses.transitions import (
    model_transition,
    regime_shift,
    split_ratios,
)
from tapworld_eval.uncertainty.analyses.winners import (
    Disagreement,
    disagreement,
    family_winners,
    ranked,
    top_methods,
    winners,
)

__all__ = [
    "OBJECTIVES",
    "Check",
    "Disagreement",
    "Recommendation",
    "Transfer",
    "calibration_rows",
    "cross_tier",
    "disagreement",
    "family_winners",
    "layer_sweep",
    "mean_interval",
    "model_transition",
    "published_accuracy",
    "published_top_methods",
    "published_winners",
    "ranked",
    "recommend",
    "regime_shift",
    "reproduce",
    "spearman",
    "split_ratios",
    "top_methods",
    "transfer_matrix",
    "winners",
]
