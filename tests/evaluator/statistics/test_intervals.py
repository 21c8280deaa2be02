import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import METHODS, proportion_interval, wilson

COUNTS = [(k, n) for n in (1, 2, 3, 10, 57) for k in range(0, n + 1, max(1, n // 5))]


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("ours", "scipys"), [("wilson", "wilson"), ("clopper-pearson", "exact")])
def test_matches_scipy(ours, scipys, level):
    for k, n in COUNTS:
        theirs = stats.binomtest(k, n).proportion_ci(level, method=scipys)
        assert proportion_interval(k, n, method=ours, level=level) == pytest.approx(theirs)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("wald", "normal"),
        ("wilson", "wilson"),
        ("jeffreys", "jeffreys"),
        ("clopper-pearson", "beta"),
        ("agresti-coull", "agresti_coull"),
    ],
)
def test_matches_statsmodels_inside_the_edges(ours, theirs):
    inner = [(k, n) for k, n in COUNTS if 0 < k < n]
    k, n = np.array(inner).T
    found = proportion_interval(k, n, method=ours, level=0.9)
    expected = np.asarray(proportion_confint(k, n, alpha=0.1, method=theirs))
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-9)


@given(
    n=st.integers(0, 500),
    share=st.floats(0, 1),
    method=st.sampled_from(METHODS),
    # Jeffreys centres on the posterior median, so very narrow intervals miss k / n by a hair.
    level=st.floats(0.5, 0.999),
)
def test_contains_the_estimate_and_mirrors(n, share, method, level):
    k = round(share * n)
    low, high = proportion_interval(k, n, method=method, level=level)
    assert 0 <= low <= high <= 1
    if n:
        assert low - 1e-12 <= k / n <= high + 1e-12
    mirrored = proportion_interval(n - k, n, method=method, level=level)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_broadcasts_and_knows_nothing_without_rollouts():
    low, high = wilson(np.array([[0], [1]]), np.array([1, 2, 3]))
    assert low.shape == high.shape == (2, 3)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(4, 3), "k=4, n=3"),
        (lambda: wilson(float("nan"), 3), "k=nan"),
        (lambda: wilson(1, 3, level=95), "strictly between 0 and 1"),
        (lambda: proportion_interval(1, 3, method="normal"), "agresti-coull"),  # type: ignore[arg-type]
    ],
)
def test_refuses_nonsense(call, message):
    with pytest.raises(OptionError, match=message):
        call()
