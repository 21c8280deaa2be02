"""Everything about one item: one image, one instruction, one model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from tapworld_eval.uncertainty.capture.adapter import Adapter, Inputs, Pixels
from tapworld_eval.uncertainty.capture.confidences import stated_confidence
from tapworld_eval.uncertainty.capture.decoding import Decoder, Reply, together
from tapworld_eval.uncertainty.capture.groups import GROUPS, chosen_groups
from tapworld_eval.uncertainty.capture.perturbing import perturbed
from tapworld_eval.uncertainty.capture.reading import decoder_layers, read
from tapworld_eval.uncertainty.errors import OptionError
from tapworld_eval.uncertainty.records import Interface

__all__ = ["ALL_LAYERS", "CaptureOptions", "ItemReader"]

#: Value of :attr:`CaptureOptions.layers` that stands for every layer of the model at hand.
ALL_LAYERS: Final = (0,)

_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class CaptureOptions:
    """What is captured.

    Attributes:
        groups: Keys of :data:`~tapworld_eval.uncertainty.capture.groups.GROUPS`.
        samples: Stochastic replies.
        temperature: At which they are drawn. Their log-probabilities are the model's own,
            whatever the temperature.
        seed: Decides samples and noise; each item has numbers of its own.
        layers: Other layers whose mean hidden states are kept as ``hidden_layers``: numbers from
            1, rising, or ``(0,)`` for all.
        raw_attention: Whether the attention itself is kept beside the cell, whole.
    """

    groups: tuple[str, ...] = tuple(GROUPS)
    samples: int = 5
    temperature: float = 1.0
    seed: int = 0
    layers: tuple[int, ...] = ()
    raw_attention: bool = False

    def __post_init__(self) -> None:
        """Check the options."""
        chosen_groups(self.groups)
        if self.samples < 1 or self.temperature <= 0:
            raise OptionError(
                f"samples must be at least 1 and temperature above 0, got {self.samples} and "
                f"{self.temperature}"
            )
        rising = all(a < b for a, b in pairwise(self.layers))
        if self.layers != ALL_LAYERS and not (rising and all(n > 0 for n in self.layers)):
            raise OptionError(f"layers are numbers from 1, rising, or all; got {self.layers}")


class ItemReader:
    """Captures item after item with one model; nothing of an item outlives it.

    Args:
        adapter: The model and how it is asked.
        options: What is captured. Groups that the model cannot give are left out; see
            :attr:`absent`.
    """

    interface: Interface = "open"

    def __init__(self, adapter: Adapter, options: CaptureOptions | None = None) -> None:
        self.adapter = adapter
        self.options = options or CaptureOptions()
        self._decoder = Decoder(adapter.model)
        self._layers = self._chosen_layers()

    @property
    def absent(self) -> dict[str, str]:
        """Groups that were asked for and cannot be had, with the reason."""
        return {k: why for k, why in self.adapter.absent().items() if k in self.options.groups}

    def _chosen_layers(self) -> tuple[int, ...]:
        if not self.options.layers:
            return ()
        count = len(decoder_layers(self.adapter.model))
        if self.options.layers == ALL_LAYERS:
            return tuple(range(1, count + 1))
        if self.options.layers[-1] > count:
            raise OptionError(
                f"{self.adapter.name} has {count} layers, there is no {self.options.layers[-1]}"
            )
        return self.options.layers

    @property
    def about(self) -> dict[str, Any]:
        """What decides the records: the model, and what is captured."""
        return {"model": self.adapter.identity(), "options": asdict(self.options)}

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.adapter.name

    @property
    def layers(self) -> tuple[int, ...]:
        """The layers of ``hidden_layers``, from 1; empty if it is not kept."""
        return self._layers

    def capture(self, pixels: Pixels, instruction: str, key: str) -> dict[str, Any]:
        """The signals of an item.

        Args:
            pixels: (height, width, 3), uint8 RGB.
            instruction: What to find.
            key: Name of the item; with the seed it decides what is drawn at random.

        Returns:
            ``click`` (pixels, or ``None``), ``reply``, and the keys of the groups, as
            :func:`tapworld_eval.uncertainty.records.from_rows` reads them. With
            ``raw_attention`` also that, an array of (layers, heads, T, P + T).
        """
        adapter, options = self.adapter, self.options
        groups = set(options.groups) - self.absent.keys()
        size = (pixels.shape[1], pixels.shape[0])
        prompt = self._decoder.prefill(adapter.question(pixels, instruction))
        greedy = self._decoder.greedy(prompt, adapter.max_tokens, adapter.ends)[0]
        said = adapter.reply(greedy.tokens)
        row: dict[str, Any] = {"click": _listed(adapter.click(said, size)), "reply": said}
        if "tokens" in groups:
            row |= _token_columns(greedy)
        if groups & {"hidden", "attention"} or self._layers or options.raw_attention:
            row |= self._states(prompt, greedy, groups)
        if "samples" in groups:
            # Last on this prompt: it uses up the cache.
            row |= self._samples(prompt, key, size)
        if "paraphrases" in groups:
            row["paraphrases"] = [
                _listed(adapter.click(self._replied(adapter.question(pixels, words)), size))
                for words in adapter.paraphrases(instruction)
            ]
        if "perturbations" in groups:
            noise = seed_of(options.seed, key, "noise")
            asked = [adapter.question(seen, instruction) for seen in perturbed(pixels, noise)]
            row["perturbations"] = [
                _listed(adapter.click(said, size)) for said in self._replies(together(asked))
            ]
        if "p_true" in groups:
            row |= self._self_check(adapter.self_check(pixels, instruction, said))
        if "verbalized_1s" in groups:
            asked = adapter.confidence(pixels, instruction, None)
            row["verbalized_1s"] = stated_confidence(self._replied(asked), alone=False)
        if "verbalized_2s" in groups:
            asked = adapter.confidence(pixels, instruction, said)
            row["verbalized_2s"] = stated_confidence(self._replied(asked), alone=True)
        return row

    def _states(self, prompt: Any, greedy: Reply, groups: set[str]) -> dict[str, Any]:
        wanted = {"hidden": "hidden" in groups, "attention": "attention" in groups}
        states = read(
            self._decoder,
            self.adapter.model,
            prompt,
            greedy.tokens,
            layers=self._layers,
            raw=self.options.raw_attention,
            **wanted,
        )
        row: dict[str, Any] = {}
        if states.hidden is not None:
            row["hidden"] = _rounded(states.hidden)
        if states.raw is not None:
            row["raw_attention"] = states.raw
        if states.layers is not None:
            row["hidden_layers"] = [_rounded(layer) for layer in states.layers]
        if states.attention is not None:
            for name, value in states.attention.items():
                array = np.asarray(value)
                row[name] = float(array) if array.ndim == 0 else _rounded(np.clip(array, 0, 1))
            row["coordinate_tokens"] = [
                int(bool(_DIGIT.search(piece))) for piece in self.adapter.pieces(greedy.tokens)
            ]
        return row

    def _samples(self, prompt: Any, key: str, size: tuple[int, int]) -> dict[str, Any]:
        adapter, options = self.adapter, self.options
        seeds = [seed_of(options.seed, key, f"sample {n}") for n in range(options.samples)]
        drawn = self._decoder.sample(
            prompt, seeds, options.temperature, adapter.max_tokens, adapter.ends
        )
        texts = [adapter.reply(reply.tokens) for reply in drawn]
        return {
            "samples": [_listed(adapter.click(text, size)) for text in texts],
            "sample_texts": texts,
            "sample_logprobs": [min(0.0, sum(reply.logprobs)) for reply in drawn],
            "sample_lengths": [len(reply.tokens) for reply in drawn],
        }

    def _replied(self, inputs: Inputs) -> str:
        return self._replies(inputs)[0]

    def _replies(self, inputs: Inputs) -> list[str]:
        prompt = self._decoder.prefill(inputs)
        found = self._decoder.greedy(prompt, self.adapter.max_tokens, self.adapter.ends)
        return [self.adapter.reply(reply.tokens) for reply in found]

    def _self_check(self, inputs: Inputs) -> dict[str, float]:
        prompt = self._decoder.prefill(inputs)
        true, false = self.adapter.truths()
        return {
            "p_true": self._decoder.likelihood(prompt, true),
            "p_false": self._decoder.likelihood(prompt, false),
        }


def seed_of(seed: int, key: str, purpose: str) -> int:
    """A seed of one item's own, whatever was captured before it."""
    digest = hashlib.sha256(f"{seed} {key} {purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def _token_columns(reply: Reply) -> dict[str, list[float]]:
    return {
        "token_logprobs": [min(0.0, value) for value in reply.logprobs],
        "token_max_probs": [min(1.0, value) for value in reply.max_probs],
        "token_entropies": [max(0.0, value) for value in reply.entropies],
    }


def _listed(point: Sequence[float] | None) -> list[float] | None:
    return None if point is None else [float(value) for value in point]


def _rounded(values: Any) -> list[float]:
    """Single precision in nine digits, which is all of it."""
    return [float(f"{value:.9g}") for value in np.asarray(values, np.float32).ravel().tolist()]
