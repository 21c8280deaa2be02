"""Vision-language models of the Qwen families from a folder, and what they are fed.

Tokenizer and image processor are used one by one: the families' own processor also wants a video
processor, which needs torchvision, though no video is ever shown. Needs ``tapworld[torch]``;
nothing is imported before a model is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tapworld_eval.grounding.errors import ModelError

__all__ = ["FAMILIES", "Weights", "load_weights", "needs_torch"]

#: ``model_type`` of the families; UI-TARS, UI-Venus, GTA1, Holo, OS-Atlas-7B and UGround-V1 are
#: of these.
FAMILIES: Final = ("qwen2_vl", "qwen2_5_vl", "qwen3_vl")
_DTYPES: Final = ("auto", "float32", "bfloat16", "float16")
Messages = Sequence[Mapping[str, Any]]


def needs_torch(what: str) -> tuple[Any, Any]:
    """The modules torch and transformers.

    Raises:
        ModelError: One is not installed; the message says how to get it.
    """
    try:
        import torch
        import transformers
    except ImportError as error:
        raise ModelError(
            f"{what} needs torch and transformers: pip install 'tapworld[torch]'"
        ) from error
    return torch, transformers


@dataclass(frozen=True, eq=False)
class Weights:
    """A loaded model with what turns words and pixels into its inputs.

    Attributes:
        path: Where it came from.
        model: The network, in evaluation mode.
        tokenizer: Its tokenizer, with a chat template.
        image_processor: Its image processor.
    """

    path: str
    model: Any
    tokenizer: Any
    image_processor: Any

    def prompt(self, messages: Messages) -> str:
        """Messages as text, up to where the model's turn begins.

        Raises:
            ModelError: The tokenizer has no chat template.
        """
        if not self.tokenizer.chat_template:
            raise ModelError(f"{self.path}: its tokenizer has no chat template")
        return self.tokenizer.apply_chat_template(
            list(messages), tokenize=False, add_generation_prompt=True
        )

    def inputs(self, text: str, pixels: NDArray[np.uint8]) -> dict[str, Any]:
        """Model inputs for a text with one image mark.

        Args:
            text: From :meth:`prompt`, and whatever the reply is made to begin with.
            pixels: (height, width, 3), uint8 RGB.

        Returns:
            ``input_ids``, ``attention_mask``, ``mm_token_type_ids`` of shape (1, P),
            ``pixel_values``, ``image_grid_thw``, on the model's device.
        """
        import torch
        from PIL import Image

        config = self.model.config
        mark = self.tokenizer.convert_ids_to_tokens(config.image_token_id)
        if text.count(mark) != 1:
            raise ModelError(f"{self.path}: the prompt must hold {mark} once, got {text!r}")
        picture = self.image_processor(images=[Image.fromarray(pixels)], return_tensors="pt")
        grid = picture["image_grid_thw"]
        tokens = int(grid[0].prod()) // self.image_processor.merge_size**2
        ids = self.tokenizer(
            text.replace(mark, mark * tokens), add_special_tokens=False, return_tensors="pt"
        )["input_ids"]
        fed = {
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
            "mm_token_type_ids": (ids == config.image_token_id).int(),
            "pixel_values": picture["pixel_values"].to(self.model.dtype),
            "image_grid_thw": grid,
        }
        return {name: value.to(self.model.device) for name, value in fed.items()}

    def ends(self) -> frozenset[int]:
        """Tokens that end a reply."""
        said = self.model.generation_config.eos_token_id
        found = set(said if isinstance(said, list) else [said])
        found |= {self.tokenizer.eos_token_id}
        return frozenset(token for token in found if token is not None)


def load_weights(
    path: str,
    *,
    device: str = "auto",
    dtype: str = "auto",
    min_pixels: int | None = None,
    max_pixels: int | None = None,
    allow_download: bool = False,
) -> Weights:
    """Load a model of one of :data:`FAMILIES`.

    Args:
        path: Folder of the weights, or a name that is already in the local cache.
        device: ``cpu``, ``cuda``, ``cuda:1``; ``auto``: the first GPU if there is one.
        dtype: ``float32``, ``bfloat16``, ``float16``; ``auto``: bfloat16 on a GPU, float32 on a
            CPU, where half precision is slow.
        min_pixels: Least area for the image processor; its own when ``None``.
        max_pixels: Greatest area for the image processor; its own when ``None``.
        allow_download: Whether missing weights may be fetched.

    Raises:
        ModelError: The extra is not installed, the weights are not there, or they are of another
            family.
    """
    torch, transformers = needs_torch("a local model")
    if dtype not in _DTYPES:
        raise ModelError(f"dtype must be one of {', '.join(_DTYPES)}, got {dtype!r}")
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if dtype == "auto":
        dtype = "float32" if device == "cpu" else "bfloat16"
    sizes = {
        key: value
        for key, value in (("min_pixels", min_pixels), ("max_pixels", max_pixels))
        if value is not None
    }
    local = {"local_files_only": not allow_download}
    try:
        config = transformers.AutoConfig.from_pretrained(path, **local)
        if config.model_type not in FAMILIES:
            raise ModelError(
                f"{path} is a {config.model_type!r}; local models are of the families "
                f"{', '.join(FAMILIES)}"
            )
        tokenizer = transformers.AutoTokenizer.from_pretrained(path, **local)
        image_processor = transformers.AutoImageProcessor.from_pretrained(path, **local, **sizes)
        model = transformers.AutoModelForImageTextToText.from_pretrained(
            path, dtype=getattr(torch, dtype), **local
        )
    except OSError as error:
        raise ModelError(
            f"the weights of {path!r} are not on this machine ({error}); give a folder, or "
            "allow fetching them with --allow-download"
        ) from error
    if not tokenizer.chat_template:
        tokenizer.chat_template = _older_template(transformers, path, local)
    return Weights(path, model.to(device).eval(), tokenizer, image_processor)


def _older_template(transformers: Any, path: str, local: Mapping[str, bool]) -> str | None:
    """The chat template of checkpoints that keep it in a file of the processor."""
    file = transformers.utils.cached_file(
        path, "chat_template.json", _raise_exceptions_for_missing_entries=False, **local
    )
    if file is None:
        return None
    with open(file, encoding="utf-8") as text:  # noqa: PTH123  (a path from the cache)
        return json.load(text)["chat_template"]
