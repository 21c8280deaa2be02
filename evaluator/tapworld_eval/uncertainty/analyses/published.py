"""The source paper's printed tables, and what our code makes of them.

Only printed numbers are here: the best method of each family in the 16 open cells, the ten best
methods of each, and accuracies. The full 27 x 16 matrix and the per-item records are not, so what
rests on them (mean transfer, model transitions) is printed without a number of ours.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from typing import Any

import pandas as pd

from tapworld_eval.uncertainty.analyses.winners import top_methods, winners
from tapworld_eval.uncertainty.methods.registry import get_method

__all__ = [
    "Check",
    "published_accuracy",
    "published_top_methods",
    "published_winners",
    "reproduce",
]

_ABSENT = "not derivable: rests on the full 27 x 16 matrix or the records, which are not printed"


@dataclass(frozen=True)
class Check:
    """A statement of the paper beside ours; ``agrees`` is None where ours cannot be computed."""

    statement: str
    paper: str
    ours: str
    agrees: bool | None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


@cache
def _data() -> dict[str, Any]:
    path = resources.files("tapworld_eval.uncertainty.analyses") / "data" / "published.json"
    return json.loads(path.read_text(encoding="utf-8"))


def published_winners() -> pd.DataFrame:
    """Table 4, panel A: ``cell``, ``family``, ``method``, ``auroc``, ``prr``; 16 x 7 rows."""
    return pd.DataFrame(_data()["family_winners"])


def published_top_methods() -> pd.DataFrame:
    """The ten best methods of each open cell, with ``rank``, ``auroc``, ``auroc_sd``."""
    table = pd.DataFrame(_data()["top_methods"])
    table["family"] = [get_method(str(name)).family for name in table["method"]]
    return table


def published_accuracy() -> dict[str, float]:
    """Table 2: accuracy of the 28 cells."""
    return dict(_data()["accuracy"])


def reproduce() -> list[Check]:
    """What the paper states, beside what our ranking code finds in its printed tables."""
    stated, table = _data()["stated"], published_winners()
    best = winners(table).set_index("cell")
    counts = best["family"].value_counts().sort_index()
    lists = published_top_methods()
    first = top_methods(lists, 1).set_index("cell")["method"]
    agree = int((first == best["method"]).sum())
    ties = _tied_winners(table, first)
    osg = [str(best.loc[f"{m} x OSG", "method"]) for m in ("Q7", "Q72", "UI", "PT")]
    pt = [str(best.loc[f"PT x {d}", "method"]) for d in ("OSG", "V2", "SP", "UIV")]
    probes = int(best["method"].isin(["sep", "saplma"]).sum())
    density = int(counts.get("density", 0))
    reranked = top_methods(lists, 10)[["cell", "method", "auroc"]]
    same = int(
        (
            reranked["auroc"].to_numpy() == lists.sort_values(["cell", "rank"])["auroc"].to_numpy()
        ).sum()
    )
    checks = [
        Check(
            "density wins on OSWorld-G for Q7, Q72, UI, PT",
            "sep, sep, sep, mahalanobis_rmd",
            ", ".join(osg),
            osg == ["sep", "sep", "sep", "mahalanobis_rmd"],
        ),
        Check(
            "density wins on POINTS-GUI-G: OSG, V2, SP, UIV",
            "mahalanobis_rmd, sep, saplma, saplma",
            ", ".join(pt),
            pt == ["mahalanobis_rmd", "sep", "saplma", "saplma"],
        ),
        Check(
            "sep or saplma lead on most cells", "more than 8 of 16", f"{probes} of 16", probes > 8
        ),
        Check("cells won by density", "most of 16", f"{density} of 16", density > 8),
        Check(
            "winner of table 4 is first of the top-10 list, up to equal printed values",
            "16 of 16",
            f"{agree} of 16, {ties} more by equal values",
            agree + ties == 16,
        ),
        Check(
            "top-10 lists re-ranked from their values", "160 ranks", f"{same} ranks", same == 160
        ),
    ]
    for name, paper in (
        ("mean transfer of 120 open pairs", f"{stated['open_mean']:+.3f}"),
        ("mean transfer of 66 API pairs", f"{stated['api_mean']:+.3f}"),
        ("mean cross-tier transfer, 12 pairs", f"{stated['cross_tier_mean']:+.2f}"),
        ("cells where AUROC and AUSE agree, open", f"{stated['auroc_ause_agree_open']} of 16"),
        ("change from vanilla to specialist, density", "+0.008"),
    ):
        checks.append(Check(name, paper, _ABSENT, None))
    return checks


def _tied_winners(table: pd.DataFrame, first: pd.Series) -> int:
    """Cells whose two lists name different winners with the same printed value."""
    lists = published_top_methods().set_index(["cell", "method"])["auroc"]
    best = winners(table).set_index("cell")
    return sum(
        bool(lists[(cell, name)] == best.loc[cell, "auroc"])
        for cell, name in first.items()
        if name != best.loc[cell, "method"]
    )
