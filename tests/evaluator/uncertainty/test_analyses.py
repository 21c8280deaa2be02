import dataclasses

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tapworld_eval.statistics.plots import render_figure
from tapworld_eval.uncertainty import OptionError, evaluate, to_frame
from tapworld_eval.uncertainty.analyses import (
    cross_tier,
    disagreement,
    family_winners,
    layer_sweep,
    mean_interval,
    model_transition,
    published_accuracy,
    published_top_methods,
    published_winners,
    recommend,
    regime_shift,
    reproduce,
    spearman,
    split_ratios,
    top_methods,
    transfer_matrix,
    winners,
)
from tapworld_eval.uncertainty.plots import (
    plot_families,
    plot_radius_coverage,
    plot_reliability,
    plot_risk_coverage,
    plot_transfer,
)
from tapworld_eval.uncertainty.regions import conformal_disk
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell, simulate_matrix


@pytest.fixture
def table():
    rows = []
    values = {
        "A x p": {"msp": 0.8, "sep": 0.9, "ccp": 0.7},
        "A x q": {"msp": 0.7, "sep": 0.8, "ccp": 0.6},
        "B x p": {"msp": 0.6, "sep": 0.5, "ccp": 0.9},
    }
    family = {"msp": "logit", "sep": "density", "ccp": "hybrid"}
    for cell, scores in values.items():
        for method, auroc in scores.items():
            rows.append(
                (cell, method, family[method], auroc, 1 - auroc if cell[0] == "A" else auroc)
            )
    return pd.DataFrame(rows, columns=["cell", "method", "family", "auroc", "ause"])


def test_winners_lists_and_disagreement(table):
    assert winners(table)["method"].tolist() == ["sep", "sep", "ccp"]
    assert len(family_winners(table)) == 9
    assert top_methods(table, 2)["rank"].tolist() == [1, 2] * 3
    # AUSE is better when lower: in B it prefers what AUROC ranks last.
    assert winners(table, "ause")["method"].tolist() == ["sep", "sep", "sep"]
    found = disagreement(table)
    assert (found.agree, found.differ) == (2, 1)
    with pytest.raises(OptionError, match="no metric"):
        winners(table, "beauty")


def test_transfer_is_spearmans_over_the_shared_methods(table):
    found = transfer_matrix(table)
    wide = table.pivot(index="cell", columns="method", values="auroc")
    expected = stats.spearmanr(wide.loc["A x p"], wide.loc["B x p"])[0]
    assert found.matrix.loc["A x p", "B x p"] == pytest.approx(expected)
    assert found.matrix.loc["A x p", "A x q"] == 1
    assert found.by_kind["same model"] == 1
    assert found.mean == pytest.approx(found.pairs["rho"].mean())
    assert found.low <= found.mean <= found.high
    a, b = np.array([1, 2, 2, 4, np.nan]), np.array([3.0, 1, 2, 2, 9])
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a[:4], b[:4])[0])
    assert np.isnan(spearman([1, 1, 1], [1, 2, 3]))
    assert np.isnan(mean_interval([np.nan])[0])
    with pytest.raises(OptionError, match="twice"):
        transfer_matrix(pd.concat([table, table]))


def test_cross_tier_pairs_the_same_dataset(table):
    found = cross_tier(table, ["A x p", "A x q"])
    assert found.pairs[["first", "second"]].to_numpy().tolist() == [["A x p", "B x p"]]
    assert found.mean == found.matrix.loc["A x p", "B x p"]


def test_transitions_and_regret(table):
    found = model_transition(table, ["A"], ["B"]).set_index("family")
    assert found["p"]["density"] == pytest.approx(-0.4)
    assert found.loc["hybrid", "consistent"] == 1
    rows = regime_shift(table).to_dict("records")
    shift = {(row["source"], row["target"]): row for row in rows}
    assert shift["A x p", "A x q"]["axis"] == "dataset"
    assert shift["A x p", "A x q"]["regret"] == 0
    assert shift["A x p", "B x p"]["regret"] == pytest.approx(0.4)
    assert shift["A x q", "B x p"]["axis"] == "both"


