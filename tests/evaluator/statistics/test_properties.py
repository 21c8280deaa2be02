"""What holds for all records, however small, sparse or unbalanced."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapworld_eval.statistics import (
    DesignError,
    RecordsError,
    axis_variability,
    bootstrap,
    compare_agents,
    count_cells,
    count_chunks,
    interval_table,
    performance_profile,
    rank_agents,
    variance_components,
)

AXES = ["profile", "theme"]
few = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
fewer = settings(few, max_examples=8)  # of what asks many questions of each table
seeds = st.integers(0, 2**31)


@st.composite
def tables(draw, *, apps=3, least=1):
    """Rollouts of any sparse, unbalanced design; names sort otherwise than they appear."""
    keys = st.tuples(
        st.sampled_from(["pay", "a-b", "a", "Mail"][:apps]),
        st.sampled_from(["send", "0", "x/y"]),
        st.sampled_from(["p0", "p1"]),
        st.sampled_from(["dark", "light", "10"]),
    )
    counted = draw(st.lists(st.tuples(keys, st.integers(1, 3), st.integers(0, 7)),
                            min_size=least, max_size=10, unique_by=lambda row: row[0]))  # fmt: skip
    rows = [
        (*key, rollout, (outcomes >> rollout) & 1)
        for key, rollouts, outcomes in counted
        for rollout in range(rollouts)
    ]
    return pd.DataFrame(rows, columns=["app", "scenario", *AXES, "rollout", "success"])


def again(frame, seed):
    """The same rows in another order, and the columns too."""
    columns = np.random.default_rng(seed).permutation(frame.columns)
    return frame.sample(frac=1, random_state=seed)[list(columns)]


def answers(frame):
    """All that is said about one agent's records, or why nothing can be said."""
    found = {
        "bootstrap": bootstrap(frame, AXES, replicates=20).apps,
        "bca": bootstrap(frame, AXES, replicates=20, method="bca").apps,
        "intervals": interval_table(frame, AXES),
        "scenarios": interval_table(frame, AXES, by="scenario", replicates=20),
        "profile": performance_profile(frame, AXES, taus=[0.0, 0.3, 0.9], replicates=20),
    }
    for name, ask in (("components", variance_components), ("mad", mad)):
        try:
            found[name] = ask(frame, AXES)
        except DesignError as error:
            found[name] = pd.DataFrame({"error": [str(error)]})
    return found


def mad(frame, axes):
    return axis_variability(frame, axes, permutations=5, replicates=20)


@fewer
@given(tables(), seeds)
def test_the_order_of_rows_and_columns_changes_nothing(frame, seed):
    shuffled = answers(again(frame, seed))
    for name, table in answers(frame).items():
        pd.testing.assert_frame_equal(table, shuffled[name], obj=name)


@fewer
@given(tables(), tables(), seeds)
def test_comparisons_contain_the_estimate_whatever_the_order_of_rows(first, second, seed):
    try:
        one = compare_agents(first, second, AXES, replicates=20)
    except DesignError:
        with pytest.raises(DesignError):
            compare_agents(again(first, seed), again(second, seed + 1), AXES, replicates=20)
        return
    assert -1 <= one.difference.low <= one.difference.estimate <= one.difference.high <= 1
    assert (one.apps["low"] <= one.apps["difference"]).all()
    assert (one.apps["difference"] <= one.apps["high"]).all()
    two = compare_agents(again(first, seed), again(second, seed + 1), AXES, replicates=20)
    assert one.difference == two.difference
    assert one.mcnemar == two.mcnemar
    assert one.p_value == two.p_value
    pd.testing.assert_frame_equal(one.apps, two.apps)
    ranks = rank_agents({"a": first, "b": second}, AXES, replicates=20).agents
    assert (ranks["rank_low"] <= ranks["rank"]).all()
    assert (ranks["rank"] <= ranks["rank_high"]).all()


@few
@given(tables(), st.lists(st.integers(1, 29), max_size=3), seeds)
def test_cutting_into_chunks_changes_no_count(frame, cuts, seed):
    edges = [0, *sorted(cuts), len(frame)]
    shuffled = again(frame, seed)
    chunks = [shuffled.iloc[a:b] for a, b in itertools.pairwise(edges)]
    streamed = count_chunks(chunks, AXES)
    pd.testing.assert_frame_equal(streamed.to_frame(), count_cells(frame, AXES).to_frame())


