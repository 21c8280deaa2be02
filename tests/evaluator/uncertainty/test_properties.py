"""What must hold for any records: of the whole evaluation, and of regions."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapworld_eval.uncertainty import OptionError, evaluate
from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.metrics import auroc, held_out, split
from tapworld_eval.uncertainty.regions import (
    conformal_quantile,
    evaluate_abstention,
    evaluate_region,
)

GIVEN = Method("given", "verbalised", ("p_true",), "here", lambda r: r.number("p_true"))
scores = st.lists(
    st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5, 0.9, math.nan]), min_size=40, max_size=40
)


def with_scores(cell, u):
    return dataclasses.replace(cell, items=cell.items.assign(p_true=u))


@pytest.fixture(scope="module")
def forty(cell):
    return cell.select(np.arange(40))


@settings(max_examples=30, deadline=None)
@given(scores)
def test_records_without_a_score_count_for_coverage_only(forty, u):
    found = evaluate(with_scores(forty, u), [GIVEN], seeds=1, bootstrap=0)[0]
    test = split(40, 0).test
    values, wrong = np.array(u)[test], forty.wrong[test]
    known = ~np.isnan(values)
    assert found.coverage == pytest.approx(known.mean())
    expected = auroc(values[known], wrong[known]) if known.any() else math.nan
    assert found.auroc == pytest.approx(expected, nan_ok=True)


@settings(max_examples=20, deadline=None)
@given(scores)
def test_a_rising_transform_changes_no_metric_of_order(forty, u):
    plain, bent = (
        evaluate(with_scores(forty, values), [GIVEN], seeds=2, bootstrap=6)[0]
        for values in (u, np.exp(np.array(u) * 3))
    )
    for metric in ("auroc", "prr", "aurc", "ause"):
        for suffix in ("", "_sd", "_low", "_high"):
            first, second = (getattr(r, metric + suffix) for r in (plain, bent))
            assert first == pytest.approx(second, nan_ok=True)


@pytest.mark.parametrize("outcome", [0, 1])
def test_cells_with_one_outcome_have_a_risk_but_no_ranking(forty, outcome):
    cell = dataclasses.replace(forty, items=forty.items.assign(correct=outcome))
    found = evaluate(cell, ["msp", "self_consistency"], seeds=2, bootstrap=4)
    for result in found:
        assert np.isnan([result.auroc, result.prr, result.auroc_low]).all()
        assert result.aurc == 1 - outcome
        assert result.ece == result.brier == 0


def test_one_record_cannot_be_split_and_two_can(forty):
    with pytest.raises(OptionError, match="at least 2"):
        evaluate(forty.select([0]), ["msp"], seeds=1)
    assert evaluate(forty.select([0, 1]), ["msp"], seeds=1, bootstrap=0)[0].records == 2


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.floats(0, 1e6) | st.just(math.inf), max_size=60),
    st.sampled_from([0.05, 0.1, 0.2, 0.5]),
    st.randoms(),
)
def test_quantiles_are_observed_rise_with_the_promise_and_know_no_order(values, alpha, random):
    found = conformal_quantile(values, alpha)
    assert found == math.inf or found in values
    assert conformal_quantile(values, alpha / 2) >= found
    shuffled = list(values)
    random.shuffle(shuffled)
    assert conformal_quantile(shuffled, alpha) == found
    # Promised of one more: at least ceil((n + 1)(1 - alpha)) of these and the next lie within.
    assert sum(v <= found for v in values) >= min(
        (1 - alpha) * (len(values) + 1) - 1e-9, len(values)
    )


def test_nothing_of_a_test_row_reaches_what_is_learned(cell):
    test = split(len(cell), 0).test
    spoiled_rows = test[::2]
    items = cell.items.copy()
    items.loc[spoiled_rows, ["click_x", "click_y"]] = 1e5
    items.loc[spoiled_rows, "correct"] = 1 - items.loc[spoiled_rows, "correct"]
    spoiled = dataclasses.replace(cell, items=items)
    # Scores that do not depend on the spoiled clicks: what changes, a test row has taught.
    for kind, method in (("fixed", None), ("normalized", "sep"), ("cqr", "perplexity")):
        before, after = (
            evaluate_region(c, kind, method, alpha=0.3, seeds=1)  # type: ignore[arg-type]
            for c in (cell, spoiled)
        )
        assert before.radius == after.radius
        assert before.coverage > after.coverage
    first, second = (evaluate_abstention(c, "sep", risk=0.4, seeds=1) for c in (cell, spoiled))
    assert (first.certified, first.accepted) == (second.certified, second.accepted)
    # The isotonic map, too: the same probabilities for the same scores.
    assert np.array_equal(
        held_out(cell, "perplexity").probabilities, held_out(spoiled, "perplexity").probabilities
    )
