"""Disks under covariate shift: calibration records weighted to look like the target's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.methods.logistic import fit_logistic
from tapworld_eval.uncertainty.methods.registry import api_panel, get_method
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.quantile import (
    conformal_quantile,
    effective_sample_size,
    weighted_conformal_quantile,
)

__all__ = [
    "ShiftResult",
    "ShiftedDisks",
    "density_ratio",
    "likelihood_ratios",
    "shift_coverage",
    "shift_features",
    "shifted_disks",
]

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
    ratio = density_ratio(source, target, penalty)
    return ratio(source), ratio(target)


def density_ratio(
    source: ArrayLike, target: ArrayLike, penalty: float = 1.0
) -> Callable[[ArrayLike], FloatArray]:
    """The function behind :func:`likelihood_ratios`, for features of any records."""
    a, b = np.asarray(source, dtype=np.float64), np.asarray(target, dtype=np.float64)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[1] or not len(a) or not len(b):
        raise OptionError(
            f"features must be two non-empty tables of equal width: {a.shape, b.shape}"
        )
    both = np.concatenate([a, b])
    mean, spread = both.mean(axis=0), both.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    label = np.arange(len(both)) >= len(a)
    weights, intercept = fit_logistic((both - mean) / scale, label, penalty)

    def ratio(features: ArrayLike) -> FloatArray:
        x = (np.asarray(features, dtype=np.float64) - mean) / scale
        logits = np.clip(x @ weights + intercept, -_LARGEST_LOGIT, _LARGEST_LOGIT)
        return np.exp(logits) * len(a) / len(b)

    return ratio


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


def shift_features(
    source: Cell, target: Cell, methods: Sequence[str] | None = None
) -> tuple[list[str], FloatArray, FloatArray]:
    """What tells two regimes apart without their outcomes: scores of methods that learn nothing.

    Args:
        source: Calibration records.
        target: Records of the new regime.
        methods: Names; by default those of the API panel that run on both.

    Returns:
        The names, and features of shape (n, d) and (m, d); a missing score counts as the mean of
        the known ones, which says nothing either way.

    Raises:
        OptionError: No method is left, or one learns.
    """
    if methods is None:
        chosen = [m for m in api_panel() if m.supports(source) and m.supports(target)]
    else:
        chosen = [get_method(name) for name in methods]
    learned = [method.name for method in chosen if method.learns]
    if learned or not chosen:
        raise OptionError(
            f"features of a shift need methods that learn nothing; got {', '.join(learned) or 'no'}"
        )
    both = []
    for method in chosen:
        pair = np.concatenate([method.score(source), method.score(target)])
        known = np.isfinite(pair)
        both.append(np.where(known, pair, pair[known].mean() if known.any() else 0.0))
    table = np.column_stack(both)
    return [m.name for m in chosen], table[: len(source)], table[len(source) :]


@dataclass(frozen=True)
class ShiftResult:
    """Disks calibrated on one regime, used in another.

    Attributes:
        source: Cell that calibrates.
        target: Cell that is tested.
        alpha: Allowed error rate.
        features: Scores that the weights are made of.
        plain: Coverage of the target's records by the source's fixed disk, as if nothing shifted.
        weighted: Coverage with weighted calibration records.
        low: Lower end of the exact interval of ``weighted``.
        high: Upper end.
        plain_radius: Radius of the fixed disk.
        radius: Median radius of the weighted disks.
        infinite: Share of target records with an infinite radius.
        records: Calibration records.
        effective: How many of them the weights leave.
    """

    source: str
    target: str
    alpha: float
    features: tuple[str, ...]
    plain: float
    weighted: float
    low: float
    high: float
    plain_radius: float
    radius: float
    infinite: float
    records: int
    effective: float

    def to_json(self) -> dict[str, Any]:
        """Plain values; those that are not finite as None."""
        return {
            key: None if isinstance(value, float) and not np.isfinite(value) else value
            for key, value in asdict(self).items()
        }


def shift_coverage(
    source: Cell, target: Cell, *, alpha: float = 0.1, methods: Sequence[str] | None = None
) -> ShiftResult:
    """Calibrate on one cell, test on another, with and without weights.

    Weights make good a shift of the features, not one of what distances they go with: where the
    target's model errs farther at equal scores, the weighted disk under-covers, too. Half of the
    target's records (every second) tell the features' distribution; the others are tested.

    Args:
        source: Calibration records.
        target: Records of the new regime; their outcomes are used to count coverage only.
        alpha: Allowed error rate.
        methods: Features, see :func:`shift_features`.
    """
    names, a, b = shift_features(source, target, methods)
    seen, tested = np.arange(0, len(target), 2), np.arange(1, len(target), 2)
    if not len(tested):
        raise OptionError(f"{target.name!r} has {len(target)} records; a test needs 2")
    ratio = density_ratio(a, b[seen])
    disks = shifted_disks(source.distances, ratio(a), ratio(b[tested]), alpha)
    distances = target.distances[tested]
    inside = distances <= disks.radii
    fixed = conformal_quantile(source.distances, alpha)
    from tapworld_eval.statistics.intervals import proportion_interval

    low, high = proportion_interval(
        int(inside.sum()), len(inside), method="clopper-pearson", level=0.95
    )
    return ShiftResult(
        source=source.name,
        target=target.name,
        alpha=alpha,
        features=tuple(names),
        plain=float((distances <= fixed).mean()),
        weighted=float(inside.mean()),
        low=float(low),
        high=float(high),
        plain_radius=fixed,
        radius=float(np.median(disks.radii)),
        infinite=float(np.isinf(disks.radii).mean()),
        records=len(source),
        effective=disks.effective,
    )
