"""Disks under covariate shift: calibration records weighted to look like the target's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.methods.logistic import fit_logistic
from tapworld_eval.uncertainty.regions.quantile import (
    effective_sample_size,
    weighted_conformal_quantile,
)

__all__ = ["ShiftedDisks", "likelihood_ratios", "shifted_disks"]

FloatArray = NDArray[np.float64]
_LARGEST_LOGIT: Final = 20.0


@dataclass(frozen=True)
class ShiftedDisks:
    """Radii of test records under shift.

    Attributes:
        radii: Shape (m,).
        effective: Effective sample size of the weighted calibration records; coverage is only as
            steady as that many records would make it.
    """

    radii: FloatArray
    effective: float


def likelihood_ratios(
    source: ArrayLike, target: ArrayLike, penalty: float = 1.0
) -> tuple[FloatArray, FloatArray]:
    """Density of the target over that of the source, from a classifier that tells them apart.

    Args:
        source: Features of calibration records, shape (n, d); never their outcomes.
        target: Features of records of the new regime, shape (m, d).
        penalty: L2 penalty of the classifier, on standardised features.

    Returns:
        Ratios at the source records (n,) and at the target records (m,).
    """
    a, b = np.asarray(source, dtype=np.float64), np.asarray(target, dtype=np.float64)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[1] or not len(a) or not len(b):
        raise OptionError(
            f"features must be two non-empty tables of equal width: {a.shape, b.shape}"
        )
    both = np.concatenate([a, b])
    spread = both.std(axis=0)
    both = (both - both.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    label = np.arange(len(both)) >= len(a)
    weights, intercept = fit_logistic(both, label, penalty)
    logits = np.clip(both @ weights + intercept, -_LARGEST_LOGIT, _LARGEST_LOGIT)
    ratios = np.exp(logits) * len(a) / len(b)
    return ratios[: len(a)], ratios[len(a) :]


def shifted_disks(
    distances: ArrayLike, weights: ArrayLike, own: ArrayLike, alpha: float
) -> ShiftedDisks:
    """Fixed disks for a target regime, from weighted source records.

    Args:
        distances: Of the calibration records, shape (n,).
        weights: Likelihood ratios at them, shape (n,).
        own: Likelihood ratios at the test records, shape (m,).
        alpha: Allowed error rate.
    """
    return ShiftedDisks(
        weighted_conformal_quantile(distances, weights, own, alpha),
        effective_sample_size(weights),
    )
