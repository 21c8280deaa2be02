from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

from tapworld_eval.statistics import (
    DesignError,
    OptionError,
    RecordsError,
    align,
    bootstrap,
    compare_agents,
    expected_regret,
    rank_agents,
    split_agents,
)

AXES = ["profile", "theme"]


@pytest.fixture
def agents(make_records):
    """A weak agent, and one that also solves every failure of app 0 and app 1."""
    weak = make_records(apps=4, scenarios=8, seed=3)
    strong = weak.copy()
    strong.loc[strong["app"].isin(["app0", "app1"]), "success"] = 1
    return weak, strong


def test_an_agent_does_not_differ_from_itself(agents):
    weak, _ = agents
    found = compare_agents(weak, weak, AXES)
    assert found.difference.estimate == 0
    assert found.difference.low < 0 < found.difference.high
    assert found.p_value > 0.5
    assert found.mcnemar is not None
    assert found.mcnemar.p_value == 1.0
    assert found.required_n is None
    assert not found.significant


def test_a_real_difference_is_seen_in_the_suite_and_in_its_apps(agents):
    weak, strong = agents
    found = compare_agents(weak, strong, AXES, names=("weak", "strong"))
    assert found.significant
    assert found.difference.high < 0
    apps = found.apps.set_index("app")
    assert (apps.loc[["app0", "app1"], "p_holm"] < 0.05).all()
    assert (apps.loc[["app2", "app3"], "p_holm"] > 0.5).all()
    assert found.signs.losses > found.signs.wins == 0
    assert found.improvement is not None
    assert found.improvement < 0.3
    assert found.to_json()["pairing"] == "configurations"


def test_pairing_narrows_the_interval(agents):
    weak, strong = agents
    paired = compare_agents(weak, strong, AXES).difference
    alone = [bootstrap(frame, AXES, seed=seed).replicates for seed, frame in enumerate(agents)]
    low, high = np.quantile(alone[0] - alone[1], [0.025, 0.975])
    assert paired.width < 0.85 * (high - low)


def test_disjoint_configurations_pair_by_scenario(agents):
    weak, strong = agents
    one, two = weak[weak["theme"] == "theme0"], strong[strong["theme"] != "theme0"]
    panel = align({"a": one, "b": two}, AXES)
    assert panel.pairing == "scenarios"
    assert panel.left_out == (0, 0)
    found = compare_agents(one, two, AXES)
    assert found.regret is None
    assert found.mcnemar is None
    assert found.difference.estimate == pytest.approx(
        one.groupby("app")["success"].mean().mean() - two.groupby("app")["success"].mean().mean()
    )


def test_what_finds_no_partner_is_counted(agents):
    weak, strong = agents
    panel = align({"a": weak, "b": strong[strong["scenario"] != "scenario0"]}, AXES)
    assert panel.pairing == "configurations"
    assert panel.left_out == (4 * 6, 0)


def test_agents_that_share_nothing_are_refused(agents):
    weak, _ = agents
    with pytest.raises(DesignError, match="share no scenarios"):
        align({"a": weak, "b": weak.assign(scenario="other-" + weak["scenario"])}, AXES)
    with pytest.raises(DesignError, match="at least two"):
        align({"a": weak}, AXES)
    with pytest.raises(DesignError, match="choose common ones"):
        align({"a": weak, "b": weak[weak["theme"] == "theme0"].drop(columns="theme")})
    with pytest.raises(OptionError, match="pairing"):
        align({"a": weak, "b": weak}, AXES, cast(Any, "tasks"))


def test_regret_of_the_bootstrap_never_exceeds_walds(agents):
    panel = align(dict(zip("ab", agents, strict=True)), AXES)
    found = expected_regret(panel)
    assert 0 <= found.bootstrap <= found.wald
    table = found.apps.set_index("app")
    assert table.loc[["app2"], ["regret", "difference"]].to_numpy().tolist() == [[0, 0]]
    np.testing.assert_allclose(table["regret"], table["p_wrong"] * table["difference"].abs())


def test_a_sure_pick_has_no_regret(make_records):
    frame = make_records(apps=1)
    panel = align({"a": frame.assign(success=1), "b": frame.assign(success=0)}, AXES)
    assert expected_regret(panel).wald == 0


def test_ranks_are_intervals_and_equal_agents_share_them(agents):
    weak, strong = agents
    records = {"weak": weak, "strong": strong, "twin": weak}
    found = rank_agents(records, AXES, replicates=500)
    table = found.agents.set_index("agent")
    assert found.agents["agent"].iloc[0] == "strong"
    ranks = table[["rank", "rank_low", "rank_high"]].T.to_dict("list")
    assert ranks == {"strong": [1, 1, 1], "weak": [2, 2, 3], "twin": [2, 2, 3]}
    assert table["p_best"].sum() == pytest.approx(1)
    assert (found.pairs["p_holm"] >= found.pairs["p_value"]).all()


def test_agents_come_from_a_column_too(agents):
    weak, strong = agents
    both = pd.concat([weak.assign(agent="w"), strong.assign(agent="s")])
    assert list(split_agents(both)) == ["s", "w"]
    assert rank_agents(both, AXES, replicates=100).agents["agent"].tolist() == ["s", "w"]
    with pytest.raises(RecordsError, match="agent"):
        split_agents(weak)
