import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapworld_eval.statistics import (
    OptionError,
    PassAtKWarning,
    estimate_pass_at_k,
    pass_at_k,
    pass_at_k_table,
    replay_success_rate,
)


def exact_replay_success(probabilities, k):
    """Expected success of the replay agent, by enumerating every outcome of k source rollouts.

    The agent stores a trajectory of a task if any rollout solved it; on a deterministic benchmark
    the stored trajectory succeeds again, and a task without one fails.
    """
    total = Fraction(0)
    for p in probabilities:
        # Chances in units of denominator^-k: exact integers, without reducing fractions.
        yes, no = p.numerator, p.denominator - p.numerator
        solved = sum(
            math.prod(yes if success else no for success in outcome)
            for outcome in itertools.product((0, 1), repeat=k)
            if any(outcome)
        )
        total += Fraction(solved, p.denominator**k)
    return total / len(probabilities)


@settings(max_examples=40)
@given(
    st.lists(st.fractions(0, 1, max_denominator=50), min_size=1, max_size=4),
    st.integers(1, 4),
)
def test_replay_identity(probabilities, k):
    """Remark 1: replay success is exactly pass@k = mean(1 - (1 - p)^k)."""
    exact = exact_replay_success(probabilities, k)
    assert exact == sum(1 - (1 - p) ** k for p in probabilities) / len(probabilities)
    assert replay_success_rate([float(p) for p in probabilities], k) == pytest.approx(float(exact))


@settings(max_examples=40)
@given(st.lists(st.floats(0.05, 1), min_size=1, max_size=5))
def test_replay_tends_to_one_for_any_agent_that_sometimes_succeeds(probabilities):
    assert replay_success_rate(probabilities, 400) > 0.999
    one, two = (replay_success_rate(probabilities, k) for k in (1, 2))
    assert one <= two


@pytest.mark.parametrize("n", [1, 4, 7])
def test_the_estimate_is_unbiased(n):
    """Averaged over the binomial distribution of successes it gives 1 - (1 - p)^k exactly."""
    p = Fraction(3, 10)
    binomial = [float(Fraction(_choose(n, c)) * p**c * (1 - p) ** (n - c)) for c in range(n + 1)]
    for k in range(1, n + 1):
        estimates = estimate_pass_at_k(np.arange(n + 1), n, k)
        assert np.dot(binomial, estimates) == pytest.approx(1 - 0.7**k)


def _choose(n, c):
    return len(list(itertools.combinations(range(n), c)))


def test_records_give_pass_at_k_with_a_warning(make_records):
    frame = make_records(rollouts=4)
    with pytest.warns(PassAtKWarning, match="memorization"):
        once = pass_at_k(frame, 1, ["profile", "theme"])
    assert once == pytest.approx(frame["success"].mean())
    with pytest.warns(PassAtKWarning):
        table = pass_at_k_table(frame, axes=["profile", "theme"], replay=0.9)
    assert table["k"].tolist() == [1, 2, 3, 4]
    assert (np.diff(table["pass_at_k"]) >= 0).all()
    assert (table["replay"] == 0.9).all()


@pytest.mark.filterwarnings("ignore::tapworld_eval.statistics.PassAtKWarning")
def test_too_few_rollouts_are_refused(make_records):
    with pytest.raises(OptionError, match="needs 5 rollouts"):
        pass_at_k(make_records(), 5)
    with pytest.raises(OptionError, match="at least 1"):
        estimate_pass_at_k([1], [2], 0)
    with pytest.raises(OptionError, match=r"\[0, 1\]"):
        replay_success_rate([1.2], 2)
