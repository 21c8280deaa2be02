"""The run folder: opened once, appended to line by line, whole after every crash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tapworld_eval.errors import RunFolderError, RunFolderMismatch
from tapworld_eval.rollouts.files import folder_errors, write_whole
from tapworld_eval.rollouts.lines import HeldFolder, whole_lines
from tapworld_eval.rollouts.manifest import differences
from tapworld_eval.rollouts.record import SCHEMA_VERSION, EpisodeRecord, StepRecord

__all__ = ["RunFolder", "read_manifest", "read_records", "read_steps"]

_MANIFEST, _EPISODES = "manifest.json", "episodes.jsonl"


class RunFolder(HeldFolder):
    """A run's folder, held by one process at a time.

    Args:
        path: The folder; made if missing.
        manifest: This run's manifest.

    Raises:
        RunFolderMismatch: The folder holds a run with other settings; the message lists them.
        RunFolderError: It cannot be written, is in use, or holds something else.
    """

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        _check_place(path)
        with folder_errors(path):
            (path / "trajectories").mkdir(parents=True, exist_ok=True)
        super().__init__(path, _EPISODES, lambda: self._accept(manifest))

    def append(self, record: EpisodeRecord) -> None:
        """Add one record; it is on disk, whole, when this returns.

        Raises:
            RunFolderError: It cannot be written; the file is as it was before.
        """
        self._lines.append(record.model_dump_json().encode())

    def records(self) -> list[EpisodeRecord]:
        """Everything recorded so far, the last record of an episode only."""
        return read_records(self.path)

    def _accept(self, manifest: Mapping[str, Any]) -> None:
        path = self.path / _MANIFEST
        if not path.exists():
            write_whole(path, json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n")
            return
        old = read_manifest(self.path)
        lines = list(differences(old["decides"], json.loads(json.dumps(manifest["decides"]))))
        if lines:
            shown = "\n".join(f"  {line}" for line in lines)
            raise RunFolderMismatch(
                f"{self.path} holds a run with other settings (there -> here):\n{shown}\n"
                "Choose another --out, or repeat the settings of the run that is there"
            )


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a run folder.

    Raises:
        RunFolderError: There is none, or it is no manifest.
    """
    try:
        manifest = json.loads((path / _MANIFEST).read_text(encoding="utf-8"))
        manifest["decides"]["agent"]["name"]
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RunFolderError(f"{path} is no run folder: it has no {_MANIFEST}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunFolderError(f"cannot read {path / _MANIFEST}: {error!r}") from error
    return manifest


def read_records(path: Path) -> list[EpisodeRecord]:
    """The records of a run folder in the order of their first appearance.

    A later record of an episode replaces an earlier one (an episode that only met faults is run
    again on resume). A torn last line is left out.

    Raises:
        RunFolderError: A line is damaged, or of another schema version.
    """
    latest: dict[str, EpisodeRecord] = {}
    for number, line in whole_lines(path / _EPISODES):
        try:
            record = EpisodeRecord.model_validate_json(line)
        except ValidationError as error:
            what = error.errors()[0]
            raise RunFolderError(
                f"{path / _EPISODES}:{number}: {'.'.join(map(str, what['loc']))} {what['msg']}"
            ) from error
        if record.schema_version != SCHEMA_VERSION:
            raise RunFolderError(
                f"{path / _EPISODES}:{number}: schema version {record.schema_version}, "
                f"this tapworld reads {SCHEMA_VERSION}"
            )
        latest[record.episode] = record
    return list(latest.values())


def read_steps(path: Path, episode: str) -> list[StepRecord]:
    """The steps of one episode; empty when no trajectory was stored."""
    file = path / "trajectories" / episode / "steps.jsonl"
    return [StepRecord.model_validate_json(line) for _, line in whole_lines(file)]


def _check_place(path: Path) -> None:
    if path.is_file():
        raise RunFolderError(f"{path} is a file; --out names a folder")
    if path.is_dir() and not (path / _MANIFEST).exists():
        foreign = [child.name for child in path.iterdir() if not child.name.startswith(".")]
        if foreign and set(foreign) != {"trajectories"}:
            raise RunFolderError(f"{path} holds other things ({foreign[0]}, ...) and no run")
