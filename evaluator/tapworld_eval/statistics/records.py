"""Rollout records: which columns they have, and what makes a table of them sound.

One row is one rollout. Columns are found by name, never by position: ``app``, ``scenario``, any
axes (``instance``, ``profile``, ``theme``, ``ui_state``, ``phrasing`` or names given by the
caller), ``rollout`` (optional: it tells repeated rows apart) and ``success`` (0/1 or booleans).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.statistics.errors import RecordsError

__all__ = ["AXES", "REQUIRED", "check_columns", "key_columns", "resolve_axes", "success_column"]

REQUIRED: Final = ("app", "scenario", "success")
AXES: Final = ("instance", "profile", "theme", "ui_state", "phrasing")
_RESERVED: Final = (*REQUIRED, "rollout", "agent")


def resolve_axes(frame: pd.DataFrame, axes: Sequence[str] | None) -> tuple[str, ...]:
    """Return the axes to use: those named, or every standard axis that is a column.

    Raises:
        RecordsError: A named axis is not a column, is named twice, or is no axis at all.
    """
    if axes is None:
        return tuple(axis for axis in AXES if axis in frame.columns)
    if isinstance(axes, str):
        raise RecordsError(f"axes must be a list of column names, got the string {axes!r}")
    chosen = tuple(axes)
    if len(set(chosen)) != len(chosen):
        raise RecordsError(f"axes names a column twice: {list(chosen)}")
    for axis in chosen:
        if axis in _RESERVED:
            raise RecordsError(f"{axis!r} is not an environmental axis; leave it out of axes")
        if axis not in frame.columns:
            raise RecordsError(
                f"axis {axis!r} is not a column of the records; columns: {_names(frame)}"
            )
    return chosen


def check_columns(frame: pd.DataFrame) -> None:
    """Check that the records have rows, the required columns, and a single agent.

    Raises:
        RecordsError: They have not; the message lists the columns found.
    """
    missing = [name for name in REQUIRED if name not in frame.columns]
    if missing:
        raise RecordsError(
            f"records lack the column(s) {', '.join(missing)}; columns: {_names(frame)}."
            f"{_separator_hint(frame)} Rename yours (--column THEIRS=OURS, columns= in Python)"
        )
    duplicated = frame.columns[frame.columns.duplicated()]
    if len(duplicated):
        raise RecordsError(f"records have the column {duplicated[0]!r} twice")
    if len(frame) == 0:
        raise RecordsError("records are empty: there is nothing to estimate")
    if "agent" in frame.columns:
        agents = frame["agent"].dropna().unique()
        if len(agents) > 1:
            names = ", ".join(sorted(map(str, agents))[:5])
            raise RecordsError(
                f"records hold {len(agents)} agents ({names}); select one (--agent NAME), or rank "
                "them (tapworld stats rank, rank_agents)"
            )


def key_columns(frame: pd.DataFrame, axes: Sequence[str]) -> list[str]:
    """Columns that identify a configuration: app, scenario and every axis present or enabled."""
    known = [axis for axis in AXES if axis in frame.columns and axis not in axes]
    return ["app", "scenario", *axes, *known]


def success_column(frame: pd.DataFrame) -> NDArray[np.int64]:
    """Return ``success`` as zeros and ones, shape (rows,).

    Raises:
        RecordsError: A value is missing, is text, or is anything but 0, 1, False, True.
    """
    column = frame["success"]
    if column.isna().any():
        rows = np.flatnonzero(column.isna().to_numpy())
        raise RecordsError(
            f"success is missing in {len(rows)} row(s), first at position {rows[0]}; drop rollouts "
            "that did not finish, or count them as 0: that is a choice only you can make"
        )
    try:
        values = column.to_numpy(dtype=np.float64)
    except (TypeError, ValueError):
        values = None
    textual = not (pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column))
    if textual and column.dtype == object:
        textual = not all(isinstance(v, (bool, int, float, np.number, np.bool_)) for v in column)
    if values is None or textual:
        raise RecordsError(
            f"success must be 0/1 or booleans, got {column.iloc[0]!r} (dtype {column.dtype}); "
            "convert text explicitly, for example frame['success'] == 'true'"
        )
    wrong = np.flatnonzero((values != 0) & (values != 1))
    if len(wrong):
        raise RecordsError(
            f"success must be 0 or 1, got {values[wrong[0]]:g} at position {wrong[0]} "
            f"({len(wrong)} such row(s)); give one row a rollout, not averages or partial scores"
        )
    return values.astype(np.int64)


def _separator_hint(frame: pd.DataFrame) -> str:
    """What a single column whose name holds another separator looks like."""
    if len(frame.columns) == 1:
        for mark, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
            if mark in str(frame.columns[0]):
                return f" The file seems to be separated by {name}: write it with commas."
    return ""


def _names(frame: pd.DataFrame) -> str:
    return ", ".join(map(str, frame.columns)) or "none"
