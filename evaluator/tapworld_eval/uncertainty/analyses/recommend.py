"""Which methods to use here: the source paper's recipe, with the evidence that was used.

The recipe (its table 5) gives a prior panel from interface and model class. The panel is then
ranked on calibration records of the target, which alone decide.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import CalibrationError, OptionError
from tapworld_eval.uncertainty.methods.registry import get_method, supported
from tapworld_eval.uncertainty.metrics.evaluate import HIGHER_IS_BETTER, evaluate
from tapworld_eval.uncertainty.metrics.splits import split
from tapworld_eval.uncertainty.records.cell import Cell
from tapworld_eval.uncertainty.regions.coverage import conformal_disk

__all__ = ["OBJECTIVES", "Decision", "Recommendation", "calibration_rows", "recommend"]

ModelClass = Literal["vanilla", "specialist"]
Objective = Literal["rejection", "severity", "calibration"]
OBJECTIVES: Final[dict[str, str]] = {
    "rejection": "auroc",
    "severity": "ause",
    "calibration": "brier",
}
_DENSITY: Final = ("saplma", "sep", "mahalanobis_rmd")
_WEAK_ON_SPECIALISTS: Final = frozenset(
    {"msp", "perplexity", "perplexity_exp", "mean_token_entropy", "sequence_probability"}
    | {"lexical_similarity"}
)


@dataclass(frozen=True)
class Decision:
    """One row of the recipe as it was applied."""

    question: str
    action: str
    evidence: str


@dataclass(frozen=True)
class Recommendation:
    """A panel, best first, and why.

    Attributes:
        cell: Name of the target cell.
        panel: Methods, best first on the calibration records.
        values: Their value of the objective's metric there.
        metric: That metric.
        disk: Kind of click region to start with.
        decisions: The steps.
        records: Calibration records that were looked at.
    """

    cell: str
    panel: tuple[str, ...]
    values: tuple[float, ...]
    metric: str
    disk: str
    decisions: tuple[Decision, ...]
    records: int

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def calibration_rows(cell: Cell, seed: int = 0) -> NDArray[np.int64]:
    """The rows that :func:`recommend` looks at."""
    return split(len(cell), seed).calibration


def recommend(
    cell: Cell,
    *,
    model_class: ModelClass = "vanilla",
    objective: Objective = "rejection",
    size: int = 5,
    alpha: float = 0.1,
    seed: int = 0,
    seeds: int = 10,
    prior: tuple[str, ...] = (),
    same_model: bool = True,
) -> Recommendation:
    """Choose a panel for this cell from its calibration records only.

    Args:
        cell: The target regime's records; only the calibration rows of the split are looked at.
        model_class: ``vanilla`` or ``specialist`` (tuned for grounding).
        objective: ``rejection``, ``severity`` or ``calibration``.
        size: Methods in the panel.
        alpha: Error rate of the click region.
        seed: Of the split.
        seeds: Inner splits of the calibration rows.
        prior: Panel of another regime that one would like to reuse.
        same_model: Whether that regime has the same model and interface.

    Raises:
        OptionError: An unknown class or objective, or a size below 1.
    """
    if objective not in OBJECTIVES or model_class not in get_args(ModelClass) or size < 1:
        raise OptionError(
            f"objective must be one of {', '.join(OBJECTIVES)}, model_class vanilla or "
            "specialist, size at least 1"
        )
    for name in prior:
        get_method(name)
    rows = cell.select(calibration_rows(cell, seed))
    metric = OBJECTIVES[objective]
    candidates = [method.name for method in supported(rows)]
    decisions = [_interface(rows, candidates)]
    if model_class == "specialist":
        kept = [name for name in candidates if name not in _WEAK_ON_SPECIALISTS]
        dropped = sorted(set(candidates) - set(kept))
        candidates = kept or candidates
    else:
        dropped = []
    measured = evaluate(rows, candidates + dropped, seeds=seeds, bootstrap=0, calibration=0.5)
    values = {r.method: float(getattr(r, metric)) for r in measured}
    spread = {r.method: float(getattr(r, f"{metric}_sd")) for r in measured}
    sign = -1 if metric in HIGHER_IS_BETTER else 1
    ranked = sorted(
        (name for name in values if not np.isnan(values[name])),
        key=lambda name: (sign * values[name], name),
    )
    order = [name for name in ranked if name not in dropped]
    if model_class == "specialist":
        decisions.append(_model_class(dropped, ranked, values))
    panel = order[:size]
    decisions.append(
        Decision(
            "objective",
            f"{objective}: ranked by {metric} ({'higher' if sign < 0 else 'lower'} is better)",
            f"{len(rows)} calibration records, {seeds} inner splits: "
            + ", ".join(f"{name} {values[name]:.3f} (SD {spread[name]:.3f})" for name in panel),
        )
    )
    decisions.append(_reuse(prior, same_model, order))
    disk, decision = _region(rows, panel, alpha, seeds)
    decisions.append(decision)
    return Recommendation(
        cell.name,
        tuple(panel),
        tuple(values[name] for name in panel),
        metric,
        disk,
        tuple(decisions),
        len(rows),
    )


def _model_class(dropped: list[str], ranked: list[str], values: dict[str, float]) -> Decision:
    """The paper's prior beside what the records say: its own exception is one of four datasets."""
    evidence = "the source paper: these lose most from vanilla to specialist models"
    best = next((name for name in ranked if name in dropped), None)
    if best is not None:
        evidence += (
            f"; here the best of them, {best}, would have rank {ranked.index(best) + 1} "
            f"({values[best]:.3f})"
        )
        if ranked[0] == best:
            evidence += ": these records speak against leaving it out"
    action = f"left out as primary signals: {', '.join(dropped) or 'none'}"
    return Decision("model class", action, evidence)


