"""``tapworld bench uq``: speed of the evaluation of uncertainty scores."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapworld_eval.cli.options import JsonOption, examples
from tapworld_eval.cli.output import note, print_json, table

__all__ = ["bench_uq", "epilog"]

epilog = examples("tapworld bench uq --json")


def bench_uq(
    records: Annotated[int, typer.Option(min=10, help="Records of the cell.")] = 1581,
    dimension: Annotated[int, typer.Option(min=1, help="Of the hidden states.")] = 3584,
    seeds: Annotated[int, typer.Option(min=1, help="Number of splits.")] = 50,
    peers: Annotated[
        Path, typer.Option(help="Folder of the peers' environments (`make bench-peers`).")
    ] = Path("build/peers"),
    json: JsonOption = False,
) -> None:
    """All 27 methods with every metric on a cell of the paper's size; transfer of 16 cells.

    Where lm-polygraph is set up, its metric code computes PRR of the same arrays in turn.
    """
    from tapworld_eval.uncertainty.benchmark import measure_uncertainty
    from tapworld_eval.uncertainty.benchmark_prr import peer_interpreter

    peer = peer_interpreter(peers)
    if peer is None:
        note(f"No ratio_prr: lm-polygraph is not in {peers}; `make bench-peers` puts it there.")
    figures = measure_uncertainty(records=records, dimension=dimension, seeds=seeds, peer=peer)
    if json:
        print_json(figures)
    else:
        table(("figure", "value"), figures.items())
