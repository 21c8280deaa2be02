"""A peer that takes known times, for tests of what measures peers."""

from __future__ import annotations

import sys
from pathlib import Path

from tapworld_env.benchmarks import peers

sys.path.insert(0, str(Path(peers.__file__).parent))
from serving import serve  # pyright: ignore[reportMissingImports]

if "fail" in sys.argv:
    raise SystemExit("no display")
print("noise before the protocol", file=sys.stderr)
ABOUT = {"what": "nothing", "width": 160, "height": 210, "versions": {"fake": "1"}}
serve(ABOUT, {"steps": lambda n: [60.0] * n, "resets": lambda n: [7000.0] * n})
