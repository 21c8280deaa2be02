"""Does a mask found by probing tell which samples of a dataset are harder?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.errors import BlindZoneError
from tapworld_eval.statistics.intervals import wilson

__all__ = ["inside_mask", "transfer"]


def inside_mask(rows: Sequence[dict[str, Any]], mask: ArrayLike, grid: Grid) -> list[bool | None]:
    """Whether each row's target centre lies in the mask; ``None`` for refusals."""
    cells = np.asarray(mask, dtype=bool)
    found: list[bool | None] = []
    for row in rows:
        box = row["target"]["box"]
        if box is None:
            found.append(None)
            continue
        x = (box[0] + box[2]) / 2 / row["size"][0]
        y = (box[1] + box[3]) / 2 / row["size"][1]
        found.append(bool(cells[int(grid.cell_of(x, y))]))
    return found


def transfer(
    rows: Sequence[dict[str, Any]],
    mask: ArrayLike,
    grid: Grid,
    by: Sequence[str] = ("element", "platform", "application"),
    level: float = 0.95,
) -> pd.DataFrame:
    """Accuracy outside and inside a mask, over everything and by stratum.

    The line ``adjusted`` compares within strata of everything in ``by`` together (Mantel-Haenszel
    difference; Greenland and Robins' variance, Cochran-Mantel-Haenszel p): what is left of the gap
    when targets inside are not icons, or of another application, more often than those outside.

    Returns:
        stratum, value, outside, n_outside, inside, n_inside, gap (outside - inside), low, high
        (Newcombe's interval of the gap), p (Fisher's exact test).

    Raises:
        BlindZoneError: No target lies inside, or none outside.
    """
    where = inside_mask(rows, mask, grid)
    frame = pd.DataFrame(
        {
            "inside": inside,
            "correct": row["correct"],
            **{name: row[name] for name in by},
        }
        for row, inside in zip(rows, where, strict=True)
        if inside is not None
    )
    if len(frame) == 0 or frame["inside"].nunique() < 2:
        raise BlindZoneError("every target lies on one side of the mask: nothing to compare")
    lines = [_line("all", "", frame, level), *_adjusted(frame, by, level)]
    for name in by:
        lines += [
            _line(name, str(value), part, level)
            for value, part in frame.groupby(name)
            if part["inside"].nunique() == 2 and frame[name].nunique() > 1
        ]
    return pd.DataFrame(lines)


def _adjusted(frame: pd.DataFrame, by: Sequence[str], level: float) -> list[dict[str, Any]]:
    """The gap within strata; nothing where no stratum has both sides, or there is one only."""
    counts = []
    for _, part in frame.groupby(list(by)):
        outside, inside = part[~part["inside"]]["correct"], part[part["inside"]]["correct"]
        if len(outside) and len(inside):
            counts.append((outside.sum(), len(outside), inside.sum(), len(inside)))
    if not counts or len(frame[list(by)].drop_duplicates()) < 2:
        return []
    a, n, b, m = np.array(counts, dtype=np.float64).T
    total = n + m
    weight = (n * m / total).sum()
    gap = float(((a * m - b * n) / total).sum() / weight)
    spread = ((a * (n - a) * m**3 + b * (m - b) * n**3) / (n * m * total**2)).sum()
    reach = float(stats.norm.ppf((1 + level) / 2) * np.sqrt(spread) / weight)
    right = a + b
    # Variance of a under no difference within strata; a stratum of one sample has none.
    variance = n * m * right * (total - right) / (total**2 * np.maximum(total - 1, 1))
    surprise = (a - n * right / total).sum() ** 2 / variance.sum() if variance.sum() else 0.0
    return [
        {
            "stratum": "adjusted",
            "value": ", ".join(by),
            "outside": float(a.sum() / n.sum()),
            "n_outside": int(n.sum()),
            "inside": float(b.sum() / m.sum()),
            "n_inside": int(m.sum()),
            "gap": gap,
            "low": gap - reach,
            "high": gap + reach,
            "p": float(stats.chi2.sf(surprise, 1)),
        }
    ]


def _line(stratum: str, value: str, part: pd.DataFrame, level: float) -> dict[str, Any]:
    outside, inside = part[~part["inside"]]["correct"], part[part["inside"]]["correct"]
    (a, n), (b, m) = ((int(side.sum()), len(side)) for side in (outside, inside))
    p, q = a / n, b / m
    (low_p, high_p), (low_q, high_q) = wilson(a, n, level), wilson(b, m, level)
    gap = p - q
    fisher: Any = stats.fisher_exact([[a, n - a], [b, m - b]])
    return {
        "stratum": stratum,
        "value": value,
        "outside": p,
        "n_outside": n,
        "inside": q,
        "n_inside": m,
        "gap": gap,
        "low": gap - np.hypot(p - low_p, high_q - q),
        "high": gap + np.hypot(high_p - p, q - low_q),
        "p": float(fisher[1]),
    }
