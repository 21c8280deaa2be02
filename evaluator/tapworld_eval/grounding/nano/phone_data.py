"""Photographs of the phone with their questions, in the format of ``tapworld ground make``."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from tapworld_env.errors import SnapshotRejected
from tapworld_eval.grounding.errors import DatasetError
from tapworld_eval.grounding.nano.places import PhoneScreen
from tapworld_eval.grounding.nano.words import like
from tapworld_eval.grounding.phone.making import TouchablePhone, screen_items
from tapworld_eval.grounding.png import encode_png
from tapworld_eval.rollouts.files import write_whole

__all__ = ["SPLITS", "make_phone_data"]

SPLITS = ("train", "reworded", "validation", "test")
_EVERY = 25  # screens between two writes of the annotations
_TRUE = 0.2  # share of the words that stay as they are when a screen is reworded


class RewordablePhone(TouchablePhone, Protocol):
    """A phone that can show other words than its apps wrote, and tell where each letter is."""

    def drawn_words(self) -> list[str]:
        """Every word and number in its texts."""
        ...

    def reword(self, words: Mapping[str, str] | None) -> None:
        """Show other words; ``None`` brings the true ones back."""
        ...

    def drawn_letters(self) -> Sequence[tuple[str, float, float]]:
        """Letters that can be seen, with their middles in pixels."""
        ...


def make_phone_data(
    phone: RewordablePhone,
    screens: Iterable[PhoneScreen],
    out: Path,
    *,
    reworded: int = 2,
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, int]:
    """Photograph screens until ``limit`` items are made.

    The folder is whole after every 25 screens; a second call goes on behind the last of them.

    Args:
        phone: The phone.
        screens: What to photograph; the same sequence in a second call.
        out: The folder.
        reworded: Pictures of each training screen with made-up words in place of the true ones.
        limit: Items, all splits together.
        progress: Told the number of screens and of items after every write.

    Returns:
        Items by split, ``screens``, and ``refused``: states the phone did not take.

    Raises:
        DatasetError: Nothing was made.
    """
    for folder in ("images", "letters"):
        (out / folder).mkdir(parents=True, exist_ok=True)
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
        entries[screen.split] += _photograph(phone, screen, f"{number:05}", out)
        if screen.split == "train" and reworded:
            words = phone.drawn_words()
            for variant in range(reworded):
                # Labels that are drawn nowhere were reworded too: no use asking by them.
                draw = random.Random(f"{screen.name} {number} {variant}")
                phone.reword({w: like(w, draw) for w in words if draw.random() >= _TRUE})
                name = f"{number:05}-{variant}"
                made = _photograph(phone, screen, name, out)
                entries["reworded"] += [e for e in made if e["instruction_kind"] != "function"]
            phone.reword(None)
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
    phone: RewordablePhone, screen: PhoneScreen, name: str, out: Path
) -> list[dict[str, Any]]:
    look = phone.observe()
    assert look.pixels is not None
    app = screen.name.split("/")[0]
    items, _ = screen_items(look.elements, phone, app, intents=False)
    if not items:
        return []
    file = f"{name}.png"
    (out / "images" / file).write_bytes(encode_png(look.pixels))
    if screen.split == "train":
        letters = [[one, round(x, 1), round(y, 1)] for one, x, y in phone.drawn_letters()]
        data = json.dumps(letters, ensure_ascii=False, separators=(",", ":"))
        (out / "letters" / f"{name}.json").write_text(data, encoding="utf-8")
    about = {"img_filename": file, "application": app, "screen": screen.name}
    return [
        {"id": f"{screen.split}-{name}-{place:03}", **about, **item}
        for place, item in enumerate(items)
    ]


def _read(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def _write(out: Path, entries: dict[str, list[dict[str, Any]]]) -> None:
    for split, found in entries.items():
        if found:
            data = json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True)
            write_whole(out / f"phone_{split}.json", data.encode())