@fewer
@given(tables(), st.sampled_from(["mean", "median", "iqm", "trimmed_mean"]), st.integers(2, 4))
def test_duplicated_apps_keep_the_estimate(frame, statistic, copies):
    # Trimming cuts a share of the apps: equal only where the copies cut equal shares.
    if statistic in ("iqm", "trimmed_mean") and frame["app"].nunique() > 1:
        copies = 1 + (copies > 3)
        frame = pd.concat([frame.assign(app=frame["app"] + str(n)) for n in range(20)])
    many = pd.concat([frame.assign(app=frame["app"] + f"-{n}") for n in range(copies)])
    one, two = (bootstrap(f, AXES, statistic=statistic, replicates=2) for f in (frame, many))
    assert two.suite.estimate == pytest.approx(one.suite.estimate)
    once = dict(zip(one.apps["app"] + "-0", one.apps["estimate"], strict=True))
    copied = dict(zip(two.apps["app"], two.apps["estimate"], strict=True))
    assert once.items() <= copied.items()


@few
@given(
    tables(),
    st.sampled_from(["mean", "trimmed_mean", "median", "iqm"]),
    st.sampled_from(["percentile", "bca"]),
    st.floats(0.05, 0.99),
)
def test_intervals_contain_the_estimate(frame, statistic, method, level):
    options = {"statistic": statistic, "method": method, "level": level, "replicates": 30}
    result = bootstrap(frame, AXES, **options)
    assert 0 <= result.suite.low <= result.suite.estimate <= result.suite.high <= 1
    profile = performance_profile(frame, AXES, taus=[0.2, 0.5], level=level, replicates=20)
    by_scenario = interval_table(frame, AXES, by="scenario", level=level, replicates=20)
    for table, name in ((result.apps, "estimate"), (profile, "share"), (by_scenario, "estimate")):
        assert (table["low"] <= table[name]).all()
        assert (table[name] <= table["high"]).all()
        assert (table["low"] >= 0).all()
        assert (table["high"] <= 1).all()


@few
@given(tables(), st.integers(0, 1), st.sampled_from(["percentile", "bca"]))
def test_all_equal_outcomes_give_a_point(frame, value, method):
    suite = bootstrap(frame.assign(success=value), AXES, method=method, replicates=20).suite
    assert (suite.low, suite.estimate, suite.high) == (value, value, value)


@few
@given(tables(apps=1), st.booleans())
def test_one_app_and_one_rollout_are_answered(frame, success):
    result = bootstrap(frame.assign(app="only"), AXES, replicates=20)
    assert result.suite.estimate == pytest.approx(result.apps["estimate"].item())
    lone = bootstrap(frame.iloc[:1].assign(success=success), AXES, replicates=20)
    assert (lone.suite.low, lone.suite.high) == (success, success)
    assert lone.apps["rollouts"].item() == 1


CHANGES = {
    "missing": lambda column, row: column.astype(float).mask(row),
    "text": lambda column, row: column.astype(object).mask(row, "yes"),
    "half": lambda column, row: column.astype(float).mask(row, 0.5),
    "two": lambda column, row: column.mask(row, 2),
    "infinite": lambda column, row: column.astype(float).mask(row, np.inf),
}
QUESTIONS = [
    lambda f: bootstrap(f, AXES, replicates=2),
    lambda f: interval_table(f, AXES),
    lambda f: axis_variability(f, AXES),
    lambda f: compare_agents(f, f, AXES, replicates=2),
    variance_components,
]


@few
@given(tables(), st.sampled_from(sorted(CHANGES)), st.sampled_from(QUESTIONS), seeds)
def test_one_wrong_outcome_is_refused_wherever_it_stands(frame, change, ask, seed):
    row = np.arange(len(frame)) == seed % len(frame)
    with pytest.raises(RecordsError, match="success"):
        ask(frame.assign(success=CHANGES[change](frame["success"], row)))


@few
@given(tables(), st.sampled_from(["app", "scenario", *AXES]), st.sampled_from(QUESTIONS), seeds)
def test_a_missing_key_is_refused(frame, column, ask, seed):
    row = np.arange(len(frame)) == seed % len(frame)
    with pytest.raises(RecordsError, match=f"{column}.*missing in 1 row"):
        ask(frame.assign(**{column: frame[column].mask(row)}))


@few
@given(tables(), st.sampled_from(QUESTIONS), seeds)
def test_a_rollout_seen_twice_is_refused(frame, ask, seed):
    row = frame.iloc[[seed % len(frame)]]
    with pytest.raises(RecordsError, match="appear twice"):
        ask(again(pd.concat([frame, row], ignore_index=True), seed))


@few
@given(tables(), st.sampled_from(["app", "scenario", "success"]), st.sampled_from(QUESTIONS))
def test_a_missing_column_and_no_rows_are_refused(frame, column, ask):
    with pytest.raises(RecordsError, match=column):
        ask(frame.drop(columns=column))
    with pytest.raises(RecordsError, match="empty"):
        ask(frame.iloc[:0])
