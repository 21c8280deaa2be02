"""Power: how many rollouts a difference needs before a test can see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special, stats

from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import check_level

__all__ = ["mcnemar_power", "power_curves", "required_n", "two_sample_power"]

Design = Literal["paired", "independent"]
MAX_EXACT_PAIRS: Final = 20_000


def mcnemar_power(n: int, wins: float, losses: float, level: float = 0.95) -> float:
    """Power of the exact McNemar test: exact up to 20 000 pairs, normal beyond.

    At 20 000 pairs the two differ by less than 0.01; the exact sum would take seconds for the
    millions of pairs that tiny effects need.

    Args:
        n: Pairs.
        wins: Probability that only the first succeeds.
        losses: Probability that only the second succeeds.
        level: One minus the size of the test.

    Examples:
        >>> round(mcnemar_power(50, 0.07, 0.01), 2), round(mcnemar_power(200, 0.07, 0.01), 2)
        (0.09, 0.85)
    """
    check_level(level)
    discordance = wins + losses
    if not (wins >= 0 and losses >= 0 and discordance <= 1 + 1e-12):
        raise OptionError(
            f"wins={wins} and losses={losses} are no probabilities of disjoint events"
        )
    if n < 1 or discordance == 0:
        return 0.0
    if n > MAX_EXACT_PAIRS:
        return _normal_power(n, wins - losses, discordance, level)
    mean = n * discordance
    spread = 7 * np.sqrt(mean * max(1 - discordance, 0)) + 9
    pairs = np.arange(max(0, int(mean - spread)), min(n, int(mean + spread)) + 1)
    chance = _binomial_pmf(pairs, n, min(discordance, 1.0))
    # Doubling sizes, so that few tables are made however n varies.
    critical = _critical_counts(1 << int(pairs[-1]).bit_length(), 1 - level)[pairs]
    share = wins / discordance
    rejects = critical >= 0
    few, of = critical[rejects], pairs[rejects]
    # P(X <= few) and P(X >= of - few) as incomplete beta functions.
    lower = special.betainc(of - few, few + 1, 1 - share)
    upper = special.betainc(of - few, few + 1, share)
    return float(np.sum(chance[rejects] * (lower + upper)))


# scipy.special instead of scipy.stats.binom, whose checks cost more than the numbers do: a required
# n asks for the power hundreds of times.
def _binomial_pmf(k: NDArray[np.int64], n: int, p: float) -> NDArray[np.float64]:
    ways = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    return np.exp(ways + special.xlogy(k, p) + special.xlog1py(n - k, -p))


@lru_cache(maxsize=64)
def _critical_counts(size: int, alpha: float) -> NDArray[np.int64]:
    """Largest count in the lower tail that the two-sided exact test rejects, by pairs; -1: never.

    For 0 to ``size - 1`` discordant pairs.
    """
    pairs = np.arange(size)
    critical = stats.binom.ppf(alpha / 2, pairs, 0.5)
    critical -= 2 * stats.binom.cdf(critical, pairs, 0.5) > alpha
    return critical.astype(np.int64)


def two_sample_power(n: float, effect: float, baseline: float, level: float = 0.95) -> float:
    """Power of the two-sided z test of two independent groups of ``n`` (pooled null variance)."""
    check_level(level)
    first, second = _rates(effect, baseline)
    mean = (first + second) / 2
    null = np.sqrt(2 * mean * (1 - mean) / n)
    alternative = np.sqrt((first * (1 - first) + second * (1 - second)) / n)
    bound = special.ndtri(1 - (1 - level) / 2) * null
    if alternative == 0:
        return float(abs(effect) > bound)
    gap = first - second
    return float(
        special.ndtr((gap - bound) / alternative) + special.ndtr(-(gap + bound) / alternative)
    )


def required_n(
    effect: float,
    power: float = 0.8,
    *,
    level: float = 0.95,
    baseline: float = 0.5,
    design: Design = "paired",
    discordance: float | None = None,
    cluster_size: float = 1.0,
    icc: float = 0.0,
) -> int:
    """Rollouts per agent needed to see a difference in success rate.

    Args:
        effect: Difference to detect, 0.06 for six percentage points.
        power: Probability of seeing it.
        level: One minus the size of the two-sided test.
        baseline: Success rate of the worse agent.
        design: ``paired`` (both agents on the same configurations, exact McNemar test) or
            ``independent`` (z test of two proportions).
        discordance: Share of pairs in which exactly one succeeds; by default what two independent
            agents of these rates would show, which is the least favourable to pairing.
        cluster_size: Rollouts that share a scenario.
        icc: Intraclass correlation of those rollouts. The answer is multiplied by the design effect
            ``1 + (cluster_size - 1) * icc``.

    Returns:
        Pairs for ``paired``, rollouts of each group for ``independent``. For the exact test it is
        the smallest number from which the power stays at or above the target.

    Examples:
        >>> required_n(0.06, design="independent")
        1086
        >>> required_n(0.06, discordance=0.08)
        180
    """
    if not 0 < power < 1:
        raise OptionError(f"power must lie strictly between 0 and 1, got {power}")
    if cluster_size < 1 or not 0 <= icc <= 1:
        raise OptionError("cluster_size must be at least 1 and icc lie in [0, 1]")
    check_level(level)
    first, second = _rates(effect, baseline)
    if design == "independent":
        n = _smallest(lambda n: two_sample_power(n, effect, baseline, level) >= power)
    elif design == "paired":
        if discordance is None:
            discordance = first * (1 - second) + second * (1 - first)
        if not abs(effect) <= discordance <= 1:
            raise OptionError(
                f"discordance must lie between the effect {abs(effect):g} and 1, got {discordance}"
            )
        n = _paired_n(abs(effect), discordance, power, level)
    else:
        raise OptionError(f"unknown design {design!r}; choose paired or independent")
    return int(np.ceil(n * (1 + (cluster_size - 1) * icc)))


def power_curves(
    effects: Sequence[float],
    ns: Sequence[int],
    *,
    level: float = 0.95,
    baseline: float = 0.5,
    design: Design = "paired",
    discordance: float | None = None,
) -> pd.DataFrame:
    """Power for every effect and sample size: columns effect, n, power."""
    rows = []
    for effect in effects:
        first, second = _rates(effect, baseline)
        share = first * (1 - second) + second * (1 - first) if discordance is None else discordance
        for n in ns:
            if design == "paired":
                wins, losses = (share + effect) / 2, (share - effect) / 2
                value = mcnemar_power(int(n), wins, losses, level)
            else:
                value = two_sample_power(n, effect, baseline, level)
            rows.append((float(effect), int(n), value))
    return pd.DataFrame(rows, columns=["effect", "n", "power"])


def _normal_power(n: int, effect: float, discordance: float, level: float) -> float:
    bound = special.ndtri(1 - (1 - level) / 2) * np.sqrt(discordance)
    spread = np.sqrt(max(discordance - effect**2, 1e-300))
    shift = np.sqrt(n) * abs(effect)
    return float(special.ndtr((shift - bound) / spread) + special.ndtr(-(shift + bound) / spread))


def _rates(effect: float, baseline: float) -> tuple[float, float]:
    if not 0 < abs(effect) <= 1:
        raise OptionError(f"effect must be a difference of rates in (0, 1], got {effect}")
    better = baseline + abs(effect)
    if not (baseline >= 0 and better <= 1 + 1e-12):
        raise OptionError(
            f"baseline {baseline:g} plus effect {abs(effect):g} is no success rate; lower one"
        )
    return min(better, 1.0), baseline


def _smallest(enough: Callable[[int], bool]) -> int:
    high = 2
    while not enough(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _paired_n(effect: float, discordance: float, power: float, level: float) -> int:
    wins, losses = (discordance + effect) / 2, (discordance - effect) / 2

    def enough(n: int) -> bool:
        return mcnemar_power(n, wins, losses, level) >= power

    # Exact power saws up and down with n: bisect to the neighbourhood, then find the last n below
    # the target among the next fifth. Beyond a few thousand pairs the teeth are below 0.001.
    start = _smallest(enough)
    if start > 5000:
        return start
    width = max(12, start // 5)
    stride = max(1, width // 200)
    below = [n for n in range(start, start + width, stride) if not enough(n)]
    n = below[-1] if below else start
    while not enough(n):
        n += 1
    return n
