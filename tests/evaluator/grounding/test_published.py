"""Seed 003's published numbers, recomputed from what it gives."""

import pytest

from tapworld_eval.grounding.published import published_costs, published_effects
from tapworld_eval.grounding.runs.comparing import check_prediction
from tapworld_eval.statistics import mcnemar


@pytest.mark.parametrize(("effect", "published"), published_effects())
def test_published_p_values_follow_from_possible_counts(effect, published):
    """n and two accuracies fix gained - lost; some count of discordant pairs gives the p value."""
    found = effect.comparison
    assert found.gained - found.lost == round(found.n * found.difference)
    assert found.lost <= found.n * found.first
    assert found.p_value == mcnemar(found.gained, found.lost)
    assert found.p_value == pytest.approx(published, rel=0.12)
    assert (found.low <= 0 <= found.high) == (published > 0.05)


def test_a_three_point_effect_needs_the_full_set():
    """The seed: at n = 400 two prompts looked tied; a ~3pp effect needs the full 1,581."""
    [dense] = [e for e, _ in published_effects("format") if e.model == "Qwen3-VL-32B"]
    assert 400 < (dense.comparison.required_n or 0) < 1581


@pytest.mark.parametrize("cost", published_costs())
def test_published_cost_per_correct_click(cost):
    assert cost.recomputed == pytest.approx(cost.per_correct, rel=0.02)
    assert cost.from_tokens == pytest.approx(cost.per_correct, rel=0.02)


def test_the_dollars_are_tokens_that_such_pictures_have():
    tokens = {(c.model, c.scaffold): c.input_tokens for c in published_costs()}
    # 2048x1152 after the first step of the provider, 1365x768 after its second: six tiles.
    tiles = 85 + 6 * 170
    assert tiles < tokens["GPT-4o", "bare"] < tiles + 150
    # A picture of ScreenSpot-Pro is 2 to 14 megapixels; UI-TARS sees one token for 28 x 28 of them.
    assert 2e6 < tokens["UI-TARS-1.5-7B", "bare"] * 28**2 < 14e6
    assert tokens["Qwen3-VL-32B", "bare"] < tokens["Qwen3-VL-32B", "reground"]


def test_the_published_prediction_missed():
    found = check_prediction(0.027, 0.0044, -0.0135, 0.0223)
    assert not found.held
    assert found.verdict.startswith("missed by 2.3 points")
