"""The model that ships: it loads, answers, and is as good as its page says."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano import vocabulary
from tapworld_eval.grounding.nano.shipping import SHIPPED, load, save, size_mb

WORDS = ('Tap "Inbox"', "naïve 日本 True or False", "(412,233)")


def test_without_torch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **named: Any) -> Any:
        if name.split(".")[0] in ("torch", "transformers"):
            raise ImportError(f"No module named {name!r}")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ModelError, match=r"pip install 'tapworld\[torch\]'"):
        load()


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with pytest.raises(ModelError, match=r"model\.safetensors is missing"):
        load(tmp_path)


def test_it_is_small_and_documented() -> None:
    assert size_mb() <= 10
    card = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert "tapworld nano train" in card
    log = (SHIPPED / "training_log.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(log[-1])["step"] > 1000


def test_its_tokenizer_and_image_processor_equal_ours() -> None:
    transformers = pytest.importorskip("transformers")
    from PIL import Image

    from tapworld_eval.grounding.nano.patches import cut_patches, shown

    tokenizer = transformers.AutoTokenizer.from_pretrained(SHIPPED, local_files_only=True)
    for words in WORDS:
        assert tokenizer(words).input_ids == vocabulary.encode(words)
        assert tokenizer.decode(vocabulary.encode(words)) == words
    for token, mark in enumerate(vocabulary.MARKS, 256):
        assert tokenizer.convert_tokens_to_ids(mark) == token
    processor = transformers.AutoImageProcessor.from_pretrained(SHIPPED, local_files_only=True)
    pixels = np.random.default_rng(0).integers(0, 256, (2400, 1080, 3), np.uint8)
    made = processor(images=[Image.fromarray(pixels)], return_tensors="np")
    assert made["image_grid_thw"].tolist() == [[1, 40, 18]]
    assert np.abs(made["pixel_values"] - cut_patches(shown(pixels))).max() < 1e-5


def test_its_accuracy_on_a_fixed_set() -> None:
    torch = pytest.importorskip("torch")
    from tapworld_eval.grounding.nano.evaluating import accuracy, generated_items

    torch.set_num_threads(1)
    model = load()
    assert accuracy(model, generated_items("easy", 60)) >= 0.9
    assert accuracy(model, generated_items("hard", 60)) >= 0.5


def test_generate_gives_the_packed_answers_and_repeats_its_samples() -> None:
    torch = pytest.importorskip("torch")
    from tapworld_eval.grounding.models.base import Query
    from tapworld_eval.grounding.models.pictures import Picture
    from tapworld_eval.grounding.nano.answering import NanoModel
    from tapworld_eval.grounding.nano.deciding import Asked, answers
    from tapworld_eval.grounding.nano.evaluating import generated_items

    torch.set_num_threads(1)
    model = NanoModel(views=1)

    def query(asked: Asked, **options: Any) -> Query:
        return Query("", ("<image>", asked.words[0]), Picture(asked.picture.pixels), **options)

    held = generated_items("normal", 4)
    for one in held:
        packed = answers(model.network, [one.asked])[0][0]
        assert model.ask(query(one.asked)).completions[0].text == packed
    draws = query(held[0].asked, temperature=1.5, n=4, logprobs=True)
    first, second = model.ask(draws), model.ask(draws)
    assert first == second
    assert len(first.completions) == 4
    assert all(len(one.logprobs) >= 1 for one in first.completions)


def test_saving_and_loading_gives_the_same_answers(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    model = load()
    save(model, tmp_path)
    again = load(tmp_path)
    state = again.state_dict()
    assert all(torch.equal(tensor, state[name]) for name, tensor in model.state_dict().items())
    assert (tmp_path / "model.safetensors").read_bytes() == (
        SHIPPED / "model.safetensors"
    ).read_bytes()
