"""Clusters of clicks: single linkage, so that the order of the clicks does not matter."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["TOLERANCE", "agreement", "click_matrix", "cluster_entropy", "cluster_labels"]

FloatArray = NDArray[np.float64]
TOLERANCE: Final = 50.0  # pixels of the original image, as in the source paper
_BLOCK: Final = 20_000_000  # bytes of pairwise tables held at once


def click_matrix(records: Cell, signal: str) -> FloatArray:
    """Clicks of a signal, shape (n, most clicks, 2); NaN where there is none."""
    x, y = records.list(f"{signal}_x").padded(), records.list(f"{signal}_y").padded()
    points = np.stack([x, y], axis=-1)
    points[np.isnan(points).any(axis=-1)] = np.nan
    return points


def cluster_labels(points: FloatArray, tolerance: float = TOLERANCE) -> NDArray[np.int64]:
    """Cluster of each point: the smallest index that a chain of near points leads to.

    Args:
        points: Shape (n, k, 2); NaN where there is no point.
        tolerance: Two points at most this far apart are linked.

    Returns:
        Shape (n, k); -1 where there is no point.

    Examples:
        >>> cluster_labels(np.array([[[0.0, 0], [200, 0], [50, 0], [100, 0]]])).tolist()
        [[0, 1, 0, 0]]
    """
    n, k = points.shape[:2]
    labels = np.full((n, k), -1, dtype=np.int64)
    if k == 0:
        return labels
    step = max(1, _BLOCK // (16 * k * k))
    for start in range(0, n, step):
        block = points[start : start + step]
        difference = block[:, :, None, :] - block[:, None, :, :]
        reach = np.hypot(difference[..., 0], difference[..., 1]) <= tolerance
        # Squaring doubles the length of the chains that are followed.
        for _ in range(int(np.ceil(np.log2(max(k, 2))))):
            reach = np.matmul(reach.astype(np.float32), reach.astype(np.float32)) > 0
        valid = ~np.isnan(block[..., 0])
        labels[start : start + step] = np.where(valid, reach.argmax(axis=2), -1)
    return labels


def cluster_entropy(labels: NDArray[np.int64], weights: FloatArray | None = None) -> FloatArray:
    """Entropy in nats of the shares of the clusters, shape (n,); NaN without any point.

    Args:
        labels: Shape (n, k), -1 for no point.
        weights: Weight of each point, shape (n, k); equal ones by default.
    """
    n, k = labels.shape
    mass = np.ones((n, k)) if weights is None else weights
    mass = np.where(labels >= 0, mass, 0.0)
    shares = np.zeros((n, k))
    np.add.at(shares, (np.arange(n)[:, None], np.maximum(labels, 0)), mass)
    total = shares.sum(axis=1, keepdims=True)
    shares = np.divide(shares, total, out=np.full_like(shares, np.nan), where=total > 0)
    terms = np.where(shares > 0, -shares * np.log(np.where(shares > 0, shares, 1.0)), 0.0)
    # abs: one cluster of share 1 gives -0.0.
    return np.where(total[:, 0] > 0, np.abs(terms.sum(axis=1)), np.nan)


def agreement(records: Cell, tolerance: float = TOLERANCE) -> FloatArray:
    """Share of the samples within the tolerance of the greedy click, shape (n,).

    Samples without a click are left out; NaN without a greedy click or without any sample.
    """
    samples = click_matrix(records, "sample")
    difference = samples - records.clicks[:, None, :]
    distance = np.hypot(difference[..., 0], difference[..., 1])
    valid = ~np.isnan(samples[..., 0])
    count = valid.sum(axis=1)
    near = ((distance <= tolerance) & valid).sum(axis=1)
    known = (count > 0) & ~np.isnan(records.clicks).any(axis=1)
    return np.where(known, near / np.maximum(count, 1), np.nan)
