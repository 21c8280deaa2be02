"""ScreenSpot-Pro: boxes ``[left, top, right, bottom]``, one file an application.

Layout: ``annotations/<application>_<platform>.json``, ``images/<application>/*.png``.
"""

from __future__ import annotations

from pathlib import Path

from tapworld_eval.grounding.datasets.entries import (
    Entry,
    box_within,
    four,
    sized_image,
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
    size = sized_image(entry, image, entry.fields.get("img_size"))
    return Sample(
        id=text(entry, "id"),
        image=image,
        size=size,
        instruction=text(entry, "instruction"),
        target=Target("box", box_within(entry, four(entry, "bbox"), size)),
        element=text(entry, "ui_type"),
        platform=text(entry, "platform", default=""),
        application=text(entry, "application", default=entry.file.stem),
        group=text(entry, "group", default=""),
    )
