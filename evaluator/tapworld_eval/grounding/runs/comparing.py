"""Two runs on the same samples, and a prediction against a measurement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tapworld_eval.grounding.errors import GroundingRunError
from tapworld_eval.statistics.intervals import wilson
from tapworld_eval.statistics.paired_tests import mcnemar
from tapworld_eval.statistics.power import required_n

__all__ = [
    "Prediction",
    "RunComparison",
    "check_prediction",
    "compare_runs",
    "discordance",
    "paired_difference",
    "predicted_accuracy",
]


@dataclass(frozen=True)
class RunComparison:
    """Paired comparison: the second run minus the first.

    Attributes:
        n: Samples that both have.
        first: Accuracy of the first on them.
        second: Accuracy of the second on them.
        gained: Samples that only the second got right.
        lost: Samples that only the first got right.
        difference: second - first.
        low: Lower limit of the difference, paired bootstrap.
        high: Upper limit.
        p_value: Exact McNemar.
        required_n: Pairs needed to see such a difference with 80 % power at 5 %; ``None`` where
            nothing differs.
    """

    n: int
    first: float
    second: float
    gained: int
    lost: int
    difference: float
    low: float
    high: float
    p_value: float
    required_n: int | None


@dataclass(frozen=True)
class Prediction:
    """A value said beforehand, against what was measured.

    Attributes:
        predicted: The value.
        measured: The measurement.
        low: Lower limit of its interval.
        high: Upper limit.
        held: Whether the interval contains the prediction.
        verdict: One sentence.
    """

    predicted: float
    measured: float
    low: float
    high: float
    held: bool
    verdict: str


def compare_runs(
    first: Sequence[dict[str, Any]],
    second: Sequence[dict[str, Any]],
    *,
    seed: int = 0,
    level: float = 0.95,
    replicates: int = 2000,
) -> RunComparison:
    """Compare two runs on the samples they share.

    Raises:
        GroundingRunError: They share none, or a shared sample has different targets.
    """
    mine = {row["id"]: row for row in first}
    pairs = [(mine[row["id"]], row) for row in second if row["id"] in mine]
    if not pairs:
        raise GroundingRunError("the two runs share no sample")
    for one, two in pairs:
        if one["target"] != two["target"]:
            raise GroundingRunError(f"sample {one['id']!r} has different targets in the two runs")
    a = np.array([one["correct"] for one, _ in pairs], dtype=bool)
    b = np.array([two["correct"] for _, two in pairs], dtype=bool)
    return paired_difference(a, b, seed=seed, level=level, replicates=replicates)


def paired_difference(
    first: Any, second: Any, *, seed: int = 0, level: float = 0.95, replicates: int = 2000
) -> RunComparison:
    """Compare paired outcomes (Boolean arrays of equal length)."""
    a, b = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    n, gained, lost = len(a), int((~a & b).sum()), int((a & ~b).sum())
    # The difference depends on the pairs through three counts only, so the bootstrap draws them.
    shares = [gained / n, lost / n, 1 - (gained + lost) / n]
    drawn = np.random.default_rng(seed).multinomial(n, shares, size=replicates)
    low, high = np.quantile((drawn[:, 0] - drawn[:, 1]) / n, [(1 - level) / 2, (1 + level) / 2])
    needed = None
    if gained != lost:
        needed = required_n(
            abs(gained - lost) / n,
            baseline=float(min(a.mean(), b.mean())),
            discordance=(gained + lost) / n,
        )
    return RunComparison(
        n,
        float(a.mean()),
        float(b.mean()),
        gained,
        lost,
        (gained - lost) / n,
        float(low),
        float(high),
        mcnemar(gained, lost),
        needed,
    )


def check_prediction(predicted: float, measured: float, low: float, high: float) -> Prediction:
    """Judge a prediction that was made before the measurement.

    Examples:
        >>> check_prediction(0.027, 0.0044, -0.013, 0.021).verdict
        'missed by 2.3 points: 2.7 predicted, 0.4 measured, interval -1.3 to 2.1'
    """
    held = low <= predicted <= high
    shown = (
        f"{100 * predicted:.1f} predicted, {100 * measured:.1f} measured, interval "
        f"{100 * low:.1f} to {100 * high:.1f}"
    )
    if held:
        return Prediction(predicted, measured, low, high, True, f"held: {shown}")
    gap = abs(100 * (predicted - measured))
    return Prediction(predicted, measured, low, high, False, f"missed by {gap:.1f} points: {shown}")


def predicted_accuracy(rows: Sequence[dict[str, Any]], predicted: float) -> Prediction:
    """Judge a predicted accuracy against a run."""
    right, n = sum(row["correct"] for row in rows), len(rows)
    low, high = wilson(right, n)
    return check_prediction(predicted, right / n, low, high)


def discordance(n: int, difference: float, p_value: float) -> tuple[int, int] | None:
    """The discordant counts (gained, lost) that a published difference and p value imply.

    Papers often give n, two accuracies and McNemar's p, and leave out the two counts. The
    difference fixes gained - lost; among all counts with that difference, those whose exact p is
    nearest to the published one are returned.

    Args:
        n: Pairs.
        difference: second - first, as a share.
        p_value: The published p value.

    Examples:
        >>> gained, lost = discordance(1581, 0.0335, 6.2e-05)
        >>> gained - lost, round(mcnemar(gained, lost), 6)
        (53, 6.2e-05)
    """
    gap = abs(round(n * difference))
    best, nearest = None, float("inf")
    for lost in range((n - gap) // 2 + 1):
        found = mcnemar(lost + gap, lost)
        distance = abs(np.log(found) - np.log(p_value)) if found > 0 else float("inf")
        if distance < nearest:
            best, nearest = (lost + gap, lost), distance
        elif found > p_value:
            break
    if best is None:
        return None
    return best if difference >= 0 else (best[1], best[0])
