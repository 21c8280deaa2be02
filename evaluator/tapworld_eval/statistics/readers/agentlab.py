"""BrowserGym experiments and AgentLab studies.

A study is a folder of experiment folders ``<date>_<agent>_on_<task>_<seed>[_<id>]``, each with a
``summary_info.json`` (``cum_reward``, ``terminated``, ``truncated``, ``err_msg``). AgentLab also
writes tables ``result_df*.csv`` with ``env.task_name``, ``env.task_seed``, ``agent.agent_name``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd

from tapworld_eval.statistics.errors import RecordsError

__all__ = ["read_agentlab"]

_FOLDER = re.compile(
    r"(?:\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_)?(?P<agent>.+)_on_(?P<task>.+?)_(?P<seed>\d+)"
    r"(?:_(?P<id>[0-9a-f]{6,}))?$"
)


def read_agentlab(
    path: str | Path, *, threshold: float = 1.0, errors_fail: bool = True
) -> pd.DataFrame:
    """Read an AgentLab study folder or one of its result tables.

    The benchmark (the part of the task's name before the first dot) becomes the app, the task the
    scenario, the task seed the instance.

    Args:
        path: The study folder, or a ``result_df*.csv``.
        threshold: Cumulative reward from which an episode is a success.
        errors_fail: Count episodes that ended in an error as failures, as AgentLab does; False
            leaves them out.

    Returns:
        Columns agent, app, scenario, instance, rollout, success.

    Raises:
        RecordsError: Nothing to read, or a file lacks a field.
    """
    source = Path(path)
    rows = _table_rows(source) if source.is_file() else _folder_rows(source)
    frame = pd.DataFrame(rows, columns=["agent", "scenario", "instance", "reward", "error"])
    if not errors_fail:
        frame = frame[~frame["error"]]
    if len(frame) == 0:
        raise RecordsError(f"{source}: no finished episode")
    frame = frame.reset_index(drop=True)
    frame["app"] = frame["scenario"].str.split(".").str[0]
    frame["success"] = ((frame["reward"] >= threshold - 1e-9) & ~frame["error"]).astype(int)
    frame["rollout"] = frame.groupby(["agent", "scenario", "instance"]).cumcount()
    return frame[["agent", "app", "scenario", "instance", "rollout", "success"]]


def _folder_rows(folder: Path) -> list[tuple[str, str, str, float, bool]]:
    files = sorted(folder.rglob("summary_info.json"))
    if not files:
        raise RecordsError(f"{folder}: no summary_info.json below it; is it an AgentLab study?")
    rows = []
    for file in files:
        match = _FOLDER.match(file.parent.name)
        if match is None:
            raise RecordsError(
                f"{file.parent}: the folder is not named <date>_<agent>_on_<task>_<seed>"
            )
        summary = _summary(file)
        if not (summary.get("terminated") or summary.get("truncated") or summary.get("err_msg")):
            continue  # still running when the study was copied
        if "cum_reward" not in summary:
            raise RecordsError(f"{file}: no field 'cum_reward'")
        error = summary.get("err_msg") is not None
        reward = float(summary["cum_reward"])
        rows.append((match["agent"], match["task"], match["seed"], reward, error))
    return rows


def _summary(file: Path) -> dict:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise RecordsError(f"{file}: not JSON ({error})") from error


def _table_rows(file: Path) -> list[tuple[str, str, str, float, bool]]:
    table = pd.read_csv(file)
    needed = ["env.task_name", "cum_reward"]
    missing = [name for name in needed if name not in table.columns]
    if missing:
        raise RecordsError(f"{file}: no column {missing[0]!r}; is it AgentLab's result table?")
    count = len(table)
    agents = table.get("agent.agent_name", pd.Series(["agentlab"] * count)).astype(str)
    seeds = table.get("env.task_seed", pd.Series([0] * count)).fillna(0).astype(int).astype(str)
    errors = table.get("err_msg", pd.Series([None] * count)).notna()
    done = table["cum_reward"].notna() | errors
    rewards = table["cum_reward"].fillna(0.0).astype(float)
    tasks = table["env.task_name"].astype(str)
    rows = zip(agents, tasks, seeds, rewards, errors, strict=True)
    return [row for row, finished in zip(rows, done, strict=True) if finished]
