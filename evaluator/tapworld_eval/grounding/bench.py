"""How fast probes are made and records are scored on this machine."""

from __future__ import annotations

import time

import numpy as np
import pandas as pd

from tapworld_eval.grounding.blindzones import Grid, Prober, count_records, severity

__all__ = ["measure_grounding"]


def measure_grounding(*, probes: int = 2000, records: int = 1_000_000) -> dict[str, float]:
    """Speed figures.

    Returns:
        probes_per_s: probe images at 1080x2400, on one core. score_million_s: seconds to score
        a million records, pool them by cell and compute every measure.
    """
    draw = np.random.default_rng(0)
    screen = draw.integers(0, 256, (2400, 1080, 3), dtype=np.uint8)
    prober = Prober([screen], Grid(40, 40))
    began = time.perf_counter()
    seen = sum(1 for _ in prober.images(range(min(probes, len(prober)))))
    made = time.perf_counter() - began
    x, y = draw.uniform(0, 1060, records), draw.uniform(0, 2380, records)
    frame = pd.DataFrame(
        {
            "left": x,
            "top": y,
            "right": x + 20,
            "bottom": y + 20,
            "x": x + draw.uniform(-2, 22, records),
            "y": y + draw.uniform(-2, 22, records),
            "width": 1080,
            "height": 2400,
        }
    )
    began = time.perf_counter()
    counts = count_records(frame, Grid(40, 40))
    severity(counts.right, counts.trials)
    scored = time.perf_counter() - began
    return {"probes_per_s": round(seen / made, 1), "score_million_s": round(scored, 3)}
