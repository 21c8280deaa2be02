"""What makes the records of a cell sound. Every reader and writer calls this one function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import RecordsError
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.ragged import Ragged
from tapworld_eval.uncertainty.records.schema import (
    ELEMENTS,
    INTERFACES,
    LAYERS,
    REQUIRED,
    SIGNALS,
    Column,
)

__all__ = ["validate"]


def validate(cell: Cell) -> list[str]:
    """Check a cell; return remarks about what is odd but allowed.

    Raises:
        RecordsError: A column is missing, of the wrong length, or holds an impossible value; the
            message names the cell, the column and the first record.
    """
    if cell.interface not in INTERFACES:
        raise RecordsError(
            f"cell {cell.name!r}: interface must be one of {', '.join(INTERFACES)}, "
            f"got {cell.interface!r}"
        )
    missing = [column.name for column in REQUIRED if column.name not in cell.items.columns]
    if missing:
        raise RecordsError(
            f"cell {cell.name!r} lacks the column(s) {', '.join(missing)}; it has "
            f"{', '.join(map(str, cell.items.columns)) or 'none'}"
        )
    if len(cell) == 0:
        raise RecordsError(f"cell {cell.name!r} has no records")
    _check_items(cell)
    for signal in SIGNALS.values():
        present = [column.name for column in signal.columns if cell.has(column.name)]
        if present and len(present) < len(signal.columns):
            absent = [column.name for column in signal.columns if column.name not in present]
            raise RecordsError(
                f"cell {cell.name!r} has {', '.join(present)} but not {', '.join(absent)}: the "
                f"columns of the signal {signal.name!r} come together"
            )
        for column in signal.columns:
            if cell.has(column.name):
                _check_column(cell, column)
    for column in (*ELEMENTS, *LAYERS):
        if cell.has(column.name):
            _check_column(cell, column)
    return list(_remarks(cell))


def _fail(cell: Cell, column: str, bad: Any, problem: str) -> None:
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        item = cell.items["item"].iloc[row]
        raise RecordsError(
            f"cell {cell.name!r}, column {column!r}: {problem} in {int(bad.sum())} record(s), "
            f"first {item!r} (row {row})"
        )


def _check_items(cell: Cell) -> None:
    names = cell.items["item"]
    _fail(cell, "item", names.isna().to_numpy(), "no name")
    _fail(cell, "item", names.duplicated().to_numpy(), "the same name again")
    for column in REQUIRED[1:]:
        if not pd.api.types.is_numeric_dtype(cell.items[column.name]):
            raise RecordsError(
                f"cell {cell.name!r}, column {column.name!r}: must hold numbers, has "
                f"{cell.items[column.name].dtype}"
            )
    boxes = cell.sizes
    _fail(cell, "box_left ... box_bottom", ~np.isfinite(boxes).all(axis=1), "no complete box")
    _fail(cell, "box_left ... box_bottom", (boxes <= 0).any(axis=1), "an empty box")
    correct = cell.number("correct")
    _fail(cell, "correct", (correct != 0) & (correct != 1), "neither 0 nor 1")


def _check_column(cell: Cell, column: Column) -> None:
    if column.kind == "number":
        if column.name not in cell.items.columns:
            raise RecordsError(f"cell {cell.name!r}: {column.name!r} must hold one value a record")
        if not pd.api.types.is_numeric_dtype(cell.items[column.name]):
            raise RecordsError(f"cell {cell.name!r}: {column.name!r} must hold numbers")
        values = cell.number(column.name)
        _fail(cell, column.name, _outside(values, column), _range(column))
        return
    if column.kind == "tensor":
        tensor = cell.tensor(column.name)
        if tensor.ndim < 2 or len(tensor) != len(cell):
            raise RecordsError(
                f"cell {cell.name!r}, {column.name!r}: the shape must be ({len(cell)}, d), "
                f"got {tensor.shape}"
            )
        bad = ~np.isfinite(tensor.reshape(len(tensor), -1)).all(axis=1)
        _fail(cell, column.name, bad, "a value that is not finite")
        return
    rows = cell.list(column.name)
    if len(rows) != len(cell):
        raise RecordsError(
            f"cell {cell.name!r}, {column.name!r}: {len(rows)} lists for {len(cell)} records"
        )
    _check_lengths(cell, column, rows)
    if column.kind != "texts":
        outside = _outside(rows.values.astype(np.float64), column)
        bad = np.zeros(len(cell), dtype=bool)
        bad[np.repeat(np.arange(len(cell)), rows.lengths)[outside]] = True
        _fail(cell, column.name, bad, _range(column))


def _check_lengths(cell: Cell, column: Column, rows: Ragged) -> None:
    reference = {"tokens": "token_logprobs", "samples": "sample_x"}
    if column.per == "4*k":
        _fail(cell, column.name, rows.lengths % 4 != 0, "a number of values not divisible by 4")
        return
    if column.per is None:
        return
    kind = "samples" if column.per == "samples" else "tokens"
    other = reference[kind]
    if other not in cell.lists or other == column.name:
        return
    expected = cell.lists[other].lengths
    if column.per == "tokens^2":
        bad = rows.lengths != expected**2
    elif column.per == "k*tokens":
        bad = (rows.lengths % np.maximum(expected, 1) != 0) | ((rows.lengths > 0) & (expected == 0))
    else:
        bad = rows.lengths != expected
    _fail(cell, column.name, bad, f"a length that does not fit {other} ({column.per})")


def _outside(values: NDArray[np.float64], column: Column) -> NDArray[np.bool_]:
    # Half-precision captures overshoot the limits by rounding.
    slack = 1e-3
    outside = np.zeros(values.shape, dtype=bool)
    if column.low is not None:
        outside |= values < column.low - slack
    if column.high is not None:
        outside |= values > column.high + slack
    return outside


def _range(column: Column) -> str:
    low = "-inf" if column.low is None else f"{column.low:g}"
    high = "inf" if column.high is None else f"{column.high:g}"
    return f"a value outside [{low}, {high}]"


def _remarks(cell: Cell) -> Iterator[str]:
    x, y = cell.clicks.T
    inside = (
        (x >= cell.number("box_left"))
        & (x <= cell.number("box_right"))
        & (y >= cell.number("box_top"))
        & (y <= cell.number("box_bottom"))
    )
    differing = int((inside == cell.wrong).sum())
    if differing:
        yield (
            f"{differing} of {len(cell)} records: 'correct' is not what point-in-box says "
            "(datasets with polygons or refusals may do that)"
        )
    unparsed = int(np.isnan(cell.clicks).any(axis=1).sum())
    if unparsed:
        yield f"{unparsed} of {len(cell)} records have no click; they count as infinitely far"
