"""The small model's adapter, with fresh weights: what it says does not matter here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tapworld_eval.agents.grounded import Request, make_grounder
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.uncertainty import OptionError, load
from tapworld_eval.uncertainty.capture import (
    CaptureOptions,
    ItemReader,
    capture_dataset,
    capture_source,
)
from tapworld_eval.uncertainty.capture.groups import GROUPS
from tapworld_eval.uncertainty.capture.nano import NanoAdapter, load_nano_adapter
from tapworld_eval.uncertainty.errors import UnsupportedSignalError
from tapworld_eval.uncertainty.records import from_rows

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tapworld_eval.grounding.nano.model import nano_config, new_model
    from tapworld_eval.grounding.nano.shipping import save

    torch.set_num_threads(1)
    place = tmp_path_factory.mktemp("nano")
    save(new_model(nano_config(text={"num_hidden_layers": 2}, vision={"depth": 1}), 0), place)
    return place


@pytest.fixture(scope="module")
def nano(folder: Path) -> NanoAdapter:
    return load_nano_adapter(folder)


@pytest.mark.parametrize(
    ("reply", "click"),
    [
        ("(500,999)", (500 * 1080 / 999, 2400.0)),
        ("(000,000)", (0.0, 0.0)),
        ("(500", None),
        ("True", None),
    ],
)
def test_replies_are_read_strictly(
    nano: NanoAdapter, reply: str, click: Sequence[float] | None
) -> None:
    found = nano.click(reply, (1080, 2400))
    assert (found is None) if click is None else found == pytest.approx(click)


def test_generated_screens_become_a_cell_without_stated_confidences(
    nano: NanoAdapter, tmp_path: Path
) -> None:
    items = capture_source("generated:easy", limit=4)
    cell = capture_dataset(ItemReader(nano, CaptureOptions(samples=2)), items, tmp_path)
    assert load(tmp_path).name == "nano x generated:easy"
    assert set(cell.meta["absent"]) == {"verbalized_1s", "verbalized_2s"}
    columns = {key for group, keys in GROUPS.items() if "verbal" not in group for key in keys}
    assert {"hidden", "p_true", "attention_rollout"} <= columns
    assert cell.signals >= columns - {"coordinate_tokens"}
    assert cell.tensor("hidden").shape == (4, 128)
    assert len(cell.items["instruction"].unique()) > 1


def test_the_whole_screen_is_kept(nano: NanoAdapter, tmp_path: Path) -> None:
    items = capture_source("generated:easy", limit=3)
    options = CaptureOptions(groups=("tokens",))
    cell = capture_dataset(ItemReader(nano, options), items, tmp_path)
    boxes, targets = cell.list("element_boxes"), cell.number("target_element")
    assert boxes.lengths.min() >= 3 * 4
    for row in range(len(cell)):
        own = boxes[row].reshape(-1, 4)[int(targets[row])]
        centre = [(own[0] + own[2]) / 2, (own[1] + own[3]) / 2]
        assert centre == cell.centres[row].tolist()


def test_it_says_that_it_cannot_state_a_confidence(nano: NanoAdapter) -> None:
    with pytest.raises(UnsupportedSignalError, match="no stated confidence from nano: the model"):
        nano.confidence(np.zeros((9, 9, 3), np.uint8), "x", None)


def test_unknown_generated_screens_are_refused() -> None:
    with pytest.raises(OptionError, match="no generated screens 'odd'; choose one of easy"):
        capture_source("generated:odd")


def test_as_a_grounder_it_gives_what_records_are_made_of(folder: Path) -> None:
    grounder = make_grounder("nano", weights=str(folder), signals="tokens,samples", samples=2)
    pixels = np.zeros((600, 270, 3), np.uint8)
    request = Request(pixels, 'Tap "Send"', 7, (0, 0, 100, 100), "7/0")
    found = grounder.ground(request)
    assert found.signals.keys() == set(GROUPS["tokens"]) | set(GROUPS["samples"])
    assert grounder.ground(request) == found
    row = {"item": "a", "click": found.point, "box": [0, 0, 100, 100], "correct": 0}
    cell = from_rows([row | json.loads(json.dumps(found.signals))], name="x")
    assert cell.signals >= {"token_entropies", "samples"}
    assert "sigma" not in grounder.identity()
    with pytest.raises(OptionError, match="no signals 'thoughts'"):
        make_grounder("nano", weights=str(folder), signals="thoughts")
    with pytest.raises(ModelError, match="holds no model"):
        make_grounder("nano", weights=str(folder / "nowhere")).ground(request)
