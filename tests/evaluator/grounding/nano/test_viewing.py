"""Several looks at one screen: where they agree, and that answers come back to the screen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tapworld_eval.grounding.errors import ModelError  # noqa: E402
from tapworld_eval.grounding.models.base import Query  # noqa: E402
from tapworld_eval.grounding.models.pictures import Picture  # noqa: E402
from tapworld_eval.grounding.nano.answering import NanoModel  # noqa: E402
from tapworld_eval.grounding.nano.deciding import Asked, answers, viewed_points  # noqa: E402
from tapworld_eval.grounding.nano.evaluating import generated_items  # noqa: E402
from tapworld_eval.grounding.nano.viewing import (  # noqa: E402
    MOST_VIEWS,
    agreed,
    looks,
    meeting,
    points,
)
from tapworld_eval.grounding.nano.vocabulary import answer_of, judging  # noqa: E402


@pytest.fixture(scope="module")
def model() -> NanoModel:
    torch.set_num_threads(1)
    return NanoModel(views=3)


def query(pixels: np.ndarray, words: str, **options: object) -> Query:
    return Query("", ("<image>", words), Picture(pixels), **options)  # type: ignore[arg-type]


def test_a_look_moves_what_it_shows_and_its_answer_is_moved_back() -> None:
    pixels = np.full((64, 96, 3), 255, np.uint8)
    pixels[24:33, 60:69] = 0  # a square around (64, 28)
    shown = looks(pixels, MOST_VIEWS)
    assert np.array_equal(shown[0], pixels)
    spots: list[tuple[float, float]] = []
    for look in shown:
        assert look.shape == pixels.shape
        rows, columns = np.nonzero(look[..., 0] < 128)
        spots.append((float(columns.mean()), float(rows.mean())))
    assert len(set(spots)) == MOST_VIEWS
    for number, spot in enumerate(spots):
        found: list[tuple[float, float] | None] = [None] * MOST_VIEWS
        found[number] = spot
        together = agreed(found, (96, 64))
        assert together is not None
        assert together == (number, pytest.approx((64, 28), abs=0.6))
    everyone = agreed(spots, (96, 64))
    assert everyone is not None
    assert everyone[1] == pytest.approx((64, 28), abs=0.6)


def test_a_point_off_the_screen_is_brought_to_its_edge() -> None:
    found: list[tuple[float, float] | None] = [None] * MOST_VIEWS
    found[2] = (0.0, 64.0)  # of the shrunk look, whose margin shows nothing
    assert agreed(found, (96, 64)) == (2, (0.0, 64.0))


def test_most_of_them_decide_and_the_first_where_none_agree() -> None:
    assert meeting([(10, 10), (200, 300), (203, 297)]) == 1
    assert meeting([(10, 10), (200, 300), (100, 500)]) == 0
    assert meeting([None, (200, 300), None]) == 1
    assert meeting([None, None]) is None
    assert agreed([None], (64, 64)) is None
    # Points in rows above one another mean two things, however close.
    assert meeting([(100, 100), (100, 140), (140, 101), (80, 139), (120, 142)]) == 1


@pytest.mark.parametrize("count", [0, MOST_VIEWS + 1])
def test_a_number_of_looks_that_there_is_not_is_refused(count: int) -> None:
    with pytest.raises(ModelError, match="looked at 1 to"):
        looks(np.zeros((32, 32, 3), np.uint8), count)
    with pytest.raises(ModelError, match="looked at 1 to"):
        NanoModel(views=count)


def test_the_models_answer_is_what_its_looks_agree_on(model: NanoModel) -> None:
    for one in generated_items("hard", 6):
        pixels, words = one.asked.picture.pixels, one.asked.words
        each = [
            answers(model.network, [Asked(replace(one.asked.picture, pixels=look), words)])[0]
            for look in looks(pixels, 3)
        ]
        size = (pixels.shape[1], pixels.shape[0])
        together = agreed([points(said, size)[0] for said in each], size)
        assert together is not None
        point = together[1]
        assert viewed_points(model.network, [one.asked], 3) == [[point]]
        reply = model.ask(query(pixels, words[0], logprobs=True))
        said = reply.completions[0]
        assert said.text == answer_of(point[0] / size[0], point[1] / size[1])
        assert len(said.logprobs) == len("(000,000)") + 1
        assert model.ask(query(pixels, words[0], logprobs=True)) == reply


def test_one_look_is_the_single_pass(model: NanoModel) -> None:
    one = generated_items("hard", 1)[0]
    single = NanoModel(views=1)
    asked = query(one.asked.picture.pixels, one.asked.words[0])
    assert single.ask(asked).completions[0].text == answers(model.network, [one.asked])[0][0]
    assert single.identity() != model.identity()


def test_true_or_false_and_samples_come_from_the_screen_itself(model: NanoModel) -> None:
    one = generated_items("easy", 1)[0]
    single, pixels = NanoModel(views=1), one.asked.picture.pixels
    asked = query(pixels, judging(one.asked.words[0], "(500,500)"), n=2)
    assert model.ask(asked).completions == single.ask(asked).completions
    assert {said.text for said in model.ask(asked).completions} <= {"True", "False"}
    drawn = query(pixels, one.asked.words[0], temperature=1.2, n=3)
    assert model.ask(drawn) == single.ask(drawn)
