"""UI-Vision, element grounding: boxes ``[left, top, right, bottom]`` with the image's size.

Layout: ``annotations/element_grounding/element_grounding_{basic,functional,spatial}.json``,
``images/``. Corners in the wrong order are put right, as UI-Vision's own scoring does.
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
    image = folder / "images" / text(entry, "image_path")
    size = sized_image(entry, image, entry.fields.get("image_size"))
    x1, y1, x2, y2 = four(entry, "bbox")
    box = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    split = entry.file.stem.removeprefix("element_grounding_")
    return Sample(
        id=f"{split}-{entry.index}",
        image=image,
        size=size,
        instruction=text(entry, "prompt_to_evaluate"),
        target=Target("box", box_within(entry, box, size)),
        element=text(entry, "element_type", default=""),
        platform="desktop",
        application=text(entry, "platform", default=""),
        group=split,
    )
