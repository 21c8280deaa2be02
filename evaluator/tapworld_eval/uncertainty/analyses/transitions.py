"""What a change of model, of split or of regime does to families of methods."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.metrics.evaluate import evaluate, to_frame
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["model_transition", "regime_shift", "split_ratios"]


def _family_means(table: pd.DataFrame, models: Sequence[str], metric: str) -> pd.DataFrame:
    """Mean over methods, then over models: rows are datasets, columns families."""
    parts = table["cell"].str.partition(" x ")
    known = table.assign(model=parts[0], dataset=parts[2])
    absent = set(models) - set(known["model"])
    if absent:
        raise OptionError(f"no cells of the model(s) {', '.join(sorted(absent))}")
    chosen = known.loc[known["model"].isin(list(models))]
    per_model = chosen.groupby(["dataset", "model", "family"])[metric].mean()
    return per_model.groupby(["dataset", "family"]).mean().unstack("family")


def model_transition(
    table: pd.DataFrame, before: Sequence[str], after: Sequence[str], metric: str = "auroc"
) -> pd.DataFrame:
    """Change of each family's mean from some models to others, dataset by dataset.

    Families are averaged over their methods and then over models. A step that changes one thing
    (scale only, tuning only) is a transition between two models that differ in it.

    Args:
        table: One row a method and cell; cells are named ``MODEL x DATASET``.
        before: Models to start from, for example the vanilla ones.
        after: Models to arrive at.
        metric: Column to compare.

    Returns:
        A row a family: a column a dataset, ``mean``, and ``consistent``: -1 or 1 where the change
        has that sign on every dataset, else 0.
    """
    change = _family_means(table, after, metric) - _family_means(table, before, metric)
    change = change.dropna(how="all").T
    if change.shape[1] == 0:
        raise OptionError("the models share no dataset")
    datasets = list(change.columns)
    result = change.copy()
    result["mean"] = change.mean(axis=1)
    result["consistent"] = (change[datasets] > 0).all(axis=1).astype(int) - (
        change[datasets] < 0
    ).all(axis=1).astype(int)
    return result.reset_index()


def regime_shift(table: pd.DataFrame, metric: str = "auroc") -> pd.DataFrame:
    """Transfer seen as a change of distribution: what is lost by keeping another regime's winner.

    For each ordered pair of cells, the winner of the first is used in the second. The axis says
    what changes: ``dataset``, ``model``, or ``both``.

    Returns:
        Columns ``source``, ``target``, ``axis``, ``method``, ``value``, ``best``, ``regret``.
    """
    from tapworld_eval.uncertainty.analyses.winners import ranked
    from tapworld_eval.uncertainty.metrics.evaluate import HIGHER_IS_BETTER

    order = ranked(table, metric)
    sign = 1.0 if metric in HIGHER_IS_BETTER else -1.0
    cells = {str(name): part for name, part in order.groupby("cell", sort=True)}
    values = {name: part.set_index("method")[metric] for name, part in cells.items()}
    rows = []
    for source, part in cells.items():
        for target in cells:
            if target == source:
                continue
            usable = part.loc[part["method"].isin(values[target].index)]
            if usable.empty:
                continue
            method = str(usable["method"].iloc[0])
            value, best = float(values[target][method]), float(values[target].iloc[0])
            a, b = source.partition(" x "), target.partition(" x ")
            axis = "dataset" if a[0] == b[0] else "model" if a[2] == b[2] else "both"
            rows.append((source, target, axis, method, value, best, sign * (best - value)))
    columns = ["source", "target", "axis", "method", "value", "best", "regret"]
    return pd.DataFrame(rows, columns=columns)


def split_ratios(
    cell: Cell,
    methods: Sequence[str] | None = None,
    *,
    shares: Sequence[float] = (0.1, 0.2, 0.3, 0.5),
    seeds: int = 20,
) -> pd.DataFrame:
    """Metrics against the share of calibration rows, one row a method and share."""
    tables = []
    for share in shares:
        results = evaluate(cell, methods, seeds=seeds, bootstrap=0, calibration=share)
        tables.append(to_frame(results).assign(calibration=share))
    return pd.concat(tables, ignore_index=True)
