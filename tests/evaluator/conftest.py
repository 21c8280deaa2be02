"""The toy catalogue and phones in memory, for everything that runs episodes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tapworld_env.observations import Screen
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_scenarios.catalog import Catalog

# Spawned workers are given sys.path, so they find the toy's module, too.
sys.path.insert(0, str(Path(__file__).parent / "toy"))


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    from toy_catalog import toy_catalog

    return toy_catalog(tmp_path_factory.mktemp("toy") / "catalog")


@pytest.fixture
def fake() -> DeviceSpec:
    return DeviceSpec("fake", Screen(412, 915, 1.0))
