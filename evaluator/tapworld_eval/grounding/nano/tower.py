"""The vision tower for many images of one size at once: the same numbers, in half the time.

The stock forward pass attends image by image, convolves in three dimensions, and interpolates the
table of positions anew each time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torch.nn import functional
from transformers.models.qwen3_vl.modeling_qwen3_vl import apply_rotary_pos_emb_vision
from transformers.vision_utils import (
    get_vision_interpolation_indices_and_weights,
    get_vision_position_ids,
)

if TYPE_CHECKING:
    from transformers.models.qwen3_vl.modeling_qwen3_vl import Qwen3VLVisionModel

__all__ = ["visual_tokens"]


def visual_tokens(
    tower: Qwen3VLVisionModel, patches: Tensor, grid: tuple[int, int]
) -> tuple[Tensor, list[Tensor]]:
    """Merged visual tokens, (images, rows * columns, width), and those of the deepstack levels.

    Args:
        tower: A vision tower.
        patches: (images * patches, values), as of :func:`cut_patches`.
        grid: Rows and columns of visual tokens.
    """
    rows, columns = grid
    per_image = rows * columns * tower.spatial_merge_unit
    kernel = tower.patch_embed.proj
    weight = kernel.weight.flatten(1)
    hidden = functional.linear(patches, weight, kernel.bias).view(-1, per_image, weight.shape[0])
    indices, weights, places = _places(
        grid, tower.num_grid_per_side, tower.spatial_merge_size, tower.interpolation_mode
    )
    hidden = hidden + (tower.pos_embed(indices) * weights[:, :, None]).sum(1)
    cos, sin = tower.rotary_pos_emb(hidden, places)
    levels = dict(zip(tower.deepstack_visual_indexes, tower.deepstack_merger_list, strict=True))
    deep = []
    blocks: Any = tower.blocks
    for number, block in enumerate(blocks):
        hidden = hidden + _attend(block.attn, block.norm1(hidden), cos, sin)
        hidden = hidden + block.mlp(block.norm2(hidden))
        if number in levels:
            deep.append(levels[number](hidden.flatten(0, 1)))
    shape = (len(hidden), rows * columns, -1)
    merged = tower.merger(hidden.flatten(0, 1)).view(shape)
    return merged, [level.view(shape) for level in deep]


def _attend(attention: Any, hidden: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    count, length, width = hidden.shape
    parts = attention.qkv(hidden).view(count, length, 3, attention.num_heads, -1)
    query, key, value = parts.unbind(2)
    query, key = apply_rotary_pos_emb_vision(query, key, cos, sin)
    mixed = functional.scaled_dot_product_attention(
        query.transpose(1, 2), key.transpose(1, 2), value.transpose(1, 2)
    )
    return attention.proj(mixed.transpose(1, 2).reshape(count, length, width))


@lru_cache(maxsize=32)
def _places(
    grid: tuple[int, int], side: int, merge: int, mode: str
) -> tuple[Tensor, Tensor, Tensor]:
    """Which rows of the position table each patch takes, how much of each, and its place."""
    sizes = torch.tensor([[1, grid[0] * merge, grid[1] * merge]])
    indices, weights = get_vision_interpolation_indices_and_weights(
        sizes,
        num_grid_per_side=side,
        mode=mode,
        align_corners=True,
        spatial_merge_size=merge,
        kwargs={},
    )
    return indices, weights, get_vision_position_ids(sizes, merge, kwargs={})
