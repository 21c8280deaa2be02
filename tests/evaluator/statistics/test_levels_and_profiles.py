from typing import Any, cast

import numpy as np
import pytest

from tapworld_eval.statistics import (
    OptionError,
    bootstrap,
    count_cells,
    interval_table,
    performance_profile,
    wilson,
)
from tapworld_eval.statistics.levels import scenarios_as_apps

AXES = ["profile", "theme"]


def test_every_level_has_its_rows_and_their_means(make_records):
    frame = make_records()
    sizes = {"configuration": 3 * 4 * 6, "scenario": 12, "app": 3, "suite": 1}
    for by, size in sizes.items():
        table = interval_table(frame, AXES, by=cast(Any, by))
        assert len(table) == size
        assert table["rollouts"].sum() == len(frame)
        assert (table["low"] <= table["estimate"]).all()
        assert (table["estimate"] <= table["high"]).all()


def test_configurations_get_wilson_and_apps_the_bootstrap(make_records):
    frame = make_records()
    table = interval_table(frame, AXES)
    low, high = wilson(table["successes"], table["rollouts"])
    np.testing.assert_allclose(table["low"], low)
    np.testing.assert_allclose(table["high"], high)
    apps = interval_table(frame, AXES, by="app")
    expected = bootstrap(frame, AXES).apps
    np.testing.assert_array_equal(apps["high"], expected["high"])


def test_pooling_rollouts_is_too_narrow_and_only_done_when_asked(make_records):
    frame = make_records(scenarios=8)
    pooled = interval_table(frame, AXES, by="app", method="wald")
    nested = interval_table(frame, AXES, by="app")
    assert ((pooled["high"] - pooled["low"]) < (nested["high"] - nested["low"])).all()


def test_names_that_sort_otherwise_than_their_parts_stay_with_their_counts(make_records):
    frame = make_records(apps=2, scenarios=2)
    frame["app"] = frame["app"].map({"app0": "a", "app1": "a-b"})
    single = scenarios_as_apps(count_cells(frame, AXES))
    expected = frame.groupby(frame["app"] + "/" + frame["scenario"])["success"].mean()
    assert dict(zip(single.apps, single.app_rates, strict=True)) == pytest.approx(dict(expected))
    table = interval_table(frame, AXES, by="scenario", replicates=50)
    means = frame.groupby(["app", "scenario"])["success"].mean()
    np.testing.assert_allclose(table["estimate"], means)


def test_a_profile_falls_and_its_band_holds_it(make_records):
    found = performance_profile(make_records(apps=6), AXES, replicates=200)
    assert (np.diff(found["share"]) <= 0).all()
    assert (found["low"] <= found["share"]).all()
    assert (found["share"] <= found["high"]).all()
    assert found["share"].iloc[-1] == 0


def test_scenario_profiles_count_scenarios(make_records):
    frame = make_records()
    found = performance_profile(frame, AXES, unit="scenario", taus=[0.5], replicates=50)
    expected = (frame.groupby(["app", "scenario"])["success"].mean() > 0.5).mean()
    assert found["share"].item() == pytest.approx(expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda f: interval_table(f, AXES, by=cast(Any, "task")),
        lambda f: interval_table(f, AXES, method=cast(Any, "normal")),
        lambda f: interval_table(f, AXES, by="configuration", method="bootstrap"),
        lambda f: performance_profile(f, AXES, taus=[1.5]),
        lambda f: performance_profile(f, AXES, unit=cast(Any, "task")),
    ],
)
def test_unknown_levels_and_methods_are_refused(make_records, call):
    with pytest.raises(OptionError):
        call(make_records(apps=1))
