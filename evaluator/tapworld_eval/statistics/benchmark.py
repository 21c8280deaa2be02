"""Speed and memory of the bootstrap, beside rliable's in the same run."""

from __future__ import annotations

import importlib.util
import resource
import sys
import tempfile
import time
import types
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tapworld_eval.statistics.cells import count_chunks
from tapworld_eval.statistics.errors import StatisticsError
from tapworld_eval.statistics.hierarchical import bootstrap
from tapworld_eval.statistics.readers.tables import iterate_table
from tapworld_eval.statistics.simulation.process import BenchmarkProcess, simulate_records

__all__ = ["PartnerMissing", "benchmark_bootstrap", "benchmark_streaming", "import_rliable"]


class PartnerMissing(StatisticsError):
    """The library to compare with cannot be imported."""


def benchmark_bootstrap(
    *,
    apps: int = 15,
    scenarios: int = 26,
    rollouts: int = 20,
    replicates: int = 1000,
    workers: int = 2,
    seed: int = 0,
    repeats: int = 3,
    compare: bool = True,
) -> dict[str, Any]:
    """Time the hierarchical bootstrap from a table of rollouts to the interval.

    Apps x scenarios x 27 configurations (3 profiles, themes, UI states) x rollouts; the default is
    about 210 000 rows.

    Returns:
        ``bootstrap_s`` (best of the repeats), ``ratio_rliable`` (rliable's StratifiedBootstrap over
        ours, on the same outcomes without axes; None if not compared), ``peak_mb`` (of the process,
        measured before rliable is loaded), ``bootstrap_cpu_s`` (processor time, which a busy
        machine leaves alone), then the settings and the times behind the ratio.

    Raises:
        PartnerMissing: rliable is to be compared with and cannot be imported.
    """
    rates = tuple(float(rate) for rate in np.linspace(0.16, 0.66, apps))
    process = BenchmarkProcess(rates, scenarios, (3, 3, 3), rollouts)
    frame = simulate_records(process, seed)
    before = time.process_time()
    full = _best_time(
        lambda: bootstrap(frame, process.axes, replicates=replicates, workers=workers), repeats
    )
    processor = (time.process_time() - before) / max(1, repeats)
    peak = _peak_mb()
    report: dict[str, Any] = {
        "bootstrap_s": round(full, 4),
        "ratio_rliable": None,
        "peak_mb": round(peak, 1),
        "bootstrap_cpu_s": round(processor, 4),
        "rows": len(frame),
        "replicates": replicates,
        "workers": workers,
    }
    if compare:
        ours, theirs = _against_rliable(frame, replicates, repeats)
        report["ratio_rliable"] = round(theirs / ours, 1)
        report["no_axes_s"] = round(ours, 4)
        report["rliable_s"] = round(theirs, 4)
    return report


def benchmark_streaming(rollouts: int = 10_000_000, folder: Path | None = None) -> dict[str, Any]:
    """Count a Parquet file of many rollouts chunk by chunk, then bootstrap the counts.

    Returns:
        ``stream_s``, ``bootstrap_s``, ``peak_mb``, ``rows``.
    """
    process = BenchmarkProcess(
        tuple(float(rate) for rate in np.linspace(0.16, 0.66, 15)), 26, (3, 3, 3), 20
    )
    with tempfile.TemporaryDirectory(dir=folder) as name:
        file = Path(name) / "rollouts.parquet"
        rows = _write_many(file, process, rollouts)
        start = time.perf_counter()
        cells = count_chunks(iterate_table(file), process.axes)
        counted = time.perf_counter()
        bootstrap(cells)
        done = time.perf_counter()
    return {
        "stream_s": round(counted - start, 3),
        "bootstrap_s": round(done - counted, 3),
        "peak_mb": round(_peak_mb(), 1),
        "rows": rows,
        "counted": int(cells.rollouts.sum()),
    }


def import_rliable() -> tuple[Any, Any]:
    """Import ``rliable.library`` and ``rliable.metrics``.

    rliable needs only ``arch.bootstrap``, but importing that runs ``arch/__init__``, which in arch
    7.2 fails under pandas 3. Then ``arch`` is entered as a bare package, so that its parts load
    without it.

    Raises:
        PartnerMissing: rliable or arch is not installed.
    """
    if "rliable.library" in sys.modules:
        return sys.modules["rliable.library"], sys.modules["rliable.metrics"]
    for name in ("rliable", "arch"):
        if importlib.util.find_spec(name) is None:
            raise PartnerMissing(f"comparing with rliable needs {name}: pip install rliable arch")
    try:
        import arch.bootstrap  # noqa: F401
    except TypeError:
        spec = importlib.util.find_spec("arch")
        assert spec is not None
        bare = types.ModuleType("arch")
        bare.__spec__ = spec
        bare.__path__ = list(spec.submodule_search_locations or [])
        for name in [module for module in sys.modules if module.split(".")[0] == "arch"]:
            del sys.modules[name]
        sys.modules["arch"] = bare
    from rliable import library, metrics

    return library, metrics


def _against_rliable(frame: pd.DataFrame, replicates: int, repeats: int) -> tuple[float, float]:
    """Seconds of ours and of rliable's on the same outcomes, scenario as stratum, no axes."""
    library, metrics = import_rliable()
    keys = ["app", "scenario"]
    pooled = frame[[*keys, "success"]]
    runs = int(pooled.groupby(keys).size().iloc[0])
    scores = pooled.sort_values(keys, kind="stable")["success"].to_numpy(np.float64)
    matrix = scores.reshape(-1, runs).T
    ours = _best_time(lambda: bootstrap(pooled, [], replicates=replicates), repeats)

    def theirs() -> None:
        library.get_interval_estimates(
            {"agent": matrix},
            lambda values: np.array([metrics.aggregate_mean(values)]),
            task_bootstrap=True,
            reps=replicates,
        )

    return ours, _best_time(theirs, 1)


def _best_time(call: Any, repeats: int) -> float:
    times = []
    for _ in range(max(1, repeats)):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts kilobytes, macOS bytes.
    return peak / 1e6 if sys.platform == "darwin" else peak / 1024


def _write_many(file: Path, process: BenchmarkProcess, rollouts: int) -> int:
    """Write copies of a benchmark with fresh rollout numbers, until there are enough rows."""
    import pyarrow
    import pyarrow.parquet as parquet

    frame = simulate_records(process)
    copies = -(-rollouts // len(frame))
    writer: Any = None
    for copy in range(copies):
        part = frame.assign(rollout=frame["rollout"] + copy * process.rollouts)
        part = part.iloc[: rollouts - copy * len(frame)]
        table = pyarrow.Table.from_pandas(part, preserve_index=False)
        writer = writer or parquet.ParquetWriter(file, table.schema)
        writer.write_table(table)
    writer.close()
    return min(rollouts, copies * len(frame))
