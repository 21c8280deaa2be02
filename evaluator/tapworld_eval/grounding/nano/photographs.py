"""Phone-made items as pictures: brought to the model's size once, moved and tinted for training."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tapworld_eval.grounding.blindzones.augment import translate
from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.nano.drawing import Glyph, Item, Picture
from tapworld_eval.grounding.nano.patches import shown
from tapworld_eval.grounding.nano.words import like

__all__ = ["Photograph", "moved", "read_photographs", "recounted", "tinted"]

_LONGEST = 72  # bytes of an instruction that is learned from
_MOST_SHIFT = (28, 110)
_LISTED = re.compile(r"^The (\w+) (.+) from the top$")
_COUNTED = re.compile(
    r"^The .+ (from the top|of the (fir|seco|thi|four|fif|six|seven|eigh)\w+ .+)$"
)
_RENAMED = 0.4  # share of the screens with one list whose rows are called something else
_NOUNS = ("contact", "draft", "file", "label", "mail", "message", "payment", "person", "row")
_LEAST_LEFT = 0.7  # share of a box that must still be on a moved screen


@dataclass(frozen=True, eq=False)
class Photograph:
    """A screen of the phone with its items.

    Attributes:
        picture: Pixels at the model's size; boxes likewise.
        elements: ``text`` or ``icon`` for each item.
        covered: For each item the parts of its box where a click is wrong.
        screen: Where it comes from: app, route, place, theme, profile.
    """

    picture: Picture
    elements: tuple[str, ...]
    covered: tuple[tuple[Box, ...], ...]
    screen: str


def read_photographs(folder: Path, split: str, *, most: int | None = None) -> list[Photograph]:
    """The screens of a split, of a folder that ``tapworld nano screens`` made.

    The resized pixels are kept in ``folder/shown`` for the next time.

    Raises:
        DatasetError: The split or an image is not there.
    """
    path = folder / f"phone_{split}.json"
    try:
        entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(
            f"{path} cannot be read ({error}); make it with tapworld nano screens"
        ) from error
    by_file: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for entry in entries:
        by_file[entry["img_filename"]].append(entry)
    files = sorted(by_file)[:most]
    return [_photograph(folder, name, by_file[name]) for name in files]


def _photograph(folder: Path, name: str, entries: list[dict[str, Any]]) -> Photograph:
    pixels, size = _shown(folder, name)
    across, down = pixels.shape[1] / size[0], pixels.shape[0] / size[1]

    def scaled(box: list[float]) -> Box:
        left, top, wide, high = box
        return left * across, top * down, (left + wide) * across, (top + high) * down

    letters = folder / "letters" / f"{Path(name).stem}.json"
    glyphs = None
    if letters.exists():
        written: list[tuple[str, float, float]] = json.loads(letters.read_text(encoding="utf-8"))
        glyphs = tuple(Glyph(letter, x * across, y * down) for letter, x, y in written)
    kept = [entry for entry in entries if len(entry["instruction"].encode()) <= _LONGEST]
    items = tuple(Item(entry["instruction"], scaled(entry["bbox"])) for entry in kept)
    return Photograph(
        Picture(pixels, items, glyphs),
        tuple(entry["data_type"] for entry in kept),
        tuple(tuple(scaled(part) for part in entry.get("covered", [])) for entry in kept),
        entries[0].get("screen", name),
    )


def _shown(folder: Path, name: str) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    source = folder / "images" / name
    kept = folder / "shown" / name
    with Image.open(source) as image:
        size = image.size
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            small = shown(np.asarray(image.convert("RGB")))
            Image.fromarray(small).save(kept, compress_level=1)
            return small, size
    with Image.open(kept) as image:
        return np.asarray(image), size


def moved(picture: Picture, draw: random.Random) -> Picture:
    """The picture shifted a little (crop and pad), so that places are not learned by heart.

    Where a row is lost, rows are no longer asked for by their number.
    """
    dx, dy = (draw.randint(-most, most) for most in _MOST_SHIFT)
    pixels, _ = translate(picture.pixels, (dx, dy))
    high, wide = pixels.shape[:2]
    items = []
    for item in picture.items:
        left, top, right, bottom = item.box
        box = (
            min(max(left + dx, 0.0), wide),
            min(max(top + dy, 0.0), high),
            min(max(right + dx, 0.0), wide),
            min(max(bottom + dy, 0.0), high),
        )
        left_over = (box[2] - box[0]) * (box[3] - box[1])
        if left_over >= _LEAST_LEFT * (right - left) * (bottom - top):
            items.append(replace(item, box=box))
    if sum(map(_counted, items)) < sum(map(_counted, picture.items)):
        items = [item for item in items if not _counted(item)]
    glyphs = picture.glyphs and tuple(
        replace(glyph, x=glyph.x + dx, y=glyph.y + dy)
        for glyph in picture.glyphs
        if 0 <= glyph.x + dx < wide and 0 <= glyph.y + dy < high
    )
    return Picture(pixels, tuple(items), glyphs)


def _counted(item: Item) -> bool:
    """Whether an item is asked for by its place in a list, of which nothing may be missing."""
    return _COUNTED.search(item.words) is not None


def recounted(picture: Picture, draw: random.Random) -> Picture:
    """The picture with its rows called something else, where one list alone is counted.

    What is counted is seen, not known by its name: "the third request" is asked for where no
    request was ever trained on.
    """
    listed = [_LISTED.match(item.words) for item in picture.items]
    if len({found[2] for found in listed if found}) != 1 or draw.random() >= _RENAMED:
        return picture
    noun = draw.choice(_NOUNS)
    if draw.random() < 0.5:
        noun = like(noun, draw).lower()
    items = (
        replace(item, words=f"The {found[1]} {noun} from the top") if found else item
        for item, found in zip(picture.items, listed, strict=True)
    )
    return replace(picture, items=tuple(items))


def tinted(pixels: NDArray[np.uint8], draw: random.Random) -> NDArray[np.uint8]:
    """The pixels with each channel a little stronger or weaker."""
    gains = np.array([draw.uniform(0.88, 1.1) for _ in range(3)], np.float32)
    return np.clip(pixels * gains, 0, 255).astype(np.uint8)
