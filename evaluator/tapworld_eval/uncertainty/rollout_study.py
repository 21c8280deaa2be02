"""What an agent's unsure taps say about its episodes, and what deferring them would bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import CalibrationError, RecordsError
from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.registry import get_method, supported
from tapworld_eval.uncertainty.metrics.calibration import fit_isotonic
from tapworld_eval.uncertainty.metrics.discrimination import aurc, auroc, prr
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.rollouts import (
    AGGREGATIONS,
    aggregate_episodes,
    selective_execution,
)

__all__ = ["MethodOnRollouts", "RolloutStudy", "error_probabilities", "study_rollouts"]

FloatArray = NDArray[np.float64]
_SHARES: Final = (0.1, 0.2, 0.3, 0.4, 0.5)


@dataclass(frozen=True)
class MethodOnRollouts:
    """One method on one run.

    Attributes:
        method: Its name.
        family: Its family.
        coverage: Share of taps with a score.
        tap: ``auroc``, ``prr``, ``aurc`` of wrong taps.
        episode: The same of failed episodes, by aggregation.
        operating_points: Deferring at the first tap that is too unsure, so that about a tenth, two
            tenths, ... of the episodes are handed over: ``deferred`` (share really handed over),
            ``threshold`` (probability of a wrong tap), ``success`` (among executed episodes),
            ``solved`` (of all), ``taps_before`` (mean number of taps made before handing over).
    """

    method: str
    family: str
    coverage: float
    tap: dict[str, float]
    episode: dict[str, dict[str, float]]
    operating_points: tuple[dict[str, float], ...]


@dataclass(frozen=True, eq=False)
class RolloutStudy:
    """All methods on one run.

    Attributes:
        taps: Grounded touches.
        episodes: Episodes with at least one.
        tap_accuracy: Share of touches that reached what was meant.
        success: Share of the episodes that succeeded.
        methods: By falling AUROC of failed episodes (aggregation ``max``).
        skipped: Methods that could not run, with the reason.
        curves: Success against the deferred share, by aggregation, for the first method.
    """

    taps: int
    episodes: int
    tap_accuracy: float
    success: float
    methods: tuple[MethodOnRollouts, ...]
    skipped: dict[str, str]
    curves: dict[str, pd.DataFrame]

    def to_json(self) -> dict[str, Any]:
        """Plain values; curves as lists of points."""
        return {
            "taps": self.taps,
            "episodes": self.episodes,
            "tap_accuracy": self.tap_accuracy,
            "success": self.success,
            "methods": [asdict(method) for method in self.methods],
            "skipped": self.skipped,
            "curves": {how: curve.to_dict("records") for how, curve in self.curves.items()},
        }


def error_probabilities(cell: Cell, method: Method, *, folds: int = 5, seed: int = 0) -> FloatArray:
    """Probability that each tap is wrong, each learned from other episodes only.

    Episodes are dealt to folds. For each fold the method's scores of the other folds' taps are
    calibrated by isotonic regression; a method that learns does so on half of those episodes, and
    is calibrated on the other half.

    Returns:
        Shape (taps,); NaN where the method has no score.

    Raises:
        CalibrationError: There are fewer than two episodes in a fold's rest, or the method cannot
            learn from them.
    """
    names = cell.items["episode"].astype(str).to_numpy()
    episodes = np.unique(names)
    dealt = np.random.default_rng(seed).permutation(len(episodes)) % min(folds, len(episodes))
    fold_of = dict(zip(episodes.tolist(), dealt.tolist(), strict=True))
    fold = np.array([fold_of[name] for name in names])
    if len(np.unique(fold)) < 2:
        raise CalibrationError(f"cell {cell.name!r} has {len(episodes)} episode(s): 2 are needed")
    found = np.full(len(cell), np.nan)
    for number in np.unique(fold):
        held, rest = fold == number, fold != number
        learned, calibrated = _halves(names, rest) if method.learns else (rest, rest)
        score = method.fit(cell.select(learned), seed=seed)
        scores = score(cell.select(calibrated))
        risk = fit_isotonic(scores, cell.wrong[calibrated].astype(float), low=0.0, high=1.0)
        mine = score(cell.select(held))
        found[held] = np.where(np.isnan(mine), np.nan, risk(mine))
    return found


def study_rollouts(
    cell: Cell, methods: Sequence[str] | None = None, *, folds: int = 5, seed: int = 0
) -> RolloutStudy:
    """Score taps, aggregate over episodes, and see what deferring would bring.

    Args:
        cell: From :func:`~tapworld_eval.uncertainty.rollout_records.cell_of_run`.
        methods: Names; all that the cell's signals allow by default.
        folds: Of episodes, for calibration and learning.
        seed: Deals the episodes.

    Raises:
        RecordsError: The cell has no signal that a method could use, or no method could run.
        UnsupportedMethodError: A named method lacks its signals.
    """
    chosen = supported(cell) if methods is None else [get_method(name) for name in methods]
    if not chosen:
        raise RecordsError(
            f"cell {cell.name!r} holds no uncertainty signals; make the run with them: tapworld "
            "run --agent oracle+nano -o signals=tokens,samples"
        )
    for method in chosen:
        method.check(cell)
    results: list[MethodOnRollouts] = []
    risks: dict[str, FloatArray] = {}
    skipped: dict[str, str] = {}
    for method in chosen:
        try:
            risk = error_probabilities(cell, method, folds=folds, seed=seed)
        except CalibrationError as error:
            skipped[method.name] = str(error)
            continue
        risks[method.name] = risk
        results.append(_on_rollouts(cell, method, risk))
    if not results:
        raise RecordsError(f"cell {cell.name!r}: no method could run: {skipped}")
    results.sort(key=lambda r: (-np.nan_to_num(r.episode["max"]["auroc"], nan=-1.0), r.method))
    best = risks[results[0].method]
    outcomes = cell.items.groupby(cell.items["episode"].astype(str))["success"].first()
    return RolloutStudy(
        taps=len(cell),
        episodes=len(outcomes),
        tap_accuracy=cell.accuracy,
        success=float(outcomes.mean()),
        methods=tuple(results),
        skipped=skipped,
        curves={
            how: selective_execution(aggregate_episodes(cell, best, how)) for how in AGGREGATIONS
        },
    )


def _halves(names: NDArray[Any], rest: NDArray[np.bool_]) -> tuple[NDArray[Any], NDArray[Any]]:
    episodes = np.unique(names[rest])
    first = np.isin(names, episodes[::2])
    return rest & first, rest & ~first


def _on_rollouts(cell: Cell, method: Method, risk: FloatArray) -> MethodOnRollouts:
    known = ~np.isnan(risk)
    by_episode = {}
    for how in AGGREGATIONS:
        table = aggregate_episodes(cell, risk, how)
        scored = table.loc[table["score"].notna()]
        failed = 1.0 - scored["success"].to_numpy(dtype=np.float64)
        by_episode[how] = _measures(scored["score"].to_numpy(dtype=np.float64), failed)
    return MethodOnRollouts(
        method=method.name,
        family=method.family,
        coverage=float(known.mean()),
        tap=_measures(risk[known], cell.wrong[known].astype(np.float64)),
        episode=by_episode,
        operating_points=_operating_points(cell, risk),
    )


def _measures(scores: FloatArray, wrong: FloatArray) -> dict[str, float]:
    if len(scores) == 0:
        return dict.fromkeys(("auroc", "prr", "aurc"), float("nan"))
    return {
        "auroc": float(auroc(scores, wrong)),
        "prr": float(prr(scores, wrong)),
        "aurc": float(aurc(scores, wrong)),
    }


def _operating_points(cell: Cell, risk: FloatArray) -> tuple[dict[str, float], ...]:
    largest = aggregate_episodes(cell, risk, "max")
    # An episode with a tap without a score is handed over there, whatever the threshold.
    scores = largest["score"].fillna(np.inf).to_numpy(dtype=np.float64)
    points = []
    for share in _SHARES:
        threshold = float(np.quantile(scores, 1 - share, method="lower"))
        table = aggregate_episodes(cell, risk, "max", defer_above=threshold)
        stopped = table["deferred_at"].notna().to_numpy()
        success = table["success"].to_numpy(dtype=np.float64)
        kept = success[~stopped]
        points.append(
            {
                "threshold": threshold,
                "deferred": float(stopped.mean()),
                "success": float(kept.mean()) if len(kept) else float("nan"),
                "solved": float(kept.sum() / len(table)),
                "taps_before": _taps_before(cell, table),
            }
        )
    return tuple(points)


def _taps_before(cell: Cell, table: pd.DataFrame) -> float:
    stopped = table.loc[table["deferred_at"].notna(), ["episode", "deferred_at"]]
    if stopped.empty:
        return float("nan")
    taps = cell.items[["episode", "step"]].assign(episode=cell.items["episode"].astype(str))
    joined = taps.merge(stopped, on="episode")
    before = joined.loc[joined["step"] < joined["deferred_at"]]
    return len(before) / len(stopped)
