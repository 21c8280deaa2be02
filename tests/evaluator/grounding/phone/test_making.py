import json
from pathlib import Path

import pytest

from tapworld_env.observations import Element
from tapworld_eval.cli import main
from tapworld_eval.grounding.datasets import check_dataset, read_dataset
from tapworld_eval.grounding.phone import instructions
from tapworld_eval.grounding.phone.making import screen_items, split_of


def element(index, **fields):
    defaults = {
        "id": "",
        "text": "",
        "description": "",
        "role": "button",
        "clickable": True,
        "bounds": (0, 60 * index, 90, 60 * index + 60),
        "package": "mail",
    }
    return Element(index=index, **{**defaults, **fields})


def test_words_that_mean_two_elements_are_left_out():
    made = instructions([element(0, text="Reply"), element(1, text="Reply"), element(2, text="Ok")])
    assert [(one.element, one.words) for one in made] == [(2, 'Tap "Ok"')]


def test_text_function_and_relation():
    made = instructions(
        [
            element(0, id="star-7", description="Star"),
            element(1, id="star-9", description="Star"),
            element(2, description="Wi-Fi", role="switch", checked=True),
            element(3, text="Hidden", visible=False),
        ]
    )
    assert {(one.element, one.kind, one.words) for one in made} == {
        (0, "relation", "The first star from the top"),
        (1, "relation", "The second star from the top"),
        (2, "function", "Turn off: Wi-Fi"),
    }


def test_touching_confirms_boxes_and_finds_covered_parts():
    elements = [element(0, text="A"), element(1, text="B")]

    def touches(points):
        reached = []
        for _x, y in points:
            box = elements[0 if y < 60 else 1].bounds
            # The lowest third of A and all of B lie under something else.
            reached.append([(0, 40, 90, 120)] if y > 40 else [box])
        return reached

    items, refused = screen_items(elements, touches)
    assert refused == 1
    assert [item["instruction"] for item in items] == ['Tap "A"']
    assert items[0]["covered"] == [[0, 40, 30, 20], [30, 40, 30, 20], [60, 40, 30, 20]]


def test_an_app_is_in_one_split_only():
    assert split_of("pay", {"pay": "test"}) == "test"
    assert split_of("mail", {"pay": "test"}) == "train"


@pytest.mark.phone
def test_a_dataset_of_the_phone(tmp_path: Path, capsys):
    out = tmp_path / "phone"
    main_args = ["ground", "make", "--out", str(out), "--limit", "30", "--test", "mail", "--json"]
    with pytest.raises(SystemExit, match="0"):
        main(main_args)
    made = json.loads(capsys.readouterr().out)
    assert made["test"] >= 30
    assert check_dataset(out).faults == ()
    samples = read_dataset(out)
    assert {sample.application for sample in samples} == {"mail"}
    for sample in samples:
        left, top, right, bottom = sample.target.box or (0, 0, 0, 0)
        assert sample.target.hit_by(((left + right) / 2, (top + bottom) / 2))
