"""Runs of a model over a dataset: streamed, resumable, and scored apart from drawing."""

from tapworld_eval.grounding.runs.comparing import RunComparison, check_prediction, compare_runs
from tapworld_eval.grounding.runs.config import RunConfig
from tapworld_eval.grounding.runs.folder import read_config, read_rows
from tapworld_eval.grounding.runs.rescoring import Variant, rescore
from tapworld_eval.grounding.runs.runner import run_grounding
from tapworld_eval.grounding.runs.tables import accuracy_tables, rows_frame, summary

__all__ = [
    "RunComparison",
    "RunConfig",
    "Variant",
    "accuracy_tables",
    "check_prediction",
    "compare_runs",
    "read_config",
    "read_rows",
    "rescore",
    "rows_frame",
    "run_grounding",
    "summary",
]
