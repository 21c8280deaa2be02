import dataclasses
import math

import numpy as np
import pandas as pd
import pytest
from crepes import ConformalRegressor
from scipy import stats

from tapworld_eval.uncertainty import CalibrationError, OptionError, calibrate_disk, conformal_disk
from tapworld_eval.uncertainty.records import Cell, Ragged
from tapworld_eval.uncertainty.regions import (
    AdaptiveDisk,
    box_distances,
    conformal_quantile,
    coverage_table,
    effective_sample_size,
    ellipse_distance,
    fit_disk,
    fit_elements,
    fit_ellipse,
    fit_isotonic_quantile,
    fit_mondrian,
    learn_then_test,
    likelihood_ratios,
    risk_control,
    risk_control_radius,
    sample_shapes,
    shifted_disks,
    size_classes,
    weighted_conformal_quantile,
)
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell


def test_quantiles_are_order_statistics_also_where_the_rank_is_an_integer():
    assert conformal_quantile(np.arange(1, 100), 0.1) == 90
    assert conformal_quantile(np.arange(1, 10), 0.1) == 9
    assert math.isinf(conformal_quantile(np.arange(1, 9), 0.1))
    assert math.isinf(conformal_quantile([1, math.inf], 0.4))
    with pytest.raises(OptionError, match="alpha"):
        conformal_quantile([1], 1.0)


def test_fixed_and_normalized_disks_are_those_of_crepes():
    rng = np.random.default_rng(0)
    d = rng.exponential(50, 103)  # (n + 1) alpha is no integer: there crepes is one too high
    theirs = ConformalRegressor().fit(residuals=d)
    expected = theirs.predict_int(y_hat=np.zeros(1), confidence=0.9)[0, 1]
    assert fit_disk(d, alpha=0.1).radius([0.0])[0] == pytest.approx(expected)
    u = rng.random(206)
    distances = rng.exponential(10 + 90 * u)
    disk = fit_disk(distances, u, alpha=0.1, variant="normalized", seed=1)
    second = np.random.default_rng([1, 9]).permutation(206)[103:]
    assert disk.model is not None
    sigma = disk.model(u[second])
    theirs = ConformalRegressor().fit(residuals=distances[second], sigmas=sigma)
    expected = theirs.predict_int(y_hat=np.zeros(5), sigmas=disk.model(u[:5]), confidence=0.9)
    assert disk.radius(u[:5]) == pytest.approx(expected[:, 1])


def test_disks_cover_as_promised_and_follow_the_score():
    covered = {v: [] for v in ("fixed", "normalized", "cqr", "cqr-two-sided")}
    radii = {v: [] for v in covered}
    for seed in range(300):
        rng = np.random.default_rng([seed, 4])
        u = rng.random(240)
        d = rng.exponential(5 + 100 * u**2)
        for variant in covered:
            disk = fit_disk(d[:140], u[:140], alpha=0.1, variant=variant, seed=seed)  # type: ignore[arg-type]
            radius = disk.radius(u[140:])
            covered[variant].append((d[140:] <= radius).mean())
            radii[variant].append(np.median(radius))
    means = {v: float(np.mean(c)) for v, c in covered.items()}
    for variant in ("fixed", "normalized", "cqr"):
        assert means[variant] > 0.9 - 0.008
        assert means[variant] < 0.94
    assert means["cqr-two-sided"] > means["cqr"] + 0.01
    assert np.mean(radii["normalized"]) < 0.8 * np.mean(radii["fixed"])


def test_records_without_a_click_or_a_score_are_infinitely_far():
    d = np.array([1.0] * 50 + [np.inf] * 50)
    assert math.isinf(fit_disk(d, alpha=0.1).quantile)
    disk = fit_disk(np.ones(40), np.arange(40.0), variant="normalized")
    assert np.isinf(disk.radius([np.nan])).all()
    with pytest.raises(CalibrationError, match="0 calibration records"):
        fit_disk(np.ones(10), np.full(10, np.nan), variant="cqr")
    with pytest.raises(OptionError, match="name a method"):
        fit_disk([1.0], variant="cqr")
    with pytest.raises(OptionError, match="no disk"):
        fit_disk([1.0], variant="square")  # type: ignore[arg-type]


