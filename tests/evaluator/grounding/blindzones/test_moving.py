import json
from dataclasses import replace

import numpy as np
import pytest

from tapworld_eval.cli import main
from tapworld_eval.grounding.blindzones import Grid
from tapworld_eval.grounding.blindzones.augment import cell_weights
from tapworld_eval.grounding.blindzones.augmenting import augment_layouts, augment_samples
from tapworld_eval.grounding.blindzones.layouts import read_layouts
from tapworld_eval.grounding.blindzones.moves import (
    cells_of,
    moved_target,
    plan_layouts,
    plan_shifts,
)
from tapworld_eval.grounding.blindzones.relocating import ask_moves, compare_moves, net_effects
from tapworld_eval.grounding.boxes import center
from tapworld_eval.grounding.datasets import check_dataset, read_dataset
from tapworld_eval.grounding.errors import BlindZoneError, GroundingRunMismatch
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.models.scripted import ScriptedModel
from tapworld_eval.grounding.spaces import Frame, to_model

GRID, SIZE = Grid(4, 8), (80, 160)


def run(command):
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code in (0, None)


def targets(samples, moves):
    """Tag -> where the target lies."""
    found = {f"{sample.id}/original": sample.target.box for sample in samples}
    for move in moves:
        sample = samples[move.index]
        if move.shift is not None:
            tag = f"{sample.id}/{move.arm}/{move.run}"
            found[tag] = moved_target(sample, move.shift).box
    return found


def compared(layouts, planted, zone, out, *, phone):
    samples, same = read_layouts(layouts)
    if phone:
        moves = plan_layouts(samples, same, zone, GRID, runs=2)
    else:
        moves = plan_shifts(samples, zone, GRID, runs=2)
    locator = planted(targets(samples, moves).__getitem__)
    rows = ask_moves(out, locator, samples, moves, mask=zone, grid=GRID)
    return compare_moves(rows, samples, moves), rows


def test_shifts_show_the_planted_zone(layouts, planted, zone, tmp_path):
    table, _ = compared(layouts, planted, zone, tmp_path / "r.jsonl", phone=False)
    found = dict(zip(table["arm"], table["difference"], strict=True))
    assert found == {"out->in": -1, "in->out": 1, "out->out": 0, "in->in": 0}
    crossing = table.set_index("arm").loc["out->in"].to_dict()
    assert (crossing["samples"], crossing["n"]) == (24, 48)
    assert crossing["p_mcnemar"] == pytest.approx(2 * 0.5**24)
    assert crossing["p"] < 0.001
    assert list(net_effects(table)["net"]) == [-1, 1]


def test_layouts_show_the_planted_zone_as_the_shifts_do(layouts, planted, zone, tmp_path):
    table, _ = compared(layouts, planted, zone, tmp_path / "r.jsonl", phone=True)
    by = table.set_index(["how", "arm"])["difference"].to_dict()
    assert by["layout", "out->in"] == by["shift", "out->in"] == -1
    assert by["layout", "in->out"] == by["shift", "in->out"] == 1
    assert by["layout", "out->out"] == by["layout", "in->in"] == 0
    assert set(table.loc[table["how"] == "layout - shift", "difference"]) == {0}


def test_a_zone_of_the_layout_alone_is_told_from_one_of_the_place(layouts, planted, zone, tmp_path):
    """A model that fails in one theme, wherever the target is: layouts drop, shifts do not."""
    samples, same = read_layouts(layouts)
    moves = plan_layouts(samples, same, zone, GRID, runs=2)
    where = targets(samples, moves)

    def rule(query):
        box = where[query.tag]
        assert box is not None
        x, y = (1, 1) if query.tag.endswith("-ocean/original") else center(box)
        a, b = to_model((x, y), model_format("qwen3-vl-pair").space, query.frame)
        return [f"({a:.3f}, {b:.3f})"]

    locator = replace(planted(where.__getitem__), model=ScriptedModel("theme", rule))
    rows = ask_moves(tmp_path / "r.jsonl", locator, samples, moves, mask=zone, grid=GRID)
    table = compare_moves(rows, samples, moves).set_index(["how", "arm"])
    by = table["difference"].to_dict()
    assert by["layout", "out->in"] < -0.3
    assert by["shift", "out->in"] == 0
    assert by["layout - shift", "out->in"] < -0.3


