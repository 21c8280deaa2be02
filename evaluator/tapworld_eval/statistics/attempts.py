"""pass@k, and why not to headline it.

Chen et al. (2021) made pass@k for code generation, where failed candidates leave no trace and a
test picks the one that works. A rollout on a phone changes its state and cannot be taken back, so
what matters is success at the first attempt. On a static benchmark pass@k equals the success rate
of an agent that stores one successful trajectory per task and replays it blindly (Remark 1 of the
paper).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import special

from tapworld_eval.statistics.cells import Records, count_cells
from tapworld_eval.statistics.errors import DesignError, OptionError

__all__ = [
    "PassAtKWarning",
    "estimate_pass_at_k",
    "pass_at_k",
    "pass_at_k_table",
    "replay_success_rate",
]

WARNING = (
    "pass@k on a static benchmark is the success rate of a blind replay of k stored attempts; it "
    "measures memorization, not deployment. Report single-attempt success, and replay beside it."
)


class PassAtKWarning(UserWarning):
    """Given with every pass@k of records."""


def estimate_pass_at_k(successes: ArrayLike, rollouts: ArrayLike, k: int) -> NDArray[np.float64]:
    """Unbiased estimate of 1 - (1 - p)^k for each task: 1 - C(n - c, k) / C(n, k).

    Args:
        successes: Successes c of each task.
        rollouts: Rollouts n of each task, at least k.
        k: Attempts.

    Raises:
        OptionError: k is below 1 or above the rollouts of some task.

    Examples:
        >>> estimate_pass_at_k([0, 1, 2], [4, 4, 4], 2).round(3).tolist()
        [0.0, 0.5, 0.833]
    """
    c, n = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(rollouts, np.float64))
    if k < 1:
        raise OptionError(f"k must be at least 1, got {k}")
    if (n < k).any():
        raise OptionError(f"pass@{k} needs {k} rollouts a configuration; some have {int(n.min())}")
    failures = n - c
    log_none = (
        special.gammaln(failures + 1)
        - special.gammaln(np.maximum(failures - k, 0) + 1)
        - special.gammaln(n + 1)
        + special.gammaln(n - k + 1)
    )
    return np.where(failures < k, 1.0, np.where(c == 0, 0.0, 1 - np.exp(log_none)))


def pass_at_k(records: Records, k: int, axes: Sequence[str] | None = None) -> float:
    """Mean over configurations of the unbiased pass@k, with a warning.

    Raises:
        OptionError: Some configuration has fewer than k rollouts.
    """
    warnings.warn(WARNING, PassAtKWarning, stacklevel=2)
    cells = count_cells(records, axes)
    return float(estimate_pass_at_k(cells.successes, cells.rollouts, k).mean())


def replay_success_rate(success_probabilities: ArrayLike, k: int) -> float:
    """Expected success of blind replay on a deterministic benchmark: mean of 1 - (1 - p)^k.

    Args:
        success_probabilities: The source agent's success probability on each task.
        k: Rollouts of the source from which one success per task, if any, is stored.

    Examples:
        >>> replay_success_rate([0.5, 0.0], 2)
        0.375
    """
    p = np.asarray(success_probabilities, dtype=np.float64)
    if p.size == 0 or ((p < 0) | (p > 1)).any():
        raise OptionError("success probabilities must be a non-empty list in [0, 1]")
    if k < 1:
        raise OptionError(f"k must be at least 1, got {k}")
    return float((1 - (1 - p) ** k).mean())


def pass_at_k_table(
    records: Records,
    ks: Sequence[int] | None = None,
    axes: Sequence[str] | None = None,
    *,
    replay: float | None = None,
) -> pd.DataFrame:
    """Single-attempt success first, pass@k after it, and the measured replay success beside it.

    Args:
        records: Rollouts, or counted cells.
        ks: Numbers of attempts; by default 1 to the smallest number of rollouts.
        axes: Enabled axes.
        replay: Success rate that a replay agent reached on the same static configurations.

    Returns:
        Columns k, pass_at_k, and replay where it was given.

    Raises:
        OptionError: ``replay`` is no rate, or a number of attempts is above the rollouts.
    """
    if replay is not None and not 0 <= replay <= 1:
        raise OptionError(f"replay must be a success rate in [0, 1], got {replay:g}")
    warnings.warn(WARNING, PassAtKWarning, stacklevel=2)
    cells = count_cells(records, axes)
    most = int(cells.rollouts.min())
    chosen = list(range(1, most + 1)) if ks is None else list(ks)
    if not chosen:
        raise DesignError("no number of attempts to report")
    rates = [estimate_pass_at_k(cells.successes, cells.rollouts, k).mean() for k in chosen]
    table = pd.DataFrame({"k": chosen, "pass_at_k": rates})
    return table if replay is None else table.assign(replay=replay)
