"""Logit family: what the probabilities of the greedy tokens say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.ragged import Ragged

__all__ = ["METHODS", "row_means", "row_sums"]

FloatArray = NDArray[np.float64]


def row_sums(rows: Ragged) -> FloatArray:
    """Sum of each row, shape (n,); NaN for an empty row.

    Summed from the padded matrix, so that a row's sum does not depend on the other rows.
    """
    padded = rows.padded()
    empty = rows.lengths == 0
    inside = np.arange(padded.shape[1]) < rows.lengths[:, None]
    sums = np.where(inside, padded, 0.0).sum(axis=1)
    return np.where(empty, np.nan, sums)


def row_means(rows: Ragged) -> FloatArray:
    """Mean of each row, shape (n,); NaN for an empty row."""
    return row_sums(rows) / np.maximum(rows.lengths, 1)


def _msp(records: Cell) -> FloatArray:
    return 1 - row_means(records.list("token_max_probs"))


def _perplexity(records: Cell) -> FloatArray:
    return -row_means(records.list("token_logprobs"))


def _mean_token_entropy(records: Cell) -> FloatArray:
    return row_means(records.list("token_entropies"))


def _sequence_probability(records: Cell) -> FloatArray:
    return -row_sums(records.list("token_logprobs"))


def _perplexity_exp(records: Cell) -> FloatArray:
    with np.errstate(over="ignore"):
        return np.exp(_perplexity(records))


METHODS = (
    Method(
        "msp",
        "logit",
        ("token_max_probs",),
        "Guo et al. (2017)",
        _msp,
        number=1,
        note="arithmetic mean over tokens",
    ),
    Method(
        "perplexity",
        "logit",
        ("token_logprobs",),
        "Fadeeva et al. (2023)",
        _perplexity,
        number=2,
        note="mean negative log-probability, no exponential",
    ),
    Method(
        "mean_token_entropy",
        "logit",
        ("token_entropies",),
        "Malinin and Gales (2018)",
        _mean_token_entropy,
        number=3,
    ),
    Method(
        "sequence_probability",
        "logit",
        ("token_logprobs",),
        "Fadeeva et al. (2023)",
        _sequence_probability,
        number=4,
        note="sum, not normalised by length",
    ),
    Method(
        "perplexity_exp",
        "logit",
        ("token_logprobs",),
        "Fadeeva et al. (2023)",
        _perplexity_exp,
        number=5,
        note="same ranks as perplexity",
    ),
)
