"""Bands around the measures: how far another probing of the same size would lie.

Few probes a cell bias A_blind and G_e (a uniform model looks concentrated), and drawing answers
again from a_i would add that bias once more. So the answers are drawn from cell accuracies that
are freed from chance first (the nonparametric maximum-likelihood mixture of binomials, fitted by
EM; Kiefer and Wolfowitz 1956, Laird 1978), and only the spread of what comes out is used, set
around the estimate. The band is for the expected estimate at this number of probes, which is what
can be compared with another probing; it is not a band for an infinite number of probes.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from tapworld_eval.grounding.blindzones.measures import THRESHOLD, checked_counts

__all__ = ["MEASURES", "cell_measures", "freed_accuracies", "severity_bands"]

#: Measures that get a band.
MEASURES = ("accuracy", "area", "blind_accuracy", "drop", "concentration")
_ATOMS = np.linspace(0, 1, 101)
_ROUNDS = 200

Floats = NDArray[np.float64]


def severity_bands(
    right: ArrayLike,
    trials: ArrayLike,
    *,
    threshold: float = THRESHOLD,
    seed: int = 0,
    replicates: int = 400,
    level: float = 0.95,
) -> dict[str, tuple[float, float]]:
    """Bootstrap bands of each measure; cells are the population, so they stay.

    Returns:
        Measure -> (low, high); NaN where the measure is undefined.

    Raises:
        BlindZoneError: A cell has no probes.

    Examples:
        >>> low, high = severity_bands([30, 30, 29, 6], [30] * 4)["area"]
        >>> low <= 0.25 <= high
        True
    """
    k, n = checked_counts(right, trials)
    draw = np.random.default_rng(seed)
    accuracies = freed_accuracies(k, n, draw)
    drawn = draw.binomial(n.astype(np.int64), accuracies, (replicates, len(n)))
    spread = cell_measures(drawn / n, threshold)
    estimate = cell_measures((k / n)[None], threshold)
    bands = {}
    for name in MEASURES:
        middle, values = float(estimate[name][0]), spread[name]
        values = values[np.isfinite(values)]
        if len(values) < 2 or not math.isfinite(middle):
            bands[name] = (math.nan, math.nan)
            continue
        low, high = np.quantile(values - values.mean(), [(1 - level) / 2, (1 + level) / 2])
        least = -math.inf if name == "drop" else 0.0
        # Where nearly all replicates are equal, the mean may lie beyond the quantiles.
        down, up = max(0.0, float(high)), min(0.0, float(low))
        bands[name] = (max(least, middle - down), min(1.0, middle - up))
    return bands


def freed_accuracies(right: ArrayLike, trials: ArrayLike, draw: np.random.Generator) -> Floats:
    """Cell accuracies with the spread that is left when chance is taken off.

    Each cell's is drawn from its posterior under the fitted mixture.
    """
    k, n = checked_counts(right, trials)
    pairs, place, count = np.unique(
        np.stack([k, n]), axis=1, return_inverse=True, return_counts=True
    )
    place = place.ravel()
    likelihood = stats.binom.pmf(pairs[0][:, None], pairs[1][:, None], _ATOMS[None])
    weights = np.full(len(_ATOMS), 1 / len(_ATOMS))
    posterior = likelihood
    for _ in range(_ROUNDS):
        posterior = likelihood * weights
        posterior /= posterior.sum(axis=1, keepdims=True)
        weights = (posterior * count[:, None]).sum(axis=0) / len(k)
    chance = draw.random((len(k), 1))
    return _ATOMS[(posterior.cumsum(axis=1)[place] < chance * (1 - 1e-12)).sum(axis=1)]


def cell_measures(a: Floats, threshold: float) -> dict[str, Floats]:
    """Each measure of every row of cell accuracies, shape (rows, cells).

    Examples:
        >>> found = cell_measures(np.array([[1.0, 1.0, 1.0, 0.2]]), 0.8)
        >>> found["area"].tolist(), found["concentration"].round(3).tolist()
        ([0.25], [0.75])
    """
    blind, mean = a < threshold, a.mean(axis=1)
    errors = np.sort(1 - a, axis=1)
    cells = errors.shape[1]
    ranks = 2 * np.arange(1, cells + 1) - cells - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = (a * blind).sum(axis=1) / blind.sum(axis=1)
        return {
            "accuracy": mean,
            "area": blind.mean(axis=1),
            "blind_accuracy": inside,
            "drop": 1 - inside / mean,
            "concentration": (errors * ranks).sum(axis=1) / (cells * errors.sum(axis=1)),
        }
