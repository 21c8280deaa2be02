from __future__ import annotations

from pathlib import Path

import pytest

from tapworld_env.devices.fake.tasks import toy_snapshot as make_toy_snapshot
from tapworld_scenarios.snapshot import Snapshot

BUNDLE = Path(__file__).parents[1] / "fixtures" / "bundle"


@pytest.fixture(scope="session")
def toy_snapshot() -> Snapshot:
    return make_toy_snapshot()
