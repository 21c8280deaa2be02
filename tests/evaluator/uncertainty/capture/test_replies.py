"""Capture from replies alone: what an API cell holds, and what it must not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tapworld_eval.cli import main
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models import Completion, Query, ScriptedModel
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.uncertainty import (
    OptionError,
    UnsupportedMethodError,
    get_method,
    load,
    supported,
)
from tapworld_eval.uncertainty.capture import (
    CaptureOptions,
    ReplyReader,
    capture_dataset,
    capture_source,
)
from tapworld_eval.uncertainty.methods.registry import api_panel

PIXELS = np.full((200, 100, 3), 90, np.uint8)


def reader(rule: Any, **options: Any) -> ReplyReader:
    chosen = model_format("qwen3-vl-pair")
    locator = Locator(ScriptedModel("scripted", rule), chosen, load_prompt(chosen.prompt))
    return ReplyReader(locator, CaptureOptions(**options))


def by_purpose(query: Query) -> Sequence[str | Completion]:
    """Another point for each purpose; logarithms that must not be kept."""
    purpose = query.tag.partition("/")[2]
    if purpose.startswith("verbalized"):
        return ["(500, 500)\nConfidence: 85"] if purpose.endswith("1s") else ["40%"]
    if purpose == "samples":
        return [Completion(f"({100 * n}, 500)", (-0.1,)) for n in range(query.n)]
    if purpose:
        number = int(purpose[-1])
        return [f"({number}00, 900)" if number < 3 else "I do not see it"]
    return [Completion("(500, 250)", (-0.5,))]


def test_replies_fill_what_they_hold_and_nothing_else() -> None:
    row = reader(by_purpose, samples=3).capture(PIXELS, 'Tap "Send"', "a")
    assert row["click"] == pytest.approx([50, 50], abs=0.1)
    assert [point[0] for point in row["samples"]] == pytest.approx([0, 10, 20], abs=0.1)
    assert row["paraphrases"][2] is None
    assert row["perturbations"][0][1] == pytest.approx(180, abs=0.2)
    assert (row["verbalized_1s"], row["verbalized_2s"]) == (0.85, 0.4)
    assert row.keys() == {
        *("click", "reply", "samples", "sample_texts", "paraphrases", "perturbations"),
        *("verbalized_1s", "verbalized_2s"),
    }


def test_each_question_is_asked_as_it_should_be() -> None:
    seen: dict[str, Query] = {}

    def rule(query: Query) -> Sequence[str]:
        seen[query.tag] = query
        return ["(1, 1)"] * query.n

    reader(rule, samples=4, temperature=0.7).capture(PIXELS, "Find it", "k")
    assert (seen["k"].n, seen["k"].temperature) == (1, 0.0)
    assert (seen["k/samples"].n, seen["k/samples"].temperature) == (4, 0.7)
    words = {" ".join(seen[f"k/paraphrase-{n}"].parts) for n in (1, 2, 3)}
    assert len(words) == 3
    assert all("Find it" in text for text in words)
    pictures = {seen[f"k/perturbation-{n}"].picture.pixels.tobytes() for n in (1, 2, 3)}
    assert len(pictures) >= 2  # a grey image has no saturation
    assert seen["k/perturbation-2"].parts == seen["k"].parts
    assert "(1, 1)" in seen["k/verbalized-2s"].parts[-1]
    assert "Confidence" in seen["k/verbalized-1s"].parts[-1]


def test_noise_depends_on_the_seed_and_the_item() -> None:
    def noise(seed: int, key: str) -> bytes:
        seen: dict[str, bytes] = {}

        def rule(query: Query) -> Sequence[str]:
            seen[query.tag] = query.picture.pixels.tobytes()
            return ["(1, 1)"]

        reader(rule, groups=("perturbations",), seed=seed).capture(PIXELS, "x", key)
        return seen[f"{key}/perturbation-2"]

    assert noise(0, "a") == noise(0, "a")
    assert len({noise(0, "a"), noise(0, "b"), noise(1, "a")}) == 3


def test_layers_of_an_interface_are_refused() -> None:
    with pytest.raises(OptionError, match="layers of scripted"):
        reader(by_purpose, layers=(1,))


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "images").mkdir(parents=True)
    Image.fromarray(PIXELS).save(folder / "images" / "0.png")
    entry = {
        "id": "test-0", "img_filename": "0.png", "application": "pay", "bbox": [40, 40, 20, 20],
        "instruction": "Send", "data_type": "text", "data_source": "android", "covered": [],
    }  # fmt: skip
    other = {**entry, "id": "test-1", "bbox": [0, 0, 10, 10], "instruction": "Back"}
    (folder / "phone_test.json").write_text(json.dumps([entry, other]))
    return folder


def test_a_cell_of_replies_is_an_api_cell(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "cell"
    capture_dataset(reader(by_purpose, samples=2), capture_source(str(dataset)), out)
    cell = load(out)
    assert cell.interface == "api"
    assert {method.name for method in supported(cell)} >= {method.name for method in api_panel()}
    assert cell.meta["absent"].keys() == {"tokens", "hidden", "attention", "p_true"}
    with pytest.raises(UnsupportedMethodError, match="perplexity needs token_logprobs"):
        get_method("perplexity").check(cell)
    # Every element of the phone's own screens, for regions that are snapped to them.
    assert cell.list("element_boxes")[0].tolist() == [40, 40, 60, 60, 0, 0, 10, 10]
    assert cell.number("target_element").tolist() == [0, 1]


def test_other_datasets_do_not_pretend_to_know_the_screen(dataset: Path) -> None:
    assert capture_source(str(dataset)).elements is not None
    (dataset / "phone_test.json").rename(dataset / "screenspot_mobile.json")
    assert capture_source(str(dataset)).elements is None


def test_the_command(dataset: Path, tmp_path: Path, capsys: Any) -> None:
    lines = [
        json.dumps({"tag": tag, "text": text})
        for key in ("test-0", "test-1")
        for tag, text in (
            (key, "(500, 250)"),
            (f"{key}/samples", "(500, 250)"),
            (f"{key}/samples", "(100, 900)"),
            (f"{key}/verbalized-2s", "70"),
        )
    ]
    (tmp_path / "replies.jsonl").write_text("\n".join(lines))
    arguments = ["uq", "capture", "--api", "--model", f"recorded:{tmp_path / 'replies.jsonl'}"]
    arguments += ["--format", "qwen3-vl-pair", "--data", str(dataset), "--samples", "2"]
    out = ["--out", str(tmp_path / "cell")]
    with pytest.raises(SystemExit) as end:
        main([*arguments, *out, "--signals", "tokens,samples,verbalized_2s", "--json"])
    assert end.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert said["absent"] == {"tokens": "an interface of replies does not show it"}
    assert load(tmp_path / "cell").number("correct").tolist() == [1, 0]
    assert load(tmp_path / "cell").items["zone"].tolist() == ["top centre"] * 2
    # A reply that was not recorded is an error, not a hole.
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--out", str(tmp_path / "other"), "--signals", "paraphrases"])
    assert end.value.code == 2
    assert "test-0/paraphrase-1" in capsys.readouterr().err
