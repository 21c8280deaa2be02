import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, roc_auc_score

from tapworld_eval.uncertainty import OptionError, evaluate, score, to_frame
from tapworld_eval.uncertainty.metrics import (
    METRICS,
    aurc,
    auroc,
    ause,
    brier,
    ece,
    fit_isotonic,
    prr,
    reliability_bins,
    risk_coverage,
    sparsification,
    split,
)
from tapworld_eval.uncertainty.simulation import CellProcess, latent_auroc, simulate_cell

rows = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30)


@settings(max_examples=80, deadline=None)
@given(rows, st.randoms())
def test_order_metrics_know_ties_transforms_and_permutations(pairs, random):
    u, wrong = (np.array(x, dtype=float) for x in zip(*pairs, strict=True))
    shuffled = list(range(len(u)))
    random.shuffle(shuffled)
    if 0 < wrong.mean() < 1:
        assert auroc(u, wrong) == pytest.approx(roc_auc_score(wrong, u))
        assert auroc(-u, wrong) == pytest.approx(1 - auroc(u, wrong))
    else:
        assert np.isnan(auroc(u, wrong))
        assert np.isnan(prr(u, wrong))
    for metric in (auroc, prr, aurc, ause):
        value = metric(u, wrong)
        assert metric(np.exp(u), wrong) == pytest.approx(value, nan_ok=True)
        assert metric(u[shuffled], wrong[shuffled]) == pytest.approx(value, nan_ok=True)


@pytest.mark.parametrize("metric", [prr, aurc, ause])
def test_averaged_ties_are_the_mean_over_all_orders_of_the_tied(metric):
    u = np.array([0.0, 1, 1, 1, 1, 2])
    wrong = np.array([0.0, 1, 0, 0, 1, 1])
    values = []
    for order in itertools.permutations(range(1, 5)):
        rows = [0, *order, 5]
        values.append(metric(u[rows], wrong[rows], ties="first"))
    assert metric(u, wrong) == pytest.approx(np.mean(values))


def test_rejection_by_brute_force_and_at_its_ends():
    rng = np.random.default_rng(0)
    u, wrong = rng.random(21), rng.random(21) < 0.4
    right = 1.0 - wrong

    def area(order):
        return np.mean([right[order[:k]].mean() for k in range(21 - 10 + 1, 22)])

    random = right.mean()
    expected = (area(np.argsort(u)) - random) / (area(np.argsort(wrong, kind="stable")) - random)
    assert prr(u, wrong) == pytest.approx(expected)
    assert prr(wrong, wrong) == pytest.approx(1)
    assert prr(np.zeros(21), wrong) == pytest.approx(0)
    assert np.isnan(prr([0.3], [1]))
    assert aurc([1, 2, 3, 4], [0, 1, 0, 1]) == pytest.approx((0 + 1 / 2 + 1 / 3 + 2 / 4) / 4)
    assert risk_coverage([2, 1], [0, 1]).tolist() == [1, 0.5]


def test_severity_of_misses_by_hand():
    errors = np.array([1.0, 3.0, 2.0])
    # Removing the most uncertain first: remaining means 2, 1.5 (1 and 2), 1 over the initial 2.
    assert sparsification([0.1, 0.9, 0.5], errors).tolist() == [1, 0.75, 0.5]
    assert ause(errors, errors) == 0
    reversed_curve = np.array([1, 1.25, 1.5])
    oracle = np.array([1, 0.75, 0.5])
    expected = np.trapezoid(reversed_curve - oracle, dx=1 / 3)
    assert ause(-errors, errors) == pytest.approx(expected)
    assert np.isnan(ause([1.0], [1.0]))


def test_batches_are_rows_one_by_one():
    rng = np.random.default_rng(1)
    u, wrong = rng.integers(0, 4, (5, 30)).astype(float), rng.random((5, 30)) < 0.5
    for metric in (auroc, prr, aurc, ause):
        together = metric(u, wrong)
        assert together == pytest.approx([metric(a, b) for a, b in zip(u, wrong, strict=True)])


