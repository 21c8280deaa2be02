from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapworld_eval.errors import RunFolderError
from tapworld_eval.rollouts.folder import RunFolder, read_records
from tapworld_eval.rollouts.record import EpisodeRecord

MANIFEST = {"decides": {"agent": {"name": "noop"}}, "about": {"started": "now"}}


def record(episode: str, **fields: Any) -> EpisodeRecord:
    known: dict[str, Any] = {
        "agent": "noop", "configuration": "a.b/i0/ada/day/home/p0", "scenario": "a.b", "app": "a",
        "apps": ["a"], "kind": "edit", "instance": 0, "profile": "ada", "theme": "day",
        "ui_state": "home", "phrasing": 0, "configuration_seed": 0, "rollout": 0, "seed": 1,
        "goal": "Do it.", "status": "completed", "success": False,
    }  # fmt: skip
    return EpisodeRecord(episode=episode, **{**known, **fields})


def test_the_later_record_of_an_episode_counts(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as folder:
        folder.append(record("one", status="fault", success=None))
        folder.append(record("two"))
        folder.append(record("one", success=True))
    assert [(r.episode, r.success) for r in read_records(tmp_path)] == [
        ("one", True),
        ("two", False),
    ]


def test_two_processes_cannot_write_one_folder(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST), pytest.raises(RunFolderError, match="another process"):
        RunFolder(tmp_path, MANIFEST)


def test_what_started_differs_does_not_matter(tmp_path: Path) -> None:
    RunFolder(tmp_path, MANIFEST).__exit__(None, None, None)
    later = {**MANIFEST, "about": {"started": "later"}}
    with RunFolder(tmp_path, later) as folder:
        assert folder.records() == []


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(RunFolderError, match=r"thesis\.tex"):
        RunFolder(tmp_path, MANIFEST)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    with RunFolder(tmp_path, MANIFEST) as folder:
        folder.append(record("one"))
    with (tmp_path / "episodes.jsonl").open("a") as file:
        file.write('{"episode": "two"}\n')
    with pytest.raises(RunFolderError, match=r"episodes\.jsonl:2: agent"):
        read_records(tmp_path)


def test_a_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    class Full:
        """The record file of a disk with room for ten more bytes."""

        def __init__(self, real: Any) -> None:
            self.real = real

        def write(self, data: bytes) -> None:
            self.real.write(data[:10])
            raise OSError(28, "No space left on device")

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

    with RunFolder(tmp_path, MANIFEST) as folder:
        folder.append(record("one"))
        whole = (tmp_path / "episodes.jsonl").read_bytes()
        lines: Any = folder._lines
        lines._file = Full(lines._file)
        with pytest.raises(RunFolderError, match=r"No space left.*resumes"):
            folder.append(record("two"))
    assert (tmp_path / "episodes.jsonl").read_bytes() == whole
