import numpy as np
import pytest
from scipy import integrate

from tapworld_eval.statistics import (
    OptionError,
    SequentialComparison,
    confidence_sequence,
    stopping_point,
    wilson,
)


def test_the_capital_is_the_average_bet():
    test = SequentialComparison(wins=7, losses=2)
    average, _ = integrate.quad(lambda p: (2 * p) ** 7 * (2 * (1 - p)) ** 2, 0, 1)
    assert test.e_value == pytest.approx(average)


def test_the_capital_is_a_fair_game_under_the_null():
    for wins, losses in [(0, 0), (3, 1), (10, 2)]:
        now = SequentialComparison(wins=wins, losses=losses).e_value
        up = SequentialComparison(wins=wins + 1, losses=losses).e_value
        down = SequentialComparison(wins=wins, losses=losses + 1).e_value
        assert (up + down) / 2 == pytest.approx(now)


def test_it_stops_early_on_a_clear_difference_and_says_which():
    pairs = [(False, True)] * 40
    used, decision = stopping_point(pairs)
    assert decision == "second"
    assert used < 12
    assert stopping_point([(True, True)] * 30) == (30, "undecided")


def test_it_knows_when_the_rest_cannot_decide():
    test = SequentialComparison()
    for _ in range(6):
        test.update(first=True, second=False)
        test.update(first=False, second=True)
    assert test.decision == "undecided"
    assert not test.can_be_decided(5)
    assert test.can_be_decided(60)
    with pytest.raises(OptionError, match="negative"):
        test.can_be_decided(-1)


def test_a_confidence_sequence_is_wider_than_a_fixed_interval_and_shrinks():
    k, n = np.array([5, 50, 500]), np.array([10, 100, 1000])
    low, high = confidence_sequence(k, n)
    fixed = wilson(k, n)
    assert (low < fixed.low).all()
    assert (high > fixed.high).all()
    assert (np.diff(high - low) < 0).all()
    assert confidence_sequence(0, 0) == (0.0, 1.0)
    edge_low, edge_high = confidence_sequence(30, 30)
    assert edge_high == 1.0
    assert 0.8 < edge_low < 1
    with pytest.raises(OptionError):
        confidence_sequence(2, 1)
