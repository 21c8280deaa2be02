"""The report's pictures: made small, kept once each, and bounded together."""

from __future__ import annotations

import base64
import hashlib
import io
from pathlib import Path

from PIL import Image, UnidentifiedImageError

__all__ = ["ImageStore"]

_QUALITY = 58


class ImageStore:
    """Pictures by content, up to a number of bytes.

    Args:
        most_bytes: Bytes of all pictures together, before base64 adds a third.
        width: Pixels; wider ones are scaled down.
    """

    def __init__(self, most_bytes: int, *, width: int = 420) -> None:
        self._most = most_bytes
        self._width = width
        self._data: dict[str, bytes] = {}
        self._bytes = 0
        self.left_out = 0

    @property
    def full(self) -> bool:
        """Whether pictures had to be left out."""
        return self._bytes >= self._most

    def add(self, path: Path) -> str | None:
        """Take a picture; its key, or ``None`` when it is missing or there is no room."""
        try:
            original = path.read_bytes()
        except OSError:
            return None
        key = hashlib.sha256(original).hexdigest()[:16]
        if key in self._data:
            return key
        if self.full:
            self.left_out += 1
            return None
        try:
            small = self._shrink(original)
        except UnidentifiedImageError:
            return None
        self._data[key] = small
        self._bytes += len(small)
        return key

    def to_json(self) -> dict[str, str]:
        """Key -> data URL."""
        return {
            key: "data:image/webp;base64," + base64.b64encode(data).decode("ascii")
            for key, data in self._data.items()
        }

    def _shrink(self, data: bytes) -> bytes:
        with Image.open(io.BytesIO(data)) as image:
            if image.width <= self._width:
                return data
            size = (self._width, round(image.height * self._width / image.width))
            small = image.convert("RGB").resize(size, Image.Resampling.BILINEAR, reducing_gap=2)
        buffer = io.BytesIO()
        small.save(buffer, "WEBP", quality=_QUALITY, method=2)
        return buffer.getvalue()
