"""The adapter of the small model that comes with tapworld."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.models.weights import needs_torch
from tapworld_eval.grounding.spaces import CoordinateSpace, Frame, to_image
from tapworld_eval.grounding.syntaxes import parse
from tapworld_eval.uncertainty.capture.adapter import Inputs, Pixels
from tapworld_eval.uncertainty.errors import UnsupportedSignalError

__all__ = ["NanoAdapter", "load_nano_adapter"]

_MOST_TOKENS = 12  # a point has nine and its end
_TAP = re.compile(r"^Tap (.+)$", re.DOTALL)
# Ours. The model has met "Tap" and bare labels only: other verbs are new to it.
_VERBS = ("Press {rest}", "Choose {rest}", "Select {rest}")
_OTHERS = ("Tap: {whole}", "Find: {whole}", "Where is this? {whole}")
_NO_WORDS = "the model was trained on points and on True or False: it cannot state a confidence"


class NanoAdapter:
    """The nano model, asked as it was trained.

    Args:
        network: Its ``Qwen3VLForConditionalGeneration``, on the CPU or a GPU.
        digest: SHA-256 of its weights.
    """

    name = "nano"
    max_tokens = _MOST_TOKENS

    def __init__(self, network: Any, digest: str) -> None:
        from tapworld_eval.grounding.nano import vocabulary

        self.model = network
        self.ends = frozenset({vocabulary.END})
        self._words = vocabulary
        self._digest = digest

    def identity(self) -> dict[str, Any]:
        """The weights' digest and the words of the other questions."""
        words = [*_VERBS, *_OTHERS, self._words.judging("{instruction}", "{reply}")]
        return {"kind": "nano", "weights": self._digest, "words": words}

    def absent(self) -> dict[str, str]:
        """Both stated confidences."""
        return {"verbalized_1s": _NO_WORDS, "verbalized_2s": _NO_WORDS}

    def question(self, pixels: Pixels, instruction: str) -> Inputs:
        """The image and the bare instruction."""
        from tapworld_eval.grounding.nano.answering import model_inputs

        inputs = model_inputs(pixels, instruction)
        return {name: value.to(self.model.device) for name, value in inputs.items()}

    def reply(self, tokens: Sequence[int]) -> str:
        """The text."""
        return self._words.decode(tokens)

    def pieces(self, tokens: Sequence[int]) -> list[str]:
        """The text of each token; every byte is one."""
        return [self._words.decode([token]) for token in tokens]

    def click(self, reply: str, size: tuple[int, int]) -> tuple[float, float] | None:
        """The point, read strictly, from the 0-999 grid."""
        parsed = parse(reply, "pair_round")
        if parsed.kind != "point":
            return None
        frame = Frame((0, 0, *size), size, size)
        numbers, fault = to_image(parsed.numbers, CoordinateSpace.GRID_999, frame)
        return None if fault is not None else (numbers[0], numbers[1])

    def paraphrases(self, instruction: str) -> tuple[str, ...]:
        """Other verbs for "Tap"; other introductions for everything else.

        Examples:
            >>> NanoAdapter.paraphrases(None, 'Tap "Send"')[0]  # type: ignore[arg-type]
            'Press "Send"'
        """
        found = _TAP.match(instruction)
        if found:
            return tuple(words.format(rest=found.group(1)) for words in _VERBS)
        return tuple(words.format(whole=instruction) for words in _OTHERS)

    def self_check(self, pixels: Pixels, instruction: str, reply: str) -> Inputs:
        """The question it was trained to answer with True or False."""
        return self.question(pixels, self._words.judging(instruction, reply))

    def truths(self) -> tuple[Sequence[int], Sequence[int]]:
        """One token each."""
        return (self._words.TRUE,), (self._words.FALSE,)

    def confidence(self, pixels: Pixels, instruction: str, reply: str | None) -> Inputs:
        """Not to be had: see :meth:`absent`.

        Raises:
            UnsupportedSignalError: Always.
        """
        raise UnsupportedSignalError(f"no stated confidence from {self.name}: {_NO_WORDS}")


def load_nano_adapter(folder: Path | None = None) -> NanoAdapter:
    """The adapter of the model that ships, or of one that ``tapworld nano train`` made.

    Raises:
        ModelError: torch or transformers is missing, or the folder holds no model.
    """
    needs_torch("the nano model")
    from tapworld_eval.grounding.nano.shipping import SHIPPED, load

    place = folder or SHIPPED
    network = load(place)
    digest = hashlib.sha256((place / "model.safetensors").read_bytes()).hexdigest()
    return NanoAdapter(network, digest)
