"""Read results, ours or others', into rollout records.

- :mod:`~tapworld_eval.statistics.readers.tables`: CSV, Parquet, JSON lines.
- :mod:`~tapworld_eval.statistics.readers.run_folder`: tapworld's own run folders.
- :mod:`~tapworld_eval.statistics.readers.androidworld`: AndroidWorld checkpoints.
- :mod:`~tapworld_eval.statistics.readers.agentlab`: BrowserGym and AgentLab studies.
- :mod:`~tapworld_eval.statistics.readers.mobileworld`: MobileWorld trajectory logs.
- :mod:`~tapworld_eval.statistics.readers.scores`: rliable's score dictionaries.
"""

from tapworld_eval.statistics.readers.agentlab import read_agentlab
from tapworld_eval.statistics.readers.androidworld import read_androidworld
from tapworld_eval.statistics.readers.detect import FORMATS, count_file, detect_format, read_records
from tapworld_eval.statistics.readers.mobileworld import read_mobileworld
from tapworld_eval.statistics.readers.run_folder import read_run_folder
from tapworld_eval.statistics.readers.scores import from_scores, read_scores
from tapworld_eval.statistics.readers.tables import iterate_table, read_table, write_records

__all__ = [
    "FORMATS",
    "count_file",
    "detect_format",
    "from_scores",
    "iterate_table",
    "read_agentlab",
    "read_androidworld",
    "read_mobileworld",
    "read_records",
    "read_run_folder",
    "read_scores",
    "read_table",
    "write_records",
]
