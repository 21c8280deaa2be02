"""An image as the vision tower takes it: resized, normalised, cut into patches; numpy only.

The same as the family's image processor does (patch 16, merge 2, one frame, mean and standard
deviation one half), at a hundredth of its time for pre-drawn screens.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tapworld_eval.grounding.resize import Size, smart_resize

__all__ = ["MAX_PIXELS", "MERGE", "MIN_PIXELS", "PATCH", "TOKEN", "cut_patches", "grid_of", "shown"]

PATCH = 16
MERGE = 2
TOKEN = PATCH * MERGE  # pixels to a side of what one visual token sees
MIN_PIXELS = 448 * 224
MAX_PIXELS = 288 * 640  # brings 1080x2400 to 288x640


def shown(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The image in the size at which the model sees it (bicubic, as the processor).

    Examples:
        >>> shown(np.zeros((2400, 1080, 3), np.uint8)).shape
        (640, 288, 3)
        >>> shown(np.zeros((224, 448, 3), np.uint8)).shape
        (224, 448, 3)
    """
    high, wide = pixels.shape[:2]
    tall, broad = smart_resize(high, wide, TOKEN, MIN_PIXELS, MAX_PIXELS)
    if (tall, broad) == (high, wide):
        return pixels
    image = Image.fromarray(np.ascontiguousarray(pixels))
    return np.asarray(image.resize((broad, tall), Image.Resampling.BICUBIC))


def grid_of(size: Size) -> tuple[int, int]:
    """Rows and columns of visual tokens for a width and height that are multiples of 32."""
    return size[1] // TOKEN, size[0] // TOKEN


def cut_patches(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches in the order of the merging: four neighbours follow one another.

    Args:
        pixels: (height, width, 3) or (n, height, width, 3), sides multiples of 32.

    Returns:
        (patches, 768), between -1 and 1; the images' patches follow one another.

    Examples:
        >>> cut_patches(np.zeros((224, 448, 3), np.uint8)).shape
        (392, 768)
    """
    many = pixels if pixels.ndim == 4 else pixels[None]
    count, high, wide, _ = many.shape
    rows, columns = high // TOKEN, wide // TOKEN
    parts = many.reshape(count, rows, MERGE, PATCH, columns, MERGE, PATCH, 3)
    ordered = parts.transpose(0, 1, 4, 2, 5, 7, 3, 6)
    flat = ordered.reshape(count * rows * columns * MERGE * MERGE, 3 * PATCH * PATCH)
    return flat.astype(np.float32) / np.float32(127.5) - np.float32(1)
