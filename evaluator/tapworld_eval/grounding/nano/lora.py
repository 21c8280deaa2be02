"""Fine-tuning a larger model of the family with the same loop: low-rank adapters through peft.

Needs the extra ``tapworld[lora]``. A question stands alone here, in the model's own chat template
and in its own coordinates; no auxiliary losses, since a trained model knows where to look.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from tapworld_eval.grounding.boxes import center
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.models.weights import Weights
from tapworld_eval.grounding.nano.losses import Losses
from tapworld_eval.grounding.nano.mixing import Source

__all__ = ["ChatBatches", "ChatObjective", "adapted"]

_LAYERS = ("q_proj", "k_proj", "v_proj", "o_proj")
_IGNORED = -100


def adapted(model: Any, *, rank: int = 16, layers: Sequence[str] = _LAYERS, seed: int = 0) -> Any:
    """The model with low-rank adapters; only they are trained.

    Args:
        model: A model of ``transformers``; changed in place.
        rank: Of the adapters; their strength is twice that.
        layers: Names of the linear layers that get one.
        seed: Of the adapters' first weights.

    Raises:
        ModelError: peft is not installed.
    """
    try:
        from peft import LoraConfig, get_peft_model
    except ImportError as error:
        raise ModelError("LoRA needs peft: pip install 'tapworld[lora]'") from error
    settings = LoraConfig(r=rank, lora_alpha=2 * rank, target_modules=list(layers), bias="none")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return get_peft_model(model, settings)


@dataclass(frozen=True)
class ChatBatches:
    """Batches of one question for a model with a chat template.

    Attributes:
        weights: Model, tokenizer and image processor.
        sources: Where pictures come from, with their weights.
        seed: Decides everything.
        prompt: The question around an instruction.
        answer: The right answer for a point given in shares of width and height.
    """

    weights: Weights
    sources: Sequence[tuple[Source, float]]
    seed: int
    prompt: Callable[[str], str] = str
    answer: Callable[[float, float], str] = lambda x, y: f"({round(x * 1000)}, {round(y * 1000)})"

    def batch(self, step: int, progress: float) -> tuple[str, dict[str, Any]]:
        """Inputs with ``labels``; the prompt and the image ask for nothing."""
        del progress
        draw = random.Random(f"{self.seed} {step}")
        choices = [source for source, _ in self.sources]
        source = draw.choices(choices, [weight for _, weight in self.sources])[0]
        picture = source.draw(random.Random(draw.getrandbits(64)))
        item = draw.choice(picture.items)
        high, wide = picture.pixels.shape[:2]
        x, y = center(item.box)
        content = [{"type": "image"}, {"type": "text", "text": self.prompt(item.words)}]
        asked = self.weights.prompt([{"role": "user", "content": content}])
        inputs = self.weights.inputs(asked, picture.pixels)
        end = self.weights.tokenizer.eos_token or ""
        told = self.weights.tokenizer(
            self.answer(x / wide, y / high) + end, add_special_tokens=False, return_tensors="pt"
        )["input_ids"].to(inputs["input_ids"].device)
        labels = torch.cat([torch.full_like(inputs["input_ids"], _IGNORED), told], dim=1)
        inputs["input_ids"] = torch.cat([inputs["input_ids"], told], dim=1)
        for name, value in (("attention_mask", 1), ("mm_token_type_ids", 0)):
            inputs[name] = torch.cat([inputs[name], torch.full_like(told, value)], dim=1)
        return source.name, {**inputs, "labels": labels}


class ChatObjective:
    """The model's own loss: cross entropy of the answer."""

    def __init__(self) -> None:
        self.heads = nn.Module()

    def losses(self, model: Any, batch: dict[str, Any]) -> Losses:
        """The loss; the auxiliary parts are zero."""
        loss = model(**batch).loss
        zero = loss.new_zeros(())
        return Losses(loss, loss, zero, zero)

    def size(self, batch: dict[str, Any]) -> int:
        """One picture a batch."""
        return len(batch["input_ids"])
