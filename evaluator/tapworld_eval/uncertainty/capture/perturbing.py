"""The paper's three perturbations of an image."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageEnhance

from tapworld_eval.uncertainty.capture.adapter import Pixels

__all__ = ["perturbed"]

_SATURATION = 1.3
_SIGMA = 8.0
_QUALITY = 50


def perturbed(pixels: Pixels, seed: int) -> tuple[Pixels, Pixels, Pixels]:
    """Saturation x 1.3, normal noise of standard deviation 8, JPEG at quality 50.

    Args:
        pixels: (height, width, 3), uint8 RGB.
        seed: Of the noise.

    Examples:
        >>> grey = np.full((16, 16, 3), 128, np.uint8)
        >>> saturated, noisy, squeezed = perturbed(grey, 0)
        >>> bool((saturated == grey).all()), 6 < float(noisy.std()) < 10
        (True, True)
    """
    image = Image.fromarray(pixels)
    saturated = np.asarray(ImageEnhance.Color(image).enhance(_SATURATION))
    noise = np.random.default_rng(seed).normal(0.0, _SIGMA, pixels.shape)
    noisy = np.clip(np.rint(pixels + noise), 0, 255).astype(np.uint8)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=_QUALITY)
    with Image.open(buffer) as squeezed:
        return saturated, noisy, np.asarray(squeezed.convert("RGB"))
