"""Adaptive disks for a running agent: the long-run error rate, whatever the distances do."""

import numpy as np
import pytest
from scipy import stats

from tapworld_eval.uncertainty.regions import AdaptiveDisk, conformal_quantile

pytestmark = pytest.mark.validity
SEEDS, STEPS, ALPHA, RATE = 200, 400, 0.1, 0.02
# Gibbs and Candes (2021), proposition 4.1: for every sequence, not on average.
BOUND = (max(ALPHA, 1 - ALPHA) + RATE) / (RATE * STEPS)


def still(rng, steps):
    return rng.exponential(50, steps)


def jump(rng, steps):
    """A new app after a third of the steps: clicks land four times as far."""
    return rng.exponential(np.where(np.arange(steps) < steps // 3, 50, 200))


def drift(rng, steps):
    return rng.exponential(np.geomspace(20, 400, steps))


def waves(rng, steps):
    return rng.exponential(50 + 45 * np.sin(np.arange(steps) / 15))


def missing(rng, steps):
    """Three in ten replies hold no point: infinitely far."""
    return np.where(rng.random(steps) < 0.3, np.inf, rng.exponential(50, steps))


def run(draw, seed, **options):
    rng = np.random.default_rng([seed, 93])
    before = still(rng, 50)
    distances = draw(rng, STEPS)
    disk = AdaptiveDisk(before, alpha=ALPHA, rate=RATE, **options)
    return disk.run(distances), distances > conformal_quantile(before, ALPHA)


@pytest.mark.parametrize("draw", [still, jump, drift, waves, missing])
def test_the_error_rate_stays_within_the_bound_for_every_sequence(draw):
    rates = [run(draw, seed, window=100)[0].mean() for seed in range(SEEDS)]
    assert max(abs(rate - ALPHA) for rate in rates) <= BOUND
    # Far inside it on average: the bound is for the worst sequence.
    assert abs(np.mean(rates) - ALPHA) < BOUND / 4


def test_an_adversary_who_knows_the_radius_cannot_break_the_bound():
    rng = np.random.default_rng(94)
    disk = AdaptiveDisk(still(rng, 50), alpha=ALPHA, rate=RATE, window=100)
    for _ in range(STEPS):
        # Just outside while the radius is finite.
        disk.update(disk.radius + 1 if np.isfinite(disk.radius) else 0.0)
    assert abs(np.mean(disk.errors) - ALPHA) <= BOUND
    assert np.mean(disk.errors) > ALPHA


def test_a_disk_that_is_calibrated_once_does_break_it():
    fixed = [run(drift, seed)[1].mean() for seed in range(SEEDS)]
    assert np.mean(fixed) > ALPHA + BOUND


def test_where_nothing_drifts_it_covers_like_a_fixed_disk():
    """Errors over all seeds are within a binomial band, widened by what one seed's steps share."""
    counts = [int(run(still, seed, window=None)[0].sum()) for seed in range(SEEDS)]
    mean = np.mean(counts) / STEPS
    low, high = stats.norm.interval(0.999, ALPHA, np.std(counts) / STEPS / np.sqrt(SEEDS))
    # The level is pulled to 1 - alpha from both sides: the 1/(n + 1) of the quantile stays.
    assert low - 1 / STEPS <= mean <= high + 1 / STEPS
    # Errors that are followed vary less than independent ones would.
    assert np.std(counts) < np.sqrt(STEPS * ALPHA * (1 - ALPHA))