def _interface(rows: Cell, candidates: list[str]) -> Decision:
    if rows.interface == "api" or "hidden" not in rows.signals:
        return Decision(
            "interface",
            f"replies only, or no hidden states: {', '.join(candidates)}",
            f"signals in the records: {', '.join(sorted(rows.signals))}",
        )
    return Decision(
        "interface",
        f"hidden states are there: {', '.join(_DENSITY)} are among the candidates",
        "the source paper: density and probes are the most stable open-weight family",
    )


def _reuse(prior: tuple[str, ...], same_model: bool, order: list[str]) -> Decision:
    if not prior:
        return Decision("reuse", "no prior panel given: ranked afresh", "")
    ranks = ", ".join(
        f"{name} rank {order.index(name) + 1}" if name in order else f"{name} does not run"
        for name in prior
    )
    action = (
        "same model and interface: a prior panel may be kept, check its ranks"
        if same_model
        else "model or interface differs: the prior panel is not reused, ranked afresh"
    )
    return Decision("reuse", action, f"ranks here: {ranks}")


def _region(rows: Cell, panel: list[str], alpha: float, seeds: int) -> tuple[str, Decision]:
    fixed = conformal_disk(rows, alpha=alpha, seeds=seeds, calibration=0.5)
    evidence = f"fixed: coverage {fixed.coverage:.3f}, radius {fixed.radius:.0f} px"
    if not panel:
        return "fixed", Decision("click region", "fixed", evidence)
    # Two standard errors over splits: less would be noise, more is a broken promise.
    best, reason = fixed, "is the safe start"
    for variant in ("normalized", "cqr"):
        try:
            found = conformal_disk(
                rows, panel[0], alpha=alpha, variant=variant, seeds=seeds, calibration=0.5
            )
        except CalibrationError as error:
            # A method that learns leaves a quarter of these rows, which may be too few.
            evidence += f"; {variant} by {panel[0]}: {error}"
            continue
        evidence += (
            f"; {variant} by {panel[0]}: coverage {found.coverage:.3f}, "
            f"radius {found.radius:.0f} px"
        )
        slack = 2 * found.coverage_sd / np.sqrt(seeds)
        if found.coverage >= 1 - alpha - slack and found.radius < best.radius:
            best, reason = found, "passes the coverage check and is smaller"
    return best.variant, Decision("click region", f"{best.variant}: {reason}", evidence)
