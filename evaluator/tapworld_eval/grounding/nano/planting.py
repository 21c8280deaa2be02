"""Targets pasted onto photographs: icons, words, and the probes of blind-zone experiments."""

from __future__ import annotations

import random

import numpy as np
from PIL import Image

from tapworld_eval.grounding.blindzones.probes import PROBE_FORMATS, draw_probe
from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.nano.drawing import Item, Kind, Picture, draw_items, free_place

__all__ = ["planted"]


def planted(picture: Picture, draw: random.Random) -> Picture:
    """A photograph with some drawn targets on it; items that they hide are left out."""
    high, wide = picture.pixels.shape[:2]
    image = Image.fromarray(picture.pixels)
    taken: list[Box] = []
    kind = Kind((wide, high), (1, 4), (9, 30), draw.random() < 0.5, (0, 0), (0, 3))
    ground = tuple(int(v) for v in np.median(picture.pixels[::8, ::8].reshape(-1, 3), axis=0))
    made = draw_items(image, kind, draw, taken, ground)
    if draw.random() < 0.6:
        probe = _probe(image, draw, taken)
        made += [probe] if probe is not None else []
    words = {item.words for item in made}
    kept = [
        item
        for item in picture.items
        if item.words not in words and not any(_hides(box, item.box) for box in taken)
    ]
    return Picture(np.array(image), (*kept, *made, *made))


def _probe(image: Image.Image, draw: random.Random, taken: list[Box]) -> Item | None:
    format_ = draw.choice(sorted(PROBE_FORMATS))
    colour, opacity = draw_probe(format_, draw.choice((8, 8, 9, 10, 12, 16, 22)))
    place = free_place((colour.shape[1], colour.shape[0]), image, draw, taken)
    if place is None:
        return None
    left, top = int(place[0]), int(place[1])
    mask = Image.fromarray((opacity[..., 0] * 255).astype(np.uint8))
    image.paste(Image.fromarray(colour), (left, top), mask)
    box = (float(left), float(top), float(left + mask.width), float(top + mask.height))
    return Item(PROBE_FORMATS[format_], box)


def _hides(over: Box, under: Box) -> bool:
    wide = min(over[2], under[2]) - max(over[0], under[0])
    high = min(over[3], under[3]) - max(over[1], under[1])
    area = (under[2] - under[0]) * (under[3] - under[1])
    return wide > 0 and high > 0 and wide * high > 0.1 * area
