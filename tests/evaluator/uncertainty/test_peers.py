"""Against values frozen from lm-polygraph and torch-uncertainty; fixtures/values_peer.py made them.

Each test that ends in "differs" states a difference, so that it cannot change unseen.
"""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.integrate import trapezoid

from tapworld_eval.uncertainty.methods.attention_capture import reduce_attention
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics import aurc, ause, prr, risk_coverage
from tapworld_eval.uncertainty.records import Cell, Ragged

VALUES = json.loads((Path(__file__).parent / "fixtures" / "peer_values.json").read_text("utf-8"))
POLYGRAPH, TORCH = VALUES["lm_polygraph"], VALUES["torch_uncertainty"]
CASES = {case["name"]: case for case in POLYGRAPH["order"]}
MIXED = [case for name, case in CASES.items() if name != "all right"]


def names(case):
    return case["name"]


@pytest.mark.parametrize("case", MIXED, ids=names)
def test_prr_is_lm_polygraphs_with_its_own_random_area_replaced_by_the_accuracy(case):
    accuracy = 1 - np.mean(case["wrong"])
    expected = (case["area_first"] - accuracy) / (case["oracle"] - accuracy)
    assert prr(case["scores"], case["wrong"], ties="first") == pytest.approx(expected, abs=1e-12)
    # A thousand shuffles find the accuracy up to their noise.
    assert case["random"] == pytest.approx(accuracy, abs=0.01)


@pytest.mark.parametrize("case", MIXED, ids=names)
def test_averaged_ties_are_lm_polygraphs_mean_over_orders_of_the_tied(case):
    accuracy = 1 - np.mean(case["wrong"])
    scale = case["oracle"] - accuracy
    expected = (case["area_any_order"] - accuracy) / scale
    error = 4 * case["area_any_order_error"] / scale + 1e-12
    assert prr(case["scores"], case["wrong"]) == pytest.approx(expected, abs=error)


def test_ties_by_first_record_differs_from_the_average():
    case = CASES["ties"]
    first = prr(case["scores"], case["wrong"], ties="first")
    assert abs(first - prr(case["scores"], case["wrong"])) > 0.02


@pytest.mark.parametrize("case", MIXED, ids=names)
def test_aurc_is_lm_polygraphs_which_takes_the_first_of_the_tied(case):
    assert aurc(case["scores"], case["wrong"], ties="first") == pytest.approx(case["aurc"])


def test_cells_without_errors_differs():
    # lm-polygraph maps equal labels to one half, and gives the area back where PRR has no scale.
    case = CASES["all right"]
    assert (case["aurc"], case["prr_first"]) == (0.5, 0.5)
    assert aurc(case["scores"], case["wrong"]) == 0
    assert np.isnan(prr(case["scores"], case["wrong"]))


@pytest.mark.parametrize("case", TORCH["ause"], ids=lambda case: str(len(case["scores"])))
def test_ause_is_torch_uncertaintys(case):
    assert ause(case["scores"], case["errors"]) == pytest.approx(case["ause"], rel=1e-9)


def test_aurc_of_torch_uncertainty_differs_by_the_trapezoid():
    case = TORCH["aurc"]
    curve = risk_coverage(case["scores"], np.array(case["wrong"], dtype=float))
    assert trapezoid(curve) / (len(curve) - 1) == pytest.approx(case["aurc"], rel=1e-6)
    assert aurc(case["scores"], case["wrong"]) == pytest.approx(curve.mean())
    assert abs(curve.mean() - case["aurc"]) > 1e-3


@pytest.fixture(scope="module")
def records():
    case = POLYGRAPH["methods"]
    layers, heads = case["shape"]
    previous = []
    for flat, row in zip(case["attention"], case["logprobs"], strict=True):
        raw = np.array(flat).reshape(layers, heads, len(row), len(row))
        previous.append(reduce_attention(raw, 0)["attention_previous"])
    n = len(previous)
    items = pd.DataFrame({"item": [str(i) for i in range(n)], "correct": [1] * n})
    lists = {
        "attention_previous": Ragged.of(previous),
        "token_logprobs": Ragged.of(case["logprobs"]),
        "sample_logprobs": Ragged.of(case["sample_logprobs"]),
        "sample_lengths": Ragged.of(case["sample_lengths"]),
    }
    return Cell("peer", items, lists)


@pytest.mark.parametrize("name", ["perplexity", "sequence_probability", "mcse", "mcnse"])
def test_scores_of_log_probabilities_are_lm_polygraphs(records, name):
    assert get_method(name).score(records) == pytest.approx(POLYGRAPH["methods"][name], rel=1e-12)


def test_rauq_is_lm_polygraphs_less_one_at_equal_layers_and_alpha(records):
    expected = np.array(POLYGRAPH["methods"]["rauq_middle_third"]) - 1
    assert get_method("rauq").score(records) == pytest.approx(expected, rel=1e-9)
    # The layers differ: there one more than the middle third of six, 2 to 4, not 2 to 3.
    assert POLYGRAPH["methods"]["rauq_layers"] == [2, 3, 4]
