"""Attention family: token uncertainty carried along what the tokens attend to.

Records keep reductions of the attention, made at capture (see ``attention_capture``), so that files
stay small. Row t of a matrix is what token t pays to the generated tokens before it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import RecordsError
from tapworld_eval.uncertainty.methods.base import Method, Scorer
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["METHODS"]

FloatArray = NDArray[np.float64]
_FOCUS_DECAY: Final = 0.9
_RAUQ_MIX: Final = 0.5
_CHAIN_THRESHOLD: Final = 0.7


def _matrices(records: Cell, column: str) -> FloatArray:
    """Token by token matrices, padded with zeros, only what lies before the token: (n, T, T)."""
    rows, lengths = records.list(column), records.list("token_logprobs").lengths
    width = int(lengths.max(initial=0))
    square = np.zeros((len(records), width, width))
    for position, length in enumerate(lengths):
        if rows.lengths[position] != length**2:
            raise RecordsError(
                f"record {position} of {records.name!r}: {column} has {rows.lengths[position]} "
                f"values for {length} tokens, {length**2} expected"
            )
        square[position, :length, :length] = rows[position].reshape(length, length)
    return np.tril(square, k=-1)


def _focus(records: Cell) -> FloatArray:
    logprobs = records.list("token_logprobs")
    weights = _matrices(records, "attention_max")
    total = weights.sum(axis=2, keepdims=True)
    weights = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    penalty = np.nan_to_num(-logprobs.padded(), nan=0.0)
    for t in range(1, penalty.shape[1]):
        inherited = (weights[:, t, :t] * penalty[:, :t]).sum(axis=1)
        penalty[:, t] += _FOCUS_DECAY * inherited
    inside = np.arange(penalty.shape[1]) < logprobs.lengths[:, None]
    total = np.where(inside, penalty, 0.0).sum(axis=1)
    return np.where(logprobs.lengths > 0, total / np.maximum(logprobs.lengths, 1), np.nan)


def _rauq(records: Cell) -> FloatArray:
    logprobs = records.list("token_logprobs")
    rows, lengths = records.list("attention_previous"), logprobs.lengths
    layers = np.where(lengths > 0, rows.lengths // np.maximum(lengths, 1), 0)
    depth, width = int(layers.max(initial=0)), int(lengths.max(initial=0))
    previous = np.full((len(records), depth, width), np.nan)
    for position, (count, length) in enumerate(zip(layers, lengths, strict=True)):
        previous[position, :count, :length] = rows[position].reshape(count, length)
    probabilities = np.exp(logprobs.padded())
    scores = np.full(len(records), np.nan)
    if depth == 0 or width == 0:
        return scores
    confidence = np.repeat(probabilities[:, None, :1], depth, axis=1)[:, :, 0]
    floor = np.finfo(np.float64).tiny
    total = -np.log(np.maximum(confidence, floor))
    for t in range(1, width):
        own = _RAUQ_MIX * probabilities[:, t][:, None]
        confidence = own + (1 - _RAUQ_MIX) * previous[:, :, t] * confidence
        # NaN where the record has ended: its total stays.
        total += np.nan_to_num(-np.log(np.maximum(confidence, floor)), nan=0.0)
    mean = total / np.maximum(lengths, 1)[:, None]
    mean[np.arange(depth) >= layers[:, None]] = -np.inf
    return np.where((layers > 0) & (lengths > 0), mean.max(axis=1), np.nan)


def _uqac(records: Cell) -> FloatArray:
    logprobs = records.list("token_logprobs")
    attention = _matrices(records, "attention_chain")
    largest = attention.max(axis=2, keepdims=True, initial=0.0)
    edges = (attention >= _CHAIN_THRESHOLD * largest) & (largest > 0) & (attention > 0)
    chain = records.list("coordinate_tokens").padded(attention.shape[1]) == 1
    for t in range(attention.shape[1] - 1, 0, -1):
        chain |= edges[:, t, :] & chain[:, t][:, None]
    penalty = np.nan_to_num(-logprobs.padded(), nan=0.0)
    count = chain.sum(axis=1)
    total = np.where(chain, penalty, 0.0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _captured(column: str) -> Scorer:
    return lambda records: records.number(column)


METHODS = (
    Method(
        "focus",
        "attention",
        ("token_logprobs", "attention_max"),
        "Zhang et al. (2023)",
        _focus,
        number=15,
    ),
    Method(
        "rauq",
        "attention",
        ("token_logprobs", "attention_previous"),
        "Vazhentsev et al. (2025)",
        _rauq,
        number=16,
    ),
    Method(
        "uqac",
        "attention",
        ("token_logprobs", "attention_chain"),
        "Li et al. (2025b)",
        _uqac,
        number=17,
        note="experimental: the chain's start and pooling are inferred",
    ),
    Method(
        "attention_rollout",
        "attention",
        ("attention_rollout",),
        "Abnar and Zuidema (2020)",
        _captured("attention_rollout"),
    ),
    Method(
        "llm_check",
        "attention",
        ("llm_check",),
        "Sriramanan et al. (2024)",
        _captured("llm_check"),
    ),
    Method(
        "attention_entropy",
        "attention",
        ("attention_entropy",),
        "Kumar and others (2026), appendix",
        _captured("attention_entropy"),
    ),
    Method(
        "lookback_lens",
        "attention",
        ("lookback_lens",),
        "Chuang et al. (2024)",
        _captured("lookback_lens"),
        note="unsupervised: 1 - mean lookback ratio",
    ),
)