def test_answers_are_kept_and_another_experiment_is_refused(layouts, planted, zone, tmp_path):
    out = tmp_path / "r.jsonl"
    _, rows = compared(layouts, planted, zone, out, phone=True)
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) // 2])  # torn in the middle of a line
    _, again = compared(layouts, planted, zone, out, phone=True)
    assert (again, out.read_bytes()) == (rows, whole)
    with pytest.raises(GroundingRunMismatch, match="mask"):
        compared(layouts, planted, ~zone, out, phone=True)


def test_covered_parts_move_along(layouts):
    samples, _ = read_layouts(layouts)
    moved = moved_target(samples[0], (30, 100))
    assert moved.box == (35, 110, 47, 116)
    assert moved.covered == ((35, 110, 37, 116),)


def test_targets_with_one_place_cannot_be_moved_by_layout(layouts, zone):
    samples, _ = read_layouts(layouts)
    with pytest.raises(BlindZoneError, match="blindzones layouts"):
        plan_layouts(samples, range(len(samples)), zone, GRID)


@pytest.mark.parametrize("mode", ["blind", "random"])
def test_augmentation_writes_a_dataset_that_is_read_again(layouts, zone, tmp_path, mode):
    samples = read_dataset(layouts)
    weights = cell_weights(np.where(zone, 0.1, 1.0), GRID, mode, floor=0.0)
    found = augment_samples(samples, weights, GRID, tmp_path / "a", copies=2, mask=zone)
    made = read_dataset(tmp_path / "a")
    assert not check_dataset(tmp_path / "a").faults
    assert len(made) == found["made"] == 2 * len(samples) - found["refused"]
    assert found["inside_before"] == 0.5
    inside = zone[cells_of(made, GRID)].mean()
    assert inside == found["inside_after"]
    assert (inside == 1) == (mode == "blind")
    assert all(sample.size == SIZE and sample.target.covered for sample in made)


def test_augmentation_by_layout_pads_nothing(layouts, zone, tmp_path):
    samples, same = read_layouts(layouts)
    weights = cell_weights(np.where(zone, 0.0, 1.0), GRID, "blind", floor=0.0)
    found = augment_layouts(samples, same, weights, GRID, tmp_path / "a", mask=zone)
    assert (found["made"], found["padding"], found["inside_after"]) == (48, 0, 1)
    assert len(read_dataset(tmp_path / "a")) == 48


def test_relocate_and_augment_as_commands(layouts, zone, tmp_path, capsys):
    """The model is a recording that is always right."""
    mapped = {"grid": [4, 8], "mask": np.flatnonzero(zone).tolist(), "cell_accuracy": [0.5] * 32}
    (tmp_path / "map.json").write_text(json.dumps(mapped))
    samples, same = read_layouts(layouts)
    moves = plan_layouts(samples, same, zone, GRID)
    frame = Frame((0, 0, *SIZE), SIZE, SIZE)
    replies = []
    for tag, box in targets(samples, moves).items():
        assert box is not None
        middle = ((box[0] + box[2]) / 2 + 1, (box[1] + box[3]) / 2)
        x, y = to_model(middle, model_format("qwen3-vl-pair").space, frame)
        replies.append(json.dumps({"tag": tag, "text": f"({x:.2f}, {y:.2f})"}))
    (tmp_path / "said.jsonl").write_text("\n".join(replies))
    model = ["--model", f"recorded:{tmp_path / 'said.jsonl'}", "--format", "qwen3-vl-pair"]
    out = ["--out", str(tmp_path / "moved.jsonl"), "--phone", "--json"]
    where = [str(tmp_path / "map.json"), str(layouts)]
    run(["blindzones", "relocate", *where, *model, *out])
    found = json.loads(capsys.readouterr().out)
    assert {line["difference"] for line in found["arms"]} == {0}
    assert {line["before"] for line in found["arms"]} == {1}
    command = ["blindzones", "augment", *where, "--out", str(tmp_path / "set"), "--json"]
    run(command)
    assert json.loads(capsys.readouterr().out)["made"] > 0
