"""Local models on tiny random checkpoints of the three families."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.base import Query
from tapworld_eval.grounding.models.local import LocalModel
from tapworld_eval.grounding.models.pictures import Picture
from tapworld_eval.grounding.prompts import IMAGE, load_prompt
from tapworld_eval.grounding.resize import smart_resize
from tapworld_eval.grounding.scaffolds.base import Ask

torch = pytest.importorskip("torch")
tiny_models = pytest.importorskip("tiny_models")

PIXELS = np.random.default_rng(0).integers(0, 256, (150, 120, 3), dtype=np.uint8)


@pytest.fixture(scope="module", params=tiny_models.FAMILIES)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LocalModel:
    torch.set_num_threads(1)
    folder = tiny_models.tiny_model(request.param, tmp_path_factory.mktemp(request.param))
    return LocalModel(str(folder), min_pixels=3136, max_pixels=30_000)


def query(**changes: Any) -> Query:
    facts: dict[str, Any] = {"max_tokens": 6, "logprobs": True, **changes}
    return Query("You point.", (IMAGE, 'Tap "Send"'), Picture(PIXELS), **facts)


def test_it_answers_alike_and_gives_each_tokens_probability(model: LocalModel) -> None:
    one, two = model.ask(query()), model.ask(query())
    assert one.completions == two.completions
    said = one.completions[0]
    assert 1 <= len(said.logprobs) <= 6
    assert all(value <= 0 for value in said.logprobs)
    assert one.usage.output_tokens == len(said.logprobs)
    assert one.usage.input_tokens > 20


def test_samples_differ_and_are_the_same_again(model: LocalModel) -> None:
    asked = query(temperature=1.0, n=4)
    first, again = model.ask(asked), model.ask(asked)
    assert first.completions == again.completions
    assert len({completion.text for completion in first.completions}) == 4


def test_a_guide_begins_the_reply(model: LocalModel) -> None:
    assert model.ask(query(guide="Click(")).completions[0].text.startswith("Click(")


def test_the_image_is_resized_as_the_table_of_formats_says(model: LocalModel) -> None:
    weights = model._weights
    factor = 2 * weights.image_processor.patch_size
    fed = weights.inputs("<|image_pad|>", PIXELS)
    tall, wide = smart_resize(150, 120, factor, 3136, 30_000)
    grid = fed["image_grid_thw"][0].tolist()
    assert [side * weights.image_processor.patch_size for side in grid[1:]] == [tall, wide]
    assert int(fed["mm_token_type_ids"].sum()) == tall * wide // factor**2


def test_it_stands_behind_a_locator(model: LocalModel) -> None:
    locator = Locator(model, model_format("qwen3-vl-pair"), load_prompt("locator-pair"))
    draws, _ = locator.draw(PIXELS, 'Tap "Send"', Ask((0, 0, 120, 150)), "x")
    # A random model says nothing that could be read.
    assert [draw.kind for draw in draws] == ["failure"]


def test_without_torch_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "torch":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModelError, match=r"pip install 'tapworld\[torch\]'"):
        LocalModel(str(tmp_path))
