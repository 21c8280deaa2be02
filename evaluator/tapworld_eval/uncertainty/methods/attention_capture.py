"""Reductions of raw attention to what the attention family needs; run once, at capture.

Raw attention of a layer has shape (heads, T, P + T): row t is the query of generated token t, the
columns are P prompt tokens and then the T generated ones. Layers are taken one after the other, so
that the attention of a whole model is never held at once.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tapworld_eval.uncertainty.errors import RecordsError

__all__ = ["AttentionReduction", "reduce_attention"]

FloatArray = NDArray[np.float64]
_CHAIN_HEADS: Final = 5
_TINY: Final = 1e-12


class AttentionReduction:
    """Takes the layers of one record, first to last, and keeps nothing of their size.

    Args:
        layers: How many will come.
        prompt: Number of prompt tokens, image tokens among them.
    """

    def __init__(self, layers: int, prompt: int) -> None:
        self._layers, self._prompt = layers, prompt
        self._taken = 0
        self._previous: list[FloatArray] = []
        self._sums = np.zeros(3)
        self._largest = self._chain = self._flow = np.zeros((0, 0))

    def add(self, attention: ArrayLike) -> None:
        """Take the next layer, shape (heads, T, prompt + T); rows sum to 1.

        Raises:
            RecordsError: The shape does not fit, or there are more layers than announced.
        """
        raw = np.asarray(attention, dtype=np.float64)
        if raw.ndim != 3 or raw.shape[1] == 0 or raw.shape[2] != self._prompt + raw.shape[1]:
            raise RecordsError(
                f"a layer's attention must have the shape (heads, T, {self._prompt} + T), got "
                f"{raw.shape}"
            )
        if self._taken == self._layers:
            raise RecordsError(f"attention of more than the {self._layers} layers announced")
        own = raw[..., self._prompt :]
        if self._taken == 0:
            tokens = raw.shape[1]
            self._largest, self._chain = np.zeros((tokens, tokens)), np.zeros((tokens, tokens))
            self._flow = np.eye(tokens)
        elif own.shape[1:] != self._largest.shape:
            raise RecordsError(f"layer {self._taken} has {own.shape[1]} tokens, others differ")
        entropy = _row_entropy(raw)
        self._largest = np.maximum(self._largest, own.max(axis=0))
        self._chain = np.maximum(self._chain, _chain(own, entropy))
        mixed = own.mean(axis=0) + np.eye(own.shape[1])
        self._flow = (mixed / mixed.sum(axis=1, keepdims=True)) @ self._flow
        diagonal = np.diagonal(own, axis1=1, axis2=2)
        self._sums += (
            -np.log(diagonal + _TINY).mean(),
            entropy.mean(),
            _lookback(raw, self._prompt),
        )
        first = self._layers // 3
        last = max(first + 1, self._layers - self._layers // 3)
        if first <= self._taken < last:
            self._previous.append(_previous(own))
        self._taken += 1

    def columns(self) -> dict[str, Any]:
        """Every attention column of the record.

        Returns:
            ``attention_max`` (T*T,), ``attention_previous`` (middle layers * T,),
            ``attention_chain`` (T*T,), and the numbers ``attention_rollout``, ``llm_check``,
            ``attention_entropy``, ``lookback_lens``.

        Raises:
            RecordsError: Layers are missing.
        """
        if self._taken != self._layers:
            raise RecordsError(f"attention of {self._taken} layers, {self._layers} announced")
        check, entropy, lookback = (self._sums / self._layers).tolist()
        return {
            "attention_max": np.tril(self._largest, -1).ravel(),
            "attention_previous": np.concatenate(self._previous),
            "attention_chain": np.tril(self._chain, -1).ravel(),
            # Where the last token's information comes from, over the generated tokens.
            "attention_rollout": float(_row_entropy(self._flow[-1:])[0]),
            "llm_check": check,
            "attention_entropy": entropy,
            "lookback_lens": 1 - lookback,
        }


def reduce_attention(attention: ArrayLike, prompt: int) -> dict[str, Any]:
    """Every attention column of one record whose attention is held whole.

    Args:
        attention: Shape (layers, heads, T, prompt + T); rows sum to 1.
        prompt: Number of prompt tokens, image tokens among them.

    Returns:
        As :meth:`AttentionReduction.columns`.

    Raises:
        RecordsError: The shape does not fit.
    """
    raw = np.asarray(attention, dtype=np.float64)
    if raw.ndim != 4 or raw.shape[2] == 0 or raw.shape[3] != prompt + raw.shape[2]:
        raise RecordsError(
            f"attention must have the shape (layers, heads, T, {prompt} + T), got {raw.shape}"
        )
    reduction = AttentionReduction(len(raw), prompt)
    for layer in raw:
        reduction.add(layer)
    return reduction.columns()


def _row_entropy(raw: FloatArray) -> FloatArray:
    return -(raw * np.log(raw + _TINY)).sum(axis=-1)


def _previous(own: FloatArray) -> FloatArray:
    """Attention to the previous token, of the head that pays it most, shape (T,)."""
    heads, tokens, _ = own.shape
    previous = np.zeros((heads, tokens))
    if tokens == 1:
        return previous[0]
    previous[:, 1:] = np.diagonal(own, offset=-1, axis1=1, axis2=2)
    return previous[int(previous[:, 1:].mean(axis=1).argmax())]


def _chain(own: FloatArray, entropy: FloatArray) -> FloatArray:
    """Largest attention over the heads of lowest entropy, shape (T, T)."""
    chosen = np.argsort(entropy.mean(axis=1), kind="stable")[: min(_CHAIN_HEADS, len(own))]
    return own[chosen].max(axis=0)


def _lookback(raw: FloatArray, prompt: int) -> float:
    tokens = raw.shape[1]
    context = raw[..., :prompt].mean(axis=-1) if prompt else np.zeros(raw.shape[:2])
    generated = raw[..., prompt:].sum(axis=-1) / np.arange(1, tokens + 1)
    total = context + generated
    ratio = np.divide(context, total, out=np.zeros_like(total), where=total > 0)
    return float(ratio.mean())
