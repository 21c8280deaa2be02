"""Generation by hand: one prefill, then the greedy reply, the samples, and a reading pass on it.

Everything about one prompt shares its key-value cache. A cache grows with what is generated and is
cut back to the prompt; nothing of it outlives the item.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.uncertainty.capture.adapter import Inputs

__all__ = ["Decoder", "Prompt", "Reply", "together"]

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Prompt:
    """A prompt that the model has read, or several of equal length.

    Attributes:
        cache: Its keys and values.
        length: Tokens.
        logits: What the model expects next, (prompts, vocabulary) float64.
        shift: What is added to a token's number to get its rotary position.
    """

    cache: Any
    length: int
    logits: Any
    shift: int


@dataclass(frozen=True)
class Reply:
    """Generated tokens, the ending one included where there is one.

    Attributes:
        tokens: Their numbers.
        logprobs: Log-probability of each under the model's own distribution.
        max_probs: Largest probability at each.
        entropies: Entropy of the full softmax at each, nats.
    """

    tokens: tuple[int, ...]
    logprobs: tuple[float, ...]
    max_probs: tuple[float, ...]
    entropies: tuple[float, ...]


class Decoder:
    """Feeds a model token by token.

    Args:
        model: A ``transformers`` model of the Qwen VL families.
    """

    def __init__(self, model: Any) -> None:
        import torch

        self._torch = torch
        self._model = model
        parameters = inspect.signature(model.forward).parameters
        # The argument's name until transformers 5.39, and since.
        self._cache_name = "cache" if "cache" in parameters else "past_key_values"

    def prefill(self, inputs: Inputs) -> Prompt:
        """Read a prompt, or several of equal length and with images of equal size."""
        from transformers import DynamicCache

        torch = self._torch
        cache = DynamicCache(config=self._model.config.get_text_config())
        with torch.inference_mode():
            made = self._model(
                **inputs, **{self._cache_name: cache}, use_cache=True, logits_to_keep=1
            )
        deltas = self._model.model.rope_deltas
        shift = 0 if deltas is None else int(deltas.reshape(-1)[0])
        return Prompt(cache, inputs["input_ids"].shape[1], made.logits[:, -1].double(), shift)

    def forward(self, prompt: Prompt, tokens: Any, past: int) -> Any:
        """Logits for tokens of shape (batch, T) that follow ``past`` tokens; float64."""
        torch = self._torch
        batch, count = tokens.shape
        places = torch.arange(past, past + count, device=tokens.device) + prompt.shift
        positions = places.expand(3, batch, count)
        with torch.inference_mode():
            made = self._model(
                input_ids=tokens,
                position_ids=positions,
                use_cache=True,
                **{self._cache_name: prompt.cache},
            )
        return made.logits.double()

    def rewind(self, prompt: Prompt) -> None:
        """Cut the cache back to the prompt."""
        more = prompt.cache.get_seq_length() - prompt.length
        if more:
            prompt.cache.crop(-more)

    def greedy(self, prompt: Prompt, most: int, ends: frozenset[int]) -> list[Reply]:
        """The most likely reply to each prompt; the cache is cut back afterwards."""

        def likeliest(logprobs: Any) -> Any:
            return logprobs.argmax(dim=-1)

        return self._generate(prompt, len(prompt.logits), most, ends, likeliest)

    def sample(
        self,
        prompt: Prompt,
        seeds: Sequence[int],
        temperature: float,
        most: int,
        ends: frozenset[int],
    ) -> list[Reply]:
        """Stochastic replies to one prompt, in one batch; each depends on its own seed alone.

        Uses up the prompt's cache: nothing can be read from this prompt afterwards.
        """
        torch = self._torch
        randoms = [np.random.default_rng(seed) for seed in seeds]
        prompt.cache.batch_repeat_interleave(len(seeds))

        def drawn(logprobs: Any) -> Any:
            # Inverse of the distribution function at a uniform number of each reply's own.
            weights = (logprobs / temperature).softmax(dim=-1).cumsum(dim=-1)
            uniform = torch.tensor(
                [[random.random()] for random in randoms], dtype=torch.float64
            ).to(weights.device)
            found = torch.searchsorted(weights, uniform * weights[:, -1:], right=True)[:, 0]
            return found.clamp(max=weights.shape[-1] - 1)

        return self._generate(prompt, len(seeds), most, ends, drawn)

    def likelihood(self, prompt: Prompt, tokens: Sequence[int]) -> float:
        """Probability that the reply to one prompt begins with these tokens."""
        torch = self._torch
        logprob = float(prompt.logits[0].log_softmax(dim=-1)[tokens[0]])
        if len(tokens) > 1:
            fed = torch.tensor([list(tokens[:-1])], device=prompt.logits.device)
            steps = self.forward(prompt, fed, prompt.length)[0].log_softmax(dim=-1)
            logprob += sum(float(step[t]) for step, t in zip(steps, tokens[1:], strict=True))
            self.rewind(prompt)
        return float(np.exp(logprob))

    def _generate(
        self,
        prompt: Prompt,
        batch: int,
        most: int,
        ends: frozenset[int],
        choose: Callable[[Any], Any],
    ) -> list[Reply]:
        torch = self._torch
        rows: list[list[tuple[int, float, float, float]]] = [[] for _ in range(batch)]
        open_rows = [True] * batch
        logits = prompt.logits.expand(batch, -1)
        for step in range(most):
            logprobs = logits.log_softmax(dim=-1)
            tokens = choose(logprobs)
            probabilities = logprobs.exp()
            # 0 * -inf, where a token is impossible.
            terms = torch.nan_to_num(probabilities * logprobs, nan=0.0)
            facts = zip(
                tokens.tolist(),
                logprobs.gather(1, tokens[:, None])[:, 0].tolist(),
                probabilities.max(dim=-1).values.tolist(),
                (-terms.sum(dim=-1)).tolist(),
                strict=True,
            )
            for row, fact in enumerate(facts):
                if open_rows[row]:
                    rows[row].append(fact)
                    open_rows[row] = fact[0] not in ends
            if not any(open_rows) or step + 1 == most:
                break
            # Rows that have ended are fed on, unread: a batch has one length.
            logits = self.forward(prompt, tokens[:, None], prompt.length + step)[:, -1]
        self.rewind(prompt)
        return [Reply(*(tuple(column) for column in zip(*row, strict=True))) for row in rows]


def together(parts: Sequence[Inputs]) -> Inputs:
    """Inputs of several prompts as one batch; their lengths and images must be of one size."""
    import torch

    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
