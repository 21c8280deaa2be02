"""Do tests keep their error, and are estimates of variability unbiased?

Bands are three Monte-Carlo standard errors around what is promised, computed from the number of
experiments or from the spread of the experiments themselves.
"""

import functools

import numpy as np
import pandas as pd
import pytest

from tapworld_eval.statistics import (
    align,
    axis_interaction,
    axis_variability,
    confidence_sequence,
    count_cells,
    expected_regret,
    mcnemar,
    rank_agents,
    stopping_point,
    variance_components,
)
from tapworld_eval.statistics.simulation import BenchmarkProcess, simulate_records

pytestmark = pytest.mark.validity


def test_regret_of_the_bootstrap_stays_below_walds():
    """Two agents of almost equal strength on each app, as frontier models are."""
    process = BenchmarkProcess(tuple(np.linspace(0.16, 0.62, 15)), 12, (3, 3), 3, 0.25, 0.05)
    design = process.cells()
    wald, ours = [], []
    for experiment in range(12):
        rng = np.random.default_rng([3, experiment])
        cells = [design.with_successes(process.draw(rng)[1].ravel()) for _ in range(2)]
        found = expected_regret(align(dict(zip("ab", cells, strict=True))), seed=experiment)
        wald.append(found.wald)
        ours.append(found.bootstrap)
    assert (np.array(ours) <= np.array(wald) + 1e-12).all()
    assert np.mean(ours) < 0.8 * np.mean(wald)


def test_watching_after_every_pair_keeps_the_error():
    rng = np.random.default_rng(0)
    runs, pairs = 1000, 400
    wrong = peeking = 0
    p_value = functools.cache(mcnemar)
    for _ in range(runs):
        outcomes = rng.random((pairs, 2)) < 0.5
        wrong += stopping_point(outcomes)[1] != "undecided"
        gaps = np.cumsum(outcomes[:, 0].astype(int) - outcomes[:, 1])
        moved = np.cumsum(outcomes[:, 0] != outcomes[:, 1])
        looks = range(19, pairs, 20)
        peeking += any(
            p_value(int(moved[i] + gaps[i]) // 2, int(moved[i] - gaps[i]) // 2) < 0.05
            for i in looks
        )
    assert wrong / runs <= 0.05
    assert peeking / runs > 0.12, "a fixed test at every look must show the error that is avoided"


def test_the_stopping_rule_finds_a_real_difference_early():
    rng = np.random.default_rng(1)
    used = [stopping_point(rng.random((2000, 2)) < (0.6, 0.4)) for _ in range(200)]
    assert np.mean([decision == "first" for _, decision in used]) > 0.98
    assert np.median([pairs for pairs, _ in used]) < 350


@pytest.mark.parametrize("p", [0.05, 0.5, 0.9])
def test_a_confidence_sequence_covers_at_all_times(p):
    rng = np.random.default_rng(2)
    k = np.cumsum(rng.random((1500, 400)) < p, axis=1)
    low, high = confidence_sequence(k, np.arange(1, 401))
    always = ((low <= p) & (p <= high)).all(axis=1).mean()
    assert always >= 0.95


def test_the_permutation_null_of_an_idle_axis():
    process = BenchmarkProcess((0.3, 0.6), 6, (3, 3), 3, 0.25, 0.0)
    tables = [
        axis_variability(simulate_records(process, seed), permutations=39, replicates=50)
        for seed in range(60)
    ]
    p_values = np.concatenate([table["p_value"] for table in tables])
    excess = np.concatenate([table["excess"] for table in tables])
    count = len(p_values)
    # 39 permutations give p values 1/40 to 40/40, evenly: 2 of 40 are at most 0.05.
    assert (p_values <= 0.05).mean() <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / count)
    assert p_values.mean() == pytest.approx(41 / 80, abs=3 / np.sqrt(12 * count))
    assert abs(excess.mean()) < 3 * excess.std() / np.sqrt(count)


def test_interaction_is_unbiased():
    """Noise of configurations that follows no axis is interaction: all of 0.1 squared."""
    process = BenchmarkProcess((0.5,) * 4, 10, (3, 3), 4, 0.1, 0.1)
    found = [
        axis_interaction(simulate_records(process, seed), "profile", "theme", replicates=20)
        for seed in range(40)
    ]
    variances = [interaction.variance for interaction in found]
    error = np.std(variances) / np.sqrt(len(variances))
    assert np.mean(variances) == pytest.approx(0.01, abs=3 * error)


def test_variance_components_are_unbiased_in_unbalanced_designs():
    process = BenchmarkProcess((0.5,) * 6, 12, (3, 3), 4, 0.15, 0.1)
    rows = []
    for seed in range(60):
        frame = simulate_records(process, seed)
        part = frame.sample(frac=0.6, random_state=seed)
        rows.append(variance_components(count_cells(part)).set_index("level")["raw"])
    table = pd.DataFrame(rows)
    error = 3 * table.std() / np.sqrt(len(table))
    expected = {
        "app": 0.0,
        "scenario": 0.15**2,
        "configuration": 0.1**2,
        "rollout": 0.25 - 0.15**2 - 0.1**2,
    }
    for level, variance in expected.items():
        assert table[level].mean() == pytest.approx(variance, abs=error[level])


def test_rank_intervals_hold_together():
    """Three equal agents and a worse one: true ranks are 1 to 3, 1 to 3, 1 to 3 and 4."""
    process = BenchmarkProcess((0.4, 0.6), 15, (3,), 3, 0.2, 0.05)
    design = process.cells()
    hits = 0
    for experiment in range(150):
        rng = np.random.default_rng([5, experiment])
        rates, _ = process.draw(rng)
        shifted = [rates, rates, rates, np.clip(rates - 0.15, 0, 1)]
        cells = {
            name: design.with_successes(rng.binomial(process.rollouts, r).ravel())
            for name, r in zip("abcd", shifted, strict=True)
        }
        table = rank_agents(cells, replicates=400, seed=experiment).agents.set_index("agent")
        lows, highs = table["rank_low"].to_dict(), table["rank_high"].to_dict()
        hits += [lows[name] for name in "abc"] == [1, 1, 1] and highs["d"] == 4
    assert hits / 150 >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / 150)
