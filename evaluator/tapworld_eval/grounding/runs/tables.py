"""Tables of a run: what the score is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from tapworld_eval.grounding.errors import GroundingRunError
from tapworld_eval.statistics.intervals import wilson

__all__ = ["SIZES", "accuracy_tables", "rows_frame", "summary"]

#: Upper limits of the size classes, as shares of the image.
SIZES = (("tiny", 0.0003), ("small", 0.001), ("medium", 0.005), ("large", 1.0))
_COLUMNS = ("element", "platform", "application", "group", "size")


def rows_frame(rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """One line a sample, with what the tables need.

    Returns:
        id, element, platform, application, group, size, kind, correct, refused, failed, native,
        calls, dollars, input_tokens, output_tokens.

    Raises:
        GroundingRunError: There are no rows.
    """
    if not rows:
        raise GroundingRunError("the run has no rows yet")
    return pd.DataFrame(
        {
            "id": row["id"],
            "element": row["element"],
            "platform": row["platform"],
            "application": row["application"],
            "group": row["group"],
            "size": _size(row),
            "kind": row["target"]["kind"],
            "correct": row["correct"],
            "refused": row["refused"],
            "failed": row["point"] is None and not row["refused"],
            "native": np.mean([d["native"] for a in row["asked"] for d in a["draws"]]),
            "calls": row["calls"],
            "dollars": row["dollars"],
            "input_tokens": sum(a["input_tokens"] for a in row["asked"]),
            "output_tokens": sum(a["output_tokens"] for a in row["asked"]),
        }
        for row in rows
    )


def summary(frame: pd.DataFrame, level: float = 0.95) -> dict[str, Any]:
    """The head of a report.

    Micro accuracy counts samples alike; macro accuracy counts applications alike (platforms where
    the dataset names no applications). Parse failures are misses in both.
    """
    n, right = len(frame), int(frame["correct"].sum())
    low, high = wilson(right, n, level)
    by = "application" if frame["application"].astype(bool).any() else "platform"
    positives = frame[frame["kind"] != "refusal"]
    negatives = frame[frame["kind"] == "refusal"]
    dollars = float(frame["dollars"].sum())
    return {
        "n": n,
        "accuracy_micro": right / n,
        "low": low,
        "high": high,
        "accuracy_macro": float(frame.groupby(by)["correct"].mean().mean()),
        "macro_over": by,
        "parse_failures": int(frame["failed"].sum()),
        "native_syntax": float(frame["native"].mean()),
        "refusals_right": float(negatives["refused"].mean()) if len(negatives) else None,
        "refusals_wrong": float(positives["refused"].mean()) if len(positives) else None,
        "calls": float(frame["calls"].mean()),
        "input_tokens": int(frame["input_tokens"].sum()),
        "output_tokens": int(frame["output_tokens"].sum()),
        "dollars": dollars,
        "dollars_per_correct": dollars / right if right else None,
    }


def accuracy_tables(frame: pd.DataFrame, level: float = 0.95) -> dict[str, pd.DataFrame]:
    """Accuracy by element type, platform, application, group and size, each with its interval.

    Returns:
        Column -> table with value, n, accuracy, low, high; columns of one value are left out.
    """
    tables = {}
    for column in _COLUMNS:
        counts = frame.groupby(column)["correct"].agg(["size", "sum"])
        if len(counts) < 2:
            continue
        limits = wilson(counts["sum"].to_numpy(), counts["size"].to_numpy(), level)
        table = pd.DataFrame(
            {
                column: counts.index,
                "n": counts["size"].to_numpy(),
                "accuracy": (counts["sum"] / counts["size"]).to_numpy(),
                "low": limits.low,
                "high": limits.high,
            }
        )
        if column == "size":
            order = [name for name, _ in SIZES] + ["none"]
            table = table.sort_values("size", key=lambda s: s.map(order.index), ignore_index=True)
        tables[column] = table
    return tables


def _size(row: dict[str, Any]) -> str:
    box = row["target"]["box"]
    if box is None:
        return "none"
    share = (box[2] - box[0]) * (box[3] - box[1]) / (row["size"][0] * row["size"][1])
    return next(name for name, most in SIZES if share <= most or name == SIZES[-1][0])
