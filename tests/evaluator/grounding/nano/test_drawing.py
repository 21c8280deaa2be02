"""Generated screens: the boxes are right, equal seeds give equal screens, nothing leaks."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tapworld_eval.grounding.nano.drawing import COLOURS, KINDS, SHAPES, draw_screen
from tapworld_eval.grounding.nano.evaluating import generated_items


@pytest.mark.parametrize("kind", ["easy", "normal", "hard"])
def test_a_box_holds_its_icons_colour_and_only_the_icon(kind: str) -> None:
    for seed in range(12):
        picture = draw_screen(kind, seed)
        for item in picture.items:
            left, top, right, bottom = (round(edge) for edge in item.box)
            rgb = np.array(COLOURS[list(COLOURS)[item.colour]])
            near = np.abs(picture.pixels.astype(int) - rgb).max(-1) <= 16
            inside = near[top:bottom, left:right]
            assert inside.mean() > 0.15, item
            rows, columns = np.nonzero(inside)
            # The drawing reaches (nearly) all four edges: the box is tight.
            slack = 0.2 * (right - left) + 2
            assert rows.min() <= slack
            assert columns.min() <= slack
            assert rows.max() >= bottom - top - 1 - slack
            assert columns.max() >= right - left - 1 - slack


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_instruction_means_one_thing_and_boxes_do_not_overlap(kind: str) -> None:
    for seed in range(8):
        items = draw_screen(kind, seed).items
        assert len({item.words for item in items}) == len(items)
        for number, one in enumerate(items):
            for other in items[number + 1 :]:
                a, b = one.box, other.box
                assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_letters_stand_in_their_word_in_order() -> None:
    for item in draw_screen("page", 4).items:
        xs = [glyph.x for glyph in item.glyphs]
        assert xs == sorted(xs)
        assert all(item.box[0] < x < item.box[2] for x in xs)


def test_hard_screens_have_look_alikes() -> None:
    for seed in range(10):
        items = draw_screen("hard", seed).items
        alike = [
            any(o is not i and (o.shape == i.shape or o.colour == i.colour) for o in items)
            for i in items
        ]
        assert sum(alike) >= len(alike) - 1
        assert max(len({i.shape for i in items}), len({i.colour for i in items})) <= 5
    assert len(SHAPES) == 8


def test_held_out_screens_are_none_that_training_can_draw() -> None:
    held = {one.asked.picture.pixels.tobytes() for one in generated_items("easy", 30)}
    other = {
        one.asked.picture.pixels.tobytes() for one in generated_items("easy", 30, part="validation")
    }
    assert not held & other
    draw = random.Random(0)
    drawn = {draw_screen("easy", draw.getrandbits(48)).pixels.tobytes() for _ in range(60)}
    assert not held & drawn
