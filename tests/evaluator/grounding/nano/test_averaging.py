"""The running mean of the weights: what it holds, and that training ends with it and resumes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tapworld_eval.grounding.errors import ModelError  # noqa: E402
from tapworld_eval.grounding.nano.averaging import Average  # noqa: E402
from tapworld_eval.grounding.nano.mixing import Mixer, generated  # noqa: E402
from tapworld_eval.grounding.nano.model import nano_config, new_model  # noqa: E402
from tapworld_eval.grounding.nano.training import Budget, Plan, train  # noqa: E402


def line(value: float) -> Any:
    made = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.constant_(made.weight, value)
    return made


def small() -> Any:
    torch.set_num_threads(1)
    text: dict[str, Any] = {
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 3,
        "head_dim": 8,
    }
    text["rope_parameters"] = {
        "rope_type": "default",
        "rope_theta": 50.0,
        "mrope_section": [2, 1, 1],
        "mrope_interleaved": True,
    }
    vision = {
        "hidden_size": 24,
        "intermediate_size": 32,
        "depth": 2,
        "deepstack_visual_indexes": [0],
    }
    return new_model(nano_config(text=text, vision=vision), 3)


def mixer() -> Mixer:
    source = generated("easy", images=1, questions=3, length=80)
    return Mixer({"easy": source}, [(0.0, {"easy": 1.0})], 0)


def test_it_is_the_mean_that_its_decay_says() -> None:
    average = Average(line(1.0), 0.1)
    average.update(line(2.0))  # 0.1 is less than what the first steps keep
    assert average.weights["weight"].item() == pytest.approx(0.1 * 1 + 0.9 * 2)
    slow = Average(line(1.0), 0.999)
    slow.update(line(2.0))  # 2 / 11 of the past: it does not hang on to its first weights
    assert slow.weights["weight"].item() == pytest.approx(2 / 11 * 1 + 9 / 11 * 2)


def test_the_models_own_weights_come_back() -> None:
    model = line(1.0)
    average = Average(line(5.0), 0.5)
    with average.used(model):
        assert model.weight.item() == 5.0
    assert model.weight.item() == 1.0


@pytest.mark.parametrize("decay", [-0.1, 1.0])
def test_a_decay_that_means_nothing_is_refused(decay: float) -> None:
    with pytest.raises(ModelError, match="decays by 0 to below 1"):
        Average(line(1.0), decay)


def test_training_judges_and_ends_with_the_mean_and_resumes_it(tmp_path: Path) -> None:
    plan = Plan(Budget(steps=6), warmup=1, average=0.9, evaluate_every=6)
    judged = []

    def judge(model: Any) -> dict[str, float]:
        judged.append({name: value.clone() for name, value in model.state_dict().items()})
        return {"easy": 0.5}

    model = small()
    train(model, mixer(), plan, tmp_path / "whole", evaluate=judge)
    kept = torch.load(tmp_path / "whole" / "checkpoint.pt", weights_only=True)
    ended = model.state_dict()
    name = "lm_head.weight"
    assert torch.equal(ended[name], kept["average"]["weights"][name])
    assert torch.equal(ended[name], judged[0][name])
    assert not torch.equal(ended[name], kept["model"][name])

    class Stop(Exception):
        pass

    class Stopping:
        def batch(self, step: int, progress: float):
            if step == 3:
                raise Stop
            return mixer().batch(step, progress)

    saving = Plan(Budget(steps=6), warmup=1, average=0.9, save_every=0.0)
    with pytest.raises(Stop):
        train(small(), Stopping(), saving, tmp_path / "half")
    again = small()
    train(again, mixer(), plan, tmp_path / "half")
    assert all(torch.equal(value, ended[key]) for key, value in again.state_dict().items())
