"""Open vision-language models through ``transformers``, on this machine.

Needs the extra ``tapworld[torch]``; nothing is imported before a model is made, and weights are
read from a folder or from the cache that is already there: nothing is downloaded unless the user
has allowed it with ``--allow-download``. One class serves every family that ``transformers``
loads as an image-text-to-text model with a chat template (Qwen2-VL, Qwen2.5-VL, Qwen3-VL,
UI-TARS, UI-Venus, GTA1, Holo, OS-Atlas-7B, UGround-V1).

This code has not run on the machines on which this project is developed: they have no weights.
"""

from __future__ import annotations

import threading
from typing import Any

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.models.base import Completion, Query, Reply, Usage
from tapworld_eval.grounding.prompts import IMAGE

__all__ = ["LocalModel"]


class LocalModel:
    """An image-text-to-text model of ``transformers``.

    Args:
        path: Folder of the weights, or a name that is already in the local cache.
        device: ``auto``, ``cuda``, ``cpu``.
        dtype: ``bfloat16``, ``float16`` or ``float32``.
        min_pixels: Least area for the processor; its own when ``None``.
        max_pixels: Greatest area for the processor; its own when ``None``.
        allow_download: Whether missing weights may be fetched.

    Raises:
        ModelError: The extra is not installed, or the weights are not there.
    """

    def __init__(
        self,
        path: str,
        *,
        device: str = "auto",
        dtype: str = "bfloat16",
        min_pixels: int | None = None,
        max_pixels: int | None = None,
        allow_download: bool = False,
    ) -> None:
        try:
            import torch  # pyright: ignore[reportMissingImports]
            import transformers  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise ModelError(
                "local models need torch and transformers: pip install 'tapworld[torch]'"
            ) from error
        self._torch: Any = torch
        self._path = path
        self._options = {
            "dtype": dtype,
            "min_pixels": min_pixels,
            "max_pixels": max_pixels,
            "transformers": transformers.__version__,
        }
        sizes = {
            key: value
            for key, value in (("min_pixels", min_pixels), ("max_pixels", max_pixels))
            if value is not None
        }
        local = not allow_download
        try:
            self._processor = transformers.AutoProcessor.from_pretrained(
                path, local_files_only=local, **sizes
            )
            self._model = transformers.AutoModelForImageTextToText.from_pretrained(
                path,
                torch_dtype=getattr(torch, dtype),
                device_map=device,
                local_files_only=local,
            ).eval()
        except OSError as error:
            raise ModelError(
                f"the weights of {path!r} are not on this machine ({error}); give a folder, or "
                "allow fetching them with --allow-download"
            ) from error
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
        """Generate ``n`` answers; log probabilities are always those of the chosen tokens."""
        with self._lock:
            return self._generate(query)

    def _generate(self, query: Query) -> Reply:
        from PIL import Image

        torch, processor = self._torch, self._processor
        content = [
            {"type": "image"} if part == IMAGE else {"type": "text", "text": part}
            for part in query.parts
        ]
        messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
        if query.system:
            text = [{"type": "text", "text": query.system}]
            messages.insert(0, {"role": "system", "content": text})
        prompt = processor.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        image = Image.fromarray(query.picture.pixels)
        inputs = processor(text=[prompt + query.guide], images=[image], return_tensors="pt").to(
            self._model.device
        )
        sampled = query.temperature > 0
        options: dict[str, Any] = {"temperature": query.temperature} if sampled else {}
        with torch.inference_mode():
            made = self._model.generate(
                **inputs,
                do_sample=sampled,
                num_return_sequences=query.n,
                max_new_tokens=query.max_tokens,
                return_dict_in_generate=True,
                output_scores=query.logprobs,
                **options,
            )
        start = inputs["input_ids"].shape[1]
        new = made.sequences[:, start:]
        texts = processor.batch_decode(
            new, skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        ends = [self._length(row) for row in new]
        logprobs: list[tuple[float, ...]] = [()] * len(texts)
        if query.logprobs:
            scores = self._model.compute_transition_scores(
                made.sequences, made.scores, normalize_logits=True
            )
            logprobs = [
                tuple(float(value) for value in row[:end])
                for row, end in zip(scores, ends, strict=True)
            ]
        found = tuple(
            Completion(self._clean(query.guide + text), values)
            for text, values in zip(texts, logprobs, strict=True)
        )
        return Reply(found, Usage(int(start), sum(ends)))

    def _length(self, row: Any) -> int:
        pad = self._processor.tokenizer.pad_token_id
        return int((row != pad).sum())

    def _clean(self, text: str) -> str:
        # Marks such as <|box_start|> are part of an answer; those that end a turn are not.
        for mark in ("<|im_end|>", "<|endoftext|>", self._processor.tokenizer.eos_token or ""):
            if mark:
                text = text.replace(mark, "")
        return text.strip()
