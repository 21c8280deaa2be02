"""rliable's score dictionaries: algorithm name to an array of shape (runs, tasks)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from tapworld_eval.statistics.errors import RecordsError

__all__ = ["from_scores", "read_scores"]


def from_scores(
    scores: Mapping[str, ArrayLike],
    tasks: Sequence[str] | None = None,
    apps: Mapping[str, str] | None = None,
) -> pd.DataFrame:
    """Turn score matrices of zeros and ones into records; a run becomes a rollout.

    Args:
        scores: Algorithm to scores, shape (runs, tasks), each 0 or 1.
        tasks: Names of the tasks, in the order of the columns; by default task00, task01, ...
        apps: Task to app. By default each task is an app with one scenario, which makes the
            hierarchical bootstrap equal to rliable's stratified one.

    Raises:
        RecordsError: A matrix has another shape than its fellows, or other values than 0 and 1.

    Examples:
        >>> from_scores({"ours": [[1, 0], [1, 1]]}).groupby("app")["success"].mean().tolist()
        [1.0, 0.5]
    """
    if not scores:
        raise RecordsError("the score dictionary is empty")
    parts = []
    for name, values in scores.items():
        matrix = np.asarray(values, dtype=np.float64)
        if matrix.ndim != 2:
            raise RecordsError(
                f"scores of {name!r} must have shape (runs, tasks), got {matrix.shape}"
            )
        runs, count = matrix.shape
        names = [f"task{t:02d}" for t in range(count)] if tasks is None else list(tasks)
        if len(names) != count:
            raise RecordsError(
                f"scores of {name!r} have {count} columns but {len(names)} tasks are named; rows "
                "must be runs and columns tasks"
            )
        if not np.isin(matrix, (0.0, 1.0)).all():
            raise RecordsError(f"scores of {name!r} are not all 0 or 1; give success, not returns")
        parts.append(
            pd.DataFrame(
                {
                    "agent": name,
                    "app": np.tile([(apps or {}).get(task, task) for task in names], runs),
                    "scenario": np.tile(names, runs),
                    "rollout": np.repeat(np.arange(runs), count),
                    "success": matrix.ravel().astype(np.int64),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def read_scores(path: str | Path, tasks: Sequence[str] | None = None) -> pd.DataFrame:
    """Read a score dictionary from ``.npz`` (an array an algorithm) or ``.json``.

    Pickled ``.npy`` dictionaries are refused, since loading them runs code; save with ``np.savez``.
    """
    file = Path(path)
    if not file.is_file():
        raise RecordsError(f"{file}: no such file")
    if file.suffix == ".npz":
        try:
            with np.load(file, allow_pickle=False) as archive:
                return from_scores({name: archive[name] for name in archive.files}, tasks)
        except ValueError as error:
            raise RecordsError(f"{file}: not an archive of plain arrays ({error})") from error
    if file.suffix == ".json":
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise RecordsError(f"{file}: not JSON ({error})") from error
        if not isinstance(content, dict):
            raise RecordsError(f"{file}: must hold an object of algorithm name to score matrix")
        return from_scores(content, tasks)
    raise RecordsError(f"{file}: score dictionaries are read from .npz or .json, not {file.suffix}")
