"""From a run folder to the uncertainty of its taps and episodes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapworld_eval.cli import main
from tapworld_eval.rollouts.folder import read_records
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_eval.rollouts.runner import run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_eval.uncertainty import CalibrationError, RecordsError, get_method
from tapworld_eval.uncertainty.rollout_records import cell_of_run
from tapworld_eval.uncertainty.rollout_study import error_probabilities, study_rollouts
from tapworld_eval.uncertainty.simulation import CellProcess, simulate_cell
from tapworld_scenarios.catalog import Catalog

SIDES = ["box_left", "box_top", "box_right", "box_bottom"]


@pytest.fixture(scope="module")
def noisy_run(toy: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tapworld_env.observations import Screen

    fake = DeviceSpec("fake", Screen(412, 915, 1.0))
    plan = make_plan(toy, sample=30, seed=5, method="uniform")
    settings = RunSettings(
        "oracle+noisy", {"sigma": 15.0, "attempts": 2}, device=fake, image_width=0
    )
    return run(plan, settings, tmp_path_factory.mktemp("runs") / "noisy", catalog=toy).folder


def with_episodes(cell: Any, taps: int) -> Any:
    """The records as taps of episodes that succeed if every tap is right."""
    from dataclasses import replace

    episode = np.arange(len(cell)) // taps
    right = np.bincount(episode, weights=cell.wrong)[episode] == 0
    step = np.arange(len(cell)) % taps
    items = cell.items.assign(
        episode=[f"e{n:03}" for n in episode], step=step, success=right.astype(int)
    )
    return replace(cell, items=items)


def test_a_run_becomes_a_cell_that_knows_its_episodes(noisy_run: Path) -> None:
    cell = cell_of_run(noisy_run)
    solved = {record.episode: record.success for record in read_records(noisy_run)}
    assert cell.signals == {"samples"}
    assert 0 < cell.accuracy < 1
    for episode, success in zip(cell.items["episode"], cell.items["success"], strict=True):
        assert success == solved[episode]
    assert cell.list("sample_x").lengths.tolist() == [5] * len(cell)
    # What else could have been meant, for regions that are snapped to elements.
    boxes, targets = cell.list("element_boxes"), cell.number("target_element")
    for row, target in enumerate(targets):
        own = boxes[row].reshape(-1, 4)[int(target)]
        assert own.tolist() == cell.items[SIDES].to_numpy()[row].tolist()
    assert cell.list("element_boxes").lengths.max() > 4


def test_elements_that_some_touches_lack_are_left_out(noisy_run: Path, tmp_path: Path) -> None:
    """A run that was begun before they were kept and went on after."""
    copy = tmp_path / "run"
    shutil.copytree(noisy_run, copy)
    steps = sorted(copy.glob("trajectories/*/steps.jsonl"))[0]
    lines = [json.loads(line) for line in steps.read_text().splitlines()]
    for line in lines:
        if line["grounding"]:
            del line["grounding"]["elements"]
    steps.write_text("".join(json.dumps(line) + "\n" for line in lines))
    cell = cell_of_run(copy)
    assert not cell.has("element_boxes")
    assert cell.signals == {"samples"}


def test_methods_are_studied_on_the_run(noisy_run: Path) -> None:
    cell = cell_of_run(noisy_run)
    study = study_rollouts(cell, ["self_consistency", "ccp"])
    assert study.episodes == cell.items["episode"].nunique()
    assert study.taps == len(cell)
    assert {method.method for method in study.methods} == {"self_consistency", "ccp"}
    assert set(study.curves) == {"max", "mean", "last", "product"}
    assert study.curves["max"]["success"].iloc[-1] == pytest.approx(study.success)


def test_probabilities_come_from_other_episodes_only() -> None:
    cell = with_episodes(simulate_cell(CellProcess(records=240, dimension=8), seed=2), 4)
    for name in ("mean_token_entropy", "sep"):
        before = error_probabilities(cell, get_method(name))
        assert ((before >= 0) & (before <= 1)).all()
        # Turning an episode's own outcomes round changes nothing of its own probabilities.
        items = cell.items.copy()
        own = (items["episode"] == "e007").to_numpy()
        items.loc[own, "correct"] = 1 - items.loc[own, "correct"]
        from dataclasses import replace

        after = error_probabilities(replace(cell, items=items), get_method(name))
        np.testing.assert_array_equal(after[own], before[own])
        assert (after != before).any()


def test_deferring_unsure_episodes_raises_success() -> None:
    process = CellProcess(records=1200, accuracy=0.85, dimension=8)
    cell = with_episodes(simulate_cell(process, seed=4), 4)
    study = study_rollouts(cell, ["mean_token_entropy"])
    method = study.methods[0]
    assert method.tap["auroc"] > 0.6
    assert method.episode["max"]["auroc"] > 0.55
    points = method.operating_points
    assert [point["deferred"] for point in points] == sorted(p["deferred"] for p in points)
    assert points[-1]["success"] > study.success
    assert points[-1]["solved"] < study.success


def test_what_cannot_be_studied_says_why(noisy_run: Path) -> None:
    cell = simulate_cell(CellProcess(records=40, dimension=8), seed=2)
    bare = with_episodes(cell, 40)
    with pytest.raises(CalibrationError, match="2 are needed"):
        error_probabilities(bare, get_method("msp"))
    from dataclasses import replace

    with pytest.raises(RecordsError, match="no uncertainty signals"):
        study_rollouts(replace(with_episodes(cell, 4), lists={}, tensors={}, items=_plain(cell)))


def _plain(cell: Any) -> Any:
    kept = ["item", "click_x", "click_y", "correct"]
    kept += [f"box_{side}" for side in ("left", "top", "right", "bottom")]
    return cell.items[kept].assign(episode="e", step=0, success=1)


def test_the_command(noisy_run: Path, tmp_path: Path, capsys: Any) -> None:
    picture, out = tmp_path / "deferral.svg", tmp_path / "cell"
    arguments = ["uq", "rollout", str(noisy_run), "-m", "ccp", "--json"]
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--plot", str(picture), "--out", str(out)])
    assert end.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert {"taps", "episodes", "success", "tap_accuracy", "methods", "curves"} <= said.keys()
    assert picture.read_text().startswith("<?xml")
    assert (out / "cell.json").is_file()
