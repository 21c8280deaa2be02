"""Records as tables: what statistics take, and what people export."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pandas as pd
import sqlite_utils

from tapworld_eval.errors import RunFolderError
from tapworld_eval.rollouts.files import folder_errors
from tapworld_eval.rollouts.folder import read_records
from tapworld_eval.rollouts.record import EpisodeRecord

__all__ = ["FORMATS", "episode_table", "export", "outcome_table"]

_NESTED = ("verdict", "faults", "apps")


def outcome_table(records: Iterable[EpisodeRecord]) -> pd.DataFrame:
    """One row a rollout, as :mod:`tapworld_eval.statistics` takes it.

    Episodes that only met environment faults say nothing about the agent and are left out.
    """
    columns = [
        "agent", "app", "scenario", "kind", "instance", "profile", "theme", "ui_state",
        "phrasing", "rollout", "success",
    ]  # fmt: skip
    rows = [
        {**{column: getattr(record, column) for column in columns}, "success": int(record.success)}
        for record in records
        if record.success is not None
    ]
    return pd.DataFrame(rows, columns=columns)


def episode_table(records: Iterable[EpisodeRecord]) -> pd.DataFrame:
    """Every field of every record; nested ones as JSON text."""
    rows = []
    for record in records:
        row = record.model_dump(mode="json")
        row.update({name: json.dumps(row[name], sort_keys=True) for name in _NESTED})
        row["collateral"] = len((record.verdict or {}).get("collateral", []))
        rows.append(row)
    return pd.DataFrame(rows)


def export(runs: Iterable[Path], target: Path) -> int:
    """Write the episodes of runs into one file; its ending decides the format.

    Args:
        runs: Run folders.
        target: A ``.parquet``, ``.csv``, ``.jsonl`` or ``.sqlite`` file; replaced if there.

    Returns:
        How many episodes were written.

    Raises:
        RunFolderError: A run cannot be read, the ending is unknown, or the file not written.
    """
    write = FORMATS.get(target.suffix)
    if write is None:
        known = ", ".join(sorted(FORMATS))
        raise RunFolderError(f"cannot tell the format of {target.name!r}; use one of {known}")
    tables = []
    for run in runs:
        table = episode_table(read_records(run))
        table.insert(0, "run", run.name)
        tables.append(table)
    whole = pd.concat(tables, ignore_index=True)
    temporary = target.with_name(f".{target.stem}.partial{target.suffix}")
    with folder_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary.unlink(missing_ok=True)
        try:
            write(whole, temporary)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    return len(whole)


def _parquet(table: pd.DataFrame, path: Path) -> None:
    try:
        table.to_parquet(path, index=False)
    except ImportError as error:
        raise RunFolderError("parquet needs pyarrow: pip install pyarrow") from error


def _csv(table: pd.DataFrame, path: Path) -> None:
    table.to_csv(path, index=False)


def _jsonl(table: pd.DataFrame, path: Path) -> None:
    table.to_json(path, orient="records", lines=True, force_ascii=False)


def _sqlite(table: pd.DataFrame, path: Path) -> None:
    database = sqlite_utils.Database(path)
    try:
        rows = json.loads(table.to_json(orient="records", force_ascii=False))
        database["episodes"].insert_all(rows, pk=("run", "episode"), alter=True)  # type: ignore[union-attr]
        database["episodes"].create_index(["agent", "app", "scenario"])  # type: ignore[union-attr]
    finally:
        database.close()


FORMATS: dict[str, Callable[[pd.DataFrame, Path], None]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".jsonl": _jsonl,
    ".sqlite": _sqlite,
    ".db": _sqlite,
}
