"""A run's folder: ``results.jsonl``, its sidecar ``results.config.json``, ledger and cache."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.errors import GroundingRunError, GroundingRunMismatch
from tapworld_eval.grounding.runs.config import RunConfig
from tapworld_eval.rollouts.files import write_whole
from tapworld_eval.rollouts.lines import HeldFolder, whole_lines
from tapworld_eval.rollouts.manifest import differences

__all__ = ["LEDGER", "RESULTS", "RunFolder", "read_config", "read_rows"]

RESULTS, SIDECAR, LEDGER, CACHE = "results.jsonl", "results.config.json", "ledger.jsonl", "cache"


class RunFolder(HeldFolder):
    """The files of one run, open for appending.

    Args:
        path: The folder; made if it is not there.
        config: What is run.
        about: Facts that do not decide the result (price, prediction).

    Raises:
        GroundingRunMismatch: The folder holds a run with another configuration.
        GroundingRunError: The folder cannot be written, or another process writes to it.
    """

    def __init__(self, path: Path, config: RunConfig, about: Mapping[str, Any]) -> None:
        super().__init__(path, RESULTS, lambda: self._accept(config, about), GroundingRunError)

    def append(self, row: Mapping[str, Any]) -> None:
        """Add one row; it is on disk, whole, when this returns.

        Raises:
            GroundingRunError: It cannot be written; the file is as it was before.
        """
        line = json.dumps(row, ensure_ascii=False, sort_keys=True, allow_nan=False)
        self._lines.append(line.encode())

    def _accept(self, config: RunConfig, about: Mapping[str, Any]) -> None:
        path = self.path / SIDECAR
        decides = json.loads(json.dumps(config.decides()))
        if path.exists():
            old = read_config(self.path)
            lines = [f"  {line}" for line in differences(old["decides"], decides)]
            if lines:
                shown = "\n".join(lines)
                raise GroundingRunMismatch(
                    f"{self.path} holds run {old['run_id']}, which is configured otherwise "
                    f"(there -> here):\n{shown}\nChoose another --out"
                )
            return
        if (self.path / RESULTS).exists():
            raise GroundingRunMismatch(f"{self.path / RESULTS} has no sidecar: what made it?")
        started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        whole = {
            "run_id": config.run_id,
            "decides": decides,
            "about": {"started": started, **about},
        }
        write_whole(path, json.dumps(whole, indent=1, sort_keys=True).encode() + b"\n")


def read_config(path: Path) -> dict[str, Any]:
    """The sidecar of a run.

    Raises:
        GroundingRunError: It is missing or malformed.
    """
    file = path / SIDECAR
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
        _ = config["run_id"], config["decides"]["scaffold"]["name"]
    except FileNotFoundError as error:
        raise GroundingRunError(f"{path} is no grounding run: it has no {SIDECAR}") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GroundingRunError(f"cannot read {file}: {error!r}") from error
    return config


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a run; a torn last line is left out.

    Raises:
        GroundingRunError: A line is damaged.
    """
    rows = []
    for number, line in whole_lines(path / RESULTS):
        try:
            rows.append(json.loads(line))
        except ValueError as error:
            raise GroundingRunError(f"{path / RESULTS}:{number}: {error}") from error
    return rows
