"""How fast and how heavy a handset is on this machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tapworld_env.actions import Tap
from tapworld_env.devices.handset import Handset
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.observations import Screen
from tapworld_scenarios.snapshot import AppState, PhoneSettings, Snapshot

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
        ``phone_mb``: PSS that one more phone adds; ``browser_mb``: of Chromium with one phone.
    """
    result: dict[str, Any] = {}
    progress("cold start")
    snapshots = _snapshots(profile, theme, options)
    result["cold_start_s"] = _summary(
        [_cold_start(snapshots[0], options) for _ in range(_COLD_STARTS)], digits=3
    )
    with Handset(screen=_FULL, **options) as phone:
        progress("1080x2400")
        tap = _two_tabs(phone, snapshots[0])
        result["reset_ms"] = _resets(phone, snapshots, tap, samples, observe=False)
        result["reset_observe_ms"] = _resets(phone, snapshots, tap, samples, observe=True)
        result["step_ms_full"] = _steps(phone, snapshots[0], samples, pixels=True, elements=True)
        result["pixels_ms_full"] = _steps(phone, snapshots[0], samples, pixels=True, elements=False)
        result["elements_ms"] = _steps(phone, snapshots[0], samples, pixels=False, elements=True)
        result["tree_ms"] = _summary(
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


def _snapshots(profile: str, theme: str, options: dict[str, Any]) -> list[Snapshot]:
    """Two start states of a persona that differ in the app in front."""
    from tapworld_scenarios import personas, profile_database

    persona = personas()[profile]
    with Handset(screen=_SMALL, **options) as phone:
        apps = {app: AppState(profile_database(profile, app)) for app in phone.apps}
    settings = PhoneSettings(
        theme=theme,
        clock_ms=persona.clock_ms,
        time_zone=persona.time_zone,
        locale=persona.locale,
        hour24=persona.hour24,
    )
    first = Snapshot(apps, settings, min(apps))
    return [first, replace(first, foreground=max(apps))]


def _cold_start(snapshot: Snapshot, options: dict[str, Any]) -> float:
    began = time.perf_counter()
    with Handset(screen=_FULL, **{**options, "shared": False}) as phone:
        phone.load(snapshot)
        phone.observe()
        return time.perf_counter() - began


def _two_tabs(phone: Handset, snapshot: Snapshot) -> list[Tap]:
    """Taps on two tabs of the app in front: each changes the whole screen."""
    phone.load(snapshot)
    tabs = [
        element
        for element in phone.observe(pixels=False).elements
        if element.role == "tab" and element.visible and element.id.startswith("tab-")
    ]
    if len(tabs) < 2:
        raise EnvironmentSetupError(
            f"the start screen of {snapshot.foreground!r} shows {len(tabs)} tabs; the benchmark "
            f"taps two in turn"
        )
    return [Tap(*tab.center) for tab in (tabs[1], tabs[0])]


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
    return _summary(times[_WARM_UP:])


def _steps(
    phone: Handset, snapshot: Snapshot, samples: int, *, pixels: bool, elements: bool
) -> dict[str, float]:
    taps = _two_tabs(phone, snapshot)
    times = []
    for index in range(samples + _WARM_UP):
        began = time.perf_counter()
        phone.act(taps[index % 2])
        phone.observe(pixels=pixels, elements=elements)
        times.append((time.perf_counter() - began) * 1000)
    return _summary(times[_WARM_UP:])


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
    before = _pss_mb(phone.process_group)
    with Handset(screen=_FULL, **options) as second:
        second.load(snapshot)
        second.observe()
        after = _pss_mb(phone.process_group)
    return round(before, 1), round(after - before, 1)


def _pss_mb(group: int | None) -> float:
    """Proportional set size of a process group, from ``/proc``."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The name before the last parenthesis may itself hold spaces and parentheses.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) != group:
                continue
            for line in (folder / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
    return total / 1024


def _summary(times: Sequence[float], digits: int = 1) -> dict[str, float]:
    """Median and 95th percentile (the smallest time that 95 % of the times do not exceed)."""
    ordered = sorted(times)
    rank = -(-95 * len(ordered) // 100) - 1
    return {
        "median": round(statistics.median(ordered), digits),
        "p95": round(ordered[rank], digits),
    }
