"""The network: a small ``Qwen3VLForConditionalGeneration`` from a configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano import vocabulary
from tapworld_eval.grounding.nano.patches import MERGE, PATCH

if TYPE_CHECKING:
    from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration

__all__ = ["AUXILIARY_LAYER", "nano_config", "needed", "new_model"]

AUXILIARY_LAYER = 2  # decoder layers below the auxiliary losses


def needed() -> None:
    """Say what to install where torch or transformers is missing.

    Raises:
        ModelError: One of them is not there.
    """
    try:
        import torch  # noqa: F401
        import transformers  # noqa: F401
    except ImportError as error:
        raise ModelError(
            f"the nano model needs torch and transformers ({error}): pip install 'tapworld[torch]'"
        ) from error


def nano_config(
    *, text: dict[str, Any] | None = None, vision: dict[str, Any] | None = None
) -> Qwen3VLConfig:
    """The configuration: 1.5 million parameters.

    The vision tower has a learned table of absolute positions; a rope base of 50 suits the few
    dozen positions there are.

    Args:
        text: Fields of the text configuration to change.
        vision: Fields of the vision configuration to change.
    """
    needed()
    from transformers import Qwen3VLConfig

    hidden = (text or {}).get("hidden_size", 128)
    return Qwen3VLConfig(
        text_config={
            "vocab_size": vocabulary.SIZE,
            "hidden_size": 128,
            "intermediate_size": 256,
            "num_hidden_layers": 4,
            "num_attention_heads": 4,
            "num_key_value_heads": 4,
            "head_dim": 32,
            "max_position_embeddings": 2048,
            "rope_parameters": {
                "rope_type": "default",
                "rope_theta": 50.0,
                "mrope_section": [6, 5, 5],
                "mrope_interleaved": True,
            },
            "pad_token_id": vocabulary.PAD,
            "bos_token_id": vocabulary.START,
            "eos_token_id": vocabulary.END,
            **(text or {}),
        },
        vision_config={
            "depth": 3,
            "hidden_size": 96,
            "intermediate_size": 256,
            "num_heads": 3,
            "patch_size": PATCH,
            "spatial_merge_size": MERGE,
            "temporal_patch_size": 1,
            "out_hidden_size": hidden,
            "num_position_embeddings": 576,
            "deepstack_visual_indexes": [1],
            **(vision or {}),
        },
        image_token_id=vocabulary.IMAGE_PAD,
        video_token_id=vocabulary.VIDEO_PAD,
        vision_start_token_id=vocabulary.VISION_START,
        vision_end_token_id=vocabulary.VISION_END,
        tie_word_embeddings=False,
    )


def new_model(config: Qwen3VLConfig, seed: int) -> Qwen3VLForConditionalGeneration:
    """A model with fresh weights that the seed decides."""
    needed()
    import torch
    from transformers import Qwen3VLForConditionalGeneration

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen3VLForConditionalGeneration(config)
    model.generation_config.eos_token_id = vocabulary.END
    model.generation_config.pad_token_id = vocabulary.PAD
    return model
