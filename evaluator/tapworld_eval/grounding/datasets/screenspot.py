"""ScreenSpot and ScreenSpot-v2: boxes ``[x, y, width, height]``, three files by platform.

Layout: ``screenspot_{mobile,desktop,web}[_v2].json`` beside ``screenspot_imgs/`` or
``screenspotv2_image/``.
"""

from __future__ import annotations

from pathlib import Path

from tapworld_eval.grounding.datasets.entries import (
    Entry,
    box_within,
    four,
    image_size,
    text,
)
from tapworld_eval.grounding.samples import Sample, Target

__all__ = ["convert"]

_IMAGES = ("screenspot_imgs", "screenspotv2_image", "images")


def convert(folder: Path, entry: Entry) -> Sample:
    """One annotation as a sample.

    Raises:
        DatasetError: A field or the image is missing or malformed.
    """
    name = text(entry, "img_filename")
    places = [folder / images / name for images in _IMAGES if (folder / images).is_dir()]
    image = next((place for place in places if place.exists()), (places or [folder / name])[0])
    size = image_size(entry, image)
    x, y, width, height = four(entry, "bbox")
    box = box_within(entry, (x, y, x + width, y + height), size)
    split = entry.file.stem.removeprefix("screenspot_").removesuffix("_v2")
    return Sample(
        id=f"{entry.file.stem}-{entry.index}",
        image=image,
        size=size,
        instruction=text(entry, "instruction"),
        target=Target("box", box),
        element=text(entry, "data_type", default=""),
        platform=text(entry, "data_source", default=split),
        group=split,
    )
