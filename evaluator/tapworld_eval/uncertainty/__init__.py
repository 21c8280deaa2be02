"""Uncertainty of clicks: 27 methods, metrics, transfer between regimes, conformal regions.

Everything works on records (a :class:`Cell`: one model on one dataset); no phone is needed. Three
calls are the heart: :func:`load` a cell, :func:`score` a method, :func:`conformal_disk`. Analyses
over many cells stand in :mod:`tapworld_eval.uncertainty.analyses`, regions in ``regions``,
synthetic cells in ``simulation``, plots in ``plots``.
"""

from tapworld_eval.uncertainty.errors import (
    CalibrationError,
    CellFormatError,
    OptionError,
    RecordsError,
    UncertaintyError,
    UnknownMethodError,
    UnsupportedMethodError,
)
from tapworld_eval.uncertainty.methods.base import FAMILIES, Method
from tapworld_eval.uncertainty.methods.registry import (
    api_panel,
    benchmark_methods,
    get_method,
    methods,
    register,
    supported,
)
from tapworld_eval.uncertainty.metrics import METRICS, ScoreResult, evaluate, score, to_frame
from tapworld_eval.uncertainty.records import Cell, load, load_cells, normalize, save, validate
from tapworld_eval.uncertainty.regions import calibrate_disk, conformal_disk

__all__ = [
    "FAMILIES",
    "METRICS",
    "CalibrationError",
    "Cell",
    "CellFormatError",
    "Method",
    "OptionError",
    "RecordsError",
    "ScoreResult",
    "UncertaintyError",
    "UnknownMethodError",
    "UnsupportedMethodError",
    "api_panel",
    "benchmark_methods",
    "calibrate_disk",
    "conformal_disk",
    "evaluate",
    "get_method",
    "load",
    "load_cells",
    "methods",
    "normalize",
    "register",
    "save",
    "score",
    "supported",
    "to_frame",
    "validate",
]
