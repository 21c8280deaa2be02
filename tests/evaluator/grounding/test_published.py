"""Seed 003's published numbers, recomputed from what it gives."""

import pytest

from tapworld_eval.grounding.runs.comparing import check_prediction, discordance
from tapworld_eval.statistics import mcnemar


@pytest.mark.parametrize(
    ("first", "second", "published"),
    [
        (0.5307, 0.5642, 6.2e-05),  # Qwen3-VL-32B: pair -> tool call
        (0.4877, 0.5098, 0.011),  # Qwen3-VL-8B
        (0.3460, 0.3523, 0.67),  # 30B-A3B
        (0.6009, 0.6053, 0.68),  # 235B-A22B
        (0.5629, 0.5642, 0.935),  # official harness prompt
        (0.5642, 0.7331, 9.7e-54),  # ReGround
        (0.3523, 0.5098, 6.8e-31),  # 30B-A3B against 8B
    ],
)
def test_published_p_values_follow_from_possible_counts(first, second, published):
    """n and two accuracies fix gained - lost; some count of discordant pairs gives the p value."""
    n = 1581
    counts = discordance(n, second - first, published)
    assert counts is not None
    gained, lost = counts
    assert gained - lost == round(n * (second - first))
    assert gained <= round(n * (1 - first))
    assert lost <= round(n * first)
    assert mcnemar(gained, lost) == pytest.approx(published, rel=0.12)


@pytest.mark.parametrize(
    ("dollars", "accuracy", "published"),
    [
        (0.45, 0.5642, 0.00051),
        (0.82, 0.7331, 0.00071),
        (3.71, 0.5950, 0.00394),
        (1.15, 0.4712, 0.00155),
        (4.87, 0.0100, 0.308),
    ],
)
def test_published_cost_per_correct_click(dollars, accuracy, published):
    assert dollars / (1581 * accuracy) == pytest.approx(published, rel=0.02)


def test_the_published_prediction_missed():
    found = check_prediction(0.027, 0.0044, -0.0135, 0.0223)
    assert not found.held
    assert found.verdict.startswith("missed by 2.3 points")
