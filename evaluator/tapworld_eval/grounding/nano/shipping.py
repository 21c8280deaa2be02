"""A trained model as a folder that ``transformers`` loads: weights, tokenizer, processor, template.

Weights are stored in half precision and computed in float32: ``config.json`` says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano import vocabulary
from tapworld_eval.grounding.nano.model import needed
from tapworld_eval.grounding.nano.patches import MAX_PIXELS, MERGE, MIN_PIXELS, PATCH
from tapworld_eval.rollouts.files import write_whole

if TYPE_CHECKING:
    from transformers import Qwen3VLForConditionalGeneration

__all__ = ["SHIPPED", "load", "save", "size_mb"]

#: The folder of the model that ships.
SHIPPED = Path(__file__).parent / "weights"

CHAT_TEMPLATE = """\
{%- for message in messages -%}
<|im_start|>
{%- if message.content is string -%}{{ message.content }}
{%- else -%}
{%- for part in message.content -%}
{%- if part.type == 'image' -%}<|vision_start|><|image_pad|><|vision_end|>
{%- elif part.type == 'text' -%}{{ part.text }}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
<|im_end|>
{%- endfor -%}
{%- if add_generation_prompt -%}<|im_start|>{%- endif -%}
"""


def save(model: Qwen3VLForConditionalGeneration, folder: Path) -> None:
    """Write everything that loading needs.

    Args:
        model: A trained model; it is not changed.
        folder: Made if missing; files of the same names are replaced.
    """
    import torch
    from safetensors.torch import save as to_bytes

    folder.mkdir(parents=True, exist_ok=True)
    weights = {
        name: tensor.detach().to(torch.float16).contiguous()
        for name, tensor in sorted(model.state_dict().items())
    }
    write_whole(folder / "model.safetensors", to_bytes(weights, {"format": "pt"}))
    config = model.config.to_dict()
    config |= {"architectures": ["Qwen3VLForConditionalGeneration"], "dtype": "float32"}
    for part in ("text_config", "vision_config"):
        config[part]["dtype"] = "float32"
    _json(folder / "config.json", config)
    ends = {"eos_token_id": vocabulary.END, "pad_token_id": vocabulary.PAD, "do_sample": False}
    _json(folder / "generation_config.json", ends)
    write_whole(folder / "tokenizer.json", _tokenizer().encode())
    _json(folder / "tokenizer_config.json", _TOKENIZER)
    for name, kind in (
        ("preprocessor", "image_processor"),
        ("video_preprocessor", "video_processor"),
    ):
        _json(folder / f"{name}_config.json", {**_PROCESSOR, **_NAMES[kind]})
    write_whole(folder / "chat_template.jinja", CHAT_TEMPLATE.encode())


def load(folder: Path = SHIPPED) -> Qwen3VLForConditionalGeneration:
    """The model of a folder, ready to answer, in float32.

    Raises:
        ModelError: torch or transformers is missing, or the folder holds no model.
    """
    needed()
    if not (folder / "model.safetensors").is_file():
        raise ModelError(
            f"{folder} holds no model (model.safetensors is missing); make one with tapworld nano "
            "train"
        )
    import torch
    from transformers import Qwen3VLForConditionalGeneration
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()  # it would run for a tenth of a second
    try:
        model = Qwen3VLForConditionalGeneration.from_pretrained(
            folder, dtype=torch.float32, local_files_only=True
        )
    finally:
        if shown:
            logging.enable_progress_bar()
    return model.eval()


def size_mb(folder: Path = SHIPPED) -> float:
    """Megabytes (10^6 bytes) of all files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


_TOKENIZER = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "model_max_length": 2048,
    "pad_token": "<|endoftext|>",
    "eos_token": "<|im_end|>",
    "clean_up_tokenization_spaces": False,
}
_PROCESSOR = {
    "processor_class": "Qwen3VLProcessor",
    "do_convert_rgb": True,
    "do_resize": True,
    "do_rescale": True,
    "do_normalize": True,
    "rescale_factor": 1 / 255,
    "image_mean": [0.5, 0.5, 0.5],
    "image_std": [0.5, 0.5, 0.5],
    "resample": 3,
    "patch_size": PATCH,
    "merge_size": MERGE,
    "temporal_patch_size": 1,
    "size": {"shortest_edge": MIN_PIXELS, "longest_edge": MAX_PIXELS},
}
_NAMES: dict[str, dict[str, Any]] = {
    "image_processor": {"image_processor_type": "Qwen2VLImageProcessor"},
    "video_processor": {"video_processor_type": "Qwen3VLVideoProcessor"},
}


def _tokenizer() -> str:
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    table = {sign: byte for byte, sign in enumerate(_byte_signs())}
    tokenizer = Tokenizer(models.BPE(vocab=table, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(  # pyright: ignore[reportAttributeAccessIssue]
        add_prefix_space=False, use_regex=False
    )
    tokenizer.decoder = decoders.ByteLevel()  # pyright: ignore[reportAttributeAccessIssue]
    for mark in vocabulary.MARKS:
        special = mark.startswith("<|")
        token = AddedToken(mark, special=special, normalized=False)
        (tokenizer.add_special_tokens if special else tokenizer.add_tokens)([token])
    return tokenizer.to_str(pretty=False)


def _byte_signs() -> list[str]:
    """The printable sign that byte-level tokenizers write for each byte."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte) if byte in plain else chr(next(others)) for byte in range(256)]


def _json(path: Path, data: dict[str, Any]) -> None:
    write_whole(path, (json.dumps(data, indent=1, sort_keys=True) + "\n").encode())
