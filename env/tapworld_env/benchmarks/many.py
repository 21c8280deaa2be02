"""Many phones at once: threads over one Chromium, and processes with a Chromium each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import AsyncVectorEnv, VectorEnv

from tapworld_env.actions import Tap
from tapworld_env.benchmarks.figures import summary
from tapworld_env.benchmarks.memory import descendants, pss_mb
from tapworld_env.benchmarks.workload import FixedTask, FixedTasks, start_states, two_tabs
from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Screen
from tapworld_env.phone_env import PhoneEnv
from tapworld_env.spaces import KINDS
from tapworld_env.vector import PhoneVectorEnv
from tapworld_scenarios.snapshot import Snapshot

__all__ = ["measure_many"]

_SMALL = Screen(412, 915, 1.0)
_WARM_UP = 3


def measure_many(
    *, phones: int = 16, processes: int = 4, samples: int = 20, profile: str = "ada"
) -> dict[str, Any]:
    """Step phones at 412x915 together, with taps that change the whole screen, pixels and elements.

    Args:
        phones: Phones of our vector environment, at least 2.
        processes: Phones of the comparison between it and Gymnasium's ``AsyncVectorEnv``.
        samples: Steps of each phone.
        profile: The persona.

    Returns:
        ``many``: ``phones``, ``steps_per_s`` (of all together), ``step_ms`` (of the slowest phone
        of each step) and ``phone_mb`` (memory that each further phone adds: PSS of all child
        processes, with all phones less with one). ``processes``: ``phones``,
        ``steps_per_s_threads``, ``steps_per_s_processes``, ``memory_mb_threads``,
        ``memory_mb_processes`` (PSS of all child processes).
    """
    snapshot = start_states(profile, "daylight", {})[0]
    with Handset(screen=_SMALL) as phone:
        taps = two_tabs(phone, snapshot)
    _, _, alone = _run(_threads(1, snapshot), taps, 1)
    rate, step_ms, together = _run(_threads(phones, snapshot), taps, samples)
    threads = _run(_threads(processes, snapshot), taps, samples)
    asynchronous = _run(
        AsyncVectorEnv([partial(_one, snapshot)] * processes, shared_memory=False, context="spawn"),
        taps,
        samples,
    )
    return {
        "many": {
            "phones": phones,
            "steps_per_s": rate,
            "step_ms": step_ms,
            "phone_mb": round((together - alone) / max(1, phones - 1), 1),
        },
        "processes": {
            "phones": processes,
            "steps_per_s_threads": threads[0],
            "steps_per_s_processes": asynchronous[0],
            "memory_mb_threads": round(threads[2]),
            "memory_mb_processes": round(asynchronous[2]),
        },
    }


def _threads(phones: int, snapshot: Snapshot) -> PhoneVectorEnv:
    return PhoneVectorEnv(phones, screen=_SMALL, tasks=FixedTasks(FixedTask(snapshot)))


def _one(snapshot: Snapshot) -> PhoneEnv:
    return PhoneEnv(screen=_SMALL, tasks=FixedTasks(FixedTask(snapshot)))


def _run(
    envs: VectorEnv[Any, Any, Any], taps: Sequence[Tap], samples: int
) -> tuple[float, dict[str, float], float]:
    """Steps a second of all phones together, times of a step, PSS of all child processes."""
    try:
        envs.reset(seed=0)
        times = []
        for index in range(samples + _WARM_UP):
            tap = taps[index % 2]
            began = time.perf_counter()
            envs.step(_batch(tap, envs.num_envs))
            times.append((time.perf_counter() - began) * 1000)
        timed = times[_WARM_UP:]
        rate = envs.num_envs * len(timed) * 1000 / sum(timed)
        return round(rate, 1), summary(timed), pss_mb(descendants())
    finally:
        envs.close()


def _batch(tap: Tap, count: int) -> dict[str, Any]:
    """The same tap for each phone, as an element of the batched action space."""
    return {
        "kind": np.full(count, KINDS.index("tap")),
        "point": np.tile(np.array([tap.x, tap.y, 0, 0], np.float32), (count, 1)),
        "text": ("",) * count,
    }
