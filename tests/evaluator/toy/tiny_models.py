"""Tiny random models of the three families, as folders that ``transformers`` loads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

MARKS = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>",
    "<|image_pad|>", "<|video_pad|>",
)  # fmt: skip
FAMILIES = ("qwen2_vl", "qwen2_5_vl", "qwen3_vl")
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{% for part in message.content %}{% if part.type == 'image' %}"
    "<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ part.text }}{% endif %}{% endfor %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def tiny_model(family: str, folder: Path, seed: int = 0) -> Path:
    """A model of two layers with its tokenizer and image processor, saved."""
    import torch

    tokenizer = _tokenizer()
    config = _config(family, len(tokenizer))
    torch.manual_seed(seed)
    with torch.random.fork_rng():
        model = _model_class(family)(config).eval()
        # Larger than usual, so that a random model prefers some tokens to others.
        with torch.no_grad():
            model.lm_head.weight.normal_(std=0.5)
    model.generation_config.eos_token_id = 2
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    _image_processor(family).save_pretrained(folder)
    return folder


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models
    from transformers import PreTrainedTokenizerFast

    letters = [*map(chr, range(32, 127)), "\n", "True", "False", "[UNK]"]
    vocabulary = {token: number for number, token in enumerate([*MARKS, *letters])}
    inner = Tokenizer(models.BPE(vocab=vocabulary, merges=[], unk_token="[UNK]"))
    inner.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        unk_token="[UNK]",
        pad_token=MARKS[0],
        eos_token=MARKS[2],
        extra_special_tokens=[*MARKS[1:], "True", "False"],
        chat_template=TEMPLATE,
    )


def _config(family: str, vocabulary: int) -> Any:
    import transformers

    rope = {"rope_type": "default", "rope_theta": 10_000.0, "mrope_section": [1, 1, 2]}
    text = {
        "vocab_size": vocabulary, "hidden_size": 32, "intermediate_size": 48,
        "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
        "max_position_embeddings": 4096, "rope_parameters": rope,
        "eos_token_id": 2, "bos_token_id": 1, "pad_token_id": 0,
    }  # fmt: skip
    marks: dict[str, Any] = {
        "image_token_id": 5, "video_token_id": 6,
        "vision_start_token_id": 3, "vision_end_token_id": 4,
    }  # fmt: skip
    match family:
        case "qwen2_vl":
            vision = {"depth": 1, "embed_dim": 32, "hidden_size": 32, "num_heads": 2}
            vision |= {"mlp_ratio": 2, "patch_size": 14}
            return transformers.Qwen2VLConfig(text_config=text, vision_config=vision, **marks)
        case "qwen2_5_vl":
            vision = {"depth": 1, "hidden_size": 32, "intermediate_size": 48, "num_heads": 2}
            vision |= {"out_hidden_size": 32, "patch_size": 14, "fullatt_block_indexes": [0]}
            return transformers.Qwen2_5_VLConfig(text_config=text, vision_config=vision, **marks)
    vision = {"depth": 1, "hidden_size": 32, "intermediate_size": 48, "num_heads": 2}
    vision |= {"out_hidden_size": 32, "patch_size": 16, "num_position_embeddings": 64}
    vision |= {"deepstack_visual_indexes": [0]}
    text |= {"head_dim": 8, "rope_parameters": {**rope, "mrope_interleaved": True}}
    return transformers.Qwen3VLConfig(text_config=text, vision_config=vision, **marks)


def _model_class(family: str) -> Any:
    import transformers

    return {
        "qwen2_vl": transformers.Qwen2VLForConditionalGeneration,
        "qwen2_5_vl": transformers.Qwen2_5_VLForConditionalGeneration,
        "qwen3_vl": transformers.Qwen3VLForConditionalGeneration,
    }[family]


def _image_processor(family: str) -> Any:
    from transformers import Qwen2VLImageProcessorPil

    patch = 16 if family == "qwen3_vl" else 14
    half = [0.5, 0.5, 0.5]
    return Qwen2VLImageProcessorPil(
        patch_size=patch,
        image_mean=half,
        image_std=half,
        size={"shortest_edge": 4 * (2 * patch) ** 2, "longest_edge": 30 * (2 * patch) ** 2},
    )
