"""Exact tests on pairs, and the control of error over many of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from tapworld_eval.statistics.errors import DesignError, OptionError
from tapworld_eval.statistics.records import (
    check_columns,
    key_columns,
    resolve_axes,
    success_column,
)

__all__ = ["PairedTest", "discordant_pairs", "holm", "mcnemar", "paired_outcomes", "sign_test"]


@dataclass(frozen=True)
class PairedTest:
    """Pairs in which only one side succeeded (or was better), and the exact p value.

    Attributes:
        wins: Pairs in favour of the first.
        losses: Pairs in favour of the second.
        ties: Pairs that say nothing.
        p_value: Two-sided exact p value.
    """

    wins: int
    losses: int
    ties: int
    p_value: float


def mcnemar(wins: int, losses: int) -> float:
    """Exact two-sided McNemar p value from the two kinds of discordant pairs.

    Pairs must be independent; rollouts of one scenario are not, so on nested data the paired
    bootstrap is the answer and this test a companion.

    Examples:
        >>> round(mcnemar(12, 3), 4)
        0.0352
        >>> mcnemar(0, 0)
        1.0
    """
    if wins < 0 or losses < 0:
        raise OptionError(f"counts of pairs cannot be negative, got {wins} and {losses}")
    if wins + losses == 0:
        return 1.0
    return float(stats.binomtest(min(wins, losses), wins + losses).pvalue)


def sign_test(differences: ArrayLike) -> PairedTest:
    """Exact sign test: do positive differences outnumber negative ones? Zeros are left out.

    Examples:
        >>> sign_test([0.5, 0.2, 0.1, 0.3, -0.1, 0.0])
        PairedTest(wins=4, losses=1, ties=1, p_value=0.375)
    """
    values = np.asarray(differences, dtype=np.float64)
    wins, losses = int((values > 0).sum()), int((values < 0).sum())
    return PairedTest(wins, losses, len(values) - wins - losses, mcnemar(wins, losses))


def discordant_pairs(
    first: pd.DataFrame, second: pd.DataFrame, axes: list[str] | None = None
) -> PairedTest | None:
    """McNemar test over rollouts that share configuration and rollout number.

    Returns:
        None where the records do not pair rollouts: no ``rollout`` column, or no shared rollout.
    """
    try:
        pairs = paired_outcomes(first, second, axes)
    except DesignError:
        return None
    return sign_test(pairs["first"] - pairs["second"])


def paired_outcomes(
    first: pd.DataFrame, second: pd.DataFrame, axes: list[str] | None = None
) -> pd.DataFrame:
    """Outcomes of rollouts that share configuration and rollout number.

    Returns:
        The key columns, then first and second (0 or 1), sorted by key.

    Raises:
        DesignError: There is no ``rollout`` column, the axes differ, or nothing is shared.
        RecordsError: A side is unsound, or holds several agents.
    """
    if "rollout" not in first.columns or "rollout" not in second.columns:
        raise DesignError("pairing rollouts needs the column 'rollout' on both sides")
    sides = []
    for name, frame in (("first", first), ("second", second)):
        check_columns(frame)
        keys = [*key_columns(frame, resolve_axes(frame, axes)), "rollout"]
        sides.append((keys, frame[keys].astype(str).assign(**{name: success_column(frame)})))
    keys = sides[0][0]
    if keys != sides[1][0]:
        raise DesignError(f"the two sides have different keys: {keys} and {sides[1][0]}")
    pairs = sides[0][1].merge(sides[1][1], on=keys)
    if len(pairs) == 0:
        raise DesignError("no rollout is shared: same configuration and same rollout number")
    return pairs.sort_values(keys, ignore_index=True)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Holm's step-down adjusted p values, which control the family-wise error.

    Examples:
        >>> holm([0.01, 0.04, 0.03]).tolist()
        [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    if ((p < 0) | (p > 1) | np.isnan(p)).any():
        raise OptionError("p values must lie in [0, 1]")
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
