"""A study over many synthetic cells whose truth is planted: who wins, what transfers, what covers.

Sixteen open cells (four models on four datasets) and, for the second tier, API cells of vendors on
the same datasets. Each model has strengths of families; a dataset can lift one family. A cell's
planted winner is the family with the largest strength, and its best method's AUROC is known in
closed form (:func:`latent_auroc`), so every table of the study has an answer to be held against.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from tapworld_eval.uncertainty.analyses.transfer import Transfer, cross_tier, transfer_matrix
from tapworld_eval.uncertainty.analyses.winners import disagreement, family_winners, winners
from tapworld_eval.uncertainty.metrics.evaluate import evaluate, to_frame
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.evaluation import evaluate_region
from tapworld_eval.uncertainty.simulation.cells import (
    STRENGTHS,
    CellProcess,
    latent_auroc,
    simulate_cell,
)

__all__ = ["DATASETS", "MODELS", "VENDORS", "Planted", "Study", "plant_cells", "run_study"]

# Gaps of at least 0.7 between the first two families: some 0.15 of AUROC.
MODELS: Final[dict[str, dict[str, float]]] = {
    "small": {"density": 2.0, "logit": 1.0, "sampling": 0.7, "attention": 0.9, "verbalised": 0.3},
    "large": {"density": 0.6, "logit": 2.2, "sampling": 0.6, "attention": 0.0, "verbalised": 0.8},
    "tuned": {"density": 0.6, "logit": 0.3, "sampling": 0.8, "attention": 2.0, "verbalised": 0.1},
    "talker": {"density": 0.5, "logit": 0.8, "sampling": 0.4, "attention": 0.5, "verbalised": 2.0},
}
VENDORS: Final[dict[str, dict[str, float]]] = {
    "vendor-a": {"verbalised": 1.8, "sampling": 0.6, "vlm": 0.3},
    "vendor-b": {"verbalised": 0.2, "sampling": 2.4, "vlm": 0.6},
    "vendor-c": {"verbalised": 1.6, "sampling": 0.3, "vlm": 0.5},
}
# Accuracy, and the family that the dataset lifts (with how much).
DATASETS: Final[dict[str, tuple[float, Mapping[str, float]]]] = {
    "phone": (0.88, {}),
    "desktop": (0.62, {"vlm": 0.3}),
    "dense": (0.38, {"sampling": 0.2}),
    "text": (0.5, {"density": 2.4}),
}
REGIONS: Final = ("fixed", "normalized", "cqr", "mondrian", "elements")
_RULER: Final = {"open": "perplexity", "api": "semantic_entropy"}


@dataclass(frozen=True)
class Planted:
    """A cell and what was planted in it."""

    cell: Cell
    family: str
    strength: float

    @property
    def auroc(self) -> float:
        """Of the planted family's latent score."""
        return latent_auroc(self.strength)


@dataclass(frozen=True)
class Study:
    """Everything the study found.

    Attributes:
        scores: One row a method and cell, as :func:`to_frame` makes them.
        outcomes: One row a cell: ``cell``, ``tier``, ``accuracy``, ``planted`` family and its
            ``planted_auroc``, the ``winner`` with its ``family``, ``auroc``, ``low``, ``high``, and
            whether it ``matches``: reads what was planted.
        families: Best method of every family in every cell.
        transfer: Open cells.
        api: API cells; None without any.
        crossed: Open cells against API cells on the same dataset; None without any.
        coverage: One row a cell and kind of region: ``coverage``, ``radius``, ``members``.
        expected: Mean coverage that theory allows for each kind: ``low`` to ``high``.
        disagree: Share of open cells in which AUROC and AUSE choose different methods.
        records: Records of a cell.
        seeds: Splits.
    """

    scores: pd.DataFrame
    outcomes: pd.DataFrame
    families: pd.DataFrame
    transfer: Transfer
    api: Transfer | None
    crossed: Transfer | None
    coverage: pd.DataFrame
    expected: pd.DataFrame
    disagree: float
    records: int
    seeds: int

    @property
    def matches(self) -> int:
        """Cells whose winner reads what was planted."""
        return int(self.outcomes["matches"].sum())

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "records": self.records,
            "seeds": self.seeds,
            "cells": len(self.outcomes),
            "matches": self.matches,
            "outcomes": self.outcomes.to_dict("records"),
            "family_winners": self.families[["cell", "family", "method", "auroc", "prr"]].to_dict(
                "records"
            ),
            "transfer": _brief(self.transfer),
            "api_transfer": _brief(self.api),
            "cross_tier": _brief(self.crossed),
            "auroc_ause_differ": self.disagree,
            "coverage": self.coverage.to_dict("records"),
            "expected_coverage": self.expected.to_dict("records"),
        }


def _brief(found: Transfer | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "pairs": len(found.pairs),
        "mean": found.mean,
        "low": found.low,
        "high": found.high,
        "by_kind": found.by_kind,
    }


