"""ScreenSpot-Pro: boxes ``[left, top, right, bottom]``, one file an application.

Layout: ``annotations/<application>_<platform>.json``, ``images/<application>/*.png``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tapworld_eval.grounding.datasets.entries import (
    Entry,
    box_within,
    entries_of,
    four,
    sized_image,
    text,
)
from tapworld_eval.grounding.samples import Sample, Target

__all__ = ["convert", "entries", "recognises"]


def recognises(folder: Path) -> bool:
    """Whether a folder looks like this format."""
    return any("img_filename" in first for first in _firsts(folder))


def entries(folder: Path) -> Iterator[Entry]:
    """Every annotation, file by file."""
    for file in sorted((folder / "annotations").glob("*.json")):
        yield from entries_of(file)


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


def _firsts(folder: Path) -> Iterator[dict[str, object]]:
    for file in sorted((folder / "annotations").glob("*.json"))[:1]:
        for entry in entries_of(file):
            yield dict(entry.fields)
            break
