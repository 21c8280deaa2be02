from typing import Any

import numpy as np
import pytest

from tapworld_eval.statistics import DesignError, OptionError, count_cells
from tapworld_eval.statistics.intervals import METHODS
from tapworld_eval.statistics.simulation import (
    BenchmarkProcess,
    base_level_coverage,
    design_coverage,
    exact_coverage,
    simulate_records,
    suite_coverage,
)
from tapworld_eval.statistics.simulation.paper import ladder_process


@pytest.mark.parametrize("method", METHODS)
def test_simulated_coverage_meets_the_exact_one(method):
    table = base_level_coverage((1, 3), (method,), draws=40_000)
    assert (table["coverage"] - table["exact"]).abs().max() < 0.008


def test_wald_misses_and_wilson_holds_at_few_rollouts():
    assert exact_coverage(1, "wald") == pytest.approx(0, abs=1e-9)
    assert exact_coverage(3, "wald") == pytest.approx(0.257, abs=0.001)
    assert exact_coverage(10, "wald") == pytest.approx(0.487, abs=0.003)
    assert all(0.94 < exact_coverage(n, "wilson") < 0.96 for n in (1, 3, 10))


def test_the_expectation_is_the_mean_of_many_benchmarks():
    process = BenchmarkProcess((0.05, 0.4, 0.9), 40, (2,), 2, 0.3, 0.2)
    means = [process.draw(np.random.default_rng(seed))[0].mean() for seed in range(600)]
    error = np.std(means) / np.sqrt(len(means))
    assert process.expectation() == pytest.approx(np.mean(means), abs=4 * error)
    plain = BenchmarkProcess((0.2, 0.6), scenario_noise=0, configuration_noise=0)
    assert plain.expectation() == pytest.approx(0.4)


def test_the_ladders_process_has_the_papers_settings():
    process = ladder_process()
    assert (len(process.app_rates), process.scenarios, process.configurations) == (15, 8, 27)
    assert np.mean(process.app_rates) == pytest.approx(0.41)


def test_records_of_a_process_count_to_its_cells():
    process = BenchmarkProcess((0.3, 0.7), 2, (2, 2), 3)
    _, successes = process.draw(np.random.default_rng(5))
    cells = count_cells(simulate_records(process, seed=5))
    np.testing.assert_array_equal(cells.successes, successes.ravel())
    assert cells.to_frame().columns.tolist() == [
        *("app", "scenario", "profile", "theme"),
        *("successes", "rollouts"),
    ]


def test_each_resampled_level_widens_and_workers_do_not_matter():
    process = BenchmarkProcess((0.3, 0.5, 0.6), 4, (3, 3), 2)
    options = {"experiments": 6, "replicates": [60, 120], "seed": 1}
    table = suite_coverage(process, **options)
    wide = table[table["replicates"] == 120].set_index("method")["width"]
    assert wide["rollouts"] < wide["flat"] < wide["axes"] < wide["full"]
    two = suite_coverage(process, workers=2, **options)
    assert two.equals(table)


def test_the_design_of_records_is_simulated_with_their_rates_and_variances():
    process = BenchmarkProcess((0.3, 0.6), 10, (2, 2), 3, 0.3, 0.0)
    frame = simulate_records(process, seed=2)
    options: dict[str, Any] = {"experiments": 60, "replicates": 100, "levels": [0.5, 0.95]}
    table = design_coverage(frame, **options)
    few: dict[str, Any] = {**options, "experiments": 5}
    shuffled = frame.sample(frac=1, random_state=1)
    assert design_coverage(frame, **few).equals(design_coverage(shuffled, **few))
    at = {(m, level): c for m, level, c, _ in table.itertuples(index=False)}
    assert at["full", 0.95] > 0.85 > 0.6 > at["rollouts", 0.95]
    assert at["wald", 0.95] < at["full", 0.95]
    assert all(at[method, 0.5] < at[method, 0.95] for method in ("wald", "rollouts", "full"))


def test_equal_scenarios_make_pooling_right():
    frame = simulate_records(BenchmarkProcess((0.5,), 40, (1,), 5, 0.0, 0.0), seed=0)
    table = design_coverage(frame, experiments=200, replicates=2, methods=["wald"], levels=[0.9])
    assert table["coverage"].item() == pytest.approx(0.9, abs=0.08)


def test_designs_in_which_nothing_varies_are_refused():
    frame = simulate_records(BenchmarkProcess((0.5,), 4, (2,), 2))
    with pytest.raises(DesignError, match="nothing to simulate"):
        design_coverage(frame.assign(success=1))
    with pytest.raises(OptionError, match="choose among wald"):
        design_coverage(frame, methods=["flat"])
    with pytest.raises(OptionError, match="at least 1"):
        design_coverage(frame, experiments=0)


def test_unknown_methods_are_refused():
    with pytest.raises(OptionError, match="choose among"):
        suite_coverage(ladder_process(), ("jackknife",))
    with pytest.raises(OptionError, match="at least 1"):
        BenchmarkProcess((0.5,), scenarios=0)