def test_rising_quantiles_minimise_the_pinball_loss():
    rng = np.random.default_rng(1)
    u, d = np.arange(7.0), rng.random(7)

    def loss(values):
        return np.maximum(0.8 * (d - values), 0.2 * (values - d)).sum()

    fitted = fit_isotonic_quantile(u, d, 0.8).values
    assert (np.diff(fitted) >= 0).all()
    # An optimum uses observed values only, so all rising choices of them can be tried.
    best = math.inf
    values = np.sort(d)
    from itertools import combinations_with_replacement

    for choice in combinations_with_replacement(values, 7):
        best = min(best, loss(np.array(choice)))
    assert loss(fitted) == pytest.approx(best)


def test_conformal_disk_on_a_cell(cell):
    fixed = conformal_disk(cell, alpha=0.2, seeds=20)
    assert fixed.coverage == pytest.approx(0.8, abs=0.06)
    assert fixed.method == ""
    learned = conformal_disk(cell, "sep", alpha=0.3, variant="normalized", seeds=5)
    assert learned.coverage > 0.6
    disk, scorer = calibrate_disk(cell, "ccp", alpha=0.2, variant="cqr")
    assert disk.radius(scorer(cell)).shape == (len(cell),)
    with pytest.raises(OptionError, match="name a method"):
        conformal_disk(cell, variant="cqr")


def test_risk_control_by_hand_and_by_its_promise():
    assert risk_control([[1, 0.5, 0], [1, 0.5, 0], [1, 1, 0]], [1, 2, 3], 0.75) == 2
    assert math.isinf(risk_control([[1, 1]], [1, 2], 0.4))
    with pytest.raises(OptionError, match="rises"):
        risk_control([[0, 1]], [1, 2], 0.4)
    d = np.random.default_rng(0).exponential(50, 199)
    assert risk_control_radius(d, 0.1) == conformal_quantile(d, 0.1)
    losses = []
    for seed in range(400):
        sample = np.random.default_rng([seed, 5]).exponential(50, 81)
        radius = risk_control_radius(sample[:80], 0.1, tolerance=60.0)
        losses.append(np.clip((sample[80] - radius) / 60, 0, 1))
    assert np.mean(losses) <= 0.1 + 3 * np.std(losses) / 20
    assert risk_control_radius(d, 0.1, tolerance=60) < risk_control_radius(d, 0.1)


def test_abstention_starts_where_a_certificate_is_possible():
    found = learn_then_test(np.arange(200.0), np.arange(200) >= 100, risk=0.1, delta=0.1)
    assert found.start == 22
    assert 100 <= found.threshold <= 115
    assert found.errors <= 0.1
    assert learn_then_test(np.arange(20.0), np.zeros(20), risk=0.1).threshold == -math.inf
    assert stats.binom.cdf(0, found.start, 0.1) <= 0.1 < stats.binom.cdf(0, found.start - 1, 0.1)


def test_abstention_breaks_its_promise_at_most_as_often_as_it_says():
    broken = 0
    for seed in range(400):
        rng = np.random.default_rng([seed, 6])
        u = rng.random(300)
        found = learn_then_test(u, rng.random(300) < u / 2, risk=0.1, delta=0.1)
        # The error rate among u <= t is t / 4.
        broken += found.threshold > 0.4
    assert broken <= stats.binom.ppf(0.999, 400, 0.1)


def test_groups_keep_their_own_promise_and_small_ones_are_not_pooled():
    d = np.concatenate([np.arange(1, 100), 10 * np.arange(1, 100), [5]])
    disk = fit_mondrian(d, ["a"] * 99 + ["b"] * 99 + ["c"], 0.1)
    assert disk.radius(["a", "b"]).tolist() == [90, 900]
    assert np.isinf(disk.radius(["c", "unknown"])).all()


