"""Plain tables: CSV, Parquet and JSON lines, whole or chunk by chunk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pandas as pd

from tapworld_eval.statistics.errors import RecordsError
from tapworld_eval.statistics.records import AXES, REQUIRED
from tapworld_eval.statistics.writing import write_file

__all__ = ["TABLE_SUFFIXES", "iterate_table", "read_table", "write_records"]

TABLE_SUFFIXES: Final = (".csv", ".csv.gz", ".parquet", ".jsonl", ".jsonl.gz")
_TRUTH: Final = {"true": 1, "false": 0, "1": 1, "0": 0, "1.0": 1, "0.0": 0}


def read_table(path: str | Path, columns: Mapping[str, str] | None = None) -> pd.DataFrame:
    """Read a whole table.

    Args:
        path: A file ending in .csv, .parquet or .jsonl (.gz for the text formats).
        columns: Their names to ours, for example ``{"task": "scenario", "passed": "success"}``.

    Raises:
        RecordsError: The file is missing, empty, torn, or of another kind.
    """
    parts = list(iterate_table(path, columns))
    if not parts:
        raise RecordsError(f"{path}: the file holds no rows")
    return pd.concat(parts, ignore_index=True)


def iterate_table(
    path: str | Path,
    columns: Mapping[str, str] | None = None,
    chunk_rows: int = 500_000,
) -> Iterator[pd.DataFrame]:
    """Read a table in chunks of ``chunk_rows`` rows, so that it need not fit in memory.

    In CSV files text ``true``/``false`` counts as success and failure; elsewhere types are kept.
    Only the columns of the records are read where the format allows it.

    Raises:
        RecordsError: As in :func:`read_table`; raised when the first chunk is asked for.
    """
    file = Path(path)
    if not file.is_file():
        raise RecordsError(f"{file}: no such file")
    name = file.name.lower()
    renamed = dict(columns or {})
    if name.endswith((".csv", ".csv.gz")):
        chunks = _csv_chunks(file, renamed, chunk_rows)
    elif name.endswith(".parquet"):
        chunks = _parquet_chunks(file, chunk_rows)
    elif name.endswith((".jsonl", ".jsonl.gz")):
        chunks = _json_chunks(file, chunk_rows)
    else:
        raise RecordsError(f"{file}: unknown kind of table; use one of {', '.join(TABLE_SUFFIXES)}")
    for chunk in chunks:
        absent = [theirs for theirs in renamed if theirs not in chunk.columns]
        if absent:
            found = ", ".join(map(str, chunk.columns))
            raise RecordsError(f"{file}: no column {absent[0]!r} to rename; columns: {found}")
        if len(chunk) == 0:
            found = ", ".join(map(str, chunk.columns))
            raise RecordsError(f"{file}: the file holds no rows, only the columns {found}")
        yield chunk.rename(columns=renamed)


def write_records(frame: pd.DataFrame, path: str | Path) -> Path:
    """Write records as .csv, .parquet or .jsonl, whole or not at all.

    Raises:
        RecordsError: Another suffix.
        OutputError: The file cannot be written.
    """
    target = Path(path)
    writers = {
        ".csv": lambda file: frame.to_csv(file, index=False, lineterminator="\n"),
        ".parquet": lambda file: frame.to_parquet(file, index=False),
        ".jsonl": lambda file: frame.to_json(file, orient="records", lines=True),
    }
    if target.suffix not in writers:
        raise RecordsError(f"{target}: records are written as {', '.join(writers)}")
    return write_file(target, writers[target.suffix])


def _csv_chunks(file: Path, renamed: dict[str, str], chunk_rows: int) -> Iterator[pd.DataFrame]:
    ours = {*REQUIRED, *AXES, "rollout", "agent"}
    outcome = next((theirs for theirs, name in renamed.items() if name == "success"), "success")
    # Keys are read as text, so that a level does not change type between chunks; outcomes too,
    # since "True" in a later chunk would change the column's type.
    keys = {theirs for theirs, name in renamed.items() if name in ours}
    types = dict.fromkeys([*sorted(ours - {"success"}), *sorted(keys), outcome], "str")
    try:
        with pd.read_csv(file, dtype=types, chunksize=chunk_rows, keep_default_na=True) as reader:
            for chunk in reader:
                if outcome in chunk.columns:
                    chunk[outcome] = _truth(chunk[outcome], file)
                yield chunk
    except pd.errors.EmptyDataError:
        raise RecordsError(f"{file}: the file is empty") from None
    except (pd.errors.ParserError, UnicodeDecodeError) as error:
        raise RecordsError(f"{file}: not a CSV file ({error})") from error


def _truth(column: pd.Series, file: Path) -> pd.Series:
    text = column.str.strip().str.lower()
    value = text.map(_TRUTH)
    wrong = value.isna() & column.notna()
    if wrong.any():
        example = column[wrong].iloc[0]
        raise RecordsError(
            f"{file}: success must be 0, 1, true or false, got {example!r} in {int(wrong.sum())} "
            "row(s); turn scores into outcomes with a threshold first"
        )
    return value


def _parquet_chunks(file: Path, chunk_rows: int) -> Iterator[pd.DataFrame]:
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise RecordsError(
            f"{file}: reading Parquet needs pyarrow (pip install pyarrow)"
        ) from error
    import pyarrow

    try:
        table = parquet.ParquetFile(file)
    except pyarrow.ArrowInvalid as error:
        raise RecordsError(f"{file}: not a Parquet file ({error})") from error
    with table:
        for batch in table.iter_batches(batch_size=chunk_rows):
            yield batch.to_pandas()


def _json_chunks(file: Path, chunk_rows: int) -> Iterator[pd.DataFrame]:
    try:
        with pd.read_json(file, lines=True, chunksize=chunk_rows) as reader:
            yield from reader
    except (ValueError, json.JSONDecodeError) as error:
        raise RecordsError(f"{file}: not a file of JSON lines ({error})") from error
