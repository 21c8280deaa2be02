"""``manifest.json``: everything that decides a run's results, and some facts about its making."""

from __future__ import annotations

import datetime
import hashlib
import json
import platform
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import tapworld_env
import tapworld_eval
import tapworld_scenarios
from tapworld_env.actions import ACTION_TYPES
from tapworld_eval.agents import make_agent
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import Plan
from tapworld_eval.rollouts.record import SCHEMA_VERSION
from tapworld_eval.rollouts.settings import RunSettings

__all__ = ["differences", "make_manifest", "state_key"]

# What an episode passes through. Reports, statistics and commands read runs and change none: a run
# goes on after a change of theirs.
_DECIDING = (
    *("agents", "grounding", "rollouts", "uncertainty/capture"),
    "uncertainty/methods/attention_capture.py",
)

Json = dict[str, Any]


def make_manifest(plan: Plan, settings: RunSettings) -> Json:
    """The manifest of a run: ``decides`` must be equal to resume, ``about`` need not."""
    agent = make_agent(settings.agent, **settings.agent_options)
    decides = {
        "schema_version": SCHEMA_VERSION,
        "versions": {"tapworld": _version("tapworld")},
        **_hashes(),
        "agent": {
            "name": settings.agent,
            "options": {key: str(value) for key, value in sorted(settings.agent_options.items())},
            "prompt": getattr(agent, "prompt", None),
        },
        "device": asdict(settings.device),
        "observe": sorted(agent.needs),
        "coordinate_space": "pixels of the observation, origin top left",
        "actions": sorted(ACTION_TYPES),
        "step_limit": settings.step_limit,
        "image_width": settings.image_width,
        "plan": {
            "seed": plan.seed,
            "method": plan.method,
            "selection": list(plan.selection),
            "rollouts": plan.rollouts,
            "configurations": len(plan.configurations),
            "digest": plan.digest(),
        },
    }
    return {"decides": decides, "about": _about()}


def state_key(device: DeviceSpec) -> str:
    """One hash over everything that decides what a scenario does on a kind of phone."""
    text = json.dumps({**_hashes(), "device": asdict(device)}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Every place in which two manifests differ, one line each.

    >>> list(differences({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3}}))
    ['b.c: 2 -> 3']
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted({*old, *new}):
            inner = f"{path}.{key}" if path else str(key)
            yield from differences(old.get(key), new.get(key), inner)
    elif old != new:
        yield f"{path}: {json.dumps(old)} -> {json.dumps(new)}"


def _hashes() -> dict[str, str]:
    return {
        "code": _hash_files(_sources()),
        "catalogue": _hash_files(_catalogue_files("*.yaml")),
        "certificates": _hash_files(_catalogue_files("certificates/*.json")),
        "bundle": _hash_files(_bundle_files()),
    }


def _about() -> Json:
    return {
        "started": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": _commit(),
        "python": platform.python_version(),
        "system": platform.platform(),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _sources() -> Iterator[Path]:
    evaluator = Path(tapworld_eval.__file__ or "").parent
    scenarios, env = (Path(p.__file__ or "").parent for p in (tapworld_scenarios, tapworld_env))
    for root in (scenarios, env, *(evaluator / name for name in _DECIDING)):
        yield from sorted(root.rglob("*.py")) if root.is_dir() else [root]


def _catalogue_files(pattern: str) -> list[Path]:
    root = Path(tapworld_scenarios.__file__ or "").parent / "catalog"
    return sorted(root.rglob(pattern) if "/" not in pattern else root.glob(pattern))


def _bundle_files() -> list[Path]:
    root = Path(tapworld_env.__file__ or "").parent / "devices" / "handset" / "bundle"
    return sorted(path for path in root.rglob("*") if path.is_file())


def _hash_files(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


@cache
def _commit() -> str | None:
    """The commit of the source tree, with ``+`` when it has changes, or ``None``."""
    folder = Path(__file__).parent
    git = ["git", "-C", str(folder)]
    try:
        commit = subprocess.run(
            [*git, "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10, check=True
        )
        status = subprocess.run(
            [*git, "status", "--porcelain"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return commit.stdout.strip() + ("+" if status.stdout.strip() else "")
