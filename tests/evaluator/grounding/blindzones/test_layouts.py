from itertools import islice

import numpy as np
import pytest

from tapworld_eval.grounding.blindzones import Grid
from tapworld_eval.grounding.blindzones.layouts import layout_screens, read_layouts
from tapworld_eval.grounding.blindzones.moves import moved_target, plan_layouts
from tapworld_eval.grounding.blindzones.relocating import ask_moves, compare_moves
from tapworld_eval.grounding.boxes import center
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.scripted import ScriptedModel
from tapworld_eval.grounding.phone import make_dataset
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.grounding.spaces import to_model

GRID = Grid(10, 20)
ZONE = np.array([cell // 10 >= 10 for cell in range(200)])


def test_layouts_keep_the_data_and_change_the_look():
    screens = list(islice(layout_screens(["mail"], profiles=1, states=1), 30))
    states = [screen.snapshot.apps["mail"] for screen in screens]
    assert len({state.digest for state in states}) == 1
    settings = [screen.snapshot.settings for screen in screens]
    assert len({one.theme for one in settings}) > 5
    assert {one.font_scale for one in settings} == {0.85, 1.0, 1.3}
    scrolled = [s for s in screens if "+scroll" in s.name]
    for screen in scrolled:
        ui = screen.snapshot.apps["mail"].ui
        assert ui is not None
        top = ui["stack"][-1]
        assert f"+scroll{top['state']['scroll']}" in screen.name
    assert scrolled
    assert len({screen.name for screen in screens}) == len(screens)
    assert [s.name for s in islice(layout_screens(["mail"], profiles=1, states=1), 30)] == [
        s.name for s in screens
    ]


@pytest.mark.phone
def test_the_apps_own_layouts_move_targets_into_a_planted_zone(tmp_path):
    from tapworld_env.devices.handset.device import Handset

    screens = layout_screens(["mail"], profiles=1, states=1)
    with Handset() as phone:
        make_dataset(phone, islice(screens, 6), tmp_path / "d", held_out={})
    samples, same = read_layouts(tmp_path / "d")
    moves = plan_layouts(samples, same, ZONE, GRID, runs=1, each=8)
    where = {f"{sample.id}/original": sample.target.box for sample in samples}
    for move in moves:
        if move.shift is not None:
            sample = samples[move.index]
            where[f"{sample.id}/{move.arm}/{move.run}"] = moved_target(sample, move.shift).box

    def rule(query):
        box = where[query.tag]
        assert box is not None
        x, y = center(box)
        if y > query.frame.height / 2:
            y -= query.frame.height / 2
        a, b = to_model((x, y), model_format("qwen3-vl-pair").space, query.frame)
        return [f"({a:.3f}, {b:.3f})"]

    model = ScriptedModel("planted", rule)
    locator = Locator(model, model_format("qwen3-vl-pair"), load_prompt("locator-pair"))
    rows = ask_moves(tmp_path / "r.jsonl", locator, samples, moves, mask=ZONE, grid=GRID)
    table = compare_moves(rows, samples, moves)
    part = table[table["how"] == "layout"]
    found = dict(zip(part["arm"], part["difference"], strict=True))
    assert found.keys() & {"out->in", "in->out"}
    effect = {"out->in": -1, "in->out": 1, "out->out": 0, "in->in": 0}
    assert found == {arm: effect[arm] for arm in found}
