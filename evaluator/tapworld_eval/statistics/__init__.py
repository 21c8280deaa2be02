"""Statistics of rollouts: intervals, bootstrap, comparison, variability, planning.

Everything here works on plain records (a pandas table with named columns, or a file), so it also
serves results that were made elsewhere. Nothing here imports a device.
"""

from tapworld_eval.statistics.cells import Cells, count_cells, count_chunks
from tapworld_eval.statistics.errors import DesignError, OptionError, RecordsError, StatisticsError
from tapworld_eval.statistics.hierarchical import BootstrapResult, Estimate, bootstrap
from tapworld_eval.statistics.intervals import Interval, proportion_interval, wilson
from tapworld_eval.statistics.records import AXES

__all__ = [
    "AXES",
    "BootstrapResult",
    "Cells",
    "DesignError",
    "Estimate",
    "Interval",
    "OptionError",
    "RecordsError",
    "StatisticsError",
    "bootstrap",
    "count_cells",
    "count_chunks",
    "proportion_interval",
    "wilson",
]
