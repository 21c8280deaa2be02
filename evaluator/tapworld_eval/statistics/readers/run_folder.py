"""tapworld's own run folders: ``episodes.jsonl``, one episode a line."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from tapworld_eval.statistics.errors import RecordsError

__all__ = ["read_run_folder"]

_KEYS = ("agent", "app", "scenario", "instance", "profile", "theme", "ui_state", "phrasing")


def read_run_folder(path: str | Path) -> pd.DataFrame:
    """Read a run folder (or its ``episodes.jsonl``).

    Episodes that the environment spoilt (status ``fault``) say nothing about the agent and are left
    out. Of several lines for one episode the last counts. A torn last line, as a killed run leaves
    it, is ignored.

    Returns:
        Columns agent, app, scenario, kind, the axes, rollout, success, episode.

    Raises:
        RecordsError: There is no such file, a line is not an episode, or all are faults.
    """
    file = Path(path)
    if file.is_dir():
        file = file / "episodes.jsonl"
    if not file.is_file():
        raise RecordsError(f"{file}: no such file; a run folder holds episodes.jsonl")
    lines = file.read_text(encoding="utf-8").split("\n")
    episodes: dict[str, dict] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            episode = json.loads(line)
        except json.JSONDecodeError as error:
            if number == len(lines):
                break
            raise RecordsError(f"{file}, line {number}: not JSON ({error})") from error
        missing = [key for key in (*_KEYS, "rollout", "success") if key not in episode]
        if missing:
            raise RecordsError(f"{file}, line {number}: no field {missing[0]!r}")
        episodes[str(episode.get("episode", number))] = episode
    rows = [
        {
            **{key: episode[key] for key in _KEYS},
            "kind": episode.get("kind", ""),
            "rollout": episode["rollout"],
            "configuration_seed": episode.get("configuration_seed", 0),
            "success": bool(episode["success"]),
            "episode": name,
        }
        for name, episode in episodes.items()
        if episode["success"] is not None
    ]
    if not rows:
        raise RecordsError(f"{file}: no finished episode ({len(episodes)} faults)")
    frame = pd.DataFrame(rows)
    if frame["configuration_seed"].nunique() > 1:
        # Equal axes under another seed are another draw of the same configuration.
        seed = frame["configuration_seed"].astype(str)
        frame["rollout"] = seed + "." + frame["rollout"].astype(str)
    return frame.drop(columns="configuration_seed")
