"""One door for every format: tell what a path is, and read it."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd

from tapworld_eval.statistics.cells import Cells, count_cells, count_chunks
from tapworld_eval.statistics.errors import OptionError, RecordsError
from tapworld_eval.statistics.readers.agentlab import read_agentlab
from tapworld_eval.statistics.readers.androidworld import read_androidworld
from tapworld_eval.statistics.readers.mobileworld import read_mobileworld
from tapworld_eval.statistics.readers.run_folder import read_run_folder
from tapworld_eval.statistics.readers.scores import read_scores
from tapworld_eval.statistics.readers.tables import TABLE_SUFFIXES, iterate_table, read_table

__all__ = ["FORMATS", "count_file", "detect_format", "read_records"]

FORMATS: Final[dict[str, Callable[..., pd.DataFrame]]] = {
    "table": read_table,
    "tapworld": read_run_folder,
    "androidworld": read_androidworld,
    "agentlab": read_agentlab,
    "mobileworld": read_mobileworld,
    "scores": read_scores,
}


def detect_format(path: str | Path) -> str:
    """Tell the format of a file or folder by what it holds.

    Raises:
        RecordsError: It is none of the known formats.
    """
    source = Path(path)
    name = source.name.lower()
    if source.is_dir():
        if (source / "episodes.jsonl").is_file():
            return "tapworld"
        if any(source.glob("*.pkl.gz")):
            return "androidworld"
        if any(source.glob("*/result.txt")):
            return "mobileworld"
        if next(source.rglob("summary_info.json"), None) is not None:
            return "agentlab"
    elif source.is_file():
        if name == "episodes.jsonl":
            return "tapworld"
        if name.endswith(".csv") and "env.task_name" in _first_line(source):
            return "agentlab"
        if name.endswith(TABLE_SUFFIXES):
            return "table"
        if name.endswith(".pkl.gz"):
            return "androidworld"
        if name.endswith(".json.gz"):
            return "mobileworld"
        if name.endswith((".npz", ".json")):
            return "scores"
    elif source.exists():
        raise RecordsError(f"{source}: neither a file nor a folder")
    else:
        raise RecordsError(f"{source}: no such file or folder")
    raise RecordsError(_unknown(source))


def _unknown(source: Path) -> str:
    """Why a path is not taken for results, and what would be."""
    name_it = f"or name the format, one of {', '.join(FORMATS)}"
    if not source.is_dir():
        known = ", ".join((*TABLE_SUFFIXES, ".pkl.gz", ".json.gz", ".npz", ".json"))
        return f"{source}: unknown results: no file of {known}; {name_it}"
    held = "is empty" if not any(source.iterdir()) else "holds none of them"
    return (
        f"{source}: unknown results: a run folder has episodes.jsonl, AndroidWorld's *.pkl.gz, "
        f"MobileWorld's */result.txt, AgentLab's summary_info.json somewhere; this one {held}. "
        f"Point at another folder, {name_it}"
    )


def read_records(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    columns: Mapping[str, str] | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Read results of any known format into rollout records.

    Args:
        path: File or folder.
        format: Name of the format; by default told from the path.
        columns: For tables, their column names to ours.
        **options: Passed to the format's reader (``apps``, ``threshold``, ``agent``, ...).

    Raises:
        RecordsError: The path or its content is not what the format says.
        OptionError: The format is unknown.
    """
    kind = format or detect_format(path)
    if kind not in FORMATS:
        raise OptionError(f"unknown format {kind!r}; choose one of {', '.join(FORMATS)}")
    if columns:
        if kind != "table":
            raise OptionError(f"columns renames the columns of a table, not of {kind} results")
        options["columns"] = columns
    return FORMATS[kind](path, **options)


def count_file(
    path: str | Path,
    axes: Sequence[str] | None = None,
    *,
    format: str | None = None,  # noqa: A002
    columns: Mapping[str, str] | None = None,
) -> Cells:
    """Count a file's rollouts per configuration; tables are streamed and need not fit in memory."""
    kind = format or detect_format(path)
    if kind == "table":
        return count_chunks(iterate_table(path, columns), axes)
    return count_cells(read_records(path, format=kind, columns=columns), axes)


def _first_line(file: Path) -> str:
    opener = gzip.open if file.suffix == ".gz" else open
    with opener(file, "rt", encoding="utf-8", errors="replace") as stream:
        return stream.readline()
