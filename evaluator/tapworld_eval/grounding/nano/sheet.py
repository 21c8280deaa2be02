"""A drawing surface for made-up screens of a phone, in the phone's own type.

Lengths are pixels of the model's size; drawing is twice as fine and shrunk at the end, as the
phone's photographs are. Every letter's place is kept, and everything that can be asked for.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano.drawing import TALL, Glyph, Item, Picture

__all__ = ["Look", "Sheet", "draw_look"]

Colour = tuple[int, int, int]
_FINER = 2
# Data of the package that shows the phone; nothing of the phone itself is needed to read it.
_FONT = "devices/handset/bundle/roboto-latin-{}-normal.woff2"


@dataclass(frozen=True)
class Look:
    """Colours and measures of a screen.

    Attributes:
        ground: Of the screen.
        surface: Of cards and fields.
        ink: Of titles.
        faint: Of second lines.
        line: Of dividers and frames.
        accent: Of what is chosen or pressed.
        radius: Of corners.
        scale: Of text.
    """

    ground: Colour
    surface: Colour
    ink: Colour
    faint: Colour
    line: Colour
    accent: Colour
    radius: int
    scale: float


def draw_look(draw: random.Random) -> Look:
    """Some look, dark or light."""
    dark = draw.random() < 0.45
    base = draw.randrange(0, 38) if dark else draw.randrange(232, 256)
    step = draw.choice((0, 8, 14, 22)) * (1 if dark else -1)
    ink = draw.randrange(215, 256) if dark else draw.randrange(0, 45)

    def grey(value: float, most: int = 8) -> Colour:
        red, green, blue = (round(value) + draw.randint(-most, most) for _ in range(3))
        return _byte(red), _byte(green), _byte(blue)

    accent = [draw.randrange(110, 256) if dark else draw.randrange(0, 190) for _ in range(3)]
    return Look(
        grey(base),
        grey(base + step),
        grey(ink),
        grey(ink * 0.62 + base * 0.38),
        grey(ink * draw.choice((0.15, 0.25, 0.6)) + base * 0.8, 3),
        (accent[0], accent[1], accent[2]),
        draw.choice((0, 2, 4, 8, 12)),
        draw.choice((0.85, 1.0, 1.0, 1.0, 1.15, 1.3)),
    )


def _byte(value: int) -> int:
    return min(255, max(0, value))


@lru_cache(maxsize=256)
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    path = Path(str(files("tapworld_env"))) / _FONT.format(weight)
    try:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise ModelError(
            f"the phone's font {path.name} cannot be read ({error}); it comes with the apps' "
            "bundle: make apps"
        ) from error


@lru_cache(maxsize=8192)
def _advance(letter: str, size: int, weight: int) -> float:
    return _font(size, weight).getlength(letter)


class Sheet:
    """A screen that is being drawn.

    Args:
        look: Its colours and measures.
    """

    def __init__(self, look: Look) -> None:
        self.look = look
        self.wide, self.high = TALL
        self.items: list[Item] = []
        self._glyphs: list[Glyph] = []
        self._image = Image.new("RGB", (self.wide * _FINER, self.high * _FINER), look.ground)
        self._pen = ImageDraw.Draw(self._image)

    def panel(
        self, box: Box, fill: Colour | None, *, line: Colour | None = None, radius: float = 0
    ) -> None:
        """A filled or framed rectangle."""
        corners = tuple(v * _FINER for v in box)
        if corners[2] > corners[0] and corners[3] > corners[1]:
            self._pen.rounded_rectangle(corners, radius * _FINER, fill, line, _FINER)

    def disc(self, box: Box, fill: Colour | None, *, line: Colour | None = None) -> None:
        """A filled or framed ellipse."""
        self._pen.ellipse(tuple(v * _FINER for v in box), fill, line, round(1.5 * _FINER))

    def lines(self, points: list[tuple[float, float]], ink: Colour, width: float = 1.5) -> None:
        """A line through points."""
        fine = [(x * _FINER, y * _FINER) for x, y in points]
        self._pen.line(fine, ink, round(width * _FINER), joint="curve")

    def solid(self, points: list[tuple[float, float]], fill: Colour | None, line: Colour) -> None:
        """A polygon."""
        self._pen.polygon([(x * _FINER, y * _FINER) for x, y in points], fill, line, _FINER)

    def size(self, points: float) -> float:
        """A text size in this look."""
        return points * self.look.scale

    def width(self, text: str, size: float, weight: int = 400) -> float:
        """How wide a text is."""
        fine = round(size * _FINER)
        return sum(_advance(letter, fine, weight) for letter in text) / _FINER

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        ink: Colour,
        *,
        weight: int = 400,
        anchor: str = "l",
        most: float = 1e9,
    ) -> float:
        """Write a line, cut with an ellipsis where it is too wide, and note its letters.

        Args:
            at: Left, middle or right end of the line, and its middle's height.
            text: What.
            size: Of the type.
            ink: Colour.
            weight: 400, 500 or 700.
            anchor: ``l``, ``m`` or ``r``.
            most: Greatest width.

        Returns:
            The width.
        """
        shown = text
        while len(shown) > 1 and self.width(shown, size, weight) > most:
            shown = shown.removesuffix("…")[:-1].rstrip() + "…"
        wide = self.width(shown, size, weight)
        x = start = at[0] - {"l": 0.0, "m": wide / 2, "r": wide}[anchor]
        font = _font(round(size * _FINER), weight)
        self._pen.text((x * _FINER, at[1] * _FINER), shown, ink, font, anchor="lm")
        for letter in shown:
            end = start + self.width(letter, size, weight)
            if letter not in " …":
                self._glyphs.append(Glyph(letter, (start + end) / 2, at[1]))
            start = end
        return wide

    def ask(self, words: str, box: Box) -> None:
        """Something can be asked for."""
        self.items.append(Item(words, box))

    def cover(self, box: Box, fill: Colour | None, *, line: Colour | None = None) -> None:
        """Paint over a part: what lies there can no longer be asked for nor read."""
        self.panel(box, fill, line=line)
        self.forget(box)

    def forget(self, box: Box) -> None:
        """What has its middle here is covered; what reaches into a whole-width part is cut."""
        left, top, right, bottom = box
        kept = []
        for item in self.items:
            a, b, c, d = item.box
            if left <= (a + c) / 2 <= right and top <= (b + d) / 2 <= bottom:
                continue
            if left <= a and c <= right:
                b, d = (max(b, bottom), d) if top <= b <= bottom else (b, d)
                b, d = (b, min(d, top)) if top <= d <= bottom else (b, d)
            kept.append(replace(item, box=(a, b, c, d)))
        self.items = kept
        self._glyphs = [
            one for one in self._glyphs if not (left <= one.x <= right and top <= one.y <= bottom)
        ]

    def dim(self) -> None:
        """Darken all there is: nothing of it can be asked for."""
        self._image = Image.eval(self._image, lambda value: value * 2 // 5)
        self._pen = ImageDraw.Draw(self._image)
        self.items = []

    def picture(self) -> Picture:
        """The screen at the model's size; what is meant by the same words as another is left out.

        Something that is asked for in several ways is one item a way.
        """
        small = self._image.resize(TALL, Image.Resampling.BICUBIC)
        counts = Counter(item.words.casefold() for item in self.items)
        items = tuple(
            replace(item, box=self._within(item.box))
            for item in self.items
            if counts[item.words.casefold()] == 1 and self._shows(item.box)
        )
        glyphs = tuple(
            one for one in self._glyphs if 0 <= one.x < self.wide and 0 <= one.y < self.high
        )
        return Picture(np.array(small), items, glyphs)

    def _within(self, box: Box) -> Box:
        left, top, right, bottom = box
        return max(left, 0.0), max(top, 0.0), min(right, self.wide), min(bottom, self.high)

    def _shows(self, box: Box) -> bool:
        left, top, right, bottom = self._within(box)
        return right - left >= 6 and bottom - top >= 6
