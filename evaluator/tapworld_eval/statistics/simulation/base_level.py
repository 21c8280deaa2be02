"""Coverage of an interval for one configuration, averaged over realistic success probabilities.

The paper's appendix M.1: 68 % of configurations were observed to fail three times of three, 32 % to
succeed three times of three. True probabilities are drawn from the Jeffreys posterior
``Beta(k + 1/2, 3 - k + 1/2)`` of such an observation, fresh rollouts from the probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
from scipy import special, stats

from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import METHODS, IntervalMethod, proportion_interval

__all__ = ["base_level_coverage", "exact_coverage"]

OBSERVED_ROLLOUTS: Final = 3
SHARE_OF_FAILURES: Final = 0.68
# (weight, alpha, beta) of the posterior of an observed 0/3 and of an observed 3/3.
MIXTURE: Final = ((SHARE_OF_FAILURES, 0.5, 3.5), (1 - SHARE_OF_FAILURES, 3.5, 0.5))


def exact_coverage(rollouts: int, method: IntervalMethod = "wilson", level: float = 0.95) -> float:
    """Coverage without simulation: a sum over outcomes of incomplete beta integrals.

    Examples:
        >>> round(exact_coverage(3, "wald"), 3), round(exact_coverage(3, "wilson"), 3)
        (0.257, 0.953)
    """
    if rollouts < 1:
        raise OptionError(f"rollouts must be at least 1, got {rollouts}")
    k = np.arange(rollouts + 1)
    low, high = proportion_interval(k, rollouts, method=method, level=level)
    covered = 0.0
    for weight, a, b in MIXTURE:
        posterior = (a + k, b + rollouts - k)
        inside = special.betainc(*posterior, high) - special.betainc(*posterior, low)
        covered += weight * float(np.sum(stats.betabinom.pmf(k, rollouts, a, b) * inside))
    return covered


def base_level_coverage(
    rollouts: Sequence[int] = (1, 3, 10),
    methods: Sequence[str] = METHODS,
    *,
    draws: int = 200_000,
    seed: int = 0,
    level: float = 0.95,
) -> pd.DataFrame:
    """Simulated and exact coverage and mean width for each method and number of rollouts.

    Returns:
        Columns rollouts, method, coverage (simulated), exact, width.
    """
    rng = np.random.default_rng(seed)
    observed = np.where(rng.random(draws) < SHARE_OF_FAILURES, 0, OBSERVED_ROLLOUTS)
    truth = rng.beta(observed + 0.5, OBSERVED_ROLLOUTS - observed + 0.5)
    rows = []
    for count in rollouts:
        k = rng.binomial(count, truth)
        for name in methods:
            method: IntervalMethod = name  # type: ignore[assignment]
            # Limits depend on k alone: look them up instead of inverting 200 000 beta functions.
            limits = proportion_interval(np.arange(count + 1), count, method=method, level=level)
            low, high = limits.low[k], limits.high[k]
            coverage = float(np.mean((low <= truth) & (truth <= high)))
            exact = exact_coverage(count, method, level)
            rows.append((count, name, coverage, exact, float(np.mean(high - low))))
    return pd.DataFrame(rows, columns=["rollouts", "method", "coverage", "exact", "width"])
