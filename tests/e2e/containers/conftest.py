from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .engine import Engine, MissingForDocker, engine, image_name, make_bases


@pytest.fixture(scope="session")
def docker() -> Iterator[Engine]:
    """An engine with the handset image; skips, saying why, where there can be none."""
    try:
        with engine() as started:
            make_bases(started)
            started.build("docker/handset.Dockerfile", image_name())
            yield started
    except MissingForDocker as missing:
        if os.environ.get("TAPWORLD_DOCKER_REQUIRED") == "1":
            raise
        pytest.skip(f"Docker cannot run here: {missing}")
