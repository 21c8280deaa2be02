"""Do intervals cover what they promise?

Bands of the ladder are those of the statistics reference. All others are what theory predicts,
three Monte-Carlo standard errors to each side: none was chosen after seeing a result.
"""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from scipy import stats

from tapworld_eval.statistics import bootstrap, compare_agents
from tapworld_eval.statistics.simulation import (
    BenchmarkProcess,
    base_level_coverage,
    exact_coverage,
    extended_table,
    resampling_ladder,
    sensitivity_to_replicates,
)
from tapworld_eval.statistics.simulation.paper import BANDS

pytestmark = pytest.mark.validity


def monte_carlo(share: float, experiments: int) -> float:
    """Three standard errors of a simulated share."""
    return 3 * float(np.sqrt(share * (1 - share) / experiments))


def rollouts_coverage(process: BenchmarkProcess, draws: int = 200) -> float:
    """Coverage of a bootstrap of rollouts alone, by the variances it sees and misses.

    It redraws ``R`` rollouts at observed rates, and so finds ``(R - 1) / R`` of their variance;
    the variance of scenarios and configurations it does not find at all.
    """
    rates = np.stack([process.draw(np.random.default_rng([9, i]))[0] for i in range(draws)])
    true = rates.reshape(draws, -1).mean(axis=1).var(ddof=1)
    seen = (rates * (1 - rates)).mean() / (rates[0].size * process.rollouts)
    share = (process.rollouts - 1) / process.rollouts * seen / (true + seen)
    return float(2 * stats.norm.cdf(1.96 * np.sqrt(share)) - 1)


def test_base_level_table():
    table = base_level_coverage((1, 3, 10), ("wald", "wilson"), draws=500_000)
    found = table.pivot(index="rollouts", columns="method", values="coverage")
    expected = {1: (0.000, 0.954), 3: (0.257, 0.954), 10: (0.487, 0.953)}
    for rollouts, (wald, wilson) in expected.items():
        cases: tuple[tuple[Literal["wald", "wilson"], float], ...] = (
            ("wald", wald),
            ("wilson", wilson),
        )
        for method, reference in cases:
            exact = exact_coverage(rollouts, method)
            # The reference is a simulation, too, printed to three places; of how many draws it
            # does not say: 100 000 are assumed.
            printed = 0.0005 + monte_carlo(exact, 100_000)
            assert exact == pytest.approx(reference, abs=printed)
            error = monte_carlo(exact, 500_000)
            assert found.loc[rollouts, method] == pytest.approx(exact, abs=error + 1e-9)


def test_resampling_ladder():
    table = resampling_ladder(workers=2).set_index("method")
    coverage = table["coverage"]
    for method, (low, high) in BANDS["ladder"].items():
        assert low <= coverage[method] <= high
    assert coverage["rollouts"] < coverage["axes"] < coverage["full"]
    assert coverage["flat"] < coverage["axes"]
    assert coverage["wald"] < 0.6
    assert table["realised"].to_dict()["full"] > 0.99


def test_rollouts_alone_come_near_only_when_scenarios_are_equal():
    table = extended_table(rollouts=(3,), experiments=150, workers=2)
    found = table.set_index(["condition", "method"])["coverage"]
    rates = tuple(float(rate) for rate in np.linspace(0.05, 0.95, 15))
    for condition, noise in (("homogeneous", (0.0, 0.0)), ("heterogeneous", (0.08, 0.03))):
        expected = rollouts_coverage(BenchmarkProcess(rates, 10, (3, 3, 3), 3, *noise))
        error = monte_carlo(expected, 150)
        assert found[condition, "rollouts"] == pytest.approx(expected, abs=error)
    # These promise at least the nominal share here.
    assert found["homogeneous", "wald"] >= 0.95 - monte_carlo(0.95, 150)
    assert found["heterogeneous", "full"] >= 0.95 - monte_carlo(0.95, 150)


def test_width_settles_at_300_replicates():
    table = sensitivity_to_replicates(experiments=60, workers=2).set_index("replicates")
    # The paper finds 100 % for all B; what is promised is 95 %.
    assert table["coverage"].min() >= 0.95 - monte_carlo(0.95, 60)
    settled = table["width"].to_numpy()[1:]
    assert np.ptp(settled) < 0.001


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_without_axes_coverage_is_what_theory_predicts(method):
    """Resampling rollouts on top of observed rates counts their noise twice: conservative.

    With scenario variance v_s and rollout variance v_r the mean of S scenarios has variance
    ``(v_s + v_r / R) / S``, the bootstrap's is ``(v_s + 2 v_r / R) (S - 1) / S^2`` or nearly so.
    """
    process = BenchmarkProcess((0.1, 0.2, 0.5), 25, (1,), 4, 0.2, 0.0)
    truth = process.expectation()
    design = process.cells()
    scenario = rollout = 0.0
    hits = 0
    for experiment in range(400):
        rates, successes = process.draw(np.random.default_rng([7, experiment]))
        scenario += rates.var(axis=1, ddof=1).mean() / 400
        rollout += (rates * (1 - rates)).mean() / process.rollouts / 400
        cells = design.with_successes(successes.ravel())
        suite = bootstrap(cells, [], replicates=500, seed=experiment, method=method).suite
        hits += suite.low <= truth <= suite.high
    inflation = np.sqrt((scenario + 2 * rollout) / (scenario + rollout) * 24 / 25)
    predicted = float(2 * stats.norm.cdf(1.96 * inflation) - 1)
    assert predicted > 0.95
    assert hits / 400 == pytest.approx(predicted, abs=monte_carlo(predicted, 400))


def test_equal_agents_are_rarely_called_different():
    process = BenchmarkProcess((0.3, 0.5, 0.7), 10, (3, 3), 3, 0.2, 0.05)
    design = process.cells()
    errors = 0
    for experiment in range(200):
        rng = np.random.default_rng([11, experiment])
        rates, _ = process.draw(rng)
        pair = [
            design.with_successes(rng.binomial(process.rollouts, rates).ravel()) for _ in range(2)
        ]
        errors += compare_agents(pair[0], pair[1], replicates=400, seed=experiment).significant
    assert errors / 200 <= 0.05 + monte_carlo(0.05, 200)


def test_a_difference_of_processes_is_covered():
    """Agents whose strengths differ by scenario: the interval covers the expected difference."""
    base = BenchmarkProcess((0.3, 0.5, 0.6), 12, (3,), 3, 0.2, 0.05)
    design = base.cells()
    hits = 0
    for experiment in range(200):
        pair = []
        for agent, rates in enumerate((base.app_rates, (0.4, 0.5, 0.8))):
            process = replace(base, app_rates=rates)
            rng = np.random.default_rng([13, agent, experiment])
            pair.append(design.with_successes(process.draw(rng)[1].ravel()))
        truth = base.expectation() - replace(base, app_rates=(0.4, 0.5, 0.8)).expectation()
        gap = compare_agents(pair[0], pair[1], replicates=400, seed=experiment).difference
        hits += gap.low <= truth <= gap.high
    assert hits / 200 >= 0.95 - monte_carlo(0.95, 200)
