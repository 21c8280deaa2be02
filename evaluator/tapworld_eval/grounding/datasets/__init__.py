"""Readers of grounding datasets on disk. Nothing is ever downloaded.

Each format is one module with a function ``entries`` (which annotations there are) and a function
``convert`` (one annotation into a sample).
"""

from tapworld_eval.grounding.datasets.checking import DatasetReport, check_dataset
from tapworld_eval.grounding.datasets.reading import FORMATS, detect_format, read_dataset
from tapworld_eval.grounding.datasets.subsets import stratified_subset

__all__ = [
    "FORMATS",
    "DatasetReport",
    "check_dataset",
    "detect_format",
    "read_dataset",
    "stratified_subset",
]
