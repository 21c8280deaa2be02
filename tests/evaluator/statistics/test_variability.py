import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tapworld_eval.statistics import (
    DesignError,
    axis_interaction,
    axis_variability,
    optimal_allocation,
    predicted_width,
    variance_components,
)
from tapworld_eval.statistics.simulation import BenchmarkProcess, simulate_records

AXES = ["profile", "theme"]


def outcomes(rate, rollouts=4, apps=2, scenarios=3, levels=(2, 3)):
    """Rollouts whose success counts follow ``rate(app, scenario, profile, theme)`` exactly."""
    ranges = [range(size) for size in (apps, scenarios, *levels, rollouts)]
    rows = [(*key, int(key[-1] < rate(*key[:-1]) * rollouts)) for key in itertools.product(*ranges)]
    return pd.DataFrame(rows, columns=["app", "scenario", *AXES, "rollout", "success"])


def naive_mad(frame, axis, other):
    """The definition with loops."""
    rates = frame.groupby(["app", "scenario", *AXES])["success"].mean().reset_index()
    per_app = []
    for _, app in rates.groupby("app"):
        per_scenario = []
        for _, scenario in app.groupby("scenario"):
            gaps = [
                abs(one - two)
                for _, matched in scenario.groupby(other)
                for one, two in itertools.combinations(matched["success"], 2)
            ]
            per_scenario.append(np.mean(gaps))
        per_app.append(np.mean(per_scenario))
    return np.mean(per_app)


def test_mad_follows_the_definition(make_records):
    frame = make_records()
    table = axis_variability(frame, AXES, permutations=1).set_index("axis")
    assert table.loc["profile", "mad"] == pytest.approx(naive_mad(frame, "profile", "theme"))
    assert table.loc["theme", "mad"] == pytest.approx(naive_mad(frame, "theme", "profile"))
    assert table.loc["theme", "pairs"] == 3 * 4 * 2 * 3


def test_the_null_is_the_mean_over_shuffles_within_pairs():
    frame = outcomes(lambda a, s, p, t: 0.75 if p else 0.25, apps=1, scenarios=1, levels=(2, 1))
    pooled = frame["success"].to_numpy()
    gaps = [
        abs(np.mean(pooled[list(chosen)]) - (pooled.sum() - pooled[list(chosen)].sum()) / 4)
        for chosen in itertools.combinations(range(8), 4)
    ]
    table = axis_variability(frame, AXES, permutations=1).set_index("axis")
    assert table.loc["profile", "null"] == pytest.approx(np.mean(gaps))
    assert table.loc["profile", "mad"] == pytest.approx(0.5)
    assert table["mad"].isna().to_dict() == {"profile": False, "theme": True}


def test_an_axis_that_matters_is_told_from_one_that_does_not():
    rng = np.random.default_rng(0)
    frame = outcomes(lambda a, s, p, t: 0.5, rollouts=6, scenarios=8)
    chance = np.where(frame["profile"] == 0, 0.15, 0.85)
    frame["success"] = (rng.random(len(frame)) < chance).astype(int)
    table = axis_variability(frame, AXES, permutations=99).set_index("axis")
    p_values, lows = table["p_value"].to_dict(), table["low"].to_dict()
    assert p_values["profile"] == 0.01
    assert lows["profile"] > 0.3
    assert p_values["theme"] > 0.05
    assert lows["theme"] < 0.05


def test_no_matched_pair_is_an_error():
    frame = outcomes(lambda a, s, p, t: 1).query("profile == theme")
    with pytest.raises(DesignError, match="differ in one axis only"):
        axis_variability(frame, AXES)
    with pytest.raises(DesignError, match="no axis"):
        axis_variability(frame, [])


def test_components_of_a_balanced_design_are_the_anova_ones(make_records):
    frame = make_records(apps=4, scenarios=5, rollouts=3)
    table = variance_components(frame, AXES).set_index("level")
    keys = ["app", "scenario", *AXES]
    cell = frame.groupby(keys)["success"].mean()
    within = frame.groupby(keys)["success"].var().mean()
    config = cell.groupby(["app", "scenario"]).var().mean()
    scenario = cell.groupby(["app", "scenario"]).mean().groupby("app").var().mean()
    app = cell.groupby("app").mean().var()
    raw = table["raw"]
    assert raw["rollout"] == pytest.approx(within)
    assert raw["configuration"] == pytest.approx(config - within / 3)
    assert raw["scenario"] == pytest.approx(scenario - config / 6)
    assert raw["app"] == pytest.approx(app - scenario / 5)
    assert table["share"].sum() == pytest.approx(1)


def test_levels_that_cannot_be_told_apart_are_named_together():
    frame = outcomes(lambda a, s, p, t: (a + s + p + t) % 2, rollouts=1)
    assert variance_components(frame, AXES)["level"].tolist()[-1] == "configuration+rollout"
    assert variance_components(frame, [])["level"].tolist() == [
        "app",
        "scenario+configuration",
        "rollout",
    ]
    with pytest.raises(DesignError, match="single rollout"):
        variance_components(frame.iloc[:1], AXES)


def test_interaction_vanishes_when_effects_add_and_shows_when_they_cross():
    added = outcomes(lambda a, s, p, t: 0.25 + 0.25 * p + 0.25 * t, rollouts=400, levels=(2, 2))
    crossed = outcomes(lambda a, s, p, t: 0.25 + 0.5 * (p != t), rollouts=400, levels=(2, 2))
    none, some = (axis_interaction(f, *AXES, axes=AXES) for f in (added, crossed))
    assert none.variance == pytest.approx(0, abs=0.001)
    assert some.deviation == pytest.approx(0.5, abs=0.001)
    assert some.low > 0
    assert some.squares == 6
    with pytest.raises(DesignError, match="two rollouts"):
        axis_interaction(crossed.query("rollout == 0"), *AXES, axes=AXES)
    with pytest.raises(DesignError, match="not among"):
        axis_interaction(crossed, "theme", "colour", AXES)


def test_the_predicted_width_is_that_of_the_bootstrap():
    process = BenchmarkProcess((0.5,) * 10, 20, (3, 3), 3, 0.2, 0.1)
    frame = simulate_records(process, seed=1)
    parts = variance_components(frame, AXES)
    width = predicted_width(parts, apps=10, scenarios=20, configurations=9, rollouts=3)
    errors = [process.draw(np.random.default_rng(seed))[1].mean() / 3 for seed in range(400)]
    assert width == pytest.approx(2 * 1.96 * np.std(errors), rel=0.15)


def test_an_allocation_beats_every_plan_of_equal_cost():
    parts = pd.DataFrame(
        {"level": ["scenario", "configuration", "rollout"], "variance": [0.06, 0.02, 0.15]}
    )
    costs: dict[str, Any] = {"scenario_cost": 30.0, "configuration_cost": 4.0}
    limits: dict[str, Any] = {"max_scenarios": 20, "max_configurations": 30}
    best = optimal_allocation(parts, 5000, apps=5, **limits, **costs)
    widths = [
        predicted_width(parts, apps=5, scenarios=s, configurations=c, rollouts=r)
        for s, c, r in itertools.product(range(1, 21), range(1, 31), range(1, 11))
        if 5 * s * (30 + c * (4 + r)) <= 5000
    ]
    assert best.width == pytest.approx(min(widths))
    assert best.cost <= 5000
    with pytest.raises(DesignError, match="below"):
        optimal_allocation(parts, 100, apps=5, **limits, **costs)
