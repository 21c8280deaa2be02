"""Generated screens: icons of a shape and a colour, text-like bars, and rendered words.

A screen is a pure function of its kind and its seed, so that nothing need be stored and training
can go on from any step.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.nano.words import word
from tapworld_eval.grounding.resize import Size

__all__ = [
    "COLOURS",
    "KINDS",
    "SHAPES",
    "TALL",
    "WIDE",
    "Glyph",
    "Item",
    "Kind",
    "Picture",
    "draw_items",
    "draw_screen",
    "free_place",
]

SHAPES = ("circle", "square", "triangle", "diamond", "star", "cross", "ring", "arrow")
COLOURS = {
    "red": (214, 40, 40),
    "green": (40, 150, 60),
    "blue": (40, 90, 210),
    "yellow": (240, 205, 40),
    "orange": (240, 130, 20),
    "purple": (130, 60, 180),
    "black": (25, 25, 25),
    "grey": (135, 135, 135),
    "pink": (240, 120, 180),
    "brown": (120, 75, 40),
}
WIDE: Size = (448, 224)
TALL: Size = (288, 640)
_FINER = 2  # icons are drawn so much larger, then shrunk: smooth edges


@dataclass(frozen=True)
class Kind:
    """What is on a screen.

    Attributes:
        size: Width and height in pixels.
        icons: Fewest and most icons.
        side: Smallest and largest icon, in pixels.
        alike: Whether icons share shapes and colours with one another as often as possible.
        bars: Fewest and most blocks of text-like bars.
        words: Fewest and most rendered words.
    """

    size: Size
    icons: tuple[int, int]
    side: tuple[int, int]
    alike: bool
    bars: tuple[int, int]
    words: tuple[int, int]


KINDS = {
    "easy": Kind(WIDE, (3, 6), (34, 56), False, (0, 1), (0, 0)),
    "normal": Kind(WIDE, (6, 10), (22, 38), False, (1, 3), (0, 0)),
    "hard": Kind(WIDE, (12, 18), (11, 20), True, (1, 4), (0, 0)),
    "mixed": Kind(WIDE, (4, 9), (12, 40), True, (0, 2), (3, 7)),
    "words": Kind(WIDE, (0, 2), (16, 30), False, (0, 1), (7, 14)),
    "page": Kind(TALL, (2, 7), (12, 34), True, (0, 4), (8, 18)),
}


@dataclass(frozen=True)
class Glyph:
    """One letter of a rendered word: where its middle is, in pixels."""

    letter: str
    x: float
    y: float


@dataclass(frozen=True)
class Item:
    """Something that can be asked for.

    Attributes:
        words: The instruction.
        box: Where the right click lies, in pixels.
        shape: Index in :data:`SHAPES`, or -1.
        colour: Index in :data:`COLOURS`, or -1.
        glyphs: The letters, for a rendered word.
    """

    words: str
    box: Box
    shape: int = -1
    colour: int = -1
    glyphs: tuple[Glyph, ...] = ()


@dataclass(frozen=True, eq=False)
class Picture:
    """A screen with everything that can be asked about it.

    Attributes:
        pixels: (height, width, 3), uint8.
        items: No two have the same words.
        glyphs: Every letter that can be seen, where that is known.
    """

    pixels: NDArray[np.uint8]
    items: tuple[Item, ...]
    glyphs: tuple[Glyph, ...] | None = None


def draw_screen(kind: Kind | str, seed: int | str) -> Picture:
    """The screen of a kind and a seed.

    Examples:
        >>> one = draw_screen("easy", 3)
        >>> one.pixels.shape, one.items == draw_screen("easy", 3).items
        ((224, 448, 3), True)
    """
    kind = KINDS[kind] if isinstance(kind, str) else kind
    draw = random.Random(f"{kind} {seed}")
    dark = draw.random() < 0.25
    ground = tuple(draw.randrange(18, 60) if dark else draw.randrange(215, 256) for _ in range(3))
    image = Image.new("RGB", kind.size, ground)
    taken: list[Box] = []
    items = draw_items(image, kind, draw, taken, ground)
    for _ in range(draw.randint(*kind.bars)):
        _bars(image, draw, taken, dark)
    return Picture(np.array(image), tuple(items))


def draw_items(
    image: Image.Image,
    kind: Kind,
    draw: random.Random,
    taken: list[Box],
    ground: tuple[int, ...] = (128, 128, 128),
) -> list[Item]:
    """Icons and words drawn onto an image at free places, which are added to ``taken``."""
    looks = _looks(kind, draw, ground)
    icons = [_icon(image, look, kind, draw, taken) for look in looks]
    words = _words(image, kind, draw, taken, max(ground) < 100)
    return [*(icon for icon in icons if icon is not None), *words]


def _looks(kind: Kind, draw: random.Random, ground: tuple[int, ...]) -> list[tuple[int, int]]:
    """Different pairs of shape and colour that can be told from the ground."""
    seen = [
        number
        for number, rgb in enumerate(COLOURS.values())
        if sum(abs(a - b) for a, b in zip(rgb, ground, strict=True)) > 150
    ]
    shapes = list(range(len(SHAPES)))
    count = draw.randint(*kind.icons)
    if kind.alike:
        # Few shapes in few colours: every icon has neighbours of its shape and of its colour.
        shapes = draw.sample(shapes, min(len(shapes), 5))
        seen = draw.sample(seen, min(len(seen), 5))
    pairs = [(shape, colour) for shape in shapes for colour in seen]
    return draw.sample(pairs, min(count, len(pairs)))


def free_place(
    size: tuple[float, float], image: Image.Image, draw: random.Random, taken: list[Box]
) -> Box | None:
    """A place for a box of this size that touches nothing, or None after 60 tries."""
    wide, high = size
    if wide + 4 > image.width or high + 4 > image.height:
        return None
    for _ in range(60):
        left = draw.uniform(2, image.width - wide - 2)
        top = draw.uniform(2, image.height - high - 2)
        box = (left, top, left + wide, top + high)
        if not any(
            box[0] < t[2] + 3 and t[0] < box[2] + 3 and box[1] < t[3] + 3 and t[1] < box[3] + 3
            for t in taken
        ):
            taken.append(box)
            return box
    return None


def _icon(
    image: Image.Image, look: tuple[int, int], kind: Kind, draw: random.Random, taken: list[Box]
) -> Item | None:
    side = draw.randint(*kind.side)
    place = free_place((side, side), image, draw, taken)
    if place is None:
        return None
    left, top = round(place[0]), round(place[1])
    shape, colour = look
    name = list(COLOURS)[colour]
    stamp = _stamp(shape, side)
    rgb = tuple(min(255, max(0, v + draw.randint(-14, 14))) for v in COLOURS[name])
    image.paste(rgb, (left, top), stamp)
    box = (float(left), float(top), float(left + side), float(top + side))
    return Item(f"{name} {SHAPES[shape]}", box, shape, colour)


@lru_cache(maxsize=1024)
def _stamp(shape: int, side: int) -> Image.Image:
    fine = side * _FINER
    mask = Image.new("L", (fine, fine), 0)
    pen, end, mid = ImageDraw.Draw(mask), fine - 1, fine / 2
    match SHAPES[shape]:
        case "circle":
            pen.ellipse((0, 0, end, end), fill=255)
        case "square":
            pen.rectangle((fine * 0.06, fine * 0.06, fine * 0.94, fine * 0.94), fill=255)
        case "triangle":
            pen.polygon([(mid, 0), (end, end * 0.95), (0, end * 0.95)], fill=255)
        case "diamond":
            pen.polygon([(mid, 0), (end, mid), (mid, end), (0, mid)], fill=255)
        case "star":
            radii = [mid if n % 2 == 0 else mid * 0.42 for n in range(10)]
            turns = [pi * (n / 5 - 0.5) for n in range(10)]
            points = [
                (mid + r * cos(t), mid * 1.04 + r * sin(t))
                for r, t in zip(radii, turns, strict=True)
            ]
            pen.polygon(points, fill=255)
        case "cross":
            pen.rectangle((fine * 0.34, 0, fine * 0.66, end), fill=255)
            pen.rectangle((0, fine * 0.34, end, fine * 0.66), fill=255)
        case "ring":
            pen.ellipse((0, 0, end, end), outline=255, width=max(2, round(fine * 0.2)))
        case "arrow":
            pen.polygon([(end, mid), (mid, end), (mid, 0)], fill=255)
            pen.rectangle((0, fine * 0.36, mid, fine * 0.64), fill=255)
    return mask.resize((side, side), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _font(face: int, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if face == 0:
        return ImageFont.load_default(size)
    from matplotlib import get_data_path

    name = "DejaVuSans.ttf" if face == 1 else "DejaVuSans-Bold.ttf"
    return ImageFont.truetype(Path(get_data_path()) / "fonts/ttf" / name, size)


def _words(
    image: Image.Image, kind: Kind, draw: random.Random, taken: list[Box], dark: bool
) -> list[Item]:
    pen, made, seen = ImageDraw.Draw(image), [], set()
    for _ in range(draw.randint(*kind.words)):
        text = word(draw)
        font = _font(draw.choice((0, 0, 0, 1, 2)), draw.randint(9, 15))
        wide, pad = font.getlength(text), draw.choice((1, 1, 4, 6))
        high = font.size * 1.15 if isinstance(font, ImageFont.FreeTypeFont) else 12
        place = free_place((wide + 2 * pad, high + 2 * pad), image, draw, taken)
        if place is None or text in seen:
            continue
        seen.add(text)
        tint = tuple(draw.randrange(0, 90) for _ in range(3))
        light = tuple(draw.randrange(190, 256) for _ in range(3))
        plain = pad == 1
        if not plain:
            fill, tint, light = (light, tint, light) if draw.random() < 0.5 else (tint, light, tint)
            pen.rounded_rectangle(place, draw.choice((2, 6)), fill=fill)
        ink = tint if not plain or not dark else light
        middle = (place[1] + place[3]) / 2
        pen.text((place[0] + pad, middle), text, fill=ink, font=font, anchor="lm")
        made.append(Item(_asked(text, draw), place, glyphs=_glyphs(text, font, place, pad)))
    return made


def _asked(text: str, draw: random.Random) -> str:
    return draw.choice((f'Tap "{text}"', f'Tap "{text}"', text))


def _glyphs(
    text: str,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    place: Box,
    pad: int,
) -> tuple[Glyph, ...]:
    ends = [font.getlength(text[: n + 1]) for n in range(len(text))]
    starts = [0.0, *ends[:-1]]
    y = (place[1] + place[3]) / 2
    return tuple(
        Glyph(letter, place[0] + pad + (start + end) / 2, y)
        for letter, start, end in zip(text, starts, ends, strict=True)
        if letter != " "
    )


def _bars(image: Image.Image, draw: random.Random, taken: list[Box], dark: bool) -> None:
    lines, wide = draw.randint(1, 4), draw.randint(30, 110)
    place = free_place((wide, lines * 7), image, draw, taken)
    if place is None:
        return
    pen = ImageDraw.Draw(image)
    shade = draw.randrange(90, 150) if dark else draw.randrange(150, 205)
    for line in range(lines):
        top = place[1] + 7 * line
        end = place[0] + wide * (1 if line < lines - 1 else draw.uniform(0.3, 1))
        pen.rectangle((place[0], top, end, top + 3), fill=(shade,) * 3)
