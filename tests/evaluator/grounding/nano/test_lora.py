"""The same loop trains low-rank adapters of a model with a chat template."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("peft")

from tapworld_eval.grounding.models.weights import load_weights  # noqa: E402
from tapworld_eval.grounding.nano.lora import ChatBatches, ChatObjective, adapted  # noqa: E402
from tapworld_eval.grounding.nano.mixing import generated  # noqa: E402
from tapworld_eval.grounding.nano.model import nano_config, new_model  # noqa: E402
from tapworld_eval.grounding.nano.shipping import save  # noqa: E402
from tapworld_eval.grounding.nano.training import Budget, Plan, train  # noqa: E402


def test_only_the_adapters_learn(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    save(new_model(nano_config(), seed=0), tmp_path / "model")
    weights = load_weights(str(tmp_path / "model"), device="cpu")
    before = {name: tensor.clone() for name, tensor in weights.model.state_dict().items()}
    model = adapted(weights.model, rank=4)
    batches = ChatBatches(weights, [(generated("easy"), 1.0)], seed=0)
    name, batch = batches.batch(0, 0.0)
    assert name == "easy"
    assert int((batch["labels"] >= 0).sum()) == len("(123, 456)") + 1 or batch["labels"].max() > 0
    plan = Plan(Budget(steps=12), rate=2e-2, warmup=2)
    train(model, batches, plan, tmp_path / "run", objective=ChatObjective())
    after = model.get_base_model().state_dict()
    for key, tensor in before.items():
        base = key if key in after else key.replace("_proj.", "_proj.base_layer.")
        assert torch.equal(tensor, after[base]), key
    moved = [p for n, p in model.named_parameters() if "lora_B" in n and p.abs().max() > 0]
    assert moved
