"""Regions against crepes and mapie, which compute the same in other words."""

import numpy as np
import pytest
from crepes import ConformalRegressor
from mapie.regression import ConformalizedQuantileRegressor, SplitConformalRegressor
from mapie.risk_control.fwer_control import FWERFixedSequenceTesting, control_fwer
from mapie.risk_control.methods import compute_hoeffding_bentkus_p_value, get_r_hat_plus
from sklearn.base import BaseEstimator, RegressorMixin

from tapworld_eval.uncertainty.regions import (
    fit_disk,
    fit_isotonic_quantile,
    fit_mondrian,
    learn_then_test,
    risk_control,
)


class Known(RegressorMixin, BaseEstimator):
    """A regressor that is a given function of the only feature."""

    fitted_ = True

    def __init__(self, function=None):
        self.function = function

    def fit(self, x, y):
        return self

    def __sklearn_is_fitted__(self):
        return True

    def predict(self, x):
        return np.asarray(self.function(np.asarray(x)[:, 0]), dtype=float)  # type: ignore[misc]


def test_the_fixed_disk_is_mapies_split_conformal_interval():
    d = np.random.default_rng(0).exponential(50, 103)
    theirs = SplitConformalRegressor(Known(np.zeros_like), confidence_level=0.9, prefit=True)
    theirs.conformalize(np.zeros((103, 1)), d)
    _, interval = theirs.predict_interval(np.zeros((1, 1)))
    assert fit_disk(d, alpha=0.1).quantile == pytest.approx(interval[0, 1, 0])


def test_the_two_sided_cqr_disk_is_mapies_upper_end():
    rng = np.random.default_rng(3)
    u = rng.random(206)
    d = rng.exponential(10 + 90 * u)
    disk = fit_disk(d, u, alpha=0.2, variant="cqr-two-sided", seed=4)
    order = np.random.default_rng([4, 9]).permutation(206)
    first, second = order[:103], order[103:]
    lower, upper, middle = (
        Known(fit_isotonic_quantile(u[first], d[first], level)) for level in (0.1, 0.9, 0.5)
    )
    theirs = ConformalizedQuantileRegressor(
        [lower, upper, middle], confidence_level=0.8, prefit=True
    )
    theirs.conformalize(u[second][:, None], d[second])
    _, interval = theirs.predict_interval(u[:20][:, None], symmetric_correction=True)
    assert disk.radius(u[:20]) == pytest.approx(np.maximum(interval[:, 1, 0], 0))


def test_disks_by_group_are_crepes_bins():
    rng = np.random.default_rng(5)
    groups = rng.integers(0, 3, 206)
    d = rng.exponential(10.0 * (1 + groups))
    sizes = [int((groups == g).sum()) for g in range(3)]
    # Where (n + 1) alpha is an integer crepes is one order statistic high.
    assert all((n + 1) % 10 for n in sizes)
    theirs = ConformalRegressor().fit(residuals=d, bins=groups)
    expected = theirs.predict_int(y_hat=np.zeros(3), bins=np.arange(3), confidence=0.9)[:, 1]
    assert fit_mondrian(d, groups, 0.1).radius(range(3)) == pytest.approx(expected)


def test_risk_control_is_mapies_corrected_risk():
    rng = np.random.default_rng(6)
    grid = np.linspace(0, 300, 61)
    losses = np.clip((rng.exponential(80, 150)[:, None] - grid) / 60, 0, 1)
    _, corrected = get_r_hat_plus(losses, grid, "crc", None, None, None)
    assert risk_control(losses, grid, 0.1) == grid[np.flatnonzero(corrected <= 0.1)[0]]


@pytest.mark.parametrize("seed", range(4))
def test_certificates_are_mapies_fixed_sequence_of_binomial_tests(seed):
    rng = np.random.default_rng([seed, 7])
    u = rng.random(300)
    wrong = rng.random(300) < u / 2
    found = learn_then_test(u, wrong, risk=0.1, delta=0.1)
    ordered = wrong[np.argsort(u)]
    accepted = np.arange(found.start, 301)
    rates = ordered.cumsum()[accepted - 1] / accepted
    p = compute_hoeffding_bentkus_p_value(rates, accepted, 0.1, binary=True)[:, 0]
    passed = control_fwer(p, 0.1, fwer_method=FWERFixedSequenceTesting(1))
    last = np.sort(u)[accepted[max(passed)] - 1] if len(passed) else -np.inf
    assert found.threshold == last
