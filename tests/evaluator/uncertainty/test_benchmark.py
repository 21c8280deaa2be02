import sys
from pathlib import Path

import numpy as np
import pytest

from tapworld_eval.uncertainty.benchmark_prr import measure_prr, peer_interpreter
from tapworld_eval.uncertainty.errors import UncertaintyError

# Says what lm-polygraph's script says, with PRR by brute force.
PEER = """
import json, sys
import numpy as np
arrays = np.load(sys.argv[1])
scores, right = arrays["scores"], arrays["right"]
print(json.dumps({"version": "9.9"}), flush=True)
def area(order):
    n = len(right)
    return np.mean([right[order[:k]].mean() for k in range(n - n // 2 + 1, n + 1)])
for _ in sys.stdin:
    oracle = area(np.argsort(-right, kind="stable"))
    values = [(area(np.argsort(s)) - right.mean()) / (oracle - right.mean()) for s in scores]
    values[0] += float(sys.argv[2])
    print(json.dumps({"seconds": 100.0, "areas": 10.0, "values": values}), flush=True)
"""


@pytest.fixture
def arrays():
    rng = np.random.default_rng(0)
    wrong = (rng.random(40) < 0.4).astype(float)
    return rng.random((3, 40)), wrong


def started(tmp_path, monkeypatch, code, *more):
    """The command, which is told where the arrays are by its first argument."""
    script = tmp_path / "peer.py"
    script.write_text(code)
    real = np.savez
    kept = tmp_path / "kept.npz"
    monkeypatch.setattr(np, "savez", lambda path, **a: (real(path, **a), real(kept, **a)))
    return [sys.executable, str(script), str(kept), *more]


def test_prr_is_timed_beside_a_peer_that_agrees(tmp_path, monkeypatch, arrays):
    command = started(tmp_path, monkeypatch, PEER, "0")
    found = measure_prr(arrays[0], arrays[1], Path("unused"), rounds=2, command=command)
    assert found["prr_difference"] == 0
    assert found["lm_polygraph"] == "9.9"
    assert found["ratio_prr"] == pytest.approx(10 * found["ratio_prr_areas"], rel=0.01)


def test_a_peer_that_disagrees_or_dies_gives_no_ratio(tmp_path, monkeypatch, arrays):
    command = started(tmp_path, monkeypatch, PEER, "0.5")
    with pytest.raises(UncertaintyError, match=r"differ by 0\.5"):
        measure_prr(arrays[0], arrays[1], Path("unused"), rounds=1, command=command)
    broken = [sys.executable, "-c", "raise SystemExit('no such package')"]
    with pytest.raises(UncertaintyError, match="no such package"):
        measure_prr(arrays[0], arrays[1], Path("unused"), rounds=1, command=broken)
    assert peer_interpreter(tmp_path) is None
