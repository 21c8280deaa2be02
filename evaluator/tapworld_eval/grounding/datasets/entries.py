"""What the formats share: reading annotation files, fields, images and boxes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from tapworld_eval.grounding.boxes import Box
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.resize import Size

__all__ = ["Entry", "box_within", "entries_of", "four", "image_size", "sized_image", "text"]


@dataclass(frozen=True)
class Entry:
    """One annotation and where it stands.

    Attributes:
        file: The annotation file.
        index: Position in it, from 0.
        fields: The annotation.
    """

    file: Path
    index: int
    fields: Mapping[str, Any]

    def fault(self, what: str) -> DatasetError:
        """An error that names this place."""
        return DatasetError(f"{self.file}: entry {self.index}: {what}")


def entries_of(file: Path) -> Iterator[Entry]:
    """The annotations of a JSON file that holds a list.

    Raises:
        DatasetError: The file is unreadable or holds something else.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{file}: cannot be read: {error}") from error
    if not isinstance(data, list):
        raise DatasetError(f"{file}: must hold a list of annotations")
    for index, fields in enumerate(data):
        entry = Entry(file, index, fields if isinstance(fields, dict) else {})
        if not isinstance(fields, dict):
            raise entry.fault("is no mapping")
        yield entry


def text(entry: Entry, *names: str, default: str | None = None) -> str:
    """The first of these fields that is there.

    Raises:
        DatasetError: None is, or it is no text.
    """
    for name in names:
        if name in entry.fields:
            value = entry.fields[name]
            if not isinstance(value, str):
                raise entry.fault(f"{name} must be a text, not {value!r}")
            return value
    if default is None:
        raise entry.fault(f"has no {' or '.join(names)}")
    return default


def four(entry: Entry, name: str) -> tuple[float, float, float, float]:
    """A field of four numbers.

    Raises:
        DatasetError: It is missing or something else.
    """
    values = entry.fields.get(name)
    if (
        not isinstance(values, list)
        or len(values) != 4
        or not all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    ):
        raise entry.fault(f"{name} must be four numbers, not {values!r}")
    a, b, c, d = map(float, values)
    return a, b, c, d


def box_within(entry: Entry, box: Box, size: Size) -> Box:
    """A box that has an inside and overlaps the image.

    Raises:
        DatasetError: It is turned inside out, or outside the image.
    """
    left, top, right, bottom = box
    if right <= left or bottom <= top:
        raise entry.fault(f"the box {list(box)} has no inside: is it in another notation?")
    if left >= size[0] or top >= size[1] or right <= 0 or bottom <= 0:
        raise entry.fault(f"the box {list(box)} lies outside the image of {size[0]}x{size[1]}")
    # One pixel of slack: annotators round outwards.
    if left < -1 or top < -1 or right > size[0] + 1 or bottom > size[1] + 1:
        raise entry.fault(
            f"the box {list(box)} reaches over the edge of the image of {size[0]}x{size[1]}: is it "
            "in another notation?"
        )
    return box


def image_size(entry: Entry, image: Path) -> Size:
    """Size of an image, from its header.

    Raises:
        DatasetError: It is missing or no image.
    """
    try:
        with Image.open(image) as opened:
            return opened.size
    except FileNotFoundError as error:
        raise entry.fault(f"the image {image} is missing") from error
    except (OSError, UnidentifiedImageError) as error:
        raise entry.fault(f"the image {image} cannot be read: {error}") from error


def sized_image(entry: Entry, image: Path, said: Sequence[Any] | None) -> Size:
    """Size of an image that the annotation must agree with.

    Raises:
        DatasetError: It is missing, no image, or of another size.
    """
    size = image_size(entry, image)
    if said is not None and list(said) != list(size):
        raise entry.fault(f"says the image is {list(said)}, but {image} is {list(size)}")
    return size
