"""Reductions of raw attention to what the attention family needs; run once, at capture.

Raw attention has shape (layers, heads, T, P + T): row t is the query of generated token t, the
columns are P prompt tokens and then the T generated ones.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import RecordsError

__all__ = ["reduce_attention"]

FloatArray = NDArray[np.float64]
_CHAIN_HEADS: Final = 5
_TINY: Final = 1e-12


def reduce_attention(attention: ArrayLike, prompt: int) -> dict[str, Any]:
    """Every attention column of one record.

    Args:
        attention: Shape (layers, heads, T, prompt + T); rows sum to 1.
        prompt: Number of prompt tokens, image tokens among them.

    Returns:
        ``attention_max`` (T*T,), ``attention_previous`` (middle layers * T,), ``attention_chain``
        (T*T,), and the numbers ``attention_rollout``, ``llm_check``, ``attention_entropy``,
        ``lookback_lens``.

    Raises:
        RecordsError: The shape does not fit.
    """
    raw = np.asarray(attention, dtype=np.float64)
    if raw.ndim != 4 or raw.shape[2] == 0 or raw.shape[3] != prompt + raw.shape[2]:
        raise RecordsError(
            f"attention must have the shape (layers, heads, T, {prompt} + T), got {raw.shape}"
        )
    own = raw[..., prompt:]
    return {
        "attention_max": np.tril(own.max(axis=(0, 1)), -1).ravel(),
        "attention_previous": _previous(own).ravel(),
        "attention_chain": np.tril(_chain(raw, own), -1).ravel(),
        "attention_rollout": _rollout(own),
        "llm_check": float(-np.log(_diagonal(own) + _TINY).mean()),
        "attention_entropy": float(_row_entropy(raw).mean()),
        "lookback_lens": _lookback(raw, prompt),
    }


def _diagonal(own: FloatArray) -> FloatArray:
    return np.diagonal(own, axis1=2, axis2=3)


def _row_entropy(raw: FloatArray) -> FloatArray:
    return -(raw * np.log(raw + _TINY)).sum(axis=-1)


def _previous(own: FloatArray) -> FloatArray:
    """Attention to the previous token, of the head that pays it most, for the middle third."""
    layers, _, tokens, _ = own.shape
    first = layers // 3
    last = max(first + 1, layers - layers // 3)
    previous = np.zeros((layers, own.shape[1], tokens))
    if tokens > 1:
        previous[..., 1:] = np.diagonal(own, offset=-1, axis1=2, axis2=3)
    head = previous[..., 1:].mean(axis=2).argmax(axis=1) if tokens > 1 else np.zeros(layers, int)
    return previous[np.arange(layers), head][first:last]


def _chain(raw: FloatArray, own: FloatArray) -> FloatArray:
    """Largest attention over the heads of lowest entropy of every layer."""
    layers, heads = raw.shape[:2]
    entropy = _row_entropy(raw).mean(axis=2)
    chosen = np.argsort(entropy, axis=1, kind="stable")[:, : min(_CHAIN_HEADS, heads)]
    return own[np.arange(layers)[:, None], chosen].max(axis=(0, 1))


def _rollout(own: FloatArray) -> float:
    """Entropy of where the last token's information comes from, over the generated tokens."""
    tokens = own.shape[2]
    flow = np.eye(tokens)
    for layer in own.mean(axis=1):
        mixed = layer + np.eye(tokens)
        flow = (mixed / mixed.sum(axis=1, keepdims=True)) @ flow
    return float(_row_entropy(flow[-1:])[0])


def _lookback(raw: FloatArray, prompt: int) -> float:
    tokens = raw.shape[2]
    context = raw[..., :prompt].mean(axis=-1) if prompt else np.zeros(raw.shape[:3])
    generated = raw[..., prompt:].sum(axis=-1) / np.arange(1, tokens + 1)
    total = context + generated
    ratio = np.divide(context, total, out=np.zeros_like(total), where=total > 0)
    return float(1 - ratio.mean())
