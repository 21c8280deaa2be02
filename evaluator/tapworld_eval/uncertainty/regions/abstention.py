"""Whether a certified threshold keeps its promise on held-out records."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tapworld_eval.uncertainty.methods.base import Method
from tapworld_eval.uncertainty.methods.registry import get_method
from tapworld_eval.uncertainty.metrics.splits import splits
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.coverage import fit_scorer
from tapworld_eval.uncertainty.regions.risk_control import learn_then_test

__all__ = ["AbstentionResult", "evaluate_abstention"]


@dataclass(frozen=True)
class AbstentionResult:
    """Acting only below a certified threshold, over many splits.

    Attributes:
        cell: Name of the cell.
        method: Method whose score decides.
        risk: Allowed error rate among accepted clicks.
        delta: Allowed probability of a wrong certificate.
        seeds: Number of splits.
        certified: Share of splits with a certificate.
        accepted: Share of test clicks that are accepted, mean over all splits.
        errors: Error rate among accepted test clicks, mean over splits that accept any.
        broken: Share of splits whose threshold lets more than ``risk`` through. Counted on test
            and calibration rows together, of which the latter are a sample: on test rows alone a
            lucky calibration leaves the errors behind, and a true promise would look broken.
        always: Error rate of acting always.
    """

    cell: str
    method: str
    risk: float
    delta: float
    seeds: int
    certified: float
    accepted: float
    errors: float
    broken: float
    always: float

    def to_json(self) -> dict[str, Any]:
        """Plain values; NaN as None."""
        return {
            key: None if isinstance(value, float) and np.isnan(value) else value
            for key, value in asdict(self).items()
        }


def evaluate_abstention(
    cell: Cell,
    method: str | Method,
    *,
    risk: float = 0.1,
    delta: float = 0.1,
    seeds: int = 50,
    calibration: float = 0.2,
) -> AbstentionResult:
    """Certify a threshold on calibration rows (Learn then Test) and count errors on test rows.

    A method that learns takes half of the calibration rows for itself.

    Args:
        cell: The records.
        method: The score that decides.
        risk: Allowed error rate among accepted clicks.
        delta: Allowed probability of a wrong certificate.
        seeds: Number of splits.
        calibration: Share of calibration rows.
    """
    chosen = get_method(method) if isinstance(method, str) else method
    certified, accepted, errors, broken = [], [], [], []
    for current in splits(len(cell), seeds, calibration):
        records, scorer = fit_scorer(cell.select(current.calibration), chosen, current.seed)
        test = cell.select(current.test)
        scores = scorer(records)
        found = learn_then_test(scores, records.wrong, risk=risk, delta=delta)
        # NaN is never accepted: it compares false.
        act = scorer(test) <= found.threshold
        certified.append(np.isfinite(found.threshold))
        accepted.append(float(act.mean()))
        errors.append(float(test.wrong[act].mean()) if act.any() else np.nan)
        passed = np.concatenate([test.wrong[act], records.wrong[scores <= found.threshold]])
        broken.append(len(passed) > 0 and passed.mean() > risk)
    rates = np.array(errors)
    known = rates[~np.isnan(rates)]
    return AbstentionResult(
        cell=cell.name,
        method=chosen.name,
        risk=risk,
        delta=delta,
        seeds=seeds,
        certified=float(np.mean(certified)),
        accepted=float(np.mean(accepted)),
        errors=float(known.mean()) if len(known) else float("nan"),
        broken=float(np.mean(broken)),
        always=float(cell.wrong.mean()),
    )
