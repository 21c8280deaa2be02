"""VLM-native family: how the click moves when the instruction or the image is perturbed."""

from __future__ import annotations

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


def _hedge(records: Cell) -> FloatArray:
    return cluster_entropy(cluster_labels(click_matrix(records, "paraphrase")))


def _imghedge(records: Cell) -> FloatArray:
    return cluster_entropy(cluster_labels(click_matrix(records, "perturbation")))


METHODS = (
    Method("hedge", "vlm", ("paraphrases",), "Zhang et al. (2024)", _hedge, number=26),
    Method("imghedge", "vlm", ("perturbations",), "Cubuk et al. (2019)", _imghedge, number=27),
)
