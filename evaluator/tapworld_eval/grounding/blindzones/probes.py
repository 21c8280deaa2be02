"""Probe images: a drawn target at a known place on a real screen, made lazily.

An instance is (background, format, cell), numbered; nothing random enters, so the n-th probe of
equal inputs is always the same image. A probe is pasted onto the background and what it covered
is put back afterwards: no copy of the screen, no encoding unless the model wants a file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tapworld_eval.grounding.blindzones.grid import Grid
from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import BlindZoneError

__all__ = ["PROBE_FORMATS", "Probe", "Prober", "draw_probe", "read_backgrounds"]

#: Format -> instruction (ScreenHaystack, appendix B.1).
PROBE_FORMATS = {
    "icon": "A red five-pointed star shape.",
    "embedded": "the OK icon, a red circle with white text 'OK'.",
    "labelled": (
        "the clock icon, a white circle with black hour hand pointing to 3 o'clock and minute "
        "hand pointing to 12 o'clock, with text 'clock' on the right."
    ),
}
_FINER = 4  # drawn so much larger, then shrunk: smooth edges

Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class Probe:
    """One instance.

    Attributes:
        index: Its number.
        background: Number of the background.
        format: Key of :data:`PROBE_FORMATS`.
        cell: The grid cell.
        box: The target, in pixels.
        instruction: What is asked.
    """

    index: int
    background: int
    format: str
    cell: int
    box: Box
    instruction: str


@lru_cache(maxsize=32)
def draw_probe(format: str, side: int) -> tuple[Pixels, NDArray[np.float32]]:  # noqa: A002
    """The picture of a probe and its opacity.

    Args:
        format: Key of :data:`PROBE_FORMATS`.
        side: Height in pixels; a labelled icon is wider.

    Returns:
        (height, width, 3) uint8, and (height, width, 1) float32 between 0 and 1.

    Raises:
        BlindZoneError: Unknown format, or too small to see.
    """
    if format not in PROBE_FORMATS:
        known = ", ".join(PROBE_FORMATS)
        raise BlindZoneError(f"unknown probe format {format!r}; choose one of {known}")
    if side < 8:
        raise BlindZoneError(f"a probe of {side} pixels cannot be seen; take 8 or more")
    fine = side * _FINER
    width = fine if format != "labelled" else round(fine * 2.6)
    image = Image.new("RGBA", (width, fine), (255, 255, 255, 0))
    pen = ImageDraw.Draw(image)
    red = (214, 32, 32, 255)
    if format == "icon":
        angles = np.pi * (np.arange(10) / 5 - 0.5)
        radii = np.where(np.arange(10) % 2 == 0, 0.5, 0.2) * fine
        points = [
            (fine / 2 + r * np.cos(a), fine * 0.53 + r * np.sin(a))
            for r, a in zip(radii, angles, strict=True)
        ]
        pen.polygon(points, fill=red)
    elif format == "embedded":
        pen.ellipse((0, 0, fine - 1, fine - 1), fill=red)
        font = ImageFont.load_default(fine * 0.5)
        pen.text((fine / 2, fine / 2), "OK", (255, 255, 255, 255), font, anchor="mm")
    else:
        pen.rectangle((0, 0, width, fine), fill=(255, 255, 255, 255))
        edge, middle = fine * 0.05, fine / 2
        line = max(2, round(fine * 0.06))
        black = (0, 0, 0, 255)
        pen.ellipse((edge, edge, fine - edge, fine - edge), (255, 255, 255, 255), black, line)
        pen.line((middle, middle, middle + fine * 0.26, middle), black, line)
        pen.line((middle, middle, middle, middle - fine * 0.38), black, line)
        font = ImageFont.load_default(fine * 0.55)
        pen.text((fine * 1.1, middle), "clock", black, font, anchor="lm")
    small = np.asarray(image.resize((round(width / _FINER), side), Image.Resampling.BOX))
    return small[..., :3].copy(), (small[..., 3:] / 255).astype(np.float32)


def read_backgrounds(folder: Path, limit: int | None = None) -> list[Path]:
    """The image files of a folder, by name.

    Raises:
        BlindZoneError: There are none.
    """
    kinds = {".png", ".jpg", ".jpeg", ".webp"}
    found = sorted(p for p in folder.rglob("*") if p.suffix.lower() in kinds)
    if not found:
        raise BlindZoneError(f"{folder} holds no screenshots (png, jpg or webp)")
    return found[:limit]


class Prober:
    """All instances over some backgrounds.

    Args:
        backgrounds: RGB images, (height, width, 3) each.
        grid: The grid; every cell is probed once with each background and format.
        formats: Which formats.
        side: Height of a probe in pixels; by default a 40th of the shorter side of each
            background, at least 16.
    """

    def __init__(
        self,
        backgrounds: Sequence[Pixels],
        grid: Grid | None = None,
        formats: Sequence[str] = tuple(PROBE_FORMATS),
        side: int | None = None,
    ) -> None:
        if not backgrounds:
            raise BlindZoneError("probing needs a background")
        unknown = [name for name in formats if name not in PROBE_FORMATS]
        if unknown or not formats:
            raise BlindZoneError(
                f"unknown probe format {', '.join(unknown) or '(none)'}; choose among "
                f"{', '.join(PROBE_FORMATS)}"
            )
        self.grid = grid or Grid()
        self.formats = tuple(formats)
        self._backgrounds = [np.array(image, dtype=np.uint8) for image in backgrounds]
        self._side = side

    def __len__(self) -> int:
        """Backgrounds x formats x cells."""
        return len(self._backgrounds) * len(self.formats) * self.grid.cells

    @property
    def layers(self) -> int:
        """Probes a cell: backgrounds x formats."""
        return len(self._backgrounds) * len(self.formats)

    def identity(self) -> dict[str, Any]:
        """Everything that decides the images."""
        return {
            "backgrounds": [
                {
                    "size": [image.shape[1], image.shape[0]],
                    "sha256": hashlib.sha256(image.tobytes()).hexdigest()[:16],
                }
                for image in self._backgrounds
            ],
            "columns": self.grid.columns,
            "rows": self.grid.rows,
            "formats": list(self.formats),
            "sides": [self._probe_side(number) for number in range(len(self._backgrounds))],
        }

    def probe(self, index: int) -> Probe:
        """The instance of a number; background changes slowest, the cell fastest."""
        if not 0 <= index < len(self):
            raise BlindZoneError(f"there are {len(self)} probes, so no number {index}")
        rest, cell = divmod(index, self.grid.cells)
        background, number = divmod(rest, len(self.formats))
        format_ = self.formats[number]
        high, wide = self._backgrounds[background].shape[:2]
        picture, _ = draw_probe(format_, self._probe_side(background))
        size = picture.shape[1], picture.shape[0]
        left, top = self.grid.place(cell, size, (wide, high))
        box = (float(left), float(top), float(left + size[0]), float(top + size[1]))
        return Probe(index, background, format_, cell, box, PROBE_FORMATS[format_])

    def images(self, indices: Iterable[int]) -> Iterator[tuple[Probe, Pixels]]:
        """Instances with their images.

        The image is the background itself with the probe on it; it is put back when the next one
        is asked for. Copy it to keep it.
        """
        for index in indices:
            probe = self.probe(index)
            canvas = self._backgrounds[probe.background]
            left, top, right, bottom = (int(edge) for edge in probe.box)
            part = canvas[top:bottom, left:right]
            before = part.copy()
            picture, opacity = draw_probe(probe.format, self._probe_side(probe.background))
            part[:] = np.rint(before + (picture.astype(np.float32) - before) * opacity)
            try:
                yield probe, canvas
            finally:
                part[:] = before

    def _probe_side(self, background: int) -> int:
        high, wide = self._backgrounds[background].shape[:2]
        return self._side or max(16, round(min(high, wide) / 40))
