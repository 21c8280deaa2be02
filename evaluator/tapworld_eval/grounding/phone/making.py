"""Screens of the phone as a dataset in ScreenSpot's format, checked by touching."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tapworld_eval.grounding.boxes import Box, Point
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.phone.covering import Owners, covered_parts
from tapworld_eval.grounding.phone.instructions import instructions
from tapworld_eval.grounding.phone.screens import StartScreen
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.rollouts.files import write_whole

if TYPE_CHECKING:
    from tapworld_env import Observation
    from tapworld_env.observations import Element
    from tapworld_scenarios.snapshot import Snapshot

__all__ = ["TouchTests", "TouchablePhone", "make_dataset", "screen_items", "split_of"]


class TouchTests(Protocol):
    """Says what a finger would meet on the screen as it is."""

    def hit_test(self, points: Sequence[Point]) -> list[tuple[Box, ...]]:
        """The boxes of what a finger on each point would reach, innermost first."""
        ...

    def touch_test(self, points: Sequence[Point]) -> list[tuple[Box, ...]]:
        """The same by really touching, unnoticed by the apps."""
        ...


class TouchablePhone(TouchTests, Protocol):
    """A device that also says what a finger would meet."""

    def load(self, snapshot: Snapshot) -> None:
        """Put the phone into a state."""
        ...

    def observe(self) -> Observation:
        """Look at the screen."""
        ...


def split_of(app: str, held_out: dict[str, str]) -> str:
    """The split of an app: all its screens go to one, so that nothing leaks."""
    return held_out.get(app, "train")


def make_dataset(
    phone: TouchablePhone,
    screens: Iterable[StartScreen],
    out: Path,
    *,
    held_out: dict[str, str],
    limit: int | None = None,
) -> dict[str, int]:
    """Write a dataset.

    Args:
        phone: The phone.
        screens: Its start states, in order.
        out: A new or empty folder.
        held_out: App -> ``validation`` or ``test``.
        limit: Stop after so many items; the last screen is cut short there.

    Returns:
        Items by split, ``screens``, and ``rejected``: elements that touching did not confirm.

    Raises:
        DatasetError: The folder holds something, or nothing was made.
    """
    if out.exists() and any(out.iterdir()):
        raise DatasetError(f"{out} is not empty; name a new folder")
    (out / "images").mkdir(parents=True, exist_ok=True)
    splits: dict[str, list[dict[str, Any]]] = {"train": [], "validation": [], "test": []}
    rejected = made = seen = 0
    for number, (name, app, snapshot) in enumerate(screens):
        left = None if limit is None else limit - made
        if left == 0:
            break
        phone.load(snapshot)
        look = phone.observe()
        assert look.pixels is not None
        file = f"{number:05}.png"
        items, refused = screen_items(look.elements, phone, app)
        rejected += refused
        items = items[:left]
        if not items:
            continue
        (out / "images" / file).write_bytes(encode_png(look.pixels))
        split = split_of(app, held_out)
        for place, item in enumerate(items):
            entry = {"img_filename": file, "application": app, "screen": name, **item}
            splits[split].append({"id": f"{split}-{number:05}-{place:03}", **entry})
        made += len(items)
        seen += 1
    if made == 0:
        raise DatasetError("no element of these screens could be confirmed by touching")
    for split, entries in splits.items():
        if entries:
            data = json.dumps(entries, ensure_ascii=False, indent=0, sort_keys=True)
            write_whole(out / f"phone_{split}.json", data.encode())
    counts = {split: len(entries) for split, entries in splits.items()}
    return {**counts, "screens": seen, "rejected": rejected}


def screen_items(
    elements: Sequence[Element], phone: TouchTests, app: str, *, intents: bool = True
) -> tuple[list[dict[str, Any]], int]:
    """The confirmed items of the screen that the phone shows, and how many elements were refused.

    An element is confirmed by a real touch on its middle, which must be its own. What covers the
    rest of it is asked of the phone's hit test.
    """
    asked = instructions(elements, app, intents=intents)
    wanted = sorted({one.element for one in asked})
    owners = Owners(elements)
    met = phone.touch_test([_middle(elements[index]) for index in wanted])
    confirmed = [
        index for index, boxes in zip(wanted, met, strict=True) if index in owners.of(boxes)
    ]
    covered = covered_parts(elements, confirmed, phone.hit_test)
    items = []
    for one in asked:
        if one.element not in covered:
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
                "covered": [[a, b, c - a, d - b] for a, b, c, d in covered[one.element]],
                "element_id": element.id,
            }
        )
    return items, len(wanted) - len(confirmed)


def _middle(element: Element) -> Point:
    left, top, right, bottom = element.bounds
    return (left + right) / 2, (top + bottom) / 2
