"""The nano model behind the interface that every grounding model has."""

from __future__ import annotations

import hashlib
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.models.base import Completion, Query, Reply, Usage
from tapworld_eval.grounding.nano import vocabulary
from tapworld_eval.grounding.nano.packing import prefix_positions, question_tokens
from tapworld_eval.grounding.nano.patches import TOKEN, cut_patches, shown
from tapworld_eval.grounding.nano.shipping import SHIPPED, load
from tapworld_eval.grounding.prompts import IMAGE

__all__ = ["NanoModel", "model_inputs"]

_MOST_TOKENS = 16  # a point has nine, True or False one


def model_inputs(pixels: NDArray[np.uint8], words: str) -> dict[str, Any]:
    """What the network's forward pass and ``generate`` take for one question.

    The same tensors as the family's processor makes, without its dependencies.

    Args:
        pixels: (height, width, 3), any size.
        words: The instruction.
    """
    import torch

    small = shown(pixels)
    rows, columns = small.shape[0] // TOKEN, small.shape[1] // TOKEN
    length = prefix_positions((rows, columns)).shape[1]
    head = [vocabulary.START, vocabulary.VISION_START]
    image = [vocabulary.IMAGE_PAD] * (length - 3)
    tokens = torch.tensor([[*head, *image, vocabulary.VISION_END, *question_tokens(words)]])
    return {
        "input_ids": tokens,
        "attention_mask": torch.ones_like(tokens),
        "mm_token_type_ids": (tokens == vocabulary.IMAGE_PAD).long(),
        "pixel_values": torch.from_numpy(cut_patches(small)),
        "image_grid_thw": torch.tensor([[1, 2 * rows, 2 * columns]]),
    }


class NanoModel:
    """The model that ships, or one that ``tapworld nano train`` made.

    It reads the image and the text parts of a query; a system message and examples mean nothing
    to it. Its answers are points on a 0-999 grid.

    Args:
        folder: Where the model is.

    Raises:
        ModelError: torch or transformers is missing, or the folder holds no model.
    """

    def __init__(self, folder: Path = SHIPPED) -> None:
        began = time.perf_counter()
        self._model: Any = load(folder)
        #: Seconds that loading took, torch and transformers included if they were not there yet.
        self.load_seconds = time.perf_counter() - began
        weights = (folder / "model.safetensors").read_bytes()
        self._digest = hashlib.sha256(weights).hexdigest()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Name for tables."""
        return "nano"

    @property
    def network(self) -> Any:
        """The ``Qwen3VLForConditionalGeneration``."""
        return self._model

    def identity(self) -> dict[str, Any]:
        """The weights' digest."""
        return {"kind": "nano", "weights": self._digest}

    def ask(self, query: Query) -> Reply:
        """Generate ``n`` answers; log probabilities are those of the chosen tokens.

        The same query is given the same draws: their seed is made from the picture and the words.
        """
        words = "\n".join(part for part in query.parts if part != IMAGE)
        inputs = model_inputs(query.picture.pixels, words)
        with self._lock:
            return self._generate(inputs, words, query)

    def _generate(self, inputs: dict[str, Any], words: str, query: Query) -> Reply:
        import torch

        sampled = query.temperature > 0
        options = {"temperature": query.temperature, "top_k": 0} if sampled else {}
        pixels = np.ascontiguousarray(query.picture.pixels).tobytes()
        digest = hashlib.sha256(words.encode() + pixels).digest()
        with torch.inference_mode(), torch.random.fork_rng(devices=[]):
            torch.manual_seed(int.from_bytes(digest[:7], "big"))
            made = self._model.generate(
                **inputs,
                do_sample=sampled,
                num_return_sequences=query.n if sampled else 1,
                max_new_tokens=min(query.max_tokens, _MOST_TOKENS),
                return_dict_in_generate=True,
                output_logits=True,
                **options,
            )
            logits = torch.stack(made.logits, dim=1).log_softmax(-1)
        start = inputs["input_ids"].shape[1]
        found = []
        spent = 0
        for row, scores in zip(made.sequences[:, start:].tolist(), logits, strict=True):
            end = row.index(vocabulary.END) + 1 if vocabulary.END in row else len(row)
            chosen = tuple(float(scores[at, token]) for at, token in enumerate(row[:end]))
            text = vocabulary.decode(row[:end])
            found.append(Completion(text, chosen if query.logprobs else ()))
            spent += end
        copies = query.n if not sampled else 1
        return Reply(tuple(found * copies), Usage(start, spent))