def test_the_planted_family_wins_and_rankings_transfer_within_a_model():
    cells = simulate_matrix(
        {
            "talker": {"verbalised": 3.0, "logit": 0.3, "attention": 0.2, "sampling": 0.2},
            "prober": {"attention": 3.0, "logit": 0.5, "verbalised": 0.1, "sampling": 0.4},
        },
        {"easy": 0.7, "hard": 0.4},
        records=400,
        dimension=4,
        seed=11,
    )
    names = [
        "msp",
        "perplexity",
        "ccp",
        "semantic_entropy",
        "rauq",
        "p_true",
        "verbalized_2s",
        "hedge",
    ]
    table = to_frame([r for c in cells for r in evaluate(c, names, seeds=3, bootstrap=0)])
    best = winners(table).set_index("cell")["family"]
    assert best.tolist() == ["attention", "attention", "verbalised", "verbalised"]
    found = transfer_matrix(table)
    assert found.by_kind["same model"] > 0.7
    assert found.by_kind["same dataset"] < found.by_kind["same model"] - 0.3


def test_split_ratios_have_a_row_for_each_share(cell):
    table = split_ratios(cell, ["msp"], shares=(0.2, 0.5), seeds=2)
    assert table["calibration"].tolist() == [0.2, 0.5]


def test_a_sweep_finds_the_layer_that_knows():
    cell = simulate_cell(CellProcess(records=200, dimension=8), seed=4)
    noise = np.random.default_rng(0).standard_normal(cell.tensor("hidden").shape)
    layers = np.stack([noise, cell.tensor("hidden")], axis=1)
    with_layers = dataclasses.replace(cell, tensors={**cell.tensors, "hidden_layers": layers})
    table = layer_sweep(with_layers, ["sep"], seeds=2)
    assert table.sort_values("auroc")["layer"].iloc[-1] == 1
    assert table["auroc"].max() > table["auroc"].min() + 0.2
    with pytest.raises(OptionError, match="hidden_layers"):
        layer_sweep(cell)


def test_a_recommendation_sees_calibration_rows_only(cell):
    from tapworld_eval.uncertainty.metrics import split

    large = simulate_cell(CellProcess(records=300, interface="api"), seed=9)
    found = recommend(large, seeds=3, prior=("ccp", "sep"), same_model=False)
    assert len(found.panel) == 5
    assert found.records == len(split(300, 0).calibration)
    assert [d.question for d in found.decisions] == [
        "interface",
        "objective",
        "reuse",
        "click region",
    ]
    assert "sep does not run" in found.decisions[2].evidence
    items = large.items.copy()
    test = split(300, 0).test
    items.loc[test, "correct"] = 1 - items.loc[test, "correct"]
    spoiled = dataclasses.replace(large, items=items)
    assert recommend(spoiled, seeds=3, prior=("ccp", "sep"), same_model=False) == found
    specialist = recommend(cell, model_class="specialist", size=27, seeds=2)
    assert "msp" not in specialist.panel
    # The prior stands beside what these records say of what it leaves out.
    said = next(d.evidence for d in specialist.decisions if d.question == "model class")
    assert "the best of them" in said
    with pytest.raises(OptionError, match="objective"):
        recommend(cell, objective="glory")  # type: ignore[arg-type]


def test_published_tables_are_complete_and_carry_what_the_paper_says():
    table, lists = published_winners(), published_top_methods()
    assert table.groupby("cell").size().tolist() == [7] * 16
    assert lists.groupby("cell").size().tolist() == [10] * 16
    assert len(published_accuracy()) == 28
    known = pd.merge(lists, table, on=["cell", "method"], suffixes=("", "_table"))
    assert len(known) > 50
    assert (known["auroc"] == known["auroc_table"]).all()
    assert winners(table)["family"].value_counts().to_dict() == {
        "density": 13,
        "hybrid": 2,
        "logit": 1,
    }
    checks = reproduce()
    assert all(check.agrees is not False for check in checks)
    assert sum(check.agrees is True for check in checks) == 11


def test_figures_render_to_equal_bytes(cell, table):
    makers = [
        lambda: plot_reliability(np.linspace(0, 1, len(cell)), cell.wrong),
        lambda: plot_risk_coverage({"u": cell.number("verbalized_1s")}, cell.wrong),
        lambda: plot_transfer(transfer_matrix(table).matrix),
        lambda: plot_radius_coverage([conformal_disk(cell, seeds=2)]),
        lambda: plot_families(family_winners(table)),
    ]
    for make in makers:
        image = render_figure(make())
        assert image == render_figure(make())
        assert b"<svg" in image
