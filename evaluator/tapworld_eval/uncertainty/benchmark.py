"""Speed of the evaluation: a cell of the source paper's size, and transfer over many cells."""

from __future__ import annotations

import resource
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tapworld_eval.uncertainty.analyses.transfer import transfer_matrix
from tapworld_eval.uncertainty.benchmark_prr import measure_prr
from tapworld_eval.uncertainty.methods.registry import benchmark_methods
from tapworld_eval.uncertainty.metrics.evaluate import evaluate
from tapworld_eval.uncertainty.metrics.splits import split
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell

__all__ = ["measure_uncertainty"]


def measure_uncertainty(
    *,
    records: int = 1581,
    dimension: int = 3584,
    seeds: int = 50,
    bootstrap: int = 500,
    cells: int = 16,
    peer: Path | None = None,
) -> dict[str, Any]:
    """Time all 27 methods with every metric on one cell, and transfer over many.

    Args:
        records: Records of the cell.
        dimension: Of the hidden states.
        seeds: Number of splits.
        bootstrap: Replicates for the intervals.
        cells: Cells of the transfer matrix.
        peer: A Python with lm-polygraph: PRR is measured beside its metric code.

    Returns:
        ``cell_s``, ``methods``, ``seeds``, ``records``, ``dimension``, ``transfer_s`` (from a table
        of scores, ``cells`` cells), ``peak_gb`` of this process, ``ratio_prr`` (None without a
        peer) and, with one, what else :func:`measure_prr` gives.
    """
    cell = simulate_cell(CellProcess(records=records, dimension=dimension), seed=0)
    start = time.perf_counter()
    results = evaluate(cell, seeds=seeds, bootstrap=bootstrap)
    cell_s = time.perf_counter() - start
    rng = np.random.default_rng(0)
    table = pd.DataFrame(
        [
            {"cell": f"model{number // 4} x data{number % 4}", "method": m.name, "auroc": value}
            for number in range(cells)
            for m, value in zip(benchmark_methods(), rng.random(27), strict=True)
        ]
    )
    start = time.perf_counter()
    transfer_matrix(table)
    transfer_s = time.perf_counter() - start
    # Linux counts kilobytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    figures = {
        "cell_s": round(cell_s, 2),
        "methods": len(results),
        "seeds": seeds,
        "records": records,
        "dimension": dimension,
        "transfer_s": round(transfer_s, 3),
        "peak_gb": round(peak, 2),
        "ratio_prr": None,
    }
    if peer is not None:
        # All methods on the test rows of one split; untied, as a peer that forgets ties needs.
        wrong = cell.wrong[split(len(cell), 0).test].astype(np.float64)
        scores = rng.standard_normal((len(results), len(wrong))) + wrong
        figures.update(measure_prr(scores, wrong, peer))
    return figures
