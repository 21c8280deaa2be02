"""Raw attention beside a cell, one file a record: large, wanted by few, kept on request only."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.rollouts.files import write_whole
from tapworld_eval.uncertainty.errors import RecordsError
from tapworld_eval.uncertainty.records.files import require

__all__ = ["raw_attention", "write_raw_attention"]

_FOLDER: Final = "attention"


def write_raw_attention(cell: Path, item: str, attention: NDArray[Any]) -> None:
    """Keep a record's attention in half precision.

    Args:
        cell: Folder of the cell.
        item: Name of the record.
        attention: (layers, heads, T, P + T): queries of the reply's T tokens, keys of the prompt's
            P and the reply's.

    Raises:
        RunFolderError: The folder cannot be written.
    """
    files = require("safetensors.numpy")
    data = files.save({"attention": np.ascontiguousarray(attention, dtype=np.float16)})
    write_whole(_path(cell, item), data)


def raw_attention(cell: str | Path, item: str) -> NDArray[np.float16]:
    """The attention of a record, (layers, heads, T, P + T) float16; P is the rest after T.

    Raises:
        RecordsError: None was kept, or the file is damaged.
    """
    path = _path(Path(cell), item)
    if not path.is_file():
        raise RecordsError(f"{cell}: no raw attention of {item!r}; capture with --raw-attention")
    files, failure = require("safetensors.numpy"), require("safetensors").SafetensorError
    try:
        return files.load(path.read_bytes())["attention"]
    except (OSError, KeyError, failure) as error:
        raise RecordsError(f"{path}: cannot be read ({error})") from error


def _path(cell: Path, item: str) -> Path:
    return cell / _FOLDER / f"{quote(item, safe='')}.safetensors"
