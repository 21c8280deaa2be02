"""Conformal click disks: radii that contain the target's centre with the promised frequency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import CalibrationError, OptionError
from tapworld_eval.uncertainty.metrics.calibration import IsotonicMap, fit_isotonic
from tapworld_eval.uncertainty.regions.isotonic_quantile import fit_isotonic_quantile
from tapworld_eval.uncertainty.regions.quantile import check_alpha, conformal_quantile

__all__ = ["VARIANTS", "ClickDisk", "Variant", "fit_disk"]

FloatArray = NDArray[np.float64]
Variant = Literal["fixed", "normalized", "cqr", "cqr-two-sided"]
VARIANTS: Final = get_args(Variant)
_FLOOR: Final = 0.05


@dataclass(frozen=True)
class ClickDisk:
    """A calibrated disk; ``radius(scores)`` gives the radius around each click, in pixels.

    Attributes:
        variant: How the radius follows the score.
        alpha: Allowed error rate.
        quantile: The conformal quantile of the nonconformity scores.
        model: Scale (normalized) or upper quantile (cqr) of the distance at a score.
        records: Calibration records behind the quantile.
    """

    variant: Variant
    alpha: float
    quantile: float
    model: IsotonicMap | None
    records: int

    def radius(self, scores: ArrayLike) -> FloatArray:
        """Radii for records with these scores, shape (n,); infinite without a score.

        A fixed disk needs the scores for their number only.
        """
        u = np.asarray(scores, dtype=np.float64)
        if self.model is None:
            return np.full(u.shape, self.quantile)
        fitted = self.model(u)
        if self.variant == "normalized":
            radius = self.quantile * fitted
        else:
            radius = np.maximum(0.0, fitted + self.quantile)
        return np.where(np.isfinite(u), radius, np.inf)


def fit_disk(
    distances: ArrayLike,
    scores: ArrayLike | None = None,
    *,
    alpha: float = 0.1,
    variant: Variant = "fixed",
    seed: int = 0,
) -> ClickDisk:
    """Calibrate a disk.

    ``normalized`` divides the distance by a scale that rises with the score; ``cqr`` subtracts a
    rising quantile. Both learn that map on one half of the records, drawn by the seed, and take the
    conformal quantile on the other. ``cqr-two-sided`` is the usual two-sided interval of which only
    the upper end is used; it covers more than it promises (about 1 - alpha / 2 at the top).

    Args:
        distances: Pixels from click to centre of the target; infinite for a miss without a click.
        scores: Uncertainty of the same records; not needed for ``fixed``.
        alpha: Allowed error rate.
        variant: ``fixed``, ``normalized``, ``cqr`` or ``cqr-two-sided``.
        seed: Decides the halves.

    Raises:
        CalibrationError: Too few records have a score.
        OptionError: An unknown variant, or no scores where they are needed.
    """
    check_alpha(alpha)
    d = np.asarray(distances, dtype=np.float64)
    if variant not in VARIANTS:
        raise OptionError(f"no disk {variant!r}; choose one of {', '.join(VARIANTS)}")
    if variant == "fixed":
        return ClickDisk(variant, alpha, conformal_quantile(d, alpha), None, len(d))
    if scores is None:
        raise OptionError(f"the disk {variant!r} follows a score: name a method")
    u = np.asarray(scores, dtype=np.float64)
    known = np.flatnonzero(np.isfinite(u))
    if len(known) < 4:
        raise CalibrationError(f"{len(known)} calibration records have a score; a disk needs 4")
    order = np.random.default_rng([seed, 9]).permutation(known)
    first, second = order[: len(order) // 2], order[len(order) // 2 :]
    if variant == "normalized":
        model = _scale(u[first], d[first])
        ratio = d[second] / model(u[second])
        return ClickDisk(variant, alpha, conformal_quantile(ratio, alpha), model, len(second))
    if variant == "cqr":
        model = fit_isotonic_quantile(u[first], d[first], 1 - alpha)
        excess = d[second] - model(u[second])
    else:
        model = fit_isotonic_quantile(u[first], d[first], 1 - alpha / 2)
        lower = fit_isotonic_quantile(u[first], d[first], alpha / 2)
        excess = np.maximum(lower(u[second]) - d[second], d[second] - model(u[second]))
    return ClickDisk(variant, alpha, conformal_quantile(excess, alpha), model, len(second))


def _scale(u: FloatArray, d: FloatArray) -> IsotonicMap:
    """Mean distance rising with the score, at least its own 5 % quantile over these records."""
    finite = np.isfinite(d)
    if not finite.any():
        raise CalibrationError("no calibration record has a click: a scale cannot be learned")
    mapping = fit_isotonic(u[finite], d[finite])
    floor = float(np.quantile(mapping(u), _FLOOR))
    if floor <= 0:
        positive = mapping.values[mapping.values > 0]
        floor = float(positive.min()) if len(positive) else 1.0
    return IsotonicMap(mapping.knots, np.maximum(mapping.values, floor))
