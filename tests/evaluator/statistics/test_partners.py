"""Parity with rliable 1.2.0 and scikit-learn where they have what is computed here."""

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, mean_absolute_error, roc_auc_score

from tapworld_eval.statistics import (
    axis_variability,
    bootstrap,
    discordant_pairs,
    from_scores,
    performance_profile,
    probability_of_improvement,
    run_scores,
)
from tapworld_eval.statistics.aggregates import iqm
from tapworld_eval.statistics.benchmark import benchmark_bootstrap, import_rliable


@pytest.fixture(scope="module")
def rliable():
    return import_rliable()


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(2)
    return (rng.random((12, 9)) < rng.beta(1, 1, size=9)).astype(float)


# Rates of 12 runs are multiples of 1/12, and so are limits of a median: rliable's draws cannot be
# seeded, so a limit may fall on the next one.
@pytest.mark.parametrize(("statistic", "error"), [("mean", 0.02), ("median", 1 / 12 + 1e-9)])
def test_stratified_intervals_agree_within_monte_carlo_error(rliable, scores, statistic, error):
    library, metrics = rliable
    metric = getattr(metrics, f"aggregate_{statistic}")
    points, limits = library.get_interval_estimates(
        {"a": scores}, lambda x: np.array([metric(x)]), reps=1000
    )
    found = bootstrap(from_scores({"a": scores}), [], statistic=statistic, replicates=4000)
    assert found.suite.estimate == pytest.approx(points["a"][0])
    assert (found.suite.low, found.suite.high) == pytest.approx(limits["a"].ravel(), abs=error)


def test_profiles_are_equal_and_bands_agree(rliable, scores):
    library, _ = rliable
    taus = np.linspace(0, 1, 11)
    points, limits = library.create_performance_profile(
        {"a": scores}, taus, use_score_distribution=False, reps=400
    )
    found = performance_profile(from_scores({"a": scores}), [], taus=taus, replicates=2000)
    np.testing.assert_array_equal(found["share"], points["a"])
    low, high = limits["a"]
    assert np.abs(found["low"] - np.minimum(low, found["share"])).max() <= 1 / 9 + 1e-9
    assert np.abs(found["high"] - np.maximum(high, found["share"])).max() <= 1 / 9 + 1e-9
    assert np.abs(found["low"] - np.minimum(low, found["share"])).mean() < 0.05


def test_probability_of_improvement_is_equal(rliable, scores):
    _, metrics = rliable
    other = np.roll(scores, 3, axis=1)[:7]
    expected = metrics.probability_of_improvement(scores, other)
    assert probability_of_improvement(scores, other) == pytest.approx(expected)
    assert probability_of_improvement(scores, scores) == pytest.approx(0.5)


def test_iqm_is_equal_on_one_run(rliable, scores):
    _, metrics = rliable
    rates = scores.mean(axis=0)
    assert float(iqm(rates)) == pytest.approx(metrics.aggregate_iqm(rates[None, :]))


def test_scores_survive_the_way_through_records(scores):
    apps, matrix = run_scores(from_scores({"a": scores}).drop(columns="agent"))
    assert apps == [f"task{t:02d}" for t in range(9)]
    np.testing.assert_array_equal(matrix, scores)


def test_benchmark_reports_its_contract():
    report = benchmark_bootstrap(apps=2, scenarios=2, rollouts=2, replicates=50, repeats=1)
    assert {"bootstrap_s", "ratio_rliable", "peak_mb"} <= set(report)
    assert report["rows"] == 2 * 2 * 27 * 2
    assert report["ratio_rliable"] > 0


def test_improvement_on_one_task_is_scikit_learns_area_under_the_curve(scores):
    first, second = scores, np.roll(scores, 3, axis=1)[:7]
    label = np.repeat([1, 0], [len(first), len(second)])
    areas = [
        roc_auc_score(label, np.concatenate([first[:, task], second[:, task]]))
        for task in range(scores.shape[1])
    ]
    assert probability_of_improvement(first, second) == pytest.approx(np.mean(areas))


def test_discordant_pairs_are_scikit_learns_off_diagonal(scores):
    first = from_scores({"a": scores})
    second = from_scores({"b": np.roll(scores, 2, axis=1)})
    table = confusion_matrix(first["success"], second["success"], labels=[0, 1])
    found = discordant_pairs(first, second.sample(frac=1, random_state=0))
    assert found is not None
    assert (found.wins, found.losses) == (table[1, 0], table[0, 1])
    assert found.ties == np.trace(table)


def test_deviation_of_two_levels_is_scikit_learns_absolute_error(make_records):
    frame = make_records(apps=1, scenarios=1, levels=(2, 9), rollouts=4)
    rates = frame.pivot_table(index="theme", columns="profile", values="success")
    table = axis_variability(frame, ["profile", "theme"], permutations=1).set_index("axis")
    expected = mean_absolute_error(rates["profile0"], rates["profile1"])
    assert table["mad"].to_dict()["profile"] == pytest.approx(expected)
