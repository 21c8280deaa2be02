"""The adapter of models that are talked to: Qwen2-VL, Qwen2.5-VL, Qwen3-VL and their kin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tapworld_eval.grounding.formats import ModelFormat, model_format
from tapworld_eval.grounding.locating import Locator
from tapworld_eval.grounding.models.base import Completion, Reply
from tapworld_eval.grounding.models.local import messages_of
from tapworld_eval.grounding.models.weights import Weights, load_weights
from tapworld_eval.grounding.prompts import Prompt, load_prompt
from tapworld_eval.grounding.scaffolds.base import Ask, whole
from tapworld_eval.uncertainty.capture import wording
from tapworld_eval.uncertainty.capture.adapter import Inputs, Pixels

__all__ = ["ChatAdapter", "load_chat_adapter"]


class ChatAdapter:
    """A model of a Qwen family with its format and prompt.

    Args:
        weights: The loaded model.
        format: Coordinate space and sizes.
        prompt: The words.
        max_tokens: Longest reply.
    """

    def __init__(
        self,
        weights: Weights,
        format: ModelFormat,  # noqa: A002
        prompt: Prompt,
        *,
        max_tokens: int = 128,
    ) -> None:
        self.name = Path(weights.path).name
        self.model = weights.model
        self.max_tokens = max_tokens
        self.ends = weights.ends()
        self._weights = weights
        # Only its words and its reading are used, never its model.
        self._locator = Locator(_Unasked(weights.path), format, prompt)

    def identity(self) -> dict[str, Any]:
        """Family, format, prompt and the words of every other question."""
        facts = self._locator.identity()
        return {
            **facts,
            "family": self.model.config.model_type,
            "dtype": str(self.model.dtype),
            "max_tokens": self.max_tokens,
            "words": wording.all_words(),
        }

    def absent(self) -> dict[str, str]:
        """Nothing: a chat model can be asked everything."""
        return {}

    def question(self, pixels: Pixels, instruction: str) -> Inputs:
        """The prompt with the instruction."""
        return self._inputs(pixels, instruction)

    def reply(self, tokens: Sequence[int]) -> str:
        """The text, marks such as ``<|box_start|>`` included."""
        kept = [token for token in tokens if token not in self.ends]
        text = self._weights.tokenizer.decode(
            kept, skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return (self._locator.prompt.guide + text).strip()

    def pieces(self, tokens: Sequence[int]) -> list[str]:
        """The text of each token."""
        return [self._weights.tokenizer.decode([token]) for token in tokens]

    def click(self, reply: str, size: tuple[int, int]) -> tuple[float, float] | None:
        """The point in the format's space, brought to pixels of the image."""
        frame = self._locator.format.frame(whole(size), size)
        return self._locator.read([Completion(reply)], frame)[0].point

    def paraphrases(self, instruction: str) -> tuple[str, ...]:
        """The instruction behind three other introductions."""
        return wording.paraphrases(instruction)

    def self_check(self, pixels: Pixels, instruction: str, reply: str) -> Inputs:
        """The question, the model's reply, and the question whether it is right."""
        return self._inputs(pixels, instruction, reply=reply, then=wording.SELF_CHECK)

    def truths(self) -> tuple[Sequence[int], Sequence[int]]:
        """Tokens of the bare words."""

        def tokens(word: str) -> list[int]:
            return self._weights.tokenizer(word, add_special_tokens=False)["input_ids"]

        return tokens("True"), tokens("False")

    def confidence(self, pixels: Pixels, instruction: str, reply: str | None) -> Inputs:
        """Asked with the question, or after the reply."""
        if reply is None:
            return self._inputs(pixels, instruction, more=wording.ONE_STAGE)
        return self._inputs(pixels, instruction, reply=reply, then=wording.TWO_STAGES)

    def _inputs(
        self,
        pixels: Pixels,
        instruction: str,
        *,
        more: str = "",
        reply: str | None = None,
        then: str = "",
    ) -> Inputs:
        size = (pixels.shape[1], pixels.shape[0])
        query = self._locator.query(pixels, instruction, Ask(whole(size)), "")
        parts = (*query.parts, "\n" + more) if more else query.parts
        messages = messages_of(query.system, parts)
        guide = query.guide if reply is None and not more else ""
        if reply is not None:
            messages.append({"role": "assistant", "content": [{"type": "text", "text": reply}]})
            messages.append({"role": "user", "content": [{"type": "text", "text": then}]})
        return self._weights.inputs(self._weights.prompt(messages) + guide, query.picture.pixels)


class _Unasked:
    """Stands where a locator has its model."""

    def __init__(self, path: str) -> None:
        self.name = Path(path).name
        self._path = Path(path)

    def identity(self) -> dict[str, Any]:
        files = sorted(self._path.glob("*.safetensors")) if self._path.is_dir() else []
        sizes = {file.name: file.stat().st_size for file in files}
        return {"kind": "local", "name": self.name, "files": sizes}

    def ask(self, query: Any) -> Reply:
        raise AssertionError("capture generates by itself")


def load_chat_adapter(
    path: str,
    *,
    format: str = "qwen3-vl",  # noqa: A002
    prompt: str | None = None,
    device: str = "auto",
    dtype: str = "auto",
    max_tokens: int = 128,
    allow_download: bool = False,
) -> ChatAdapter:
    """The adapter of weights on this machine.

    Args:
        path: Folder of the weights, or a name that is already in the local cache.
        format: Key of the table of formats.
        prompt: Name or file of a prompt; the format's own by default.
        device: ``auto``, ``cpu``, ``cuda``.
        dtype: ``auto``, ``float32``, ``bfloat16``, ``float16``.
        max_tokens: Longest reply.
        allow_download: Whether missing weights may be fetched.

    Raises:
        ModelError: The extra is not installed, or the weights are not there.
    """
    chosen = model_format(format)
    weights = load_weights(
        path,
        device=device,
        dtype=dtype,
        min_pixels=chosen.resize.min_pixels,
        max_pixels=chosen.resize.max_pixels,
        allow_download=allow_download,
    )
    return ChatAdapter(weights, chosen, load_prompt(prompt or chosen.prompt), max_tokens=max_tokens)
