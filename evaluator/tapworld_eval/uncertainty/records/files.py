"""A cell as a folder: ``cell.json``, ``items.parquet`` and ``tensors.safetensors``.

Equal cells give equal bytes. Nothing in a cell can execute: no pickles.
"""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.rollouts.files import folder_errors
from tapworld_eval.uncertainty.errors import CellFormatError, RecordsError, UncertaintyError
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.records.ragged import Ragged
from tapworld_eval.uncertainty.records.schema import ELEMENTS, SCHEMA_VERSION, SIGNALS
from tapworld_eval.uncertainty.records.validation import validate

__all__ = ["load", "load_cells", "save"]

_MANIFEST, _ITEMS, _TENSORS = "cell.json", "items.parquet", "tensors.safetensors"
_MATRICES = frozenset(
    column.name
    for columns in (*(signal.columns for signal in SIGNALS.values()), ELEMENTS)
    for column in columns
    if column.kind == "matrix"
)


def require(module: str) -> Any:
    """Import an optional dependency.

    Raises:
        UncertaintyError: It is not installed; the message says how to get it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UncertaintyError(
            f"{module} is needed for this; install it with: pip install 'tapworld[uq]'"
        ) from error


def save(cell: Cell, folder: str | Path) -> Path:
    """Write a cell; every file appears whole or not at all, the manifest last.

    Raises:
        RecordsError: The cell is not sound, or the folder cannot be written.
    """
    validate(cell)
    target = Path(folder)
    with folder_errors(target, RecordsError):
        target.mkdir(parents=True, exist_ok=True)
    pyarrow, parquet = require("pyarrow"), require("pyarrow.parquet")
    numpy_files = require("safetensors.numpy")
    columns = {
        name: pyarrow.array(cell.items[name].tolist(), from_pandas=True)
        for name in sorted(map(str, cell.items.columns))
    }
    tensors: dict[str, NDArray[Any]] = {
        name: np.ascontiguousarray(tensor) for name, tensor in sorted(cell.tensors.items())
    }
    for name, rows in sorted(cell.lists.items()):
        if name in _MATRICES:
            tensors[f"{name}.values"] = np.ascontiguousarray(rows.values)
            tensors[f"{name}.offsets"] = rows.offsets
        else:
            columns[name] = pyarrow.ListArray.from_arrays(
                pyarrow.array(rows.offsets.astype(np.int32)), pyarrow.array(rows.values.tolist())
            )
    table = pyarrow.table(columns)
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    _write(target / _ITEMS, sink.getvalue().to_pybytes())
    _write(target / _TENSORS, numpy_files.save(tensors))
    manifest = {
        "format": "tapworld-uncertainty-cell",
        "version": SCHEMA_VERSION,
        "name": cell.name,
        "model": cell.model,
        "dataset": cell.dataset,
        "interface": cell.interface,
        "records": len(cell),
        "accuracy": round(cell.accuracy, 6),
        "signals": sorted(cell.signals),
        "meta": dict(cell.meta),
    }
    text = json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    _write(target / _MANIFEST, text.encode())
    return target


def load(folder: str | Path) -> Cell:
    """Read and check a cell.

    Raises:
        CellFormatError: The folder holds no cell, a damaged one, or one of a newer version.
        RecordsError: The records are not sound.
    """
    source = Path(folder)
    manifest = _manifest(source)
    parquet = require("pyarrow.parquet")
    numpy_files = require("safetensors.numpy")
    try:
        table = parquet.read_table(source / _ITEMS)
        tensors = dict(numpy_files.load_file(source / _TENSORS))
    except (OSError, ValueError, require("safetensors").SafetensorError) as error:
        raise CellFormatError(f"{source}: the cell's files cannot be read ({error})") from error
    lists: dict[str, Ragged] = {}
    numbers: dict[str, Any] = {}
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        if hasattr(column, "offsets"):
            offsets = column.offsets.to_numpy().astype(np.int64)
            lists[name] = Ragged(column.values.to_numpy(zero_copy_only=False), offsets)
        else:
            numbers[name] = column.to_pylist()
    for name in sorted(_MATRICES):
        if f"{name}.values" in tensors and f"{name}.offsets" in tensors:
            lists[name] = Ragged(tensors.pop(f"{name}.values"), tensors.pop(f"{name}.offsets"))
    items = pd.DataFrame(numbers)
    for name in items.columns:
        # A column of nothing but nulls would come back as objects.
        if items[name].isna().all():
            items[name] = np.full(len(items), np.nan)
    cell = Cell(
        name=manifest["name"],
        items=items,
        lists=lists,
        tensors=tensors,
        interface=manifest["interface"],
        model=manifest.get("model", ""),
        dataset=manifest.get("dataset", ""),
        meta=manifest.get("meta", {}),
    )
    if len(cell) != manifest["records"]:
        raise CellFormatError(
            f"{source}: the manifest says {manifest['records']} records, the table has {len(cell)}"
        )
    validate(cell)
    return cell


def load_cells(folder: str | Path) -> list[Cell]:
    """Every cell directly inside a folder (or the cell that the folder is), by name.

    Raises:
        RecordsError: There is none.
    """
    source = Path(folder)
    if (source / _MANIFEST).is_file():
        return [load(source)]
    found = sorted(path.parent for path in source.glob(f"*/{_MANIFEST}"))
    if not found:
        raise RecordsError(f"{source}: no cell here (a cell is a folder with a {_MANIFEST})")
    return [load(path) for path in found]


def _manifest(source: Path) -> dict[str, Any]:
    path = source / _MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise CellFormatError(
            f"{source}: no {_MANIFEST}; records of another tool become a cell with "
            "`tapworld uq normalize`"
        ) from error
    except (OSError, ValueError) as error:
        raise CellFormatError(f"{path}: not readable as JSON ({error})") from error
    if not isinstance(manifest, dict) or manifest.get("format") != "tapworld-uncertainty-cell":
        raise CellFormatError(f"{path}: not the manifest of a cell")
    if manifest.get("version", 0) > SCHEMA_VERSION:
        raise CellFormatError(
            f"{path}: written by a newer tapworld (version {manifest['version']}; this one reads "
            f"up to {SCHEMA_VERSION})"
        )
    absent = {"name", "interface", "records"} - manifest.keys()
    if absent:
        raise CellFormatError(f"{path}: lacks {', '.join(sorted(absent))}")
    return manifest


def _write(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
    Path(temporary).replace(path)
