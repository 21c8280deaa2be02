"""AndroidWorld checkpoints: a folder of ``<task>_<instance>.pkl.gz``, each a list of episodes.

An episode is a dictionary with ``task_template``, ``instance_id``, ``is_successful``,
``exception_info``, ``agent_name`` and ``seed``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pandas as pd

from tapworld_eval.statistics.errors import RecordsError
from tapworld_eval.statistics.readers.safe_pickle import load_plain

__all__ = ["read_androidworld"]

# Task names begin with the app or the thing acted upon.
_APPS: Final[dict[str, str]] = {
    "AudioRecorder": "audio_recorder",
    "Browser": "browser",
    "Camera": "camera",
    "Clock": "clock",
    "Contacts": "contacts",
    "Expense": "expense",
    "Files": "files",
    "Markor": "markor",
    "Notes": "joplin",
    "OpenApp": "system",
    "OsmAnd": "osmand",
    "Recipe": "recipe",
    "Retro": "retro_music",
    "SaveCopyOfReceipt": "gallery",
    "SimpleCalendar": "calendar",
    "SimpleDraw": "draw",
    "SimpleSms": "sms",
    "SportsTracker": "sports_tracker",
    "System": "system",
    "Tasks": "tasks",
    "Turn": "system",
    "Vlc": "vlc",
    "MiniWob": "miniwob",
}


def read_androidworld(
    path: str | Path,
    *,
    apps: Mapping[str, str] | None = None,
    threshold: float = 1.0,
    agent: str | None = None,
) -> pd.DataFrame:
    """Read an AndroidWorld run (a folder of checkpoints, or one file).

    Episodes that ended in an exception of the environment are left out, as AndroidWorld's own tally
    does. Nothing in the pickles is executed.

    Args:
        path: The checkpoint folder.
        apps: Task name to app; by default told from the task's name.
        threshold: Score from which an episode is a success. Composite tasks give partial scores.
        agent: Name to give the agent instead of the recorded one.

    Returns:
        Columns agent, app, scenario, instance, rollout, success.

    Raises:
        RecordsError: There is no checkpoint, or an episode lacks a field.
    """
    folder = Path(path)
    files = sorted(folder.glob("*.pkl.gz")) if folder.is_dir() else [folder]
    if not files:
        raise RecordsError(f"{folder}: no *.pkl.gz; point at an AndroidWorld checkpoint folder")
    rows = []
    for file in files:
        episodes = load_plain(file)
        if not isinstance(episodes, list):
            raise RecordsError(f"{file}: holds {type(episodes).__name__}, not a list of episodes")
        for number, episode in enumerate(episodes):
            missing = [f for f in ("task_template", "is_successful") if f not in episode]
            if missing:
                raise RecordsError(f"{file}, episode {number}: no field {missing[0]!r}")
            score = float(episode["is_successful"])
            if episode.get("exception_info") is not None or math.isnan(score):
                continue
            task = str(episode["task_template"])
            rows.append(
                {
                    "agent": agent or str(episode.get("agent_name") or "androidworld"),
                    "app": (apps or {}).get(task) or _app(task),
                    "scenario": task,
                    "instance": str(episode.get("instance_id", 0)),
                    "success": int(score >= threshold - 1e-9),
                }
            )
    if not rows:
        raise RecordsError(f"{folder}: no finished episode in {len(files)} file(s)")
    frame = pd.DataFrame(rows)
    keys = ["agent", "scenario", "instance"]
    frame.insert(4, "rollout", frame.groupby(keys).cumcount())
    return frame


def _app(task: str) -> str:
    found = [prefix for prefix in _APPS if task.startswith(prefix)]
    return _APPS[max(found, key=len)] if found else "other"
