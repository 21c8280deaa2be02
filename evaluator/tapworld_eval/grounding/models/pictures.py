"""Cutting a window out of an image, resizing it, and encoding it for sending."""

from __future__ import annotations

import base64
import hashlib
import io
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import FormatError
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.grounding.resize import Size

__all__ = ["Encoding", "Picture", "cut"]

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Encoding:
    """How pixels become bytes; part of a run's identity, since JPEG moves scores.

    Attributes:
        kind: File format.
        quality: For JPEG and WebP; WebP at 101 is lossless.
    """

    kind: Literal["png", "jpeg", "webp"] = "png"
    quality: int = 95

    def __post_init__(self) -> None:
        """Check the quality."""
        if not 1 <= self.quality <= 101:
            raise FormatError(f"quality must lie between 1 and 101, got {self.quality}")

    def encode(self, pixels: Pixels) -> bytes:
        """File bytes of an RGB image of shape (height, width, 3)."""
        if self.kind == "png":
            return encode_png(pixels)
        buffer = io.BytesIO()
        image = Image.fromarray(pixels)
        match self.kind:
            case "jpeg":
                image.save(buffer, "JPEG", quality=min(self.quality, 100))
            case "webp":
                lossless = self.quality > 100
                image.save(buffer, "WEBP", quality=min(self.quality, 100), lossless=lossless)
        return buffer.getvalue()


@dataclass(frozen=True, eq=False)
class Picture:
    """An image on its way to a model; encoded only when somebody asks for the bytes.

    Attributes:
        pixels: (height, width, 3), uint8 RGB.
        encoding: How it becomes bytes.
    """

    pixels: Pixels
    encoding: Encoding = Encoding()

    @property
    def size(self) -> Size:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]

    @cached_property
    def data(self) -> bytes:
        """The encoded bytes."""
        return self.encoding.encode(self.pixels)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the encoded bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def url(self) -> str:
        """A data URL."""
        return f"data:image/{self.encoding.kind};base64,{base64.b64encode(self.data).decode()}"


def cut(pixels: Pixels, window: Box, size: Size) -> Pixels:
    """The part of an image inside a window of whole pixels, brought to a size (bicubic).

    Returns:
        (height, width, 3), uint8; a view when nothing has to be resized.
    """
    left, top, right, bottom = (round(edge) for edge in window)
    part = pixels[top:bottom, left:right]
    if (part.shape[1], part.shape[0]) == size:
        return part
    image = Image.fromarray(np.ascontiguousarray(part))
    return np.asarray(image.resize(size, Image.Resampling.BICUBIC))
