"""Which layer's hidden state tells most: methods on hidden states, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.metrics.evaluate import evaluate, to_frame
from tapworld_eval.uncertainty.records.cell import Cell

__all__ = ["layer_sweep"]


def layer_sweep(
    cell: Cell, methods: Sequence[str] = ("sep", "mahalanobis_rmd"), *, seeds: int = 20
) -> pd.DataFrame:
    """Metrics of methods on every captured layer.

    Choosing the best layer by this table is a choice made on all records: report another cell's.

    Args:
        cell: Records with ``hidden_layers``, shape (records, layers, d).
        methods: Methods on hidden states.
        seeds: Number of splits.

    Returns:
        One row a method and layer, as :func:`to_frame` makes them, with ``layer``: the number it
        was captured by, or from 0 where the records do not say.

    Raises:
        OptionError: The records hold no other layers.
    """
    if not cell.has("hidden_layers"):
        raise OptionError(f"{cell.name!r} has no hidden_layers: capture keeps them with --layers")
    stack = cell.tensor("hidden_layers")
    if stack.ndim != 3:
        raise OptionError(
            f"{cell.name!r}: hidden_layers must have shape (records, layers, d): {stack.shape}"
        )
    numbers = list(cell.meta.get("layers", range(stack.shape[1])))
    if len(numbers) != stack.shape[1]:
        raise OptionError(f"{cell.name!r}: {stack.shape[1]} layers, but numbers {numbers}")
    tables = []
    for place, layer in enumerate(numbers):
        one = replace(cell, tensors={**cell.tensors, "hidden": stack[:, place]})
        tables.append(
            to_frame(evaluate(one, methods, seeds=seeds, bootstrap=0)).assign(layer=layer)
        )
    return pd.concat(tables, ignore_index=True)
