from typing import Any

import numpy as np
import pytest
from statsmodels.stats.proportion import power_proportions_2indep

from tapworld_eval.statistics import (
    OptionError,
    mcnemar,
    mcnemar_power,
    power_curves,
    required_n,
    two_sample_power,
)


@pytest.mark.parametrize(("wins", "losses"), [(0.3, 0.1), (0.08, 0.02), (0.06, 0.0)])
def test_exact_power_is_the_share_of_rejected_samples(wins, losses):
    rng = np.random.default_rng(0)
    draws = rng.multinomial(60, [wins, losses, 1 - wins - losses], size=4000)
    kinds, counts = np.unique(draws, axis=0, return_counts=True)
    rejects = [mcnemar(int(b), int(c)) <= 0.05 for b, c, _ in kinds]
    rejected = np.average(rejects, weights=counts)
    assert mcnemar_power(60, wins, losses) == pytest.approx(rejected, abs=0.025)


def test_exact_and_normal_power_meet(monkeypatch):
    wins, losses = 0.105, 0.1
    exact = mcnemar_power(20_000, wins, losses)
    monkeypatch.setattr("tapworld_eval.statistics.power.MAX_EXACT_PAIRS", 1)
    assert 0.2 < exact < 0.8
    assert mcnemar_power(20_000, wins, losses) == pytest.approx(exact, abs=0.01)


def test_tiny_effects_are_answered_too():
    n = required_n(0.0005, discordance=0.4)
    assert n == pytest.approx(0.4 * (1.96 + 0.8416) ** 2 / 0.0005**2, rel=0.01)


def test_six_points_are_invisible_at_50_and_seen_at_200():
    """The case of a paired study in which nearly all discordant pairs favour one side."""
    assert mcnemar_power(50, 0.065, 0.005) < 0.2
    assert mcnemar_power(200, 0.065, 0.005) > 0.9


@pytest.mark.parametrize(("effect", "baseline"), [(0.06, 0.5), (0.2, 0.1), (0.1, 0.85)])
def test_two_sample_power_matches_statsmodels(effect, baseline):
    theirs: Any = power_proportions_2indep(effect, baseline, 300)
    assert two_sample_power(300, effect, baseline) == pytest.approx(theirs.power, abs=1e-3)


@pytest.mark.parametrize("design", ["paired", "independent"])
def test_required_n_is_the_smallest_that_suffices(design):
    n = required_n(0.15, design=design, baseline=0.3)

    def power(size):
        if design == "independent":
            return two_sample_power(size, 0.15, 0.3)
        share = 0.45 * 0.7 + 0.3 * 0.55
        return mcnemar_power(size, (share + 0.15) / 2, (share - 0.15) / 2)

    assert power(n - 1) < 0.8 <= power(n)
    assert min(power(n + more) for more in range(30)) >= 0.8


def test_pairing_pays_when_agents_fail_together():
    alone = required_n(0.06, design="independent")
    assert required_n(0.06, discordance=0.1) < alone / 4
    clustered = required_n(0.06, design="independent", cluster_size=20, icc=0.25)
    assert clustered == pytest.approx(alone * (1 + 19 * 0.25), abs=1)


def test_curves_rise_with_n_and_with_effect():
    table = power_curves([0.05, 0.1], [50, 500, 5000], design="independent")
    wide = table.pivot(index="n", columns="effect", values="power").to_numpy()
    assert (np.diff(wide, axis=0) > 0).all()
    assert (np.diff(wide, axis=1) >= 0).all()


@pytest.mark.parametrize(
    "options",
    [
        {"effect": 0},
        {"effect": 0.6, "baseline": 0.5},
        {"effect": 0.1, "power": 1.0},
        {"effect": 0.1, "discordance": 0.05},
        {"effect": 0.1, "design": "crossed"},
        {"effect": 0.1, "icc": 2},
    ],
)
def test_impossible_questions_are_refused(options):
    with pytest.raises(OptionError):
        required_n(**options)
