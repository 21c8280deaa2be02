"""Datasets that ``tapworld ground make`` writes: ScreenSpot's fields, and some more.

Layout: ``phone_{train,validation,test}.json`` beside ``images/``. Beyond ScreenSpot's fields an
entry has ``id``, ``application``, ``instruction_kind``, ``covered`` (boxes
``[x, y, width, height]`` of what lies over the element) and the screen it comes from.
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


def convert(folder: Path, entry: Entry) -> Sample:
    """One annotation as a sample.

    Raises:
        DatasetError: A field or the image is missing or malformed.
    """
    image = folder / "images" / text(entry, "img_filename")
    size = image_size(entry, image)
    x, y, width, height = four(entry, "bbox")
    box = box_within(entry, (x, y, x + width, y + height), size)
    covered = entry.fields.get("covered", [])
    if not isinstance(covered, list):
        raise entry.fault(f"covered must be a list of boxes, not {covered!r}")
    parts = []
    for part in covered:
        left, top, wide, high = four(Entry(entry.file, entry.index, {"covered": part}), "covered")
        parts.append((left, top, left + wide, top + high))
    return Sample(
        id=text(entry, "id"),
        image=image,
        size=size,
        instruction=text(entry, "instruction"),
        target=Target("box", box, covered=tuple(parts)),
        element=text(entry, "data_type"),
        platform=text(entry, "data_source", default="android"),
        application=text(entry, "application"),
        group=text(entry, "instruction_kind", default=""),
    )
