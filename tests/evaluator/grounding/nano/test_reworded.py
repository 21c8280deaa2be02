"""Screens with made-up words: photographed beside the true ones, with every letter's place."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tapworld_env import Observation
from tapworld_env.observations import Element
from tapworld_eval.grounding.boxes import Box, Point
from tapworld_eval.grounding.nano.batches import LETTERS, make_batch
from tapworld_eval.grounding.nano.drawing import Glyph, Item, Picture
from tapworld_eval.grounding.nano.phone_data import make_phone_data
from tapworld_eval.grounding.nano.photographs import moved, read_photographs, recounted
from tapworld_eval.grounding.nano.places import phone_screens
from tapworld_eval.grounding.nano.words import like
from tapworld_scenarios.snapshot import Snapshot

BOX = (100, 200, 500, 300)


class OneButton:
    """A phone with one button that says "Send 12" or what it is reworded to."""

    def __init__(self) -> None:
        self.words = ["Send", "12"]

    def load(self, snapshot: Snapshot) -> None:
        assert self.words == ["Send", "12"], "the true words were not brought back"
        self.app = snapshot.foreground

    def observe(self) -> Observation:
        pixels = np.full((2400, 1080, 3), 255, np.uint8)
        button = Element(
            index=0,
            id="send",
            text=" ".join(self.words),
            description="",
            role="button",
            bounds=BOX,
            clickable=True,
            checked=None,
            focused=False,
            enabled=True,
            visible=True,
            value=None,
            scrollable=False,
            package=self.app or "",
            parent=None,
        )
        return Observation(pixels=pixels, elements=(button,), foreground=self.app or "")

    def hit_test(self, points: Sequence[Point]) -> list[tuple[Box, ...]]:
        return [(BOX,) for _ in points]

    touch_test = hit_test

    def drawn_words(self) -> list[str]:
        return list(self.words)

    def reword(self, words: Mapping[str, str] | None) -> None:
        self.words = [(words or {}).get(word, word) for word in ("Send", "12")]

    def drawn_letters(self) -> list[tuple[str, float, float]]:
        return [(one, 150.0 + 30 * n, 250.0) for n, one in enumerate("".join(self.words))]


def test_training_screens_are_reworded_and_no_others(tmp_path: Path) -> None:
    screens = list(islice(phone_screens(seed=1), 30))
    assert {s.split for s in screens} >= {"train", "validation"}
    counts = make_phone_data(OneButton(), screens, tmp_path, reworded=2)
    assert counts["reworded"] == 2 * counts["train"]
    true, made_up = (read_photographs(tmp_path, split) for split in ("train", "reworded"))
    assert {one.screen for one in made_up} == {one.screen for one in true}
    assert all(one.picture.items[0].words == 'Tap "Send 12"' for one in true)
    asked = {one.picture.items[0].words for one in made_up}
    assert len(asked) > len(made_up) / 2
    assert all(one.picture.glyphs for one in made_up)
    assert all(one.picture.glyphs is None for one in read_photographs(tmp_path, "validation"))


def test_a_word_is_replaced_by_one_as_long_and_written_alike() -> None:
    draw = random.Random(3)
    for true in ("Send", "ok", "PIN", "2048", "notifications"):
        made = like(true, draw)
        assert len(made) == len(true)
        assert (made.isupper(), made.islower(), made.isdigit()) == (
            true.isupper(),
            true.islower(),
            true.isdigit(),
        )


@pytest.mark.parametrize("known", [True, False])
def test_known_letters_are_learned_from_and_empty_places_too(known: bool) -> None:
    glyphs = (Glyph("A", 40.0, 40.0), Glyph("b", 45.0, 40.0)) if known else None
    picture = Picture(np.zeros((640, 288, 3), np.uint8), (), glyphs)
    letters = make_batch([(picture, [])], 20, sparse=True).letters[0]
    if not known:
        assert np.isnan(letters).all()
        return
    cell = letters[1 * 9 + 1]
    assert [LETTERS[n] for n in np.flatnonzero(cell)] == ["a", "b"]
    assert letters.sum() == 2


def test_letters_move_with_their_picture() -> None:
    pixels = np.zeros((640, 288, 3), np.uint8)
    pixels[300:304, 140:144] = 255
    picture = moved(Picture(pixels, (), (Glyph("x", 142.0, 302.0),)), random.Random(5))
    rows, columns = np.nonzero((picture.pixels > 200).all(-1))
    assert picture.glyphs is not None
    assert abs(picture.glyphs[0].x - (columns.mean() + 0.5)) <= 1
    assert abs(picture.glyphs[0].y - (rows.mean() + 0.5)) <= 1


def listed(*nouns: str, first: float = 100.0) -> Picture:
    """A screen with a row for each noun, 60 pixels high."""
    ordinals = ("first", "second", "third")
    items = tuple(
        Item(
            f"The {ordinals[n]} {noun} from the top", (0, first + 60 * n, 288, first + 60 * n + 60)
        )
        for n, noun in enumerate(nouns)
    )
    return Picture(np.zeros((640, 288, 3), np.uint8), (*items, Item("Back", (0, 300, 40, 340))))


def test_the_only_list_of_a_screen_is_counted_under_other_names_too() -> None:
    found = [recounted(listed("mail", "mail"), random.Random(seed)) for seed in range(60)]
    nouns = {picture.items[0].words.split()[2] for picture in found}
    assert len(nouns) > 10
    assert "mail" in nouns
    for picture in found:
        noun = picture.items[0].words.split()[2]
        said = [item.words for item in picture.items]
        assert said == [f"The first {noun} from the top", f"The second {noun} from the top", "Back"]
    two = listed("mail", "label")
    assert all(recounted(two, random.Random(seed)) is two for seed in range(20))


def test_rows_are_not_counted_where_one_was_moved_away() -> None:
    lost = kept = 0
    for seed in range(60):
        picture = moved(listed("mail", "mail", first=10.0), random.Random(seed))
        counted = [item for item in picture.items if "from the top" in item.words]
        assert len(counted) in (0, 2)
        lost, kept = lost + (not counted), kept + bool(counted)
    assert lost
    assert kept
