"""A small copy of a captured cell, to be kept beside code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tapworld_eval.uncertainty.records import SIGNALS, Cell, Ragged

__all__ = ["compacted"]

_MATRICES = frozenset(
    column.name
    for signal in SIGNALS.values()
    for column in signal.columns
    if column.kind == "matrix"
)


def compacted(cell: Cell) -> Cell:
    """The cell with hidden states and attention in half precision, numbers to six digits.

    Enough for every method: what half precision moves is far below what a resample moves.
    """
    lists = {}
    for name, rows in cell.lists.items():
        values = rows.values
        if name in _MATRICES:
            values = values.astype(np.float16)
        elif values.dtype.kind == "f":
            values = _six_digits(values)
        lists[name] = Ragged(values, rows.offsets)
    items = cell.items.copy()
    for name in items.columns:
        if items[name].dtype.kind == "f":
            items[name] = _six_digits(items[name].to_numpy())
    tensors = {name: tensor.astype(np.float16) for name, tensor in cell.tensors.items()}
    return replace(cell, items=items, lists=lists, tensors=tensors)


def _six_digits(values: np.ndarray) -> np.ndarray:
    return np.array([float(f"{value:.6g}") for value in values.tolist()])
