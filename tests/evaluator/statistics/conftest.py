import itertools

import numpy as np
import pandas as pd
import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True, scope="session")
def single_blas_thread():
    """Threads that wait for each other over tiny matrices cost more than all the rest."""
    with threadpool_limits(1, "blas"):
        yield


@pytest.fixture
def make_records():
    """Rollouts of a full factorial design with noise at every level."""

    def make(apps=3, scenarios=4, levels=(2, 3), rollouts=3, seed=0):
        rng = np.random.default_rng(seed)
        axes = ["profile", "theme", "ui_state"][: len(levels)]
        ranges = [range(size) for size in (apps, scenarios, *levels, rollouts)]
        index = np.array(list(itertools.product(*ranges)))
        frame = pd.DataFrame(index, columns=["app", "scenario", *axes, "rollout"])
        rate = rng.beta(1, 1, size=(apps, scenarios))[index[:, 0], index[:, 1]]
        frame["success"] = (rng.random(len(frame)) < rate).astype(int)
        for column in ["app", "scenario", *axes]:
            frame[column] = column + frame[column].astype(str)
        return frame

    return make
