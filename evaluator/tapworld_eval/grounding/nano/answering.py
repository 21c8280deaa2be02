"""The nano model behind the interface that every grounding model has."""

from __future__ import annotations

import hashlib
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.models.base import Completion, Query, Reply, Usage
from tapworld_eval.grounding.nano import vocabulary
from tapworld_eval.grounding.nano.packing import prefix_positions, question_tokens
from tapworld_eval.grounding.nano.patches import TOKEN, cut_patches, shown
from tapworld_eval.grounding.nano.shipping import SHIPPED, load
from tapworld_eval.grounding.nano.viewing import MOST_VIEWS, agreed, looks, points
from tapworld_eval.grounding.nano.vocabulary import answer_of
from tapworld_eval.grounding.prompts import IMAGE

__all__ = ["DEFAULT_VIEWS", "NanoModel", "model_inputs"]

#: Looks at a screen for one greedy answer.
DEFAULT_VIEWS = 5

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
        views: Looks at a screen for one greedy answer, see
            :mod:`tapworld_eval.grounding.nano.viewing`: its point is where most of them agree.
            Sampled answers and those that are no point come from the first look, the screen itself.

    Raises:
        ModelError: torch or transformers is missing, the folder holds no model, or there are not so
            many looks.
    """

    def __init__(self, folder: Path = SHIPPED, *, views: int = DEFAULT_VIEWS) -> None:
        if not 1 <= views <= MOST_VIEWS:
            raise ModelError(f"a screen is looked at 1 to {MOST_VIEWS} times, not {views}")
        self._views = views
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
        """The weights' digest, and the looks if there are several."""
        views = {"views": self._views} if self._views > 1 else {}
        return {"kind": "nano", "weights": self._digest, **views}

    def ask(self, query: Query) -> Reply:
        """Generate ``n`` answers; log probabilities are those of the chosen tokens.

        The same query is given the same draws: their seed is made from the picture and the words.
        Of several looks, tokens and probabilities are those of the look that was agreed with, its
        point is brought back to the screen.
        """
        words = "\n".join(part for part in query.parts if part != IMAGE)
        small = shown(query.picture.pixels)
        views = 1 if query.temperature > 0 else self._views
        inputs = _together([model_inputs(look, words) for look in looks(small, views)])
        with self._lock:
            made = self._generate(inputs, words, query)
        return _agreed(made, (small.shape[1], small.shape[0]), query.n) if views > 1 else made

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
        copies = query.n if not sampled and len(found) == 1 else 1
        return Reply(tuple(found * copies), Usage(start * len(inputs["input_ids"]), spent))


def _together(each: list[dict[str, Any]]) -> dict[str, Any]:
    """The inputs of several looks in one batch: they are of one length."""
    import torch

    return {name: torch.cat([one[name] for one in each]) for name in each[0]}


def _agreed(reply: Reply, size: tuple[int, int], copies: int) -> Reply:
    """One answer of those of several looks."""
    said = [one.text for one in reply.completions]
    found = points(said, size)
    together = None if found[0] is None else agreed(found, size)
    if together is None:
        return Reply(reply.completions[:1] * copies, reply.usage)
    chosen, point = together
    text = answer_of(point[0] / size[0], point[1] / size[1])
    return Reply((replace(reply.completions[chosen], text=text),) * copies, reply.usage)
