"""Memory of processes, from ``/proc``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["descendants", "group_pss_mb", "own_rss_mb", "pss_mb"]

_MB = 1024  # /proc counts in kB
_PARENT, _GROUP = 1, 2  # fields of /proc/PID/stat after the name


def group_pss_mb(group: int | None) -> float:
    """Proportional set size of a process group, in MB."""
    return pss_mb(pid for pid, fields in _processes() if int(fields[_GROUP]) == group)


def pss_mb(pids: Iterable[int]) -> float:
    """Proportional set size of processes together, in MB."""
    return sum(_value(pid, "smaps_rollup", "Pss:") for pid in pids) / _MB


def own_rss_mb() -> float:
    """Resident set size of this process, in MB."""
    return _value(os.getpid(), "status", "VmRSS:") / _MB


def descendants() -> list[int]:
    """All processes that come from this one."""
    children: dict[int, list[int]] = {}
    for pid, fields in _processes():
        children.setdefault(int(fields[_PARENT]), []).append(pid)
    found: list[int] = []
    waiting = children.get(os.getpid(), [])
    while waiting:
        found += waiting
        waiting = [child for pid in waiting for child in children.get(pid, [])]
    return found


def _processes() -> Iterator[tuple[int, list[str]]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name before the last parenthesis may itself hold spaces and parentheses.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        yield int(folder.name), fields


def _value(pid: int, name: str, key: str) -> int:
    try:
        lines = (Path("/proc") / str(pid) / name).read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0  # it ended meanwhile
    return sum(int(line.split()[1]) for line in lines if line.startswith(key))
