"""Verbalised family: what the model says of its own reply. A reply without a number is NaN."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS"]

FloatArray = NDArray[np.float64]


def _p_true(records: Cell) -> FloatArray:
    return 1 - records.number("p_true")


def _p_true_renormalized(records: Cell) -> FloatArray:
    true, false = records.number("p_true"), records.number("p_false")
    total = true + false
    return 1 - np.divide(true, total, out=np.full_like(true, np.nan), where=total > 0)


def _verbalized_1s(records: Cell) -> FloatArray:
    return 1 - records.number("verbalized_1s")


def _verbalized_2s(records: Cell) -> FloatArray:
    return 1 - records.number("verbalized_2s")


METHODS = (
    Method("p_true", "verbalised", ("p_true",), "Kadavath et al. (2022)", _p_true, number=23),
    Method(
        "verbalized_1s",
        "verbalised",
        ("verbalized_1s",),
        "Tian et al. (2023)",
        _verbalized_1s,
        number=24,
    ),
    Method(
        "verbalized_2s",
        "verbalised",
        ("verbalized_2s",),
        "Xiong et al. (2024)",
        _verbalized_2s,
        number=25,
    ),
    Method(
        "p_true_renormalized",
        "verbalised",
        ("p_true", "p_false"),
        "Kadavath et al. (2022)",
        _p_true_renormalized,
        note="the probability of True among True and False",
    ),
)
