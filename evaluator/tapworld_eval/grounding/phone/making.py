"""Screens of the phone as a dataset in ScreenSpot's format, checked by touching."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from tapworld_env.observations import Element
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.phone.instructions import instructions
from tapworld_eval.rollouts.files import write_whole

if TYPE_CHECKING:
    from tapworld_env import Device
    from tapworld_scenarios.snapshot import Snapshot

__all__ = ["Touches", "make_dataset", "screen_items", "split_of"]

#: Asked with points in pixels; for each, the boxes (pixels) of everything a finger there reaches.
Touches = Callable[[Sequence[tuple[float, float]]], list[list[tuple[float, float, float, float]]]]
_SLACK = 3.0  # pixels by which a drawn box and the touched one may differ
_GRID = 3  # a box is touched on so many points to a side


def split_of(app: str, held_out: dict[str, str]) -> str:
    """The split of an app: all its screens go to one, so that nothing leaks."""
    return held_out.get(app, "train")


def make_dataset(
    device: Device,
    touches: Touches,
    screens: Iterable[tuple[str, Snapshot]],
    out: Path,
    *,
    held_out: dict[str, str],
    limit: int | None = None,
) -> dict[str, int]:
    """Write a dataset.

    Args:
        device: The phone.
        touches: Really touches points and says what was reached, without changing the phone.
        screens: Name and start state of each; a name begins with its app and a slash.
        out: A new or empty folder.
        held_out: App -> ``validation`` or ``test``.
        limit: Stop after so many items.

    Returns:
        Items by split, and ``rejected``: elements that touching did not confirm.

    Raises:
        DatasetError: The folder holds something, or nothing was made.
    """
    if out.exists() and any(out.iterdir()):
        raise DatasetError(f"{out} is not empty; name a new folder")
    (out / "images").mkdir(parents=True, exist_ok=True)
    splits: dict[str, list[dict[str, Any]]] = {"train": [], "validation": [], "test": []}
    rejected = made = 0
    for number, (name, snapshot) in enumerate(screens):
        if limit is not None and made >= limit:
            break
        device.load(snapshot)
        look = device.observe()
        assert look.pixels is not None
        file = f"{number:05}.png"
        items, refused = screen_items(look.elements, touches)
        rejected += refused
        if not items:
            continue
        Image.fromarray(look.pixels).save(out / "images" / file, compress_level=1)
        app = name.split("/")[0]
        split = split_of(app, held_out)
        for place, item in enumerate(items):
            entry = {"img_filename": file, "application": app, "screen": name, **item}
            splits[split].append({"id": f"{split}-{number:05}-{place:03}", **entry})
        made += len(items)
    if made == 0:
        raise DatasetError("no element of these screens could be confirmed by touching")
    for split, entries in splits.items():
        if entries:
            data = json.dumps(entries, ensure_ascii=False, indent=0, sort_keys=True)
            write_whole(out / f"phone_{split}.json", data.encode())
    return {**{split: len(entries) for split, entries in splits.items()}, "rejected": rejected}


def screen_items(elements: Sequence[Element], touches: Touches) -> tuple[list[dict[str, Any]], int]:
    """The confirmed items of a screen, and how many elements were refused."""
    asked = instructions(elements)
    wanted = sorted({one.element for one in asked})
    points = [point for index in wanted for point in _points(elements[index])]
    reached = iter(touches(points))
    covered: dict[int, list[list[float]] | None] = {}
    for index in wanted:
        hits = [_reaches(next(reached), elements[index]) for _ in range(_GRID * _GRID)]
        middle = hits[len(hits) // 2]
        parts = _parts(elements[index])
        covered[index] = (
            [part for part, hit in zip(parts, hits, strict=True) if not hit] if middle else None
        )
    items = []
    for one in asked:
        parts_covered = covered[one.element]
        if parts_covered is None:
            continue
        element = elements[one.element]
        left, top, right, bottom = element.bounds
        items.append(
            {
                "bbox": [left, top, right - left, bottom - top],
                "instruction": one.words,
                "instruction_kind": one.kind,
                "data_type": "text" if element.text.strip() else "icon",
                "data_source": "android",
                "covered": parts_covered,
                "element_id": element.id,
            }
        )
    return items, sum(parts is None for parts in covered.values())


def _points(element: Element) -> Iterator[tuple[float, float]]:
    for left, top, wide, high in _parts(element):
        yield left + wide / 2, top + high / 2


def _parts(element: Element) -> list[list[float]]:
    left, top, right, bottom = element.bounds
    wide, high = (right - left) / _GRID, (bottom - top) / _GRID
    return [
        [left + column * wide, top + row * high, wide, high]
        for row in range(_GRID)
        for column in range(_GRID)
    ]


def _reaches(boxes: Sequence[tuple[float, float, float, float]], element: Element) -> bool:
    return any(
        all(abs(a - b) <= _SLACK for a, b in zip(box, element.bounds, strict=True)) for box in boxes
    )