def test_ellipses_turn_with_the_samples_and_cover():
    items = pd.DataFrame(
        {
            "item": ["a"],
            "click_x": [0.0],
            "click_y": [0.0],
            "box_left": [29.0],
            "box_top": [-1.0],
            "box_right": [31.0],
            "box_bottom": [1.0],
            "correct": [0],
        }
    )
    samples = {"sample_x": Ragged.of([[30, -30]]), "sample_y": Ragged.of([[0, 0]])}
    record = Cell("one", items, samples)
    shapes = sample_shapes(record, ridge=10)
    assert shapes[0].tolist() == [[1000, 0], [0, 100]]
    assert ellipse_distance(record, shapes)[0] == pytest.approx(30 / math.sqrt(1000))
    inside = []
    region = fit_ellipse(record, 0.6)
    for seed in range(60):
        cell = simulate_cell(CellProcess(records=200, dimension=2), seed=seed)
        first, rest = cell.select(np.arange(100)), cell.select(np.arange(100, 200))
        region = fit_ellipse(first, 0.2)
        inside.append((ellipse_distance(rest, sample_shapes(rest)) <= region.radius).mean())
    assert np.mean(inside) == pytest.approx(0.8, abs=0.03)
    assert region.areas(shapes)[0] > 0


def test_sets_of_elements_hold_the_target_and_its_neighbours(cell):
    boxes = np.array([[0, 0, 10, 10], [20, 0, 30, 10], [200, 0, 210, 10]], dtype=float)
    assert box_distances([12, 5], boxes).tolist() == [2, 8, 188]
    own = np.column_stack([cell.number(f"box_{s}") for s in ("left", "top", "right", "bottom")])
    rows = [np.concatenate([box, [0, 0, 5, 5]]) for box in own]
    with_elements = dataclasses.replace(
        cell,
        items=cell.items.assign(target_element=0),
        lists={**cell.lists, "element_boxes": Ragged.of(rows)},
    )
    first, rest = with_elements.select(np.arange(75)), with_elements.select(np.arange(75, 150))
    found = fit_elements(first, 0.3)
    hits = [
        0 in found.members(rest.clicks[i], rest.lists["element_boxes"][i]) for i in range(len(rest))
    ]
    assert np.mean(hits) > 0.55
    assert found.members([math.nan, 0], boxes).tolist() == [0, 1, 2]
    with pytest.raises(OptionError, match="no elements"):
        fit_elements(dataclasses.replace(cell, lists={}), 0.1)


def test_equal_weights_are_no_weights_and_shift_is_made_good():
    d = np.random.default_rng(0).random(50)
    equal = weighted_conformal_quantile(d, np.ones(50), np.ones(3), 0.1)
    assert equal.tolist() == [conformal_quantile(d, 0.1)] * 3
    assert effective_sample_size([1, 1, 0, 0]) == 2
    plain, weighted = [], []
    for seed in range(60):
        rng = np.random.default_rng([seed, 8])
        x, new = rng.normal(0, 1, (300, 1)), rng.normal(1, 1, (300, 1))
        d, d_new = (np.abs(rng.normal(0, np.exp(z[:, 0]))) for z in (x, new))
        w, own = likelihood_ratios(x, new)
        disks = shifted_disks(d, w, own, 0.1)
        weighted.append((d_new <= disks.radii).mean())
        plain.append((d_new <= conformal_quantile(d, 0.1)).mean())
        assert 5 < disks.effective < 300
    assert np.mean(plain) < 0.8
    assert np.mean(weighted) > 0.87


def test_an_adaptive_disk_keeps_the_long_run_rate_on_a_drifting_agent():
    rng = np.random.default_rng(0)
    distances = rng.exponential(np.linspace(10, 300, 3000))
    disk = AdaptiveDisk(distances[:50], alpha=0.1, rate=0.05)
    missed = disk.run(distances[50:])
    bound = (0.9 + 0.05) / (0.05 * len(missed))
    assert abs(missed.mean() - 0.1) <= bound
    # The same drift breaks a disk that was calibrated once.
    assert (distances[50:] > conformal_quantile(distances[:50], 0.1)).mean() > 0.5
    assert AdaptiveDisk(alpha=0.1).radius == math.inf


def test_coverage_by_stratum_has_exact_intervals(cell):
    table = coverage_table([1, 1, 0, 1], ["a", "a", "b", "b"])
    assert table["coverage"].tolist() == [1, 0.5]
    expected = stats.binomtest(1, 2).proportion_ci(method="exact")
    assert table[["low", "high"]].to_numpy()[1].tolist() == pytest.approx(
        [expected.low, expected.high]
    )
    assert set(size_classes(cell)) <= {"small", "medium", "large"}
