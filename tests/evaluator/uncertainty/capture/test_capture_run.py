"""Capture over a dataset: streaming, resuming, the cell that comes of it, the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tapworld_eval.cli import main
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.uncertainty import RecordsError, load, supported
from tapworld_eval.uncertainty.analyses import layer_sweep
from tapworld_eval.uncertainty.capture import (
    CaptureOptions,
    ItemReader,
    capture_dataset,
    capture_source,
    raw_attention,
)
from tapworld_eval.uncertainty.capture.chat import ChatAdapter, load_chat_adapter
from tapworld_eval.uncertainty.methods.registry import benchmark_methods
from tapworld_eval.uncertainty.records import from_rows

CELL_FILES = ("cell.json", "items.parquet", "tensors.safetensors", "capture.jsonl")
OPTIONS = CaptureOptions(samples=2)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phone")
    (folder / "images").mkdir()
    random = np.random.default_rng(1)
    for number in range(2):
        picture = random.integers(0, 256, (128, 96, 3), dtype=np.uint8)
        Image.fromarray(picture).save(folder / "images" / f"{number}.png")
    items = [
        {
            "id": f"test-{number}", "img_filename": f"{number % 2}.png", "application": "pay",
            "bbox": [10, 20, 30, 40], "instruction": f'Tap "Item {number}"', "data_type": "text",
            "data_source": "android", "screen": "pay/home", "covered": [],
        }
        for number in range(4)
    ]  # fmt: skip
    (folder / "phone_test.json").write_text(json.dumps(items))
    return folder


@pytest.fixture(scope="module")
def small(qwen3: Path) -> ChatAdapter:
    return load_chat_adapter(str(qwen3), format="qwen3-vl-pair", max_tokens=6)


class Stopped(Exception):
    pass


def stop_after(count: int) -> Callable[[dict[str, Any]], None]:
    seen: list[str] = []

    def watch(row: dict[str, Any]) -> None:
        seen.append(row["item"])
        if len(seen) == count:
            raise Stopped

    return watch


def test_an_interrupted_capture_goes_on_to_the_same_bytes(
    small: ChatAdapter, dataset: Path, tmp_path: Path
) -> None:
    items = capture_source(str(dataset))
    reader = ItemReader(small, OPTIONS)
    whole = capture_dataset(reader, items, tmp_path / "whole")
    with pytest.raises(Stopped):
        capture_dataset(reader, items, tmp_path / "parts", watch=stop_after(2))
    assert not (tmp_path / "parts" / "cell.json").exists()
    stream = tmp_path / "parts" / "capture.jsonl"
    # A crash tears the last line.
    stream.write_bytes(stream.read_bytes()[:-30])
    again: list[str] = []
    capture_dataset(reader, items, tmp_path / "parts", watch=lambda r: again.append(r["item"]))
    assert again == [sample.id for sample in items.samples[1:]]
    for name in CELL_FILES:
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert len(whole) == 4


def test_every_method_of_the_benchmark_can_run_on_a_captured_cell(
    small: ChatAdapter, dataset: Path, tmp_path: Path
) -> None:
    capture_dataset(ItemReader(small, OPTIONS), capture_source(str(dataset)), tmp_path)
    cell = load(tmp_path)
    assert {method.name for method in supported(cell)} >= {m.name for m in benchmark_methods()}
    assert cell.model == small.name
    assert cell.meta["absent"] == {}
    assert cell.meta["capture"]["options"]["samples"] == 2
    for method in supported(cell):
        if not method.learns:
            assert method.score(cell).shape == (4,)


def test_a_folder_of_other_settings_is_refused_with_the_difference(
    small: ChatAdapter, dataset: Path, tmp_path: Path
) -> None:
    items = capture_source(str(dataset))
    few = CaptureOptions(groups=("tokens",))
    capture_dataset(ItemReader(small, few), replace(items, samples=items.samples[:1]), tmp_path)
    other = CaptureOptions(groups=("tokens",), seed=1)
    with pytest.raises(RecordsError, match=r"options.seed: 0 -> 1"):
        capture_dataset(ItemReader(small, other), items, tmp_path)
    # More items of the same are welcome.
    cell = capture_dataset(ItemReader(small, few), items, tmp_path)
    assert len(cell) == 4


def test_what_a_model_cannot_give_is_absent_with_the_reason(
    small: ChatAdapter, dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "absent", lambda: {"verbalized_1s": "it only says points"})
    options = CaptureOptions(groups=("tokens", "verbalized_1s"))
    items = capture_source(str(dataset))
    cell = capture_dataset(ItemReader(small, options), items, tmp_path)
    assert "verbalized_1s" not in cell.signals
    assert cell.meta["absent"] == {"verbalized_1s": "it only says points"}


def test_layers_come_into_the_cell_and_are_swept(
    small: ChatAdapter, dataset: Path, tmp_path: Path
) -> None:
    options = CaptureOptions(groups=("hidden",), layers=(1, 2))
    capture_dataset(ItemReader(small, options), capture_source(str(dataset)), tmp_path / "cell")
    cell = load(tmp_path / "cell")
    assert cell.tensor("hidden_layers").shape == (4, 2, cell.tensor("hidden").shape[1])
    assert not np.array_equal(cell.tensor("hidden_layers")[:, 1], cell.tensor("hidden"))
    assert cell.meta["layers"] == [1, 2]
    # Enough records for a sweep: these, many times.
    many = cell.select(np.arange(40) % 4)
    many = replace(many, items=many.items.assign(correct=np.arange(40) % 3 > 0))
    assert layer_sweep(many, ["sep"], seeds=2)["layer"].tolist() == [1, 2]


def test_raw_attention_is_kept_on_request_and_gives_the_same_columns(
    small: ChatAdapter, dataset: Path, tmp_path: Path
) -> None:
    items = capture_source(str(dataset))
    options = CaptureOptions(groups=("attention",), raw_attention=True)
    cell = capture_dataset(ItemReader(small, options), items, tmp_path)
    raw = raw_attention(tmp_path, "test-1")
    tokens = raw.shape[2]
    assert cell.list("attention_max").lengths[1] == tokens**2
    np.testing.assert_allclose(raw.astype(float).sum(axis=-1), 1, atol=5e-3)
    # Another tool's records may hold it whole: it is reduced when it is read.
    row = {"id": "a", "click": [5, 5], "bbox": [0, 0, 9, 9], "attention": raw.tolist()}
    row["coordinate_tokens"] = cell.list("coordinate_tokens")[1].tolist()
    read = from_rows([row], name="theirs")
    for name in ("attention_max", "attention_previous", "attention_chain"):
        np.testing.assert_allclose(read.list(name)[0], cell.list(name)[1], atol=2e-3)
    assert read.signals >= {"attention_max", "attention_chain", "lookback_lens"}
    with pytest.raises(RecordsError, match="no raw attention of 'other'"):
        raw_attention(tmp_path, "other")
    with pytest.raises(RecordsError, match=r"\(layers, heads, T, P \+ T\), got \(2,\)"):
        from_rows([{**row, "attention": [1, 2]}], name="theirs")


def test_the_command(qwen3: Path, dataset: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "cell"
    arguments = ["uq", "capture", "--model", str(qwen3), "--data", str(dataset), "--out", str(out)]
    arguments += ["--format", "qwen3-vl-pair", "--signals", "tokens,samples", "--samples", "2"]
    arguments += ["--layers", "2"]
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--limit", "2", "--max-tokens", "4", "--json"])
    assert end.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert said["records"] == 2
    assert "perplexity" in said["methods"]
    assert load(out).signals >= {"token_logprobs", "samples", "sample_texts"}
    assert "hidden" not in load(out).signals
    assert load(out).tensor("hidden_layers").shape[:2] == (2, 1)
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--layers", "first"])
    assert end.value.code == 2
    assert "--layers takes numbers from 1" in capsys.readouterr().err


def test_weights_that_are_not_there_or_of_another_family(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not on this machine"):
        load_chat_adapter(str(tmp_path / "nowhere"))
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "gpt2"}))
    with pytest.raises(ModelError, match="is a 'gpt2'; local models are of the families qwen2_vl"):
        load_chat_adapter(str(tmp_path))