def plant_cells(
    *, records: int = 400, dimension: int = 64, api: bool = True, seed: int = 0
) -> list[Planted]:
    """Draw the open cells and, with ``api``, the vendors'."""
    planted = []
    tiers: list[tuple[Mapping[str, Mapping[str, float]], str]] = [(MODELS, "open")]
    if api:
        tiers.append((VENDORS, "api"))
    number = 0
    for models, interface in tiers:
        for model, own in models.items():
            for dataset, (accuracy, lifts) in DATASETS.items():
                strengths = {**STRENGTHS, **own}
                for family, lift in lifts.items():
                    strengths[family] += lift
                process = CellProcess(
                    records=records,
                    accuracy=accuracy,
                    dimension=dimension,
                    strengths=strengths,
                    interface=interface,  # type: ignore[arg-type]  # one of the two above
                    model=model,
                    dataset=dataset,
                )
                seen = {"verbalised", "sampling", "vlm"} if interface == "api" else set(strengths)
                family = max(sorted(seen), key=lambda name: strengths[name])
                cell = simulate_cell(process, seed=1000 * seed + number)
                planted.append(Planted(cell, family, strengths[family]))
                number += 1
    return planted


def run_study(
    planted: Sequence[Planted],
    *,
    seeds: int = 50,
    bootstrap: int = 200,
    alpha: float = 0.1,
    progress: Callable[[str], None] = lambda _: None,
) -> Study:
    """Score every method on every cell and analyse the lot.

    Args:
        planted: From :func:`plant_cells`.
        seeds: Splits a cell.
        bootstrap: Replicates for the intervals.
        alpha: Error rate of the regions.
        progress: Told which cell is next.
    """
    results, covered = [], []
    for one in planted:
        progress(one.cell.name)
        results += evaluate(one.cell, seeds=seeds, bootstrap=bootstrap)
        covered += _regions(one.cell, alpha, seeds)
    scores = to_frame(results)
    best = {row["cell"]: row for _, row in winners(scores).iterrows()}
    outcomes = pd.DataFrame([_outcome(one, best[one.cell.name]) for one in planted])
    open_cells = [one.cell.name for one in planted if one.cell.interface == "open"]
    api_cells = [one.cell.name for one in planted if one.cell.interface == "api"]
    own = scores.loc[scores["cell"].isin(open_cells)]
    other = scores.loc[scores["cell"].isin(api_cells)]
    coverage = pd.DataFrame(covered)
    split = disagreement(own)
    return Study(
        scores=scores,
        outcomes=outcomes,
        families=family_winners(scores),
        transfer=transfer_matrix(own),
        api=transfer_matrix(other) if len(api_cells) > 1 else None,
        crossed=cross_tier(scores, open_cells) if api_cells else None,
        coverage=coverage,
        expected=_expected(coverage, alpha),
        disagree=split.differ / max(split.agree + split.differ, 1),
        records=len(planted[0].cell),
        seeds=seeds,
    )


# What methods of a family read: log-probabilities stand in every attention score, and hybrid ones
# are made of two families. The winner must read what was planted.
_READS: Final = {"hybrid": {"logit", "sampling"}, "attention": {"attention", "logit"}}


def _outcome(one: Planted, best: pd.Series) -> dict[str, Any]:
    family = str(best["family"])
    return {
        "cell": one.cell.name,
        "tier": one.cell.interface,
        "accuracy": round(one.cell.accuracy, 3),
        "planted": one.family,
        "planted_auroc": round(one.auroc, 3),
        "winner": str(best["method"]),
        "family": family,
        "auroc": float(best["auroc"]),
        "low": float(best["auroc_low"]),
        "high": float(best["auroc_high"]),
        "matches": one.family in _READS.get(family, {family}),
    }


def _regions(cell: Cell, alpha: float, seeds: int) -> list[dict[str, Any]]:
    rows = []
    for kind in REGIONS:
        follows = kind in ("normalized", "cqr")
        found = evaluate_region(
            cell,
            kind,
            _RULER[cell.interface] if follows else None,
            alpha=alpha,
            by="app" if kind == "mondrian" else None,
            seeds=seeds,
        )
        rows.append(
            {
                "cell": cell.name,
                "kind": kind,
                "coverage": found.coverage,
                "coverage_sd": found.coverage_sd,
                "radius": found.radius,
                "members": found.members,
                "infinite": found.infinite,
            }
        )
    return rows


def _expected(coverage: pd.DataFrame, alpha: float) -> pd.DataFrame:
    """Mean coverage over cells beside the promise, with three standard errors over cells."""
    rows = []
    for kind, part in coverage.groupby("kind", sort=False):
        values = part["coverage"].to_numpy(dtype=np.float64)
        error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else np.nan
        mean = float(values.mean())
        rows.append(
            {
                "kind": str(kind),
                "promise": 1 - alpha,
                "coverage": mean,
                "error": error,
                "kept": bool(mean >= 1 - alpha - 3 * error),
            }
        )
    return pd.DataFrame(rows)
