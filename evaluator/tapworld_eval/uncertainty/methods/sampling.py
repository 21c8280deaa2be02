"""Sampling family: how much the stochastic samples differ from each other."""

from __future__ import annotations

import difflib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.clustering import (
    click_matrix,
    cluster_entropy,
    cluster_labels,
)
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS"]

FloatArray = NDArray[np.float64]


def _self_consistency(records: Cell) -> FloatArray:
    labels = cluster_labels(click_matrix(records, "sample"))
    count = (labels == np.arange(labels.shape[1])).sum(axis=1)
    return np.where(count > 0, count, np.nan)


def _semantic_entropy(records: Cell) -> FloatArray:
    return cluster_entropy(cluster_labels(click_matrix(records, "sample")))


def _semantic_entropy_weighted(records: Cell) -> FloatArray:
    points = click_matrix(records, "sample")
    logprobs = records.list("sample_logprobs").padded(points.shape[1])
    labels = np.where(np.isnan(logprobs), -1, cluster_labels(points))
    # Against the largest, so that long sequences do not underflow to weights of zero.
    used = np.where(labels >= 0, logprobs, -np.inf)
    largest = used.max(axis=1, keepdims=True, initial=-np.inf)
    shifted = used - np.where(np.isfinite(largest), largest, 0.0)
    return cluster_entropy(labels, np.exp(shifted))


def _mean_known(values: FloatArray) -> FloatArray:
    known = ~np.isnan(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _mcse(records: Cell) -> FloatArray:
    return _mean_known(-records.list("sample_logprobs").padded())


def _mcnse(records: Cell) -> FloatArray:
    logprobs = records.list("sample_logprobs").padded()
    lengths = records.list("sample_lengths").padded(logprobs.shape[1])
    return _mean_known(-logprobs / lengths)


@lru_cache(maxsize=65536)
def _ratio(first: str, second: str) -> float:
    return difflib.SequenceMatcher(None, first, second, autojunk=False).ratio()


def _lexical_similarity(records: Cell) -> FloatArray:
    rows = records.list("sample_texts")
    scores = np.full(len(records), np.nan)
    for position in range(len(rows)):
        texts = [str(text) for text in rows[position] if text is not None]
        pairs = [
            1 - _ratio(texts[i], texts[j])
            for i in range(len(texts))
            for j in range(i + 1, len(texts))
        ]
        if pairs:
            scores[position] = sum(pairs) / len(pairs)
    return scores


METHODS = (
    Method(
        "self_consistency",
        "sampling",
        ("samples",),
        "Wang et al. (2023)",
        _self_consistency,
        number=6,
        note="number of clusters: at most as many levels as samples, so ties matter",
    ),
    Method(
        "semantic_entropy",
        "sampling",
        ("samples",),
        "Kuhn et al. (2023)",
        _semantic_entropy,
        number=7,
    ),
    Method(
        "semantic_entropy_weighted",
        "sampling",
        ("samples", "sample_logprobs"),
        "Farquhar et al. (2024)",
        _semantic_entropy_weighted,
        number=8,
    ),
    Method("mcse", "sampling", ("sample_logprobs",), "Malinin and Gales (2018)", _mcse, number=9),
    Method(
        "mcnse",
        "sampling",
        ("sample_logprobs", "sample_lengths"),
        "Malinin and Gales (2018)",
        _mcnse,
        number=10,
    ),
    Method(
        "lexical_similarity",
        "sampling",
        ("sample_texts",),
        "Fadeeva et al. (2023)",
        _lexical_similarity,
        number=11,
        note="mean of 1 - difflib ratio over pairs i < j, autojunk off",
    ),
)
