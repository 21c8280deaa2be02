"""Probes: classifiers on the hidden state that learn which clicks were wrong.

Both see hidden states in the span of the calibration rows, in units of the mean standard deviation
of a dimension. For the linear probe this changes nothing (its weights lie in the span); for the
network it drops what random initial weights would add from outside the span.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from tapworld_eval.uncertainty.methods.base import Method, Scorer, full_scores
from tapworld_eval.uncertainty.methods.logistic import fit_logistic
from tapworld_eval.uncertainty.methods.network import fit_network
from tapworld_eval.uncertainty.methods.row_space import project, row_space
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS"]

FloatArray = NDArray[np.float64]
_LAYERS: Final = (256, 128, 64)


def _one_class(calibration: Cell) -> bool:
    return bool(calibration.wrong.all() or not calibration.wrong.any())


def _learn_sep(calibration: Cell, _seed: int) -> Scorer:
    if _one_class(calibration):
        return lambda records: full_scores(np.nan, records)
    space = row_space(calibration)
    weights, intercept = fit_logistic(space.coordinates / space.scale, calibration.wrong)
    return lambda records: special.expit(
        project(space, records)[0] / space.scale @ weights + intercept
    )


def _learn_saplma(calibration: Cell, seed: int) -> Scorer:
    if _one_class(calibration):
        return lambda records: full_scores(np.nan, records)
    space = row_space(calibration)
    network = fit_network(space.coordinates / space.scale, calibration.wrong, _LAYERS, seed=seed)
    return lambda records: network(project(space, records)[0] / space.scale)


METHODS = (
    Method(
        "saplma",
        "density",
        ("hidden",),
        "Azaria and Mitchell (2023)",
        learn=_learn_saplma,
        number=21,
        note="ReLU network 256-128-64, Adam",
    ),
    Method(
        "sep",
        "density",
        ("hidden",),
        "Kossen et al. (2024)",
        learn=_learn_sep,
        number=22,
        note="logistic regression, L2 penalty with C = 1, intercept free",
    ),
)
