"""Whether memory grows with resets."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Sequence
from typing import Any

from tapworld_env.benchmarks.memory import group_pss_mb, own_rss_mb
from tapworld_env.devices.handset import Handset
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.phone_env import PhoneEnv

__all__ = ["measure_growth"]

_READINGS = 20
_WARM_UP_RESETS = 100
_LOOKS, _PAUSE_S = 10, 0.1


def measure_growth(
    *, resets: int, warm_up: int = _WARM_UP_RESETS, **options: Any
) -> dict[str, Any]:
    """Reset a phone at 412x915 to drawn configurations and read memory twenty times.

    Args:
        resets: How many; after ``warm_up`` more, in which caches fill. At least 20.
        warm_up: Resets before the first reading.
        **options: Of :class:`~tapworld_env.PhoneEnv`.

    Returns:
        ``resets``; ``browser_mb`` (PSS of Chromium) and ``python_mb`` (RSS of this process), each
        ``[before, after]``: medians of the first and of the last four readings (each the least
        of a second), because either side collects its garbage when it likes; ``growth_percent``
        of the sum; ``curve_mb``: the readings of the sum.
    """
    if resets < _READINGS:
        raise EnvironmentSetupError(f"growth is read {_READINGS} times: resets >= {_READINGS}")
    env = PhoneEnv(screen=(412, 915, 1.0), **options)
    try:
        for seed in range(warm_up):
            env.reset(seed=seed)
        readings = []
        for index in range(resets):
            env.reset(seed=warm_up + index)
            if (index + 1) * _READINGS // resets > len(readings):
                readings.append(_read(env))
    finally:
        env.close()
    browser = [reading[0] for reading in readings]
    python = [reading[1] for reading in readings]
    total = [sum(reading) for reading in readings]
    before, after = _ends(total)
    return {
        "resets": resets,
        "browser_mb": [round(value, 1) for value in _ends(browser)],
        "python_mb": [round(value, 1) for value in _ends(python)],
        "growth_percent": round(100 * (after / before - 1), 1),
        "curve_mb": [round(value) for value in total],
    }


def _read(env: PhoneEnv) -> tuple[float, float]:
    gc.collect()
    device = env.device
    group = device.process_group if isinstance(device, Handset) else None
    # What the last load's collection frees, Chromium gives back in the background.
    least = group_pss_mb(group)
    for _ in range(_LOOKS):
        time.sleep(_PAUSE_S)
        least = min(least, group_pss_mb(group))
    return least, own_rss_mb()


def _ends(values: Sequence[float]) -> tuple[float, float]:
    return statistics.median(values[:4]), statistics.median(values[-4:])
