"""Speed of the evaluation: a cell of the source paper's size, and transfer over many cells."""

from __future__ import annotations

import resource
import time
from typing import Any

import numpy as np
import pandas as pd

from tapworld_eval.uncertainty.analyses.transfer import transfer_matrix
from tapworld_eval.uncertainty.methods.registry import benchmark_methods
from tapworld_eval.uncertainty.metrics.evaluate import evaluate
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell

__all__ = ["measure_uncertainty"]


def measure_uncertainty(
    *,
    records: int = 1581,
    dimension: int = 3584,
    seeds: int = 50,
    bootstrap: int = 500,
    cells: int = 16,
) -> dict[str, Any]:
    """Time all 27 methods with every metric on one cell, and transfer over many.

    Returns:
        ``cell_s``, ``methods``, ``seeds``, ``records``, ``dimension``, ``transfer_s`` (from a table
        of scores, ``cells`` cells), ``peak_gb`` of this process.
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
    return {
        "cell_s": round(cell_s, 2),
        "methods": len(results),
        "seeds": seeds,
        "records": records,
        "dimension": dimension,
        "transfer_s": round(transfer_s, 3),
        "peak_gb": round(peak, 2),
    }
