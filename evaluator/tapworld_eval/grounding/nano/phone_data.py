"""Photographs of the phone with their questions, in the format of ``tapworld ground make``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tapworld_env.errors import SnapshotRejected
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.nano.places import PhoneScreen
from tapworld_eval.grounding.phone.making import TouchablePhone, screen_items
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.rollouts.files import write_whole

__all__ = ["SPLITS", "make_phone_data"]

SPLITS = ("train", "validation", "test")
_EVERY = 25  # screens between two writes of the annotations


def make_phone_data(
    phone: TouchablePhone,
    screens: Iterable[PhoneScreen],
    out: Path,
    *,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, int]:
    """Photograph screens until ``limit`` items are made.

    The folder is whole after every 25 screens; a second call goes on behind the last of them.

    Args:
        phone: The phone.
        screens: What to photograph; the same sequence in a second call.
        out: The folder.
        limit: Items, all splits together.
        progress: Told the number of screens and of items after every write.

    Returns:
        Items by split, ``screens``, and ``refused``: states the phone did not take.

    Raises:
        DatasetError: Nothing was made.
    """
    (out / "images").mkdir(parents=True, exist_ok=True)
    entries = {split: _read(out / f"phone_{split}.json") for split in SPLITS}
    begun = max((int(e["img_filename"][:5]) for s in SPLITS for e in entries[s]), default=-1)
    shown = refused = 0
    for number, screen in enumerate(screens):
        if limit is not None and sum(map(len, entries.values())) >= limit:
            break
        if number <= begun:
            continue
        try:
            phone.load(screen.snapshot)
        except SnapshotRejected:
            refused += 1
            continue
        shown += 1
        entries[screen.split] += _photograph(phone, screen, number, out)
        if shown % _EVERY == 0:
            _write(out, entries)
            if progress is not None:
                progress(number + 1, sum(map(len, entries.values())))
    _write(out, entries)
    if not any(entries.values()):
        raise DatasetError("no element of these screens could be confirmed by touching")
    counts = {split: len(found) for split, found in entries.items()}
    return {**counts, "screens": shown, "refused": refused}


def _photograph(
    phone: TouchablePhone, screen: PhoneScreen, number: int, out: Path
) -> list[dict[str, Any]]:
    look = phone.observe()
    assert look.pixels is not None
    app = screen.name.split("/")[0]
    items, _ = screen_items(look.elements, phone, app)
    if not items:
        return []
    file = f"{number:05}.png"
    (out / "images" / file).write_bytes(encode_png(look.pixels))
    about = {"img_filename": file, "application": app, "screen": screen.name}
    return [
        {"id": f"{screen.split}-{number:05}-{place:03}", **about, **item}
        for place, item in enumerate(items)
    ]


def _read(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def _write(out: Path, entries: dict[str, list[dict[str, Any]]]) -> None:
    for split, found in entries.items():
        if found:
            data = json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True)
            write_whole(out / f"phone_{split}.json", data.encode())
