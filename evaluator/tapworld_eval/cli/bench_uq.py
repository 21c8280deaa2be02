"""``tapworld bench uq``: speed of the evaluation of uncertainty scores."""

from __future__ import annotations

from typing import Annotated

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import print_json, table

__all__ = ["bench_uq", "epilog"]

epilog = examples("tapworld bench uq --json")


def bench_uq(
    records: Annotated[int, typer.Option(min=10, help="Records of the cell.")] = 1581,
    dimension: Annotated[int, typer.Option(min=1, help="Of the hidden states.")] = 3584,
    seeds: Annotated[int, typer.Option(min=1, help="Number of splits.")] = 50,
    json: JsonOption = False,
) -> None:
    """All 27 methods with every metric on a cell of the paper's size; transfer of 16 cells."""
    from tapworld_eval.uncertainty.benchmark import measure_uncertainty

    figures = measure_uncertainty(records=records, dimension=dimension, seeds=seeds)
    if json:
        print_json(figures)
    else:
        table(("figure", "value"), figures.items())
