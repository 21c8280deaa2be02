import dataclasses

import numpy as np
import pytest
from sklearn.covariance import LedoitWolf, MinCovDet
from sklearn.decomposition import KernelPCA
from sklearn.linear_model import LogisticRegression

from tapworld_eval.uncertainty.methods.logistic import fit_logistic
from tapworld_eval.uncertainty.methods.network import fit_network, loss_and_gradients
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics import auroc, split

LEARNED = ("mahalanobis", "mahalanobis_rmd", "mahalanobis_rde", "saplma", "sep")


@pytest.fixture
def halves(cell):
    # 40 dimensions and 30 rows: the covariance is singular, as with real hidden states.
    return cell.select(np.arange(30)), cell.select(np.arange(30, 150))


def states(records):
    return records.tensors["hidden"].astype(np.float64)


def test_mahalanobis_is_that_of_scikit_learns_ledoit_wolf(halves):
    calibration, test = halves
    right = LedoitWolf().fit(states(calibration)[~calibration.wrong])
    pooled = LedoitWolf().fit(states(calibration))
    own = right.mahalanobis(states(test))
    assert get_method("mahalanobis").fit(calibration)(test) == pytest.approx(own, rel=1e-8)
    relative = own - pooled.mahalanobis(states(test))
    assert get_method("mahalanobis_rmd").fit(calibration)(test) == pytest.approx(relative, rel=1e-6)


def test_robust_density_is_that_of_scikit_learns_parts(halves):
    calibration, test = halves
    rows = states(calibration)
    right = rows[~calibration.wrong]
    gamma = 1 / (rows - rows.mean(axis=0)).var(axis=0).sum()
    kernel = KernelPCA(n_components=len(right) // 3, kernel="rbf", gamma=gamma).fit(right)
    robust = MinCovDet(random_state=7).fit(kernel.transform(right))
    expected = robust.mahalanobis(kernel.transform(states(test)))
    found = get_method("mahalanobis_rde").fit(calibration, 7)(test)
    assert found == pytest.approx(expected, rel=1e-4)


def test_sep_is_scikit_learns_logistic_regression(halves):
    calibration, test = halves
    rows = states(calibration)
    scale = np.sqrt(rows.var(axis=0).mean())
    model = LogisticRegression(C=1.0, tol=1e-10, max_iter=5000)
    model.fit(rows / scale, calibration.wrong)
    expected = model.predict_proba(states(test) / scale)[:, 1]
    assert get_method("sep").fit(calibration)(test) == pytest.approx(expected, abs=1e-5)


def test_newton_reaches_the_minimum_even_for_separable_classes():
    x = np.linspace(-1, 1, 20)[:, None] * 50
    y = x[:, 0] > 0
    weights, intercept = fit_logistic(x, y)
    p = 1 / (1 + np.exp(-(x @ weights + intercept)))
    assert np.abs(x.T @ (p - y) + weights).max() < 1e-6


def test_the_networks_gradients_are_those_of_finite_differences():
    rng = np.random.default_rng(2)
    parameters = [rng.standard_normal(shape) for shape in ((3, 4), (4,), (4, 1), (1,))]
    x, y = rng.standard_normal((6, 3)), rng.integers(0, 2, 6).astype(float)
    _, gradients = loss_and_gradients(parameters, x, y)
    for parameter, gradient in zip(parameters, gradients, strict=True):
        for place in np.ndindex(parameter.shape):
            kept = parameter[place]
            values = []
            for step in (1e-6, -1e-6):
                parameter[place] = kept + step
                values.append(loss_and_gradients(parameters, x, y)[0])
            parameter[place] = kept
            numeric = (values[0] - values[1]) / 2e-6
            assert gradient[place] == pytest.approx(numeric, abs=1e-6)


def test_the_network_learns_what_no_line_separates_and_repeats_itself():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((300, 2))
    y = x[:, 0] * x[:, 1] > 0
    trained = fit_network(x, y, (32, 16), seed=1, epochs=60)
    assert auroc(trained(x), y) > 0.95
    assert np.array_equal(fit_network(x, y, (32, 16), seed=1, epochs=60)(x), trained(x))
    assert not np.array_equal(fit_network(x, y, (32, 16), seed=2, epochs=60)(x), trained(x))


@pytest.mark.parametrize("name", LEARNED)
def test_test_rows_teach_nothing(cell, name):
    part = split(len(cell), 0)
    calibration, test = cell.select(part.calibration), cell.select(part.test)
    method = get_method(name)
    before = method.fit(calibration, 0)(test)
    # Spoil half of the test rows: the scores of the others must not move by a bit.
    spoiled = test.tensors["hidden"].copy()
    spoiled[::2] = 1e3
    items = test.items.assign(correct=1 - test.items["correct"])
    other = dataclasses.replace(test, items=items, tensors={"hidden": spoiled})
    fresh = cell.select(part.calibration)
    assert np.array_equal(method.fit(fresh, 0)(other)[1::2], before[1::2])
    assert np.isfinite(before).all()
    # A calibration row that changes does change what is learned.
    flipped = calibration.items.assign(correct=1 - calibration.items["correct"])
    changed = method.fit(dataclasses.replace(calibration, items=flipped), 0)(test)
    assert not np.allclose(changed, before)


@pytest.mark.parametrize("name", LEARNED)
def test_what_cannot_be_learned_is_nan(cell, name):
    wrong = cell.select(np.flatnonzero(cell.wrong)[:12])
    assert np.isnan(get_method(name).fit(wrong)(cell)).all()


@pytest.mark.parametrize("name", ["mahalanobis", "mahalanobis_rmd", "mahalanobis_rde", "sep"])
def test_a_rotation_of_the_hidden_states_changes_nothing(halves, name):
    calibration, test = halves
    rotation = np.linalg.qr(np.random.default_rng(1).standard_normal((40, 40)))[0]

    def turned(records):
        return dataclasses.replace(records, tensors={"hidden": states(records) @ rotation})

    def wide(records):
        return dataclasses.replace(records, tensors={"hidden": states(records)})

    method = get_method(name)
    expected = method.fit(wide(calibration))(wide(test))
    assert method.fit(turned(calibration))(turned(test)) == pytest.approx(expected, rel=1e-5)
