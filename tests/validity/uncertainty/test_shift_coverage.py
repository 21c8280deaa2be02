"""Weighted conformal disks under covariate shift, and what their effective sample size means."""

import numpy as np
import pytest
from scipy import stats

from tapworld_eval.uncertainty.regions import (
    conformal_quantile,
    effective_sample_size,
    likelihood_ratios,
    shifted_disks,
    weighted_conformal_quantile,
)

pytestmark = pytest.mark.validity
SEEDS, ALPHA = 2000, 0.1
TILT = 2.0


def band(probability):
    return tuple(stats.binom.ppf([0.0005, 0.9995], SEEDS, probability) / SEEDS)


def shifted(rng, size):
    """Uncertainty in a harder regime: density proportional to exp(TILT u) on (0, 1)."""
    return np.log1p(rng.random(size) * np.expm1(TILT)) / TILT


def ratio(u):
    """Density of the harder regime over that of the uniform one."""
    return TILT * np.exp(TILT * u) / np.expm1(TILT)


def distances(rng, u):
    return rng.exponential(5 + 100 * u**2)


@pytest.fixture(scope="module")
def covered():
    """Hits of plain and weighted disks on one record of the harder regime, over all seeds."""
    hits, bound = {"plain": 0, "weighted": 0, "estimated": 0}, []
    for seed in range(SEEDS):
        rng = np.random.default_rng([seed, 91])
        u = rng.random(150)
        d = distances(rng, u)
        own = shifted(rng, 151)
        far = distances(rng, own[:1])[0]
        weights, mine = ratio(u), ratio(own[:1])
        hits["plain"] += far <= conformal_quantile(d, ALPHA)
        hits["weighted"] += far <= shifted_disks(d, weights, mine, ALPHA).radii[0]
        # The ratio as a user has it: learned from scores of both regimes, no outcomes.
        learned, _ = likelihood_ratios(u[:, None], own[1:, None])
        known, fresh = likelihood_ratios(u[:, None], own[:, None])
        assert len(known) == len(learned)
        hits["estimated"] += far <= shifted_disks(d, known, fresh[:1], ALPHA).radii[0]
        everyone = np.append(weights, mine)
        bound.append(everyone.max() / everyone.sum())
    return {name: count / SEEDS for name, count in hits.items()}, float(np.mean(bound))


def test_known_weights_keep_the_promise(covered):
    found, most = covered
    # Tibshirani et al. (2019): at least 1 - alpha, at most the largest weight's share more.
    assert band(1 - ALPHA)[0] <= found["weighted"] <= band(1 - ALPHA + most)[1]
    assert most < 0.05


def test_without_weights_the_promise_is_broken(covered):
    assert covered[0]["plain"] < band(1 - ALPHA)[0] - 0.02


def test_weights_that_were_learned_come_close(covered):
    """No theorem: the classifier sees 150 records of each. Two points of slack beside the band."""
    found, most = covered
    low, high = band(1 - ALPHA)[0] - 0.02, band(1 - ALPHA + most)[1] + 0.02
    assert low <= found["estimated"] <= high
    assert found["estimated"] > found["plain"] + 0.05


@pytest.mark.parametrize("tilt", [0.0, 2.0, 5.0])
def test_coverage_is_as_steady_as_the_effective_sample_size_says(tilt):
    """Over calibration sets, coverage varies as it would with so many unweighted records.

    Distances do not depend on the weights here, so this holds but for terms of order 1/n; that of
    n plain records is Beta distributed.
    """
    coverage, effective = [], []
    for seed in range(SEEDS):
        rng = np.random.default_rng([seed, 92])
        weights = np.exp(tilt * rng.random(400))
        d = rng.exponential(50, 400)
        radius = weighted_conformal_quantile(d, weights, [weights.mean()], ALPHA)[0]
        coverage.append(-np.expm1(-radius / 50))
        effective.append(effective_sample_size(weights))
    n = float(np.mean(effective))
    assert n == pytest.approx(400, rel=1e-9) if tilt == 0 else n < 350
    promised = np.sqrt(ALPHA * (1 - ALPHA) / (n + 2))
    # The standard deviation of 2 000 values is known to about 1.6 %; the rest is the 1/n.
    assert np.std(coverage) == pytest.approx(promised, rel=0.1)
    # All 400 records would promise too much.
    if tilt == 5.0:
        assert np.std(coverage) > 1.3 * np.sqrt(ALPHA * (1 - ALPHA) / 402)