def test_isotonic_map_and_calibration_are_those_of_scikit_learn():
    rng = np.random.default_rng(2)
    u = rng.integers(0, 20, 100).astype(float)
    wrong = rng.random(100) < u / 25
    theirs = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(u, wrong)
    new = rng.uniform(-3, 25, 50)
    mapping = fit_isotonic(u, wrong, low=0, high=1)
    assert mapping(new) == pytest.approx(theirs.predict(new))
    # Ranks decide the fit at the knots.
    assert fit_isotonic(np.exp(u), wrong).values == pytest.approx(mapping.values)
    p = mapping(u)
    assert brier(p, wrong) == pytest.approx(brier_score_loss(wrong, p))
    edges = np.linspace(0, 1, 16)
    expected = 0.0
    for low, high in itertools.pairwise(edges):
        inside = (p >= low) & ((p < high) | (high == 1))
        if inside.any():
            expected += inside.mean() * abs(p[inside].mean() - wrong[inside].mean())
    assert ece(p, wrong) == pytest.approx(expected)
    assert reliability_bins(p, wrong)[:, 2].sum() == 100
    assert ece(np.full(10, 1.0), np.ones(10)) == 0


def test_mapie_counts_the_same_calibration_error_with_one_bin_less():
    from mapie.metrics.calibration import expected_calibration_error

    rng = np.random.default_rng(3)
    p = rng.random(400)
    y = (rng.random(400) < p**2).astype(int)
    # mapie takes num_bins edges, which are num_bins - 1 bins.
    assert ece(p, y, bins=14) == pytest.approx(
        expected_calibration_error(y, p, num_bins=15, split_strategy="uniform"), abs=1e-9
    )


def test_scores_that_do_not_exist_are_refused_and_shapes_must_fit():
    with pytest.raises(OptionError, match="NaN"):
        auroc([np.nan, 1], [0, 1])
    with pytest.raises(OptionError, match="shape"):
        auroc([1], [0, 1])
    with pytest.raises(OptionError, match="ties"):
        prr([1, 2], [0, 1], ties="last")  # type: ignore[arg-type]


def test_splits_are_disjoint_complete_and_repeatable():
    one, two = split(101, 7), split(101, 7)
    assert np.array_equal(one.calibration, two.calibration)
    assert sorted([*one.calibration, *one.test]) == list(range(101))
    assert len(one.calibration) == 20
    assert not np.array_equal(one.calibration, split(101, 8).calibration)
    with pytest.raises(OptionError, match="at least 2"):
        split(1, 0)


def test_evaluation_by_a_second_computation(cell):
    result = score(cell, "perplexity", seeds=3, bootstrap=30)
    values = []
    for seed in range(3):
        test = cell.select(split(len(cell), seed).test)
        u = [-row.mean() for row in (test.lists["token_logprobs"][i] for i in range(len(test)))]
        values.append(roc_auc_score(test.wrong, u))
    assert result.auroc == pytest.approx(np.mean(values))
    assert result.auroc_sd == pytest.approx(np.std(values, ddof=1))
    assert result.auroc_low < result.auroc < result.auroc_high
    assert result.coverage == 1
    # Equal calls, equal results; extras count as methods too.
    assert score(cell, "perplexity", seeds=3, bootstrap=30) == result
    assert score(cell, "lookback_lens", seeds=2, bootstrap=0).family == "attention"


def test_missing_scores_lower_the_coverage_only(cell):
    result = score(cell, "verbalized_1s", seeds=2, bootstrap=0)
    known = ~np.isnan(cell.number("verbalized_1s"))
    assert result.coverage == pytest.approx(known.mean(), abs=0.05)
    assert 0 < result.coverage < 1
    assert np.isfinite([getattr(result, metric) for metric in METRICS]).all()
    assert result.to_json()["auroc_low"] is None


def test_one_sided_cells_have_no_discrimination(cell):
    right = cell.select(~cell.wrong)
    result = score(right, "msp", seeds=2, bootstrap=4)
    assert np.isnan(result.auroc)
    assert result.aurc == 0
    assert result.brier == 0


def test_synthetic_cells_have_the_auroc_of_their_closed_form():
    process = CellProcess(records=4000, dimension=8, strengths={"logit": 1.2, "verbalised": 0.4})
    table = to_frame(evaluate(simulate_cell(process, seed=1), ["perplexity", "p_true"], seeds=2))
    # Standard error of an AUROC over 3200 test rows is below 0.01.
    assert table["auroc"].tolist() == pytest.approx(
        [latent_auroc(1.2), latent_auroc(0.4)], abs=0.03
    )
