"""Coverage experiments: what is removed, where moved targets go, resuming run by run."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano.coverage import (
    ARMS,
    GRID,
    REGION,
    Experiment,
    coverage_source,
    removed,
    run_experiment,
    summary,
)
from tapworld_eval.grounding.nano.curves import coverage_table
from tapworld_eval.grounding.nano.training import Budget


def middles(arm: str, weights: np.ndarray | None = None, count: int = 60) -> list:
    source = coverage_source(arm, weights, 0.5, 1)
    found = []
    for seed in range(count):
        for item in source.draw(random.Random(seed)).items:
            left, top, right, bottom = item.box
            found.append(((left + right) / 448, (top + bottom) / 448))
    return found


@pytest.mark.parametrize("arm", ["x", "y", "joint"])
def test_no_training_target_lies_in_the_gap(arm: str) -> None:
    assert not any(removed(arm, middle) for middle in middles(arm))
    assert any(removed(arm, middle) for middle in middles("full"))


def test_moved_targets_fill_the_gap_where_the_weights_are() -> None:
    dark = np.zeros(GRID.cells)
    rows, columns = np.divmod(np.arange(GRID.cells), GRID.columns)
    x, y = (columns + 0.5) / GRID.columns, (rows + 0.5) / GRID.rows
    dark[(x > REGION[0]) & (x < REGION[2]) & (y > REGION[1]) & (y < REGION[3])] = 1.0
    even = np.full(GRID.cells, 1 / GRID.cells)
    inside = [
        sum(removed("joint", m) for m in middles("joint_random", weights))
        for weights in (even, dark / dark.sum())
    ]
    assert 0 < inside[0] < inside[1] / 2


def test_runs_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    experiment = Experiment(Budget(steps=1), seeds=(0,), items=16, images=1)
    with pytest.raises(ModelError, match="needs the map of the joint run"):
        run_experiment(experiment, tmp_path, arms=("joint_targeted",))
    arms = ("full", "joint", "joint_targeted")
    runs = run_experiment(experiment, tmp_path, arms=arms)
    stamps = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.json")}
    assert run_experiment(experiment, tmp_path, arms=arms) == runs
    assert stamps == {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.json")}
    assert sum(runs[0]["asked"]) == 16
    with pytest.raises(ModelError, match="other options"):
        run_experiment(Experiment(Budget(steps=2), seeds=(0,), items=16), tmp_path, arms=("full",))


def test_the_summary_has_means_and_spreads_over_seeds() -> None:
    runs = [
        {"about": {"arm": arm, "seed": seed}, "inside": share, "outside": 0.9}
        for arm in ARMS
        for seed, share in enumerate((0.2, 0.4))
    ]
    found = summary(runs)
    assert found["joint"]["inside"] == pytest.approx(0.3)
    assert found["joint"]["inside_sd"] == pytest.approx(0.1414, abs=1e-4)
    assert "| joint_targeted | 0.300 ± 0.141 | 0.900 ± 0.000 | 2 |" in coverage_table(found)
