"""Tiny random models of every family, made once a session."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tapworld_eval.grounding.formats import model_format
from tapworld_eval.grounding.models.weights import load_weights
from tapworld_eval.grounding.prompts import load_prompt
from tapworld_eval.uncertainty.capture.adapter import Pixels
from tapworld_eval.uncertainty.capture.chat import ChatAdapter

torch = pytest.importorskip("torch")
tiny_models = pytest.importorskip("tiny_models")


@pytest.fixture(scope="session", params=tiny_models.FAMILIES)
def adapter(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ChatAdapter:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp(request.param)
    tiny_models.tiny_model(request.param, folder)
    weights = load_weights(str(folder))
    return ChatAdapter(
        weights, model_format("qwen3-vl-pair"), load_prompt("locator-probe"), max_tokens=8
    )


@pytest.fixture(scope="session")
def pixels() -> Pixels:
    random = np.random.default_rng(0)
    return random.integers(0, 256, (150, 120, 3), dtype=np.uint8)


@pytest.fixture(scope="session")
def qwen3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.tiny_model("qwen3_vl", tmp_path_factory.mktemp("tiny") / "qwen3")
