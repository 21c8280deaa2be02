"""Simulations that show which intervals cover what they promise.

- :mod:`~tapworld_eval.statistics.simulation.base_level`: one configuration, a few rollouts.
- :mod:`~tapworld_eval.statistics.simulation.process`: benchmarks with known truth.
- :mod:`~tapworld_eval.statistics.simulation.coverage`: coverage of suite intervals.
- :mod:`~tapworld_eval.statistics.simulation.design`: the same on the design of given records.
- :mod:`~tapworld_eval.statistics.simulation.paper`: the settings and numbers of the source paper.
"""

from tapworld_eval.statistics.simulation.base_level import base_level_coverage, exact_coverage
from tapworld_eval.statistics.simulation.coverage import suite_coverage
from tapworld_eval.statistics.simulation.design import design_coverage
from tapworld_eval.statistics.simulation.paper import (
    extended_table,
    resampling_ladder,
    sensitivity_to_replicates,
    simulate,
)
from tapworld_eval.statistics.simulation.process import BenchmarkProcess, simulate_records

__all__ = [
    "BenchmarkProcess",
    "base_level_coverage",
    "design_coverage",
    "exact_coverage",
    "extended_table",
    "resampling_ladder",
    "sensitivity_to_replicates",
    "simulate",
    "simulate_records",
    "suite_coverage",
]
