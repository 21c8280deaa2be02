"""Uncertainty of clicks: 27 methods, metrics, transfer between regimes, conformal regions.

Everything works on records (a :class:`Cell`: one model on one dataset); no phone is needed. Three
calls are the heart: :func:`load` a cell, :func:`score` a method, :func:`conformal_disk`. Analyses
over many cells stand in :mod:`tapworld_eval.uncertainty.analyses`, regions in ``regions``,
synthetic cells in ``simulation``, plots in ``plots``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
        all_methods,
        api_panel,
        benchmark_methods,
        get_method,
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
    "all_methods",
    "api_panel",
    "benchmark_methods",
    "calibrate_disk",
    "conformal_disk",
    "evaluate",
    "get_method",
    "load",
    "load_cells",
    "normalize",
    "register",
    "save",
    "score",
    "supported",
    "to_frame",
    "validate",
]

# Loaded when first used: pandas and scipy take seconds on a busy machine, and a program that only
# catches an error, or asks for --help, needs neither.
_MODULES = {
    "errors": (
        "CalibrationError",
        "CellFormatError",
        "OptionError",
        "RecordsError",
        "UncertaintyError",
        "UnknownMethodError",
        "UnsupportedMethodError",
    ),
    "methods.base": (
        "FAMILIES",
        "Method",
    ),
    "methods.registry": (
        "all_methods",
        "api_panel",
        "benchmark_methods",
        "get_method",
        "register",
        "supported",
    ),
    "metrics": (
        "METRICS",
        "ScoreResult",
        "evaluate",
        "score",
        "to_frame",
    ),
    "records": (
        "Cell",
        "load",
        "load_cells",
        "normalize",
        "save",
        "validate",
    ),
    "regions": (
        "calibrate_disk",
        "conformal_disk",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
