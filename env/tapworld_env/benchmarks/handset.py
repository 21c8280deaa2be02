"""How fast and how heavy a handset is on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from tapworld_env.actions import Tap
from tapworld_env.benchmarks.figures import summary
from tapworld_env.benchmarks.memory import group_pss_mb
from tapworld_env.benchmarks.workload import start_states, two_tabs
from tapworld_env.devices.handset import Handset
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import Snapshot

__all__ = ["measure_handset"]

_FULL = Screen()
_SMALL = Screen(412, 915, 1.0)
_COLD_STARTS = 5
_WARM_UP = 5


def measure_handset(
    *,
    samples: int = 40,
    profile: str = "ada",
    theme: str = "daylight",
    progress: Callable[[str], None] = lambda _: None,
    **options: Any,
) -> dict[str, Any]:
    """Measure the handset with every app of the bundle on it, at a persona's real data.

    Args:
        samples: Repetitions of each measurement but the cold start (5).
        profile: The persona.
        theme: The theme.
        progress: Told what is measured next.
        **options: Of the handset.

    Returns:
        ``cold_start_s``: from nothing to the first observation (browser, page, state, picture).
        ``reset_ms``: ``load`` of the start state into a phone that was used, settled.
        ``reset_observe_ms``: the same and the first observation at 1080x2400.
        ``step_ms_full``, ``step_ms_small``: a tap that changes the screen, settling, and pixels and
        elements at 1080x2400, 412x915. ``pixels_ms_full``, ``pixels_ms_small``: without elements.
        ``elements_ms``: the same step with elements only. ``tree_ms``: reading the elements of a
        screen at rest. Each ``{"median", "p95"}``.
        ``capture``: how the handset took its pictures.
        ``phone_mb``: PSS that one more phone adds; ``browser_mb``: of Chromium with one phone.
    """
    result: dict[str, Any] = {}
    progress("cold start")
    snapshots = start_states(profile, theme, options)
    result["cold_start_s"] = summary(
        [_cold_start(snapshots[0], options) for _ in range(_COLD_STARTS)], digits=3
    )
    with Handset(screen=_FULL, **options) as phone:
        result["capture"] = phone.capture
        progress("1080x2400")
        tap = two_tabs(phone, snapshots[0])
        result["reset_ms"] = _resets(phone, snapshots, tap, samples, observe=False)
        result["reset_observe_ms"] = _resets(phone, snapshots, tap, samples, observe=True)
        result["step_ms_full"] = _steps(phone, snapshots[0], samples, pixels=True, elements=True)
        result["pixels_ms_full"] = _steps(phone, snapshots[0], samples, pixels=True, elements=False)
        result["elements_ms"] = _steps(phone, snapshots[0], samples, pixels=False, elements=True)
        result["tree_ms"] = summary(
            _timed(lambda: phone.observe(pixels=False), samples, scale=1000)
        )
        progress("memory")
        result["browser_mb"], result["phone_mb"] = _memory(phone, snapshots[0], options)
    with Handset(screen=_SMALL, **options) as phone:
        progress("412x915")
        result["step_ms_small"] = _steps(phone, snapshots[0], samples, pixels=True, elements=True)
        result["pixels_ms_small"] = _steps(
            phone, snapshots[0], samples, pixels=True, elements=False
        )
    return {name: result[name] for name in sorted(result)}


def _cold_start(snapshot: Snapshot, options: dict[str, Any]) -> float:
    began = time.perf_counter()
    with Handset(screen=_FULL, **{**options, "shared": False}) as phone:
        phone.load(snapshot)
        phone.observe()
        return time.perf_counter() - began


def _resets(
    phone: Handset,
    snapshots: Sequence[Snapshot],
    taps: Sequence[Tap],
    samples: int,
    *,
    observe: bool,
) -> dict[str, float]:
    times = []
    for index in range(samples + _WARM_UP):
        began = time.perf_counter()
        phone.load(snapshots[index % 2])
        if observe:
            phone.observe()
        times.append((time.perf_counter() - began) * 1000)
        phone.act(taps[0])
        phone.observe(pixels=False, elements=False)
    return summary(times[_WARM_UP:])


def _steps(
    phone: Handset, snapshot: Snapshot, samples: int, *, pixels: bool, elements: bool
) -> dict[str, float]:
    taps = two_tabs(phone, snapshot)
    times = []
    for index in range(samples + _WARM_UP):
        began = time.perf_counter()
        phone.act(taps[index % 2])
        phone.observe(pixels=pixels, elements=elements)
        times.append((time.perf_counter() - began) * 1000)
    return summary(times[_WARM_UP:])


def _timed(work: Callable[[], object], samples: int, *, scale: float) -> list[float]:
    times = []
    for _ in range(samples):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * scale)
    return times


def _memory(phone: Handset, snapshot: Snapshot, options: dict[str, Any]) -> tuple[float, float]:
    phone.load(snapshot)
    phone.observe()
    before = group_pss_mb(phone.process_group)
    with Handset(screen=_FULL, **options) as second:
        second.load(snapshot)
        second.observe()
        after = group_pss_mb(phone.process_group)
    return round(before, 1), round(after - before, 1)
