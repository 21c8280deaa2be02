"""PRR beside lm-polygraph's metric code: the same arrays, in turn, in CPU time."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.errors import UncertaintyError
from tapworld_eval.uncertainty.metrics.discrimination import prr

__all__ = ["measure_prr", "peer_interpreter"]

_SCRIPT: Final = Path(__file__).parent / "lm_polygraph_peer.py"
# Theirs draws 1 000 random orders, ours takes their expectation.
_AGREE: Final = 0.1


def peer_interpreter(folder: Path) -> Path | None:
    """The interpreter that has lm-polygraph, where ``make bench-peers`` puts it; None if absent."""
    path = folder / "lm_polygraph" / "bin" / "python"
    return path if path.exists() else None


def measure_prr(
    scores: NDArray[np.float64],
    wrong: NDArray[np.float64],
    interpreter: Path,
    *,
    rounds: int = 7,
    command: list[str] | None = None,
) -> dict[str, Any]:
    """Time both on one set of records, in turn.

    Args:
        scores: Shape (methods, n); no ties, whose order lm-polygraph leaves open.
        wrong: Shape (n,).
        interpreter: A Python with lm-polygraph.
        rounds: How often; medians are given.
        command: What to start instead of the peer's script (a seam for tests).

    Returns:
        ``ratio_prr`` (CPU time of theirs over ours: normalised PRR of all methods),
        ``ratio_prr_areas`` (theirs without oracle and random areas, over the whole of ours),
        ``prr_ms``, ``lm_polygraph_ms``, ``lm_polygraph`` (version), ``prr_difference`` (largest
        between the two: theirs estimates the random area).

    Raises:
        UncertaintyError: The peer ends early, or the two disagree.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arrays.npz"
        np.savez(path, scores=scores, right=1 - wrong)
        process = subprocess.Popen(
            command or [str(interpreter), str(_SCRIPT), str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with process:
            about = _line(process)
            ours, theirs, areas, found = [], [], [], np.empty(0)
            labels = np.broadcast_to(wrong, scores.shape)
            answer: dict[str, Any] = {}
            for _ in range(rounds):
                answer = _line(process, ask=True)
                theirs.append(answer["seconds"])
                areas.append(answer["areas"])
                # One call takes milliseconds: as many as make the clock's step small.
                began, calls = time.process_time(), 0
                while time.process_time() - began < 0.05:
                    found = prr(scores, labels)
                    calls += 1
                ours.append((time.process_time() - began) / calls)
            if process.stdin:
                process.stdin.close()
    difference = float(np.abs(found - np.array(answer["values"])).max())
    if not difference <= _AGREE:
        raise UncertaintyError(
            f"PRR and lm-polygraph's differ by {difference:.3g}: a speed would mean nothing"
        )
    mine = float(np.median(ours))
    return {
        "ratio_prr": round(float(np.median(theirs)) / mine, 1),
        "ratio_prr_areas": round(float(np.median(areas)) / mine, 2),
        "prr_ms": round(1000 * mine, 3),
        "lm_polygraph_ms": round(1000 * float(np.median(theirs)), 2),
        "lm_polygraph": about["version"],
        "prr_difference": round(difference, 4),
    }


def _line(process: subprocess.Popen[str], *, ask: bool = False) -> dict[str, Any]:
    try:
        if ask and process.stdin:
            process.stdin.write("\n")
            process.stdin.flush()
        text = process.stdout.readline() if process.stdout else ""
    except BrokenPipeError:
        text = ""
    if not text:
        said = process.stderr.read().strip() if process.stderr else ""
        raise UncertaintyError(
            f"the peer lm-polygraph ended early: {said.rpartition(chr(10))[2] or 'no message'}; "
            "set it up anew with `make bench-peers`"
        )
    return json.loads(text)
