"""How fast probes, scores and phone-made items are made on this machine."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from tapworld_eval.grounding.blindzones import Grid, Prober, count_records, severity

if TYPE_CHECKING:
    from tapworld_eval.grounding.phone.making import TouchablePhone

__all__ = ["measure_grounding", "measure_items"]


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


def measure_items(
    phone: TouchablePhone, apps: Sequence[str], items: int = 1000
) -> dict[str, float]:
    """Speed of the phone-made dataset, images and masks included; starting the phone is not.

    Args:
        phone: Where it is made.
        apps: Of which apps.
        items: How many items are made.

    Returns:
        items_per_s: items of the dataset a second, with one phone.
    """
    from tapworld_eval.grounding.phone import make_dataset, start_screens

    with tempfile.TemporaryDirectory() as folder:
        screens = start_screens(apps)
        # The first screens bring the catalogue and every database: what is made once.
        make_dataset(phone, screens, Path(folder) / "warm", held_out={}, limit=items // 4)
        began = time.perf_counter()
        make_dataset(phone, screens, Path(folder) / "made", held_out={}, limit=items)
        spent = time.perf_counter() - began
    return {"items_per_s": round(items / spent, 1)}
