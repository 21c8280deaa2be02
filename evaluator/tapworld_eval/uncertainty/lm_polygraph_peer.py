"""PRR by lm-polygraph's own metric code; runs under the interpreter that has lm-polygraph.

Started with a ``.npz`` of ``scores`` (methods, n) and ``right`` (n,). For each line on standard
input it does what ``UEManager.eval_ue`` of lm-polygraph 0.7 does once for a set of records: the
oracle's area, the mean area of 1 000 random orders, and the area of every method, normalised. It
answers with one line of JSON: CPU ``seconds`` of all, ``areas`` of the areas alone, and ``values``.
Only the metrics' modules are loaded, not the package, which would import transformers.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np


def metric_modules() -> tuple[Any, Any]:
    """The modules of the rejection area and of its normalisation."""
    spec = importlib.util.find_spec("lm_polygraph")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("lm-polygraph is not installed for this interpreter")
    root = Path(next(iter(spec.submodule_search_locations)))
    for name, folder in (("lm_polygraph", root), ("lm_polygraph.ue_metrics", root / "ue_metrics")):
        hollow = ModuleType(name)
        hollow.__path__ = [str(folder)]
        sys.modules[name] = hollow
    return (
        importlib.import_module("lm_polygraph.ue_metrics.pred_rej_area"),
        importlib.import_module("lm_polygraph.ue_metrics.ue_metric"),
    )


def main() -> None:
    """Serve until standard input ends."""
    areas, base = metric_modules()
    arrays = np.load(sys.argv[1], allow_pickle=False)
    scores, right = arrays["scores"], arrays["right"]
    reject = areas.PredictionRejectionArea(0.5)
    version = importlib.metadata.version("lm-polygraph")
    sys.stdout.write(json.dumps({"version": version, "numpy": np.__version__}) + "\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        began = time.process_time()
        oracle, random = reject(-right, right), base.get_random_scores(reject, right)
        between = time.process_time()
        found = [reject(row, right) for row in scores]
        after = time.process_time()
        values = [float(base.normalize_metric(area, oracle, random)) for area in found]
        answer = {
            "seconds": time.process_time() - began,
            "areas": after - between,
            "values": values,
        }
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
