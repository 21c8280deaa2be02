"""Stopping rules that keep their error however often one looks.

Both rest on a test martingale: a bet against the null hypothesis that stays fair under it. With a
uniform mixture over the alternative (Robbins, 1970) the capital after k successes in n trials is a
Beta function, and it exceeds 1 / alpha with probability at most alpha, ever (Ville). So a run may
stop at any moment, for any reason.

Both assume that configurations arrive in random order; shuffle the plan before the run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from tapworld_eval.statistics.errors import OptionError
from tapworld_eval.statistics.intervals import Interval, check_level

__all__ = ["Decision", "SequentialComparison", "confidence_sequence", "stopping_point"]

Decision = Literal["first", "second", "undecided"]
FloatArray = NDArray[np.float64]


@dataclass
class SequentialComparison:
    """Compare two agents pair by pair and stop as soon as the answer is known.

    Attributes:
        level: One minus the probability of ever naming a better agent when there is none.
        wins: Pairs in which only the first succeeded.
        losses: Pairs in which only the second succeeded.
        pairs: All pairs seen.

    Examples:
        >>> test = SequentialComparison(level=0.95)
        >>> for _ in range(9):
        ...     decision = test.update(first=True, second=False)
        >>> decision, round(test.e_value, 1)
        ('first', 51.2)
    """

    level: float = 0.95
    wins: int = 0
    losses: int = 0
    pairs: int = 0

    def __post_init__(self) -> None:
        check_level(self.level)

    @property
    def log_e_value(self) -> float:
        """Logarithm of the capital of a bettor against "neither is better"."""
        return _log_capital(self.wins, self.losses)

    @property
    def e_value(self) -> float:
        """Capital of the bettor; from ``1 / (1 - level)`` on the question is decided."""
        return float(np.exp(self.log_e_value))

    @property
    def decision(self) -> Decision:
        """The better agent, once it is known."""
        if self.log_e_value < -np.log(1 - self.level):
            return "undecided"
        return "first" if self.wins > self.losses else "second"

    def update(self, first: bool, second: bool) -> Decision:
        """Add one pair of outcomes on the same configuration and return the decision."""
        self.pairs += 1
        self.wins += int(first and not second)
        self.losses += int(second and not first)
        return self.decision

    def can_be_decided(self, remaining: int) -> bool:
        """Whether ``remaining`` more pairs could still decide; stopping if not costs no error."""
        if remaining < 0:
            raise OptionError(f"remaining must not be negative, got {remaining}")
        best = max(
            _log_capital(self.wins + remaining, self.losses),
            _log_capital(self.wins, self.losses + remaining),
        )
        return self.decision != "undecided" or best >= -np.log(1 - self.level)


def stopping_point(pairs: Iterable[tuple[bool, bool]], level: float = 0.95) -> tuple[int, Decision]:
    """Pairs used and the decision when recorded pairs are read in order."""
    test = SequentialComparison(level=level)
    for first, second in pairs:
        if test.update(bool(first), bool(second)) != "undecided":
            break
    return test.pairs, test.decision


def confidence_sequence(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Interval:
    """Interval for a success rate that holds at all times at once.

    Unlike a fixed-size interval it may be watched after every rollout: the probability that it ever
    misses the true rate is at most ``1 - level``. Stop when it excludes the threshold in question,
    or when it is narrow enough.

    Args:
        k: Successes so far, any shape.
        n: Rollouts so far; 0 gives [0, 1].
        level: Confidence level.

    Examples:
        >>> low, high = confidence_sequence(45, 50)
        >>> round(low, 3), round(high, 3)
        (0.712, 0.984)
    """
    check_level(level)
    successes, trials = np.broadcast_arrays(
        np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    if (~((successes >= 0) & (successes <= trials))).any():
        raise OptionError("successes must lie between 0 and the number of rollouts")
    # Rates at which the mixture's capital stays below 1 / alpha form an interval around k / n.
    bound = special.betaln(successes + 1, trials - successes + 1) + np.log(1 - level)
    centre = np.divide(successes, trials, out=np.full(trials.shape, 0.5), where=trials > 0)
    low = _edge(np.zeros_like(centre), centre, successes, trials, bound)
    high = _edge(np.ones_like(centre), centre, successes, trials, bound)
    if low.ndim == 0:
        return Interval(float(low), float(high))
    return Interval(low, high)


def _edge(
    outside: FloatArray, inside: FloatArray, k: FloatArray, n: FloatArray, bound: FloatArray
) -> FloatArray:
    """Bisect to where the log likelihood crosses ``bound``; the far end where it never does."""
    far = outside
    outer, inner = outside.copy(), inside.copy()
    for _ in range(60):
        middle = (outer + inner) / 2
        within = _log_likelihood(middle, k, n) > bound
        inner = np.where(within, middle, inner)
        outer = np.where(within, outer, middle)
    return np.where(_log_likelihood(far, k, n) > bound, far, inner)


def _log_likelihood(p: FloatArray, k: FloatArray, n: FloatArray) -> FloatArray:
    return special.xlogy(k, p) + special.xlog1py(n - k, -p)


def _log_capital(wins: int, losses: int) -> float:
    return float(special.betaln(wins + 1, losses + 1) + (wins + losses) * np.log(2))
