"""The reading pass: the reply is fed back in one piece, and its inner states are looked at.

Attention is read by forward hooks while the text model attends eagerly; a hook looks and returns
nothing, so the outputs are bit-equal with and without it. Each layer's attention, of the reply's
tokens only, is reduced as it comes and dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.capture.decoding import Decoder, Prompt
from tapworld_eval.uncertainty.errors import UncertaintyError
from tapworld_eval.uncertainty.methods.attention_capture import AttentionReduction

__all__ = ["States", "attention_layers", "hooked_attention", "hooked_hidden", "read"]


@dataclass(frozen=True, eq=False)
class States:
    """What a reading pass saw.

    Attributes:
        logits: (T, vocabulary) float64: what the model expects after each of the reply's tokens.
        hidden: Mean of the last layer over the reply's tokens, (d,) float32, or ``None``.
        attention: The attention columns, or ``None``.
    """

    logits: Any
    hidden: NDArray[np.float32] | None
    attention: dict[str, Any] | None


def attention_layers(model: Any) -> list[Any]:
    """The attention modules of the text model, first to last.

    Raises:
        UncertaintyError: There are none by that name.
    """
    found = [module for name, module in model.named_modules() if name.endswith(".self_attn")]
    if not found:
        raise UncertaintyError(
            f"{type(model).__name__} has no modules named self_attn: attention cannot be captured"
        )
    return found


@contextmanager
def hooked_attention(model: Any, take: Callable[[Any], None]) -> Iterator[None]:
    """While inside, give each layer's attention weights (batch, heads, T, P + T) to ``take``."""
    layers = attention_layers(model)
    # The text model's own configuration: the vision tower attends as it did.
    config = layers[0].config
    before = config._attn_implementation

    def hook(module: Any, inputs: Any, output: Any) -> None:
        take(output[1])

    with ExitStack() as stack:
        config._attn_implementation = "eager"
        stack.callback(setattr, config, "_attn_implementation", before)
        for layer in layers:
            stack.callback(layer.register_forward_hook(hook).remove)
        yield


@contextmanager
def hooked_hidden(model: Any, take: Callable[[Any], None]) -> Iterator[None]:
    """While inside, give the last hidden states (batch, T, d) to ``take``."""

    def hook(module: Any, inputs: Any) -> None:
        take(inputs[0])

    handle = model.get_output_embeddings().register_forward_pre_hook(hook)
    try:
        yield
    finally:
        handle.remove()


def read(
    decoder: Decoder,
    model: Any,
    prompt: Prompt,
    tokens: Sequence[int],
    *,
    hidden: bool = True,
    attention: bool = True,
) -> States:
    """Feed a reply back and look at it; the cache is cut back to the prompt afterwards.

    Args:
        decoder: Feeds the model.
        model: The model.
        prompt: What the reply answers.
        tokens: The reply.
        hidden: Whether the hidden state is wanted.
        attention: Whether the attention columns are wanted.
    """
    import torch

    kept: list[NDArray[np.float32]] = []
    reduction = AttentionReduction(len(attention_layers(model)), prompt.length)

    def keep_mean(states: Any) -> None:
        kept.append(states[0].float().mean(dim=0).cpu().numpy())

    def reduce(weights: Any) -> None:
        reduction.add(weights[0].float().cpu().numpy())

    fed = torch.tensor([list(tokens)], device=prompt.logits.device)
    with ExitStack() as stack:
        if hidden:
            stack.enter_context(hooked_hidden(model, keep_mean))
        if attention:
            stack.enter_context(hooked_attention(model, reduce))
        logits = decoder.forward(prompt, fed, prompt.length)[0]
    decoder.rewind(prompt)
    return States(logits, kept[0] if hidden else None, reduction.columns() if attention else None)
