"""Made-up phone screens: what is asked means one thing, is counted right, and can be read."""

from __future__ import annotations

import random
import re
from collections import defaultdict

import numpy as np
import pytest

from tapworld_env.devices.handset.bundle import DEFAULT_BUNDLE
from tapworld_eval.grounding.errors import ModelError
from tapworld_eval.grounding.nano.batches import LETTERS, make_batch, questions_of
from tapworld_eval.grounding.nano.drawing import Item, Picture
from tapworld_eval.grounding.nano.layouts import draw_layout
from tapworld_eval.grounding.nano.mixing import laid_out
from tapworld_eval.grounding.nano.sheet import Sheet, draw_look
from tapworld_eval.grounding.nano.speech import ORDINALS
from tapworld_eval.grounding.nano.widgets import RowStyle, rows

pytestmark = pytest.mark.skipif(
    not (DEFAULT_BUNDLE / "index.html").exists(), reason="the app bundle is not built (make apps)"
)

SEEDS = range(40)
COUNTED = re.compile(rf"^The ({'|'.join(ORDINALS)}) (.+) from the top$")
BESIDE = re.compile(r'^The (?:tab|choice) to the (left|right) of "(.+)"$')


@pytest.fixture(scope="module")
def pictures() -> list[Picture]:
    return [draw_layout(seed) for seed in SEEDS]


def middle(item: Item) -> tuple[float, float]:
    left, top, right, bottom = item.box
    return (left + right) / 2, (top + bottom) / 2


def test_equal_seeds_give_equal_screens_and_others_differ(pictures: list[Picture]) -> None:
    again = draw_layout(5)
    assert np.array_equal(again.pixels, pictures[5].pixels)
    assert (again.items, again.glyphs) == (pictures[5].items, pictures[5].glyphs)
    assert not np.array_equal(again.pixels, pictures[6].pixels)


def test_an_instruction_means_one_thing_on_the_screen(pictures: list[Picture]) -> None:
    for picture in pictures:
        words = [item.words.casefold() for item in picture.items]
        assert len(set(words)) == len(words)
        for item in picture.items:
            left, top, right, bottom = item.box
            assert 0 <= left < right <= 288, item
            assert 0 <= top < bottom <= 640, item


def test_all_of_the_phones_kinds_are_asked(pictures: list[Picture]) -> None:
    words = "\n".join(item.words for picture in pictures for item in picture.items)
    for kind in (
        '^Tap "',
        "^The third .* from the top$",
        "^The star of the second ",
        '^The tab to the left of "',
        '^The choice to the right of "',
        '^The .* button beside "',
        "^Put the cursor into the field: ",
    ):
        assert re.search(kind, words, re.MULTILINE), kind


def test_rows_are_counted_from_the_top_without_a_gap(pictures: list[Picture]) -> None:
    seen = 0
    for picture in pictures:
        lists: dict[str, dict[int, float]] = defaultdict(dict)
        for item in picture.items:
            if found := COUNTED.match(item.words):
                lists[found[2]][ORDINALS.index(found[1])] = middle(item)[1]
        for tops in lists.values():
            assert sorted(tops) == list(range(len(tops)))
            assert sorted(tops.values()) == [tops[n] for n in sorted(tops)]
            seen += len(tops) > 2
    assert seen > 5


def test_what_stands_beside_stands_there(pictures: list[Picture]) -> None:
    seen = 0
    for picture in pictures:
        at = {item.words: middle(item) for item in picture.items}
        for words, (x, y) in at.items():
            found = BESIDE.match(words)
            if found and (other := at.get(f'Tap "{found[2]}"')):
                assert (x < other[0]) == (found[1] == "left"), words
                assert abs(y - other[1]) < 1
                seen += 1
    assert seen > 20


def test_a_text_that_is_asked_for_is_drawn_in_its_box(pictures: list[Picture]) -> None:
    seen = right = 0
    for picture in pictures:
        for item in picture.items:
            if not item.words.startswith('Tap "'):
                continue
            left, top, far, low = item.box
            inside = "".join(
                one.letter
                for one in picture.glyphs or ()
                if left <= one.x <= far and top <= one.y <= low
            )
            seen += 1
            right += item.words[5:8].strip().casefold() in inside.casefold()
    assert seen > 300
    assert right / seen > 0.98  # the others are rows that a bar hides but for their lower half


def test_a_scrolled_list_and_covered_rows_are_not_counted_wrongly() -> None:
    sheet = Sheet(draw_look(random.Random(0)))
    style = RowStyle("", "", 1, "rule", 8, 400, False)
    rows(sheet, random.Random(0), 100, 400, style, most=4, noun="bill")
    sheet.cover((0, 0, 288, 110), sheet.look.ground)
    words = [item.words for item in sheet.picture().items]
    assert "The first bill from the top" in words  # its middle shows still
    first = next(item for item in sheet.picture().items if item.words.startswith("The first"))
    assert first.box[1] == 110
    sheet.cover((0, 0, 288, first.box[3] - 2), sheet.look.ground)
    assert "The first bill from the top" not in [i.words for i in sheet.picture().items]


def test_a_batch_knows_the_letters_of_every_token() -> None:
    source = laid_out("layouts", images=2)
    draw = random.Random(1)
    pictures = [source.draw(draw) for _ in range(2)]
    asked = [(one, questions_of(one, draw, source.questions)) for one in pictures]
    batch = make_batch(asked, source.length, sparse=source.sparse)
    assert not np.isnan(batch.letters).any()
    assert batch.letters.shape == (2, 180, len(LETTERS))
    assert batch.letters.sum() > 100
    assert (batch.shape == -1).all()  # no shapes of the generated screens are drawn here


def test_a_font_that_is_not_there_is_named() -> None:
    sheet = Sheet(draw_look(random.Random(0)))
    with pytest.raises(
        ModelError, match=r"roboto-latin-123-normal\.woff2 cannot be read.*make apps"
    ):
        sheet.text((0, 10), "a", 10, (0, 0, 0), weight=123)
