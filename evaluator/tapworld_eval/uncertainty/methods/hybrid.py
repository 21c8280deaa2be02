"""Hybrid family: confidence of the greedy reply together with agreement of the samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.clustering import agreement
from tapworld_eval.uncertainty.methods.logit import row_means, row_sums
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS"]

FloatArray = NDArray[np.float64]


def _cocoa(records: Cell) -> FloatArray:
    return -row_sums(records.list("token_logprobs")) * (1 - agreement(records))


def _cocoa_1mca(records: Cell) -> FloatArray:
    return 1 - np.exp(row_means(records.list("token_logprobs"))) * agreement(records)


def _ccp(records: Cell) -> FloatArray:
    return 1 - agreement(records)


METHODS = (
    Method(
        "cocoa",
        "hybrid",
        ("token_logprobs", "samples"),
        "Vashurin et al. (2025b)",
        _cocoa,
        number=12,
        note="negative log-probability times disagreement; the source paper's text has the sign "
        "and the share the other way round",
    ),
    Method(
        "cocoa_1mca",
        "hybrid",
        ("token_logprobs", "samples"),
        "Vashurin et al. (2025b)",
        _cocoa_1mca,
        number=13,
        note="1 - C A with C = exp(mean log-probability)",
    ),
    Method(
        "ccp",
        "hybrid",
        ("samples",),
        "Fadeeva et al. (2023)",
        _ccp,
        number=14,
        note="disagreement of the clicks; not lm-polygraph's claim conditioned probability",
    ),
)
