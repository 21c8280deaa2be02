"""Everything that the page shows of one cell, computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.errors import ReportError
from tapworld_eval.uncertainty import CalibrationError, analyses
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics import (
    HeldOut,
    ScoreResult,
    evaluate,
    held_out,
    mean_reliability,
    mean_risk_coverage,
    risk_coverage,
)
from tapworld_eval.uncertainty.records import Cell, load_cells
from tapworld_eval.uncertainty.regions import (
    AbstentionResult,
    RegionResult,
    evaluate_abstention,
    evaluate_region,
)
from tapworld_eval.uncertainty.rollouts import aggregate_episodes, selective_execution

if TYPE_CHECKING:
    import pandas as pd

    from tapworld_eval.uncertainty.analyses import Recommendation

__all__ = ["SHARES", "CellView", "collect", "read_cells"]

FloatArray = NDArray[np.float64]
SHARES: Final[FloatArray] = np.linspace(0.05, 1.0, 39)
_CURVES: Final = 4
_SPLITS: Final = 10
_RISKS: Final = (0.05, 0.1, 0.2)


@dataclass(frozen=True)
class CellView:
    """One cell as the page shows it.

    Attributes:
        index: Its place on the page.
        cell: The records.
        scores: Every method, best AUROC first.
        families: Best method of each family, by family.
        shown: Methods that have curves: the best of the best families.
        reliability: Of each of them, (bins, 3).
        risk: Of each of them, the error rate among the accepted at :data:`SHARES`.
        oracle: The same for one that knows the errors.
        regions: Every kind of region.
        unfit: Regions that the calibration records could not carry, and why.
        abstention: Certified thresholds of the best method, or of the recommended one.
        advice: The recommendation; None where the records are too few for one.
        episodes: Of each shown method that learns nothing, success against the deferred share of
            whole episodes; empty where the records are no rollouts.
    """

    index: int
    cell: Cell
    scores: tuple[ScoreResult, ...]
    families: dict[str, ScoreResult]
    shown: tuple[str, ...]
    reliability: dict[str, FloatArray]
    risk: dict[str, FloatArray]
    oracle: FloatArray
    regions: tuple[RegionResult, ...]
    unfit: tuple[str, ...]
    abstention: tuple[AbstentionResult, ...]
    advice: Recommendation | None
    episodes: dict[str, pd.DataFrame]

    @property
    def elements(self) -> float:
        """Elements on a screen, mean; NaN where they are not known."""
        if not self.cell.has("element_boxes"):
            return float("nan")
        return float(self.cell.list("element_boxes").lengths.mean() / 4)


def read_cells(paths: Sequence[Path]) -> list[Cell]:
    """Every cell in these folders.

    Raises:
        ReportError: Two cells have one name.
        RecordsError: A folder holds none.
    """
    cells = [cell for path in paths for cell in load_cells(path)]
    names = [cell.name for cell in cells]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ReportError(f"two cells are named {', '.join(twice)}; rename one in its cell.json")
    return cells


def collect(
    cells: Sequence[Cell],
    *,
    alpha: float,
    seeds: int,
    bootstrap: int,
    model_class: str,
    progress: Callable[[str], None] = lambda _: None,
) -> list[CellView]:
    """Evaluate all cells."""
    views = []
    for index, cell in enumerate(cells):
        progress(cell.name)
        found = evaluate(cell, seeds=seeds, bootstrap=bootstrap)
        order = tuple(sorted(found, key=lambda r: (np.isnan(r.auroc), -r.auroc, r.method)))
        families: dict[str, ScoreResult] = {}
        for result in order:
            families.setdefault(result.family, result)
        shown = tuple(result.method for result in list(families.values())[:_CURVES])
        parts = {name: _parts(cell, name, min(seeds, _SPLITS)) for name in shown}
        advice = _advice(cell, model_class, alpha)
        ruler = advice.panel[0] if advice and advice.panel else order[0].method
        regions, unfit = _regions(cell, ruler, alpha, seeds)
        views.append(
            CellView(
                index=index,
                cell=cell,
                scores=order,
                families=families,
                shown=shown,
                reliability={name: mean_reliability(part) for name, part in parts.items()},
                risk={name: mean_risk_coverage(part, SHARES) for name, part in parts.items()},
                oracle=_oracle(cell),
                regions=tuple(regions),
                unfit=tuple(unfit),
                abstention=tuple(
                    evaluate_abstention(cell, ruler, risk=risk, seeds=seeds) for risk in _RISKS
                ),
                advice=advice,
                episodes=_episodes(cell, [name for name, _ in _unlearned(order)]),
            )
        )
    return views


def _parts(cell: Cell, method: str, seeds: int) -> list[HeldOut]:
    return [held_out(cell, method, seed) for seed in range(seeds)]


def _oracle(cell: Cell) -> FloatArray:
    wrong = cell.wrong.astype(np.float64)
    curve = risk_coverage(wrong, wrong)
    return np.interp(SHARES, np.arange(1, len(curve) + 1) / len(curve), curve)


def _advice(cell: Cell, model_class: str, alpha: float) -> Recommendation | None:
    """None where the calibration rows hold but right or but wrong clicks: nothing can be ranked."""
    rows = cell.select(analyses.calibration_rows(cell))
    if len(rows) < 10 or not 0 < rows.wrong.mean() < 1:
        return None
    return analyses.recommend(cell, model_class=model_class, alpha=alpha)  # type: ignore[arg-type]


def _regions(
    cell: Cell, ruler: str, alpha: float, seeds: int
) -> tuple[list[RegionResult], list[str]]:
    columns = [name for name in ("app", "zone") if name in cell.items.columns]
    by = next((name for name in columns if cell.items[name].nunique() > 1), None)
    kinds: list[tuple[Any, str | None, str | None]] = [
        ("fixed", None, by),
        ("normalized", ruler, None),
        ("cqr", ruler, None),
    ]
    if by:
        kinds.append(("mondrian", None, by))
    if "samples" in cell.signals:
        kinds.append(("ellipse", None, None))
    if cell.has("element_boxes") and cell.has("target_element"):
        kinds += [("elements", None, None), ("elements", ruler, None)]
    found, unfit = [], []
    for kind, method, group in kinds:
        try:
            found.append(evaluate_region(cell, kind, method, alpha=alpha, by=group, seeds=seeds))
        except CalibrationError as error:
            unfit.append(f"{kind} by {method}: {error}")
    return found, unfit


def _unlearned(order: Sequence[ScoreResult]) -> list[tuple[str, ScoreResult]]:
    known = [(r.method, r) for r in order if not get_method(r.method).learns]
    return known[:_CURVES]


def _episodes(cell: Cell, methods: Sequence[str]) -> dict[str, pd.DataFrame]:
    if not {"episode", "step", "success"} <= set(cell.items.columns):
        return {}
    return {
        name: selective_execution(aggregate_episodes(cell, get_method(name).score(cell), "max"))
        for name in methods
    }
