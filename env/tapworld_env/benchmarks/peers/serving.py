"""How a peer's script and the benchmark talk: one line of JSON each way.

The script says what it is (``{"what", "width", "height", "versions"}``), then answers each request
``{"work": "steps" | "resets", "samples": n}`` with ``{"ms": [...]}``, until its input ends. A
script stays up over all rounds, so that starting it is in no figure.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Any

__all__ = ["chromium_version", "require_change", "serve", "timed", "versions"]


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def versions(*packages: str) -> dict[str, str]:
    """Versions of installed packages."""
    return {package: metadata.version(package) for package in packages}


def chromium_version(product: str) -> str:
    """The number in a product's name.

    >>> chromium_version("HeadlessChrome/156.0.8078.108")
    '156.0.8078.108'
    """
    return product.rpartition("/")[2]


def require_change(task: str, changed: int, samples: int) -> None:
    """End unless clicks do what they are measured for: nine of ten show on the next picture."""
    if changed < 0.9 * samples:
        raise SystemExit(f"{task}: only {changed} of {samples} clicks changed the picture")


def serve(about: Mapping[str, Any], work: Mapping[str, Callable[[int], list[float]]]) -> None:
    """Say what this is and answer requests until the input ends."""
    # Packages may print; only the first descriptor given here carries the protocol.
    out = sys.stdout
    sys.stdout = sys.stderr
    _write(out, about)
    for line in sys.stdin:
        request = json.loads(line)
        _write(out, {"ms": work[request["work"]](request["samples"])})


def _write(out: Any, reply: Mapping[str, Any]) -> None:
    out.write(json.dumps(reply, sort_keys=True) + "\n")
    out.flush()
