"""MobileWorld trajectory logs: a folder a task, each with ``result.txt`` holding ``score: 1.0``.

Also the site's bundles ``*.json.gz``: task name to an entry whose ``result`` is that text.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from tapworld_eval.statistics.errors import RecordsError

__all__ = ["read_mobileworld"]

_SCORE = re.compile(r"score\s*[:=]\s*([-+]?\d*\.?\d+(?:e[-+]?\d+)?)", re.IGNORECASE)
_NUMBER = re.compile(r"\s*([-+]?\d*\.?\d+)\s*$")


def read_mobileworld(
    path: str | Path | Sequence[str | Path],
    *,
    apps: Mapping[str, str] | None = None,
    threshold: float = 1.0,
    agent: str | None = None,
) -> pd.DataFrame:
    """Read one MobileWorld run, or several of one agent as rollouts 0, 1, ...

    Logs name tasks only. Without ``apps`` every task is of one app called ``mobileworld``, so that
    tasks are the scenarios that are resampled.

    Args:
        path: Log folder or bundle, or a list of them.
        apps: Task name to app.
        threshold: Score from which a task is a success.
        agent: Name of the agent; by default the first folder's name.

    Returns:
        Columns agent, app, scenario, rollout, success.

    Raises:
        RecordsError: Nothing to read, or a result without a score.
    """
    sources = [Path(path)] if isinstance(path, str | Path) else [Path(part) for part in path]
    rows = []
    for rollout, source in enumerate(sources):
        results = _bundle(source) if source.is_file() else _folder(source)
        for task, text in sorted(results.items()):
            score = _score(text, f"{source}, task {task}")
            app = (apps or {}).get(task, "mobileworld")
            rows.append((app, task, rollout, int(score >= threshold - 1e-9)))
    if not rows:
        raise RecordsError(f"{sources[0]}: no finished task; is it a MobileWorld log folder?")
    frame = pd.DataFrame(rows, columns=["app", "scenario", "rollout", "success"])
    frame.insert(0, "agent", agent or sources[0].name.split(".")[0])
    return frame


def _folder(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise RecordsError(f"{folder}: no such folder")
    return {
        file.parent.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.glob("*/result.txt"))
        if "_backup_" not in file.parent.name
    }


def _bundle(file: Path) -> dict[str, str]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            tasks = json.load(stream)
    except (OSError, json.JSONDecodeError) as error:
        raise RecordsError(f"{file}: not a MobileWorld bundle ({error})") from error
    # A task without a result was not finished.
    return {task: str(entry["result"]) for task, entry in tasks.items() if entry.get("result")}


def _score(text: str, where: str) -> float:
    match = _SCORE.search(text) or _NUMBER.match(text)
    if match is None:
        raise RecordsError(f"{where}: no score in {text[:60]!r}")
    return float(match[1])
