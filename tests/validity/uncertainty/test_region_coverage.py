"""Do regions cover what they promise? 2 000 seeds; bands are what theory predicts.

Over calibration sets of n records, coverage of one new record is exactly ceil((n+1)(1-alpha))/(n+1)
for continuous distances; each seed tests one record, so the count is binomial.
"""

import math

import numpy as np
import pytest
from scipy import stats

from tapworld_eval.uncertainty.regions import (
    conformal_quantile,
    evaluate_abstention,
    fit_disk,
    fit_mondrian,
    learn_then_test,
    risk_control_radius,
)
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell

pytestmark = pytest.mark.validity
SEEDS = 2000


def band(probability: float) -> tuple[float, float]:
    return tuple(stats.binom.ppf([0.0005, 0.9995], SEEDS, probability) / SEEDS)


def draw(seed: int, n: int):
    rng = np.random.default_rng([seed, 77])
    u = rng.random(n + 1)
    return u, rng.exponential(5 + 100 * u**2)


@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.2])
@pytest.mark.parametrize("variant", ["fixed", "normalized", "cqr"])
def test_disks_cover_exactly_as_often_as_theory_says(variant, alpha):
    n, inside, records = 158, 0, 0
    for seed in range(SEEDS):
        u, d = draw(seed, n)
        disk = fit_disk(d[:n], u[:n], alpha=alpha, variant=variant, seed=seed)
        inside += d[n] <= disk.radius(u[n:])[0]
        records = disk.records
    rank = math.ceil((records + 1) * (1 - alpha) - 1e-9)
    low, high = band(rank / (records + 1))
    assert low <= inside / SEEDS <= high


def test_every_group_is_covered():
    inside = 0
    for seed in range(SEEDS):
        rng = np.random.default_rng([seed, 78])
        d = np.concatenate([rng.exponential(10, 60), rng.exponential(200, 40)])
        disk = fit_mondrian(d, ["a"] * 60 + ["b"] * 40, 0.1)
        inside += rng.exponential(200) <= disk.radius(["b"])[0]
    low, high = band(math.ceil(41 * 0.9 - 1e-9) / 41)
    assert low <= inside / SEEDS <= high


def test_risk_stays_below_its_level():
    losses = []
    for seed in range(SEEDS):
        _, d = draw(seed, 100)
        radius = risk_control_radius(d[:100], 0.1, tolerance=60.0)
        losses.append(np.clip((d[100] - radius) / 60, 0, 1))
    assert np.mean(losses) <= 0.1 + 3 * np.std(losses) / np.sqrt(SEEDS)
    assert np.mean(losses) >= 0.1 - 2 / 101 - 3 * np.std(losses) / np.sqrt(SEEDS)


def test_certificates_fail_at_most_as_often_as_they_say():
    broken = 0
    for seed in range(SEEDS):
        rng = np.random.default_rng([seed, 79])
        u = rng.random(300)
        # Among scores up to t the error rate is t / 4.
        found = learn_then_test(u, rng.random(300) < u / 2, risk=0.1, delta=0.1)
        broken += found.threshold > 0.4
    assert broken / SEEDS <= band(0.1)[1]


@pytest.mark.parametrize("levels", [None, 5])
def test_certificates_hold_and_are_no_formality(levels):
    """Continuous scores, and scores of five values as self_consistency has."""
    n, risk = 500, 0.14
    broken = {"certified": 0, "naive": 0}
    accepting = 0
    for seed in range(SEEDS):
        rng = np.random.default_rng([seed, 80])
        u = rng.random(n)
        scores = u if levels is None else np.ceil(u * levels)
        wrong = rng.random(n) < u / 2
        found = learn_then_test(scores, wrong, risk=risk, delta=0.1)
        accepting += np.isfinite(found.threshold)
        broken["certified"] += int(rate_up_to(found.threshold, levels) > risk)
        # The largest threshold whose own calibration records look good enough.
        order = np.argsort(scores, kind="stable")
        rates = np.cumsum(wrong[order]) / np.arange(1, n + 1)
        good = np.flatnonzero((rates <= risk) & (np.append(np.diff(scores[order]), 1) > 0))
        naive = scores[order][good[-1]] if len(good) else -np.inf
        broken["naive"] += int(rate_up_to(naive, levels) > risk)
    assert broken["certified"] / SEEDS <= band(0.1)[1]
    assert broken["naive"] / SEEDS > band(0.1)[1]
    # It does not keep its promise by never acting.
    assert accepting / SEEDS > 0.7


def test_the_command_counts_broken_promises_fairly():
    """`uq abstain` over splits of one cell: at most delta of them, if all records are counted."""
    shares = []
    for seed in range(20):
        cell = simulate_cell(CellProcess(records=300, accuracy=0.7, dimension=2), seed=seed)
        found = evaluate_abstention(cell, "msp", risk=0.15, delta=0.1, seeds=100, calibration=0.5)
        shares.append(found.broken)
    # Splits of one cell are not independent: the spread between cells says what is noise.
    assert np.mean(shares) <= 0.1 + 3 * np.std(shares) / np.sqrt(len(shares))
    assert np.mean(shares) > 0


def rate_up_to(threshold, levels):
    """True error rate among scores of at most the threshold: u / 2 averaged over (0, t)."""
    return max(threshold, 0.0) / (1 if levels is None else levels) / 4


def test_risk_control_needs_its_correction():
    """n = 10, losses of 0 and 1: the corrected radius keeps the level, the plain mean does not."""
    missed = {"controlled": 0, "plain": 0}
    for seed in range(SEEDS):
        _, d = draw(seed, 10)
        first = np.sort(d[:10])
        radius = risk_control_radius(first, 0.1)
        missed["controlled"] += d[10] > radius
        # One miss among ten is a mean loss of .1.
        missed["plain"] += d[10] > first[8]
    assert missed["controlled"] / SEEDS <= band(0.1)[1]
    low, high = band(1 / 11)
    assert low <= missed["controlled"] / SEEDS <= high
    assert missed["plain"] / SEEDS > band(0.1)[1]


def test_a_quantile_without_the_small_correction_would_be_seen():
    """The check can fail: the plain empirical quantile covers too little at n = 19."""
    inside = {"conformal": 0, "plain": 0}
    for seed in range(SEEDS):
        _, d = draw(seed, 19)
        inside["conformal"] += d[19] <= conformal_quantile(d[:19], 0.1)
        inside["plain"] += d[19] <= np.quantile(d[:19], 0.9, method="lower")
    low, high = band(18 / 20)
    assert low <= inside["conformal"] / SEEDS <= high
    assert inside["plain"] / SEEDS < low
