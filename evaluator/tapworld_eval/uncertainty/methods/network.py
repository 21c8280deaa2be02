"""A small ReLU network trained by Adam, in single precision, without a deep-learning library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import special

__all__ = ["fit_network", "loss_and_gradients"]

FloatArray = NDArray[np.float64]
Parameters = list[NDArray[np.float32]]


def loss_and_gradients(
    parameters: Sequence[NDArray], x: NDArray, y: NDArray
) -> tuple[float, list[NDArray]]:
    """Mean log loss and its gradient.

    Args:
        parameters: Weights and biases in turn, one pair a layer.
        x: Rows, shape (n, d).
        y: Zeros and ones, shape (n,).
    """
    layers = len(parameters) // 2
    outputs = [x]
    for layer in range(layers):
        z = outputs[-1] @ parameters[2 * layer] + parameters[2 * layer + 1]
        outputs.append(np.maximum(z, 0) if layer < layers - 1 else z)
    logits = outputs[-1][:, 0]
    loss = float(np.mean(np.logaddexp(0, logits) - y * logits))
    upstream = ((special.expit(logits) - y) / len(x))[:, None].astype(x.dtype)
    gradients: list[NDArray] = [np.empty(0)] * len(parameters)
    for layer in range(layers - 1, -1, -1):
        gradients[2 * layer] = outputs[layer].T @ upstream
        gradients[2 * layer + 1] = upstream.sum(axis=0)
        if layer:
            upstream = (upstream @ parameters[2 * layer].T) * (outputs[layer] > 0)
    return loss, gradients


def fit_network(
    x: FloatArray,
    y: NDArray[np.bool_],
    layers: Sequence[int],
    *,
    seed: int,
    epochs: int = 20,
    batch: int = 32,
    rate: float = 1e-3,
    decay: float = 1e-2,
) -> Callable[[FloatArray], FloatArray]:
    """Train on all rows; return a function from rows to the probability of the class ``True``.

    Args:
        x: Shape (n, d).
        y: Shape (n,).
        layers: Widths of the hidden layers.
        seed: Decides the initial weights and the order of the rows.
        epochs: Passes over the rows.
        batch: Rows of a step.
        rate: Adam's step size.
        decay: Decoupled weight decay.
    """
    rng = np.random.default_rng([seed, 21])
    rows, target = x.astype(np.float32), y.astype(np.float32)
    widths = [x.shape[1], *layers, 1]
    parameters: Parameters = []
    for inputs, outputs in pairwise(widths):
        scale = np.sqrt(2 / max(inputs, 1))
        parameters.append((rng.standard_normal((inputs, outputs)) * scale).astype(np.float32))
        parameters.append(np.zeros(outputs, dtype=np.float32))
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(rows))
        for start in range(0, len(rows), batch):
            chosen = order[start : start + batch]
            _, gradients = loss_and_gradients(parameters, rows[chosen], target[chosen])
            step += 1
            corrected = rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            for p, m, v, g in zip(parameters, first, second, gradients, strict=True):
                m += np.float32(0.1) * (g - m)
                v += np.float32(0.001) * (g * g - v)
                p -= np.float32(rate * decay) * p
                p -= np.float32(corrected) * m / (np.sqrt(v) + np.float32(1e-8))

    def predict(new: FloatArray) -> FloatArray:
        hidden = new.astype(np.float32)
        for layer in range(len(parameters) // 2 - 1):
            hidden = np.maximum(hidden @ parameters[2 * layer] + parameters[2 * layer + 1], 0)
        return special.expit((hidden @ parameters[-2] + parameters[-1])[:, 0].astype(np.float64))

    return predict
