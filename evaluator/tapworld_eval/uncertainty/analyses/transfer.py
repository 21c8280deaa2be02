"""Whether a ranking of methods found in one cell holds in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from tapworld_eval.uncertainty.errors import OptionError

__all__ = ["Transfer", "cross_tier", "mean_interval", "spearman", "transfer_matrix"]

FloatArray = NDArray[np.float64]
_LEAST: Final = 3


def spearman(first: ArrayLike, second: ArrayLike) -> float:
    """Rank correlation over the methods known in both; NaN below three, or where one is constant.

    >>> spearman([1, 2, 3, float("nan")], [2, 4, 5, 0])
    1.0
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    both = ~(np.isnan(a) | np.isnan(b))
    if both.sum() < _LEAST:
        return float("nan")
    x, y = stats.rankdata(a[both]), stats.rankdata(b[both])
    x, y = x - x.mean(), y - y.mean()
    norm = float(np.sqrt((x @ x) * (y @ y)))
    return float(np.clip(x @ y / norm, -1, 1)) if norm > 0 else float("nan")


@dataclass(frozen=True)
class Transfer:
    """Rank correlations of pairs of cells.

    Attributes:
        matrix: Rows and columns are cells; symmetric within a tier.
        pairs: Columns ``first``, ``second``, ``rho``, ``methods`` (how many were compared) and
            ``kind``: ``same model``, ``same dataset`` or ``neither``, where known.
        mean: Mean over the pairs with a value.
        low: Lower limit of its bootstrap interval over pairs.
        high: Upper limit.
        by_kind: Mean over each kind of pair.
    """

    matrix: pd.DataFrame
    pairs: pd.DataFrame
    mean: float
    low: float
    high: float
    by_kind: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "mean": self.mean,
            "low": self.low,
            "high": self.high,
            "by_kind": self.by_kind,
            "pairs": self.pairs.to_dict("records"),
        }


def mean_interval(
    values: ArrayLike, *, replicates: int = 2000, level: float = 0.95, seed: int = 0
) -> tuple[float, float, float]:
    """Mean of the known values and its percentile bootstrap interval.

    Pairs of cells share cells, so they are not independent: the interval, which the source paper
    uses too, is too narrow rather than too wide.
    """
    x = np.asarray(values, dtype=np.float64)
    x = x[~np.isnan(x)]
    if len(x) == 0:
        return float("nan"), float("nan"), float("nan")
    drawn = np.random.default_rng([seed, 12]).integers(len(x), size=(replicates, len(x)))
    tails = [100 * (1 - level) / 2, 100 * (1 + level) / 2]
    low, high = np.percentile(x[drawn].mean(axis=1), tails)
    return float(x.mean()), float(low), float(high)


def _wide(table: pd.DataFrame, metric: str) -> pd.DataFrame:
    absent = {"cell", "method", metric} - set(table.columns)
    if absent:
        raise OptionError(f"the table lacks the column(s) {', '.join(sorted(absent))}")
    if table.duplicated(["cell", "method"]).any():
        raise OptionError("the table has a method twice in one cell")
    return table.pivot(index="cell", columns="method", values=metric).sort_index()


def transfer_matrix(
    table: pd.DataFrame,
    metric: str = "auroc",
    *,
    groups: Mapping[str, tuple[str, str]] | None = None,
    seed: int = 0,
) -> Transfer:
    """Correlate the rankings of all pairs of cells.

    Args:
        table: One row a method and cell.
        metric: Column to rank by.
        groups: Cell to (model, dataset); by default a name ``MODEL x DATASET`` is taken apart.
        seed: Of the bootstrap.

    Raises:
        OptionError: Fewer than two cells.
    """
    wide = _wide(table, metric)
    names = [str(name) for name in wide.index]
    if len(names) < 2:
        raise OptionError(f"transfer needs at least two cells, got {len(names)}")
    values = wide.to_numpy(dtype=np.float64)
    matrix = np.eye(len(names))
    rows = []
    for i, j in combinations(range(len(names)), 2):
        rho = spearman(values[i], values[j])
        matrix[i, j] = matrix[j, i] = rho
        shared = int((~np.isnan(values[i]) & ~np.isnan(values[j])).sum())
        rows.append((names[i], names[j], rho, shared, _kind(names[i], names[j], groups)))
    pairs = pd.DataFrame(rows, columns=["first", "second", "rho", "methods", "kind"])
    return _transfer(pd.DataFrame(matrix, index=names, columns=names), pairs, seed)


def cross_tier(
    table: pd.DataFrame,
    sources: Sequence[str],
    targets: Sequence[tuple[str, str]] | None = None,
    metric: str = "auroc",
    *,
    seed: int = 0,
) -> Transfer:
    """Correlate open cells with API cells on the methods that both tiers share.

    Args:
        table: One row a method and cell, both tiers.
        sources: The open cells.
        targets: Pairs (open cell, API cell); by default all pairs on the same dataset.
        metric: Column to rank by.
        seed: Of the bootstrap.

    Raises:
        OptionError: A cell is unknown, or there is no pair.
    """
    wide = _wide(table, metric)
    others = [str(name) for name in wide.index if name not in set(sources)]
    unknown = set(sources) - set(map(str, wide.index))
    if unknown:
        raise OptionError(f"no such cells: {', '.join(sorted(unknown))}")
    if targets is None:
        targets = [
            (a, b) for a in sources for b in others if _parts(a)[1] and _parts(a)[1] == _parts(b)[1]
        ]
    if not targets:
        raise OptionError("no pair of cells on one dataset (names MODEL x DATASET tell it)")
    matrix = pd.DataFrame(np.nan, index=list(sources), columns=others)
    rows = []
    for a, b in targets:
        x, y = wide.loc[a].to_numpy(dtype=np.float64), wide.loc[b].to_numpy(dtype=np.float64)
        rho = spearman(x, y)
        matrix.loc[a, b] = rho
        rows.append((a, b, rho, int((~np.isnan(x) & ~np.isnan(y)).sum()), _kind(a, b, None)))
    pairs = pd.DataFrame(rows, columns=["first", "second", "rho", "methods", "kind"])
    return _transfer(matrix, pairs, seed)


def _transfer(matrix: pd.DataFrame, pairs: pd.DataFrame, seed: int) -> Transfer:
    mean, low, high = mean_interval(pairs["rho"].to_numpy(dtype=np.float64), seed=seed)
    kinds = pairs.groupby("kind", sort=True)["rho"].mean()
    return Transfer(
        matrix, pairs, mean, low, high, {str(k): float(v) for k, v in kinds.to_dict().items()}
    )


def _parts(cell: str) -> tuple[str, str]:
    model, _, dataset = cell.partition(" x ")
    return model, dataset


def _kind(first: str, second: str, groups: Mapping[str, tuple[str, str]] | None) -> str:
    a, b = (groups[c] if groups and c in groups else _parts(c) for c in (first, second))
    if a[0] == b[0]:
        return "same model"
    return "same dataset" if a[1] and a[1] == b[1] else "neither"
