"""Open vision-language models through ``transformers``, on this machine.

Needs the extra ``tapworld[torch]``; nothing is imported before a model is made, and weights are
read from a folder or from the cache that is already there: nothing is downloaded unless the user
has allowed it with ``--allow-download``. One class serves Qwen2-VL, Qwen2.5-VL and Qwen3-VL and
what was trained from them (UI-TARS, UI-Venus, GTA1, Holo, OS-Atlas-7B, UGround-V1).
"""

from __future__ import annotations

import threading
from typing import Any

from tapworld_eval.grounding.models.base import Completion, Query, Reply, Usage
from tapworld_eval.grounding.models.weights import load_weights, needs_torch
from tapworld_eval.grounding.prompts import IMAGE

__all__ = ["LocalModel", "messages_of"]


def messages_of(system: str, parts: tuple[str, ...]) -> list[dict[str, Any]]:
    """A system message and user parts as chat messages."""
    content = [
        {"type": "image"} if part == IMAGE else {"type": "text", "text": part} for part in parts
    ]
    messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
    if system:
        messages.insert(0, {"role": "system", "content": [{"type": "text", "text": system}]})
    return messages


class LocalModel:
    """An image-text-to-text model of ``transformers``.

    Args:
        path: Folder of the weights, or a name that is already in the local cache.
        device: ``auto``, ``cuda``, ``cpu``.
        dtype: ``auto``, ``bfloat16``, ``float16`` or ``float32``.
        min_pixels: Least area for the processor; its own when ``None``.
        max_pixels: Greatest area for the processor; its own when ``None``.
        seed: Of sampled answers.
        allow_download: Whether missing weights may be fetched.

    Raises:
        ModelError: The extra is not installed, or the weights are not there.
    """

    def __init__(
        self,
        path: str,
        *,
        device: str = "auto",
        dtype: str = "auto",
        min_pixels: int | None = None,
        max_pixels: int | None = None,
        seed: int = 0,
        allow_download: bool = False,
    ) -> None:
        self._torch, transformers = needs_torch("a local model")
        self._weights = load_weights(
            path,
            device=device,
            dtype=dtype,
            min_pixels=min_pixels,
            max_pixels=max_pixels,
            allow_download=allow_download,
        )
        self._path = path
        self._seed = seed
        self._options = {
            "dtype": str(self._weights.model.dtype),
            "min_pixels": min_pixels,
            "max_pixels": max_pixels,
            "seed": seed,
            "transformers": transformers.__version__,
        }
        # One generation at a time: threads share the weights and the memory.
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Name for tables."""
        return self._path

    def identity(self) -> dict[str, Any]:
        """Path and options."""
        return {"kind": "local", "path": self._path, **self._options}

    def ask(self, query: Query) -> Reply:
        """Generate ``n`` answers; log probabilities are always those of the chosen tokens.

        Sampled answers depend on the seed and the query alone, not on what was asked before.
        """
        with self._lock:
            return self._generate(query)

    def _generate(self, query: Query) -> Reply:
        torch, weights = self._torch, self._weights
        prompt = weights.prompt(messages_of(query.system, query.parts)) + query.guide
        inputs = weights.inputs(prompt, query.picture.pixels)
        sampled = query.temperature > 0
        options: dict[str, Any] = (
            # Generation settings of a checkpoint (top_k, top_p) would cut the distribution.
            {"temperature": query.temperature, "top_k": 0, "top_p": 1.0} if sampled else {}
        )
        devices = [] if weights.model.device.type == "cpu" else [weights.model.device]
        with torch.inference_mode(), torch.random.fork_rng(devices=devices):
            torch.manual_seed(self._seed)
            made = weights.model.generate(
                **inputs,
                do_sample=sampled,
                num_return_sequences=query.n,
                max_new_tokens=query.max_tokens,
                return_dict_in_generate=True,
                output_logits=query.logprobs,
                eos_token_id=sorted(weights.ends()),
                pad_token_id=self._pad(),
                **options,
            )
        start = inputs["input_ids"].shape[1]
        new = made.sequences[:, start:]
        lengths = [self._length(row.tolist()) for row in new]
        logprobs: list[tuple[float, ...]] = [()] * len(lengths)
        if query.logprobs:
            # The model's own distribution, whatever the temperature.
            steps = torch.stack(made.logits, dim=1).float().log_softmax(dim=-1)
            chosen = steps.gather(2, new[..., None])[..., 0]
            logprobs = [
                tuple(row[:length].tolist()) for row, length in zip(chosen, lengths, strict=True)
            ]
        found = tuple(
            Completion(self._clean(query.guide, row[:length]), values)
            for row, length, values in zip(new, lengths, logprobs, strict=True)
        )
        return Reply(found, Usage(int(start), sum(lengths)))

    def _pad(self) -> int:
        pad = self._weights.tokenizer.pad_token_id
        return min(self._weights.ends()) if pad is None else pad

    def _length(self, row: list[int]) -> int:
        """Tokens up to and with the one that ends the reply."""
        ends = self._weights.ends()
        return next((n for n, token in enumerate(row, start=1) if token in ends), len(row))

    def _clean(self, guide: str, row: Any) -> str:
        # Marks such as <|box_start|> are part of an answer; those that end a turn are not.
        kept = [token for token in row.tolist() if token not in self._weights.ends()]
        text = self._weights.tokenizer.decode(
            kept, skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return (guide + text).strip()
