from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.multitest import multipletests

from tapworld_eval.statistics import (
    DesignError,
    OptionError,
    discordant_pairs,
    holm,
    mcnemar,
    paired_outcomes,
    sign_test,
)


@settings(max_examples=50)
@given(wins=st.integers(0, 60), losses=st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial_test(wins, losses):
    table = [[5, wins], [losses, 7]]
    expected: Any = statsmodels_mcnemar(table, exact=True)
    assert mcnemar(wins, losses) == pytest.approx(float(expected.pvalue))
    if wins + losses:
        scipys = stats.binomtest(min(wins, losses), wins + losses).pvalue
        assert mcnemar(wins, losses) == pytest.approx(scipys)


@pytest.mark.parametrize("size", [1, 2, 5, 30])
def test_holm_matches_statsmodels(size):
    p_values = np.random.default_rng(size).beta(0.3, 1, size)
    expected = np.asarray(multipletests(p_values, method="holm")[1], dtype=float)
    np.testing.assert_allclose(holm(p_values), expected)
    np.testing.assert_allclose(holm(p_values[::-1]), expected[::-1])


def test_sign_test_leaves_ties_out():
    found = sign_test([1, 1, 1, -1, 0, 0])
    assert (found.wins, found.losses, found.ties) == (3, 1, 2)
    assert found.p_value == pytest.approx(stats.binomtest(1, 4).pvalue)


def test_pairs_are_found_by_name_whatever_the_order(make_records):
    first = make_records(apps=2, scenarios=2)
    second = first.assign(success=1 - first["success"]).sample(frac=1, random_state=1)
    found = discordant_pairs(first, second)
    assert found is not None
    assert found.wins == first["success"].sum()
    assert found.losses == (1 - first["success"]).sum()
    assert found.ties == 0


def test_rollouts_without_a_partner_are_no_pairs(make_records):
    frame = make_records(apps=1)
    assert discordant_pairs(frame.drop(columns="rollout"), frame) is None
    other = frame.assign(scenario="elsewhere")
    assert discordant_pairs(frame, other) is None
    with pytest.raises(DesignError, match="no rollout is shared"):
        paired_outcomes(frame, other)
    half = pd.concat([frame.iloc[:10], other])
    assert len(paired_outcomes(frame, half)) == 10


def test_nonsense_is_refused():
    with pytest.raises(OptionError, match="negative"):
        mcnemar(-1, 2)
    with pytest.raises(OptionError, match=r"\[0, 1\]"):
        holm([0.5, 1.5])
