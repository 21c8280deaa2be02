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

__all__ = [
    "States",
    "attention_layers",
    "decoder_layers",
    "hooked_attention",
    "hooked_hidden",
    "hooked_layers",
    "read",
]


@dataclass(frozen=True, eq=False)
class States:
    """What a reading pass saw.

    Attributes:
        logits: (T, vocabulary) float64: what the model expects after each of the reply's tokens.
        hidden: Mean of the last layer over the reply's tokens, (d,) float32, or ``None``.
        attention: The attention columns, or ``None``.
        layers: Mean of other layers over the reply's tokens, (layers, d) float32, or ``None``.
        raw: The attention itself, (layers, heads, T, P + T) float16, or ``None``.
    """

    logits: Any
    hidden: NDArray[np.float32] | None
    attention: dict[str, Any] | None
    layers: NDArray[np.float32] | None = None
    raw: NDArray[np.float16] | None = None


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


def decoder_layers(model: Any) -> list[Any]:
    """The layers of the text model, first to last: what holds the attention modules.

    Raises:
        UncertaintyError: There are none by those names.
    """
    modules = dict(model.named_modules())
    attending = {id(module) for module in attention_layers(model)}
    return [
        modules[name.removesuffix(".self_attn")]
        for name, module in modules.items()
        if id(module) in attending
    ]


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


@contextmanager
def hooked_layers(
    model: Any, numbers: Sequence[int], take: Callable[[Any], None]
) -> Iterator[None]:
    """While inside, give what these layers put out (batch, T, d) to ``take``, in their order.

    Args:
        model: The model.
        numbers: From 1, rising; the last one is what the final norm has not yet seen.
        take: Called once a layer.
    """

    def hook(module: Any, inputs: Any, output: Any) -> None:
        take(output[0] if isinstance(output, tuple) else output)

    layers = decoder_layers(model)
    with ExitStack() as stack:
        for number in numbers:
            stack.callback(layers[number - 1].register_forward_hook(hook).remove)
        yield


def read(
    decoder: Decoder,
    model: Any,
    prompt: Prompt,
    tokens: Sequence[int],
    *,
    hidden: bool = True,
    attention: bool = True,
    layers: Sequence[int] = (),
    raw: bool = False,
) -> States:
    """Feed a reply back and look at it; the cache is cut back to the prompt afterwards.

    Args:
        decoder: Feeds the model.
        model: The model.
        prompt: What the reply answers.
        tokens: The reply.
        hidden: Whether the hidden state is wanted.
        attention: Whether the attention columns are wanted.
        layers: Which other layers are wanted, from 1, rising.
        raw: Whether the attention of all layers is to be held.
    """
    import torch

    kept: list[NDArray[np.float32]] = []
    others: list[NDArray[np.float32]] = []
    held: list[NDArray[np.float16]] = []
    reduction = AttentionReduction(len(attention_layers(model)), prompt.length)

    def mean(states: Any) -> NDArray[np.float32]:
        return states[0].float().mean(dim=0).cpu().numpy()

    def reduce(weights: Any) -> None:
        layer = weights[0].float().cpu().numpy()
        reduction.add(layer)
        if raw:
            held.append(layer.astype(np.float16))

    fed = torch.tensor([list(tokens)], device=prompt.logits.device)
    with ExitStack() as stack:
        if hidden:
            stack.enter_context(hooked_hidden(model, lambda states: kept.append(mean(states))))
        if attention or raw:
            stack.enter_context(hooked_attention(model, reduce))
        if layers:
            keep = hooked_layers(model, layers, lambda states: others.append(mean(states)))
            stack.enter_context(keep)
        logits = decoder.forward(prompt, fed, prompt.length)[0]
    decoder.rewind(prompt)
    return States(
        logits,
        kept[0] if hidden else None,
        reduction.columns() if attention else None,
        np.stack(others) if layers else None,
        np.stack(held) if raw else None,
    )
