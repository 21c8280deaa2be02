"""OSWorld-G: boxes ``[x, y, width, height]``, polygons ``[x, y, x, y, ...]`` and refusals.

Layout: ``OSWorld-G.json`` and, for the reworded instructions, ``OSWorld-G_refined.json``, beside
``images/``. A folder with both is read as ``osworld-g``; name the format to read the other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    types = entry.fields.get("GUI_types", [])
    return Sample(
        id=text(entry, "id"),
        image=image,
        size=size,
        instruction=text(entry, "instruction"),
        target=_target(entry, size),
        platform="ubuntu",
        group=", ".join(types) if isinstance(types, list) else str(types),
    )


def _target(entry: Entry, size: tuple[int, int]) -> Target:
    kind = text(entry, "box_type")
    if kind == "refusal":
        return Target("refusal")
    if kind == "bbox":
        x, y, width, height = four(entry, "box_coordinates")
        return Target("box", box_within(entry, (x, y, x + width, y + height), size))
    if kind != "polygon":
        raise entry.fault(f"box_type must be bbox, polygon or refusal, not {kind!r}")
    flat: Any = entry.fields.get("box_coordinates")
    if not isinstance(flat, list) or len(flat) < 6 or len(flat) % 2:
        raise entry.fault(f"a polygon needs three or more pairs of numbers, not {flat!r}")
    if not all(isinstance(value, int | float) for value in flat):
        raise entry.fault(f"box_coordinates must be numbers, not {flat!r}")
    corners = tuple((float(x), float(y)) for x, y in zip(flat[::2], flat[1::2], strict=True))
    target = Target.of_polygon(corners)
    assert target.box is not None
    box_within(entry, target.box, size)
    return target
