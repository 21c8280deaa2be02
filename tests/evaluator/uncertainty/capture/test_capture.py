"""Capture on tiny random models of the three families."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from tapworld_eval.uncertainty.capture import ALL_LAYERS, CaptureOptions, ItemReader
from tapworld_eval.uncertainty.capture.adapter import Inputs, Pixels
from tapworld_eval.uncertainty.capture.chat import ChatAdapter
from tapworld_eval.uncertainty.capture.decoding import Decoder, Prompt, together
from tapworld_eval.uncertainty.capture.groups import GROUPS
from tapworld_eval.uncertainty.capture.reading import (
    decoder_layers,
    hooked_attention,
    hooked_hidden,
    read,
)
from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.methods.attention_capture import reduce_attention

torch = pytest.importorskip("torch")

WORDS = 'Tap "Send"'


def asked(adapter: ChatAdapter, pixels: Pixels) -> tuple[Decoder, Inputs, Prompt]:
    decoder = Decoder(adapter.model)
    inputs = adapter.question(pixels, WORDS)
    return decoder, inputs, decoder.prefill(inputs)


def whole_pass(
    adapter: ChatAdapter, inputs: Inputs, tokens: tuple[int, ...], **options: Any
) -> Any:
    """One forward pass over prompt and reply, without a cache."""
    ids = torch.cat([inputs["input_ids"], torch.tensor([tokens])], dim=1)
    types = torch.cat(
        [inputs["mm_token_type_ids"], torch.zeros(1, len(tokens), dtype=torch.int)], 1
    )
    fed = {**inputs, "input_ids": ids, "mm_token_type_ids": types}
    fed["attention_mask"] = torch.ones_like(ids)
    with torch.inference_mode():
        return adapter.model(**fed, use_cache=False, **options)


def test_greedy_tokens_are_those_of_generate(adapter: ChatAdapter, pixels: Pixels) -> None:
    decoder, inputs, prompt = asked(adapter, pixels)
    mine = decoder.greedy(prompt, 8, adapter.ends)[0].tokens
    made = adapter.model.generate(**inputs, max_new_tokens=8, do_sample=False)
    theirs = made[0, inputs["input_ids"].shape[1] :].tolist()
    assert list(mine) == theirs
    assert len(set(mine)) > 1


def test_token_columns_equal_a_second_independent_pass(
    adapter: ChatAdapter, pixels: Pixels
) -> None:
    decoder, inputs, prompt = asked(adapter, pixels)
    reply = decoder.greedy(prompt, 8, adapter.ends)[0]
    logits = whole_pass(adapter, inputs, reply.tokens).logits[0].double()
    before = prompt.length - 1
    expected = logits[before : before + len(reply.tokens)].log_softmax(-1)
    chosen = expected.gather(1, torch.tensor(reply.tokens)[:, None])[:, 0]
    np.testing.assert_allclose(reply.logprobs, chosen.numpy(), atol=2e-5)
    np.testing.assert_allclose(reply.max_probs, expected.exp().amax(-1).numpy(), atol=2e-5)
    entropy = torch.distributions.Categorical(logits=expected).entropy()
    np.testing.assert_allclose(reply.entropies, entropy.numpy(), atol=2e-4)


def test_hidden_state_and_attention_equal_a_second_independent_pass(
    adapter: ChatAdapter, pixels: Pixels
) -> None:
    decoder, inputs, prompt = asked(adapter, pixels)
    tokens = decoder.greedy(prompt, 8, adapter.ends)[0].tokens
    states = read(decoder, adapter.model, prompt, tokens)
    config = adapter.model.config.get_text_config()
    config._attn_implementation = "eager"
    made = whole_pass(adapter, inputs, tokens, output_attentions=True, output_hidden_states=True)
    config._attn_implementation = "sdpa"
    last = made.hidden_states[-1][0, prompt.length :].mean(dim=0)
    assert states.hidden is not None
    np.testing.assert_allclose(states.hidden, last.numpy(), atol=2e-5)
    raw = torch.stack(made.attentions)[:, 0, :, prompt.length :].numpy()
    expected = reduce_attention(raw, prompt.length)
    assert states.attention is not None
    assert states.attention.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_allclose(states.attention[name], value, atol=1e-4, err_msg=name)


def test_other_layers_equal_a_second_independent_pass(adapter: ChatAdapter, pixels: Pixels) -> None:
    decoder, inputs, prompt = asked(adapter, pixels)
    tokens = decoder.greedy(prompt, 8, adapter.ends)[0].tokens
    count = len(decoder_layers(adapter.model))
    states = read(
        decoder, adapter.model, prompt, tokens, hidden=False, attention=False, layers=(1, count)
    )
    assert states.hidden is None
    assert states.layers is not None
    # From the embeddings on; the last that a model hands out has seen the final norm.
    made = whole_pass(adapter, inputs, tokens, output_hidden_states=True).hidden_states
    first = made[1][0, prompt.length :].mean(dim=0)
    np.testing.assert_allclose(states.layers[0], first.numpy(), atol=2e-5)
    ends: list[Any] = []
    hook = decoder_layers(adapter.model)[-1].register_forward_hook(lambda *a: ends.append(a[2]))
    whole_pass(adapter, inputs, tokens)
    hook.remove()
    last = ends[0][0] if isinstance(ends[0], tuple) else ends[0]
    expected = last.reshape(-1, last.shape[-1])[prompt.length :].mean(dim=0)
    np.testing.assert_allclose(states.layers[1], expected.numpy(), atol=2e-5)


def test_layers_are_kept_on_request(adapter: ChatAdapter, pixels: Pixels) -> None:
    count = len(decoder_layers(adapter.model))
    chosen = CaptureOptions(groups=("tokens",), layers=(count,))
    row = ItemReader(adapter, chosen).capture(pixels, WORDS, "a")
    assert len(row["hidden_layers"]) == 1
    every = ItemReader(adapter, CaptureOptions(groups=("hidden",), layers=ALL_LAYERS))
    assert every.layers == tuple(range(1, count + 1))
    both = every.capture(pixels, WORDS, "a")
    assert both["hidden_layers"][-1] == row["hidden_layers"][0]
    assert np.shape(both["hidden_layers"]) == (count, len(both["hidden"]))
    assert "hidden_layers" not in ItemReader(adapter, CaptureOptions(groups=("hidden",))).capture(
        pixels, WORDS, "a"
    )
    with pytest.raises(OptionError, match=f"has {count} layers, there is no {count + 1}"):
        ItemReader(adapter, CaptureOptions(layers=(1, count + 1)))
    with pytest.raises(OptionError, match="numbers from 1, rising"):
        CaptureOptions(layers=(2, 1))


def test_hooks_change_nothing(adapter: ChatAdapter, pixels: Pixels) -> None:
    decoder, _, prompt = asked(adapter, pixels)
    tokens = decoder.greedy(prompt, 8, adapter.ends)[0].tokens
    hooked = read(decoder, adapter.model, prompt, tokens).logits
    config = adapter.model.config.get_text_config()
    assert config._attn_implementation == "sdpa"
    config._attn_implementation = "eager"
    plain = decoder.forward(prompt, torch.tensor([tokens]), prompt.length)[0]
    config._attn_implementation = "sdpa"
    assert torch.equal(hooked, plain)
    # And with sdpa, as it decodes, the same within rounding.
    decoder.rewind(prompt)
    sdpa = decoder.forward(prompt, torch.tensor([tokens]), prompt.length)[0]
    torch.testing.assert_close(hooked, sdpa, atol=1e-4, rtol=0)


def test_hooks_are_gone_afterwards_also_after_an_error(adapter: ChatAdapter) -> None:
    def hooks() -> int:
        return sum(
            len(m._forward_hooks) + len(m._forward_pre_hooks) for m in adapter.model.modules()
        )

    def fail_inside() -> None:
        with hooked_attention(adapter.model, print), hooked_hidden(adapter.model, print):
            assert hooks() > before
            raise KeyError

    before = hooks()
    with pytest.raises(KeyError):
        fail_inside()
    assert hooks() == before
    assert adapter.model.config.get_text_config()._attn_implementation == "sdpa"


def test_samples_in_a_batch_equal_samples_alone(adapter: ChatAdapter, pixels: Pixels) -> None:
    decoder, inputs, prompt = asked(adapter, pixels)
    seeds = [3, 4, 5, 6]
    together = decoder.sample(prompt, seeds, 1.0, 8, adapter.ends)
    alone = [
        decoder.sample(decoder.prefill(inputs), [seed], 1.0, 8, adapter.ends)[0] for seed in seeds
    ]
    assert [reply.tokens for reply in together] == [reply.tokens for reply in alone]
    assert len({reply.tokens for reply in together}) == 4
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.logprobs, other.logprobs, atol=2e-5)


def test_prompts_in_a_batch_equal_prompts_alone(adapter: ChatAdapter, pixels: Pixels) -> None:
    decoder = Decoder(adapter.model)
    asked_of = [adapter.question(pixels[::turn], WORDS) for turn in (1, -1)]
    batch = decoder.greedy(decoder.prefill(together(asked_of)), 8, adapter.ends)
    alone = [decoder.greedy(decoder.prefill(one), 8, adapter.ends)[0] for one in asked_of]
    assert [reply.tokens for reply in batch] == [reply.tokens for reply in alone]
    for one, other in zip(batch, alone, strict=True):
        np.testing.assert_allclose(one.logprobs, other.logprobs, atol=2e-5)


def test_samples_follow_the_models_distribution(adapter: ChatAdapter, pixels: Pixels) -> None:
    decoder, _, prompt = asked(adapter, pixels)
    expected = prompt.logits[0].softmax(dim=-1).numpy()
    drawn = decoder.sample(prompt, range(400), 1.0, 1, adapter.ends)
    counts = np.bincount([reply.tokens[0] for reply in drawn], minlength=len(expected))
    # Pearson's statistic over the likeliest tokens and all others together.
    top = np.argsort(expected)[-8:]
    observed = np.append(counts[top], 400 - counts[top].sum())
    share = np.append(expected[top], 1 - expected[top].sum())
    statistic = float((((observed - 400 * share) ** 2) / (400 * share)).sum())
    assert statistic < 26.1  # the 99.9 % quantile of chi squared with 8 degrees of freedom


def test_likelihood_of_several_tokens_is_the_product_of_their_probabilities(
    adapter: ChatAdapter, pixels: Pixels
) -> None:
    decoder, inputs, prompt = asked(adapter, pixels)
    tokens = (20, 30, 40)
    logits = whole_pass(adapter, inputs, tokens).logits[0].double().log_softmax(-1)
    before = prompt.length - 1
    expected = sum(float(logits[before + n, t]) for n, t in enumerate(tokens))
    assert decoder.likelihood(prompt, tokens) == pytest.approx(np.exp(expected), rel=1e-3)
    assert decoder.likelihood(prompt, tokens[:1]) == pytest.approx(
        float(prompt.logits[0].softmax(-1)[20])
    )


def test_an_item_has_every_signal_and_is_the_same_again(
    adapter: ChatAdapter, pixels: Pixels
) -> None:
    reader = ItemReader(adapter, CaptureOptions(samples=3))
    row = reader.capture(pixels, WORDS, "item-1")
    assert row.keys() == {"click", "reply"} | {key for keys in GROUPS.values() for key in keys}
    assert reader.capture(pixels, WORDS, "item-1") == row
    other = reader.capture(pixels, WORDS, "item-2")
    assert other["sample_texts"] != row["sample_texts"]
    assert other["token_logprobs"] == row["token_logprobs"]
    assert len(row["samples"]) == len(row["sample_lengths"]) == 3
    assert len(row["paraphrases"]) == len(row["perturbations"]) == 3
    assert 0 < row["p_true"] + row["p_false"] <= 1


def test_only_what_is_asked_for_is_captured(adapter: ChatAdapter, pixels: Pixels) -> None:
    reader = ItemReader(adapter, CaptureOptions(groups=("hidden",)))
    assert reader.capture(pixels, WORDS, "x").keys() == {"click", "reply", "hidden"}
    with pytest.raises(OptionError, match="no signals 'thoughts'; choose among tokens"):
        CaptureOptions(groups=("thoughts",))


def test_nothing_of_an_item_outlives_it(adapter: ChatAdapter, pixels: Pixels) -> None:
    reader = ItemReader(adapter, CaptureOptions(samples=3))
    reader.capture(pixels, WORDS, "warm")

    def held() -> int:
        gc.collect()
        parts = [o for o in gc.get_objects() if issubclass(type(o), torch.Tensor)]
        return sum(tensor.numel() for tensor in parts)

    before = held()
    for number in range(3):
        reader.capture(pixels, WORDS, f"item-{number}")
    # The model keeps the shift of the last prompt's positions: one number.
    assert held() <= before + 1
