"""Statistics of rollouts: intervals, bootstrap, comparison, variability, planning.

Everything here works on plain records (a pandas table with named columns, or a file), so it also
serves results that were made elsewhere. Nothing here imports a device. Simulations stand in
:mod:`tapworld_eval.statistics.simulation`, plots in :mod:`tapworld_eval.statistics.plots`.
"""

from tapworld_eval.statistics.aggregates import STATISTICS, iqm, trimmed_mean
from tapworld_eval.statistics.allocation import Allocation, optimal_allocation, predicted_width
from tapworld_eval.statistics.attempts import (
    PassAtKWarning,
    estimate_pass_at_k,
    pass_at_k,
    pass_at_k_table,
    replay_success_rate,
)
from tapworld_eval.statistics.cells import Cells, count_cells, count_chunks
from tapworld_eval.statistics.comparison import Comparison, compare_agents
from tapworld_eval.statistics.components import variance_components
from tapworld_eval.statistics.errors import (
    DesignError,
    OptionError,
    OutputError,
    RecordsError,
    StatisticsError,
)
from tapworld_eval.statistics.hierarchical import BootstrapResult, Estimate, bootstrap
from tapworld_eval.statistics.improvement import probability_of_improvement, run_scores
from tapworld_eval.statistics.interaction import Interaction, axis_interaction
from tapworld_eval.statistics.intervals import Interval, proportion_interval, wilson
from tapworld_eval.statistics.levels import interval_table
from tapworld_eval.statistics.paired_tests import (
    PairedTest,
    discordant_pairs,
    holm,
    mcnemar,
    paired_outcomes,
    sign_test,
)
from tapworld_eval.statistics.panel import Panel, align, split_agents
from tapworld_eval.statistics.power import (
    mcnemar_power,
    power_curves,
    required_n,
    two_sample_power,
)
from tapworld_eval.statistics.profiles import performance_profile
from tapworld_eval.statistics.ranking import Ranking, rank_agents
from tapworld_eval.statistics.readers import count_file, from_scores, read_records, write_records
from tapworld_eval.statistics.records import AXES
from tapworld_eval.statistics.regret import Regret, expected_regret
from tapworld_eval.statistics.sequential import (
    SequentialComparison,
    confidence_sequence,
    stopping_point,
)
from tapworld_eval.statistics.variability import axis_variability

__all__ = [
    "AXES",
    "STATISTICS",
    "Allocation",
    "BootstrapResult",
    "Cells",
    "Comparison",
    "DesignError",
    "Estimate",
    "Interaction",
    "Interval",
    "OptionError",
    "OutputError",
    "PairedTest",
    "Panel",
    "PassAtKWarning",
    "Ranking",
    "RecordsError",
    "Regret",
    "SequentialComparison",
    "StatisticsError",
    "align",
    "axis_interaction",
    "axis_variability",
    "bootstrap",
    "compare_agents",
    "confidence_sequence",
    "count_cells",
    "count_chunks",
    "count_file",
    "discordant_pairs",
    "estimate_pass_at_k",
    "expected_regret",
    "from_scores",
    "holm",
    "interval_table",
    "iqm",
    "mcnemar",
    "mcnemar_power",
    "optimal_allocation",
    "paired_outcomes",
    "pass_at_k",
    "pass_at_k_table",
    "performance_profile",
    "power_curves",
    "predicted_width",
    "probability_of_improvement",
    "proportion_interval",
    "rank_agents",
    "read_records",
    "replay_success_rate",
    "required_n",
    "run_scores",
    "sign_test",
    "split_agents",
    "stopping_point",
    "trimmed_mean",
    "two_sample_power",
    "variance_components",
    "wilson",
    "write_records",
]
