"""Packing, the fast vision tower, training and resuming, against the stock network."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tapworld_eval.grounding.nano import vocabulary  # noqa: E402
from tapworld_eval.grounding.nano.answering import model_inputs  # noqa: E402
from tapworld_eval.grounding.nano.batches import make_batch, questions_of  # noqa: E402
from tapworld_eval.grounding.nano.drawing import draw_screen  # noqa: E402
from tapworld_eval.grounding.nano.losses import answer_logits  # noqa: E402
from tapworld_eval.grounding.nano.mixing import Mixer, generated  # noqa: E402
from tapworld_eval.grounding.nano.model import nano_config, new_model  # noqa: E402
from tapworld_eval.grounding.nano.optimiser import orthogonal  # noqa: E402
from tapworld_eval.grounding.nano.training import Budget, Plan, train  # noqa: E402


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def small() -> object:
    return new_model(
        nano_config(
            text={
                "hidden_size": 32,
                "intermediate_size": 48,
                "num_attention_heads": 2,
                "num_key_value_heads": 2,
                "head_dim": 16,
                "num_hidden_layers": 3,
                "rope_parameters": {
                    "rope_type": "default",
                    "rope_theta": 50.0,
                    "mrope_section": [4, 2, 2],
                    "mrope_interleaved": True,
                },
            },
            vision={"hidden_size": 24, "num_heads": 2, "intermediate_size": 32, "depth": 2},
        ),
        seed=1,
    )


def mixer(seed: int = 0) -> Mixer:
    source = generated("easy", images=2, questions=3, length=120)
    return Mixer({"easy": source}, [(0.0, {"easy": 1.0})], seed)


@pytest.mark.parametrize("kind", ["words", "page"])
def test_a_packed_question_is_answered_as_if_it_stood_alone(kind: str) -> None:
    model = new_model(nano_config(), seed=0).eval()
    picture = draw_screen(kind, 1)
    asked = questions_of(picture, random.Random(1), 4)
    with torch.no_grad():
        packed, expected, _ = answer_logits(model, make_batch([(picture, asked)], 400))
        alone, tokens = [], []
        for question in asked:
            inputs = model_inputs(picture.pixels, question.words)
            answer = torch.tensor([[*question.answer, vocabulary.END]])
            inputs["input_ids"] = torch.cat([inputs["input_ids"], answer], dim=1)
            for name, value in (("attention_mask", 1), ("mm_token_type_ids", 0)):
                inputs[name] = torch.cat([inputs[name], torch.full_like(answer, value)], dim=1)
            alone.append(model(**inputs).logits[0, -answer.shape[1] - 1 : -1])
            tokens += answer[0].tolist()
    assert expected.tolist() == tokens
    assert (packed - torch.cat(alone)).abs().max() < 1e-5


def test_another_question_changes_nothing() -> None:
    model = small().eval()  # type: ignore[attr-defined]
    picture = draw_screen("easy", 2)
    asked = questions_of(picture, random.Random(0), 3)
    with torch.no_grad():
        first, *_ = answer_logits(model, make_batch([(picture, asked[:1])], 300))
        more, *_ = answer_logits(model, make_batch([(picture, asked)], 300))
    assert torch.allclose(first, more[: len(first)], atol=1e-5)


def test_orthogonal_keeps_directions_and_levels_singular_values() -> None:
    torch.manual_seed(0)
    given = torch.randn(3, 8, 20)
    made = orthogonal(given)
    values = torch.linalg.svdvals(made)
    assert values.min() > 0.5
    assert values.max() < 1.3
    u, _, v = torch.linalg.svd(given, full_matrices=False)
    assert ((u @ v) * made).sum() / made.norm() / (u @ v).norm() > 0.98


def test_training_lowers_the_loss(tmp_path: Path) -> None:
    plan = Plan(Budget(steps=40), rate=6e-3, warmup=5)
    run = train(small(), mixer(), plan, tmp_path)
    first, last = run.log[0], run.log[-1]
    assert last["answer"] < 0.75 * first["answer"]
    assert run.images == {"easy": 80}


def test_a_resumed_run_equals_one_that_was_not_stopped(tmp_path: Path) -> None:
    plan = Plan(Budget(steps=6), warmup=2)
    whole = small()
    train(whole, mixer(), plan, tmp_path / "whole")

    class Stop(Exception):
        pass

    class Stopping:
        def batch(self, step: int, progress: float):
            if step == 3:
                raise Stop
            return mixer().batch(step, progress)

    half = small()
    with pytest.raises(Stop):
        train(half, Stopping(), Plan(Budget(steps=6), warmup=2, save_every=0.0), tmp_path / "half")
    again = small()
    run = train(again, mixer(), plan, tmp_path / "half")
    assert run.step == 6
    state = again.state_dict()  # type: ignore[attr-defined]
    for name, tensor in whole.state_dict().items():  # type: ignore[attr-defined]
        assert torch.equal(tensor, state[name]), name


def test_it_stops_early_with_the_best_weights(tmp_path: Path) -> None:
    shares = iter([0.5, 0.4, 0.3, 0.2])
    model, kept = small(), []

    def judge(network: object) -> dict[str, float]:
        kept.append({k: v.clone() for k, v in network.state_dict().items()})  # type: ignore[attr-defined]
        return {"easy": next(shares)}

    plan = Plan(Budget(steps=50), evaluate_every=1, patience=2, warmup=1)
    run = train(model, mixer(), plan, tmp_path, evaluate=judge)
    assert run.step == 3
    for name, tensor in model.state_dict().items():  # type: ignore[attr-defined]
        assert torch.equal(tensor, kept[0][name])


def test_the_rate_begins_anew_where_a_run_is_restarted(tmp_path: Path) -> None:
    first = train(small(), mixer(), Plan(Budget(steps=40), warmup=1), tmp_path)
    plan = Plan(Budget(steps=80), warmup=1)
    again = train(small(), mixer(), plan, tmp_path, restart=1e-3)
    assert again.restart is not None
    assert again.restart[:2] == (1e-3, 40)
    rates = [row["rate"] for row in again.log]
    assert rates[1] < 1e-4  # the end of the first run
    assert rates[2] == pytest.approx(0.5e-3, rel=0.1)  # half of the second
    assert rates[3] < 1e-4
    assert first.log == again.log[:2]
    more = Plan(Budget(steps=81), warmup=1)
    assert train(small(), mixer(), more, tmp_path).restart == again.restart
