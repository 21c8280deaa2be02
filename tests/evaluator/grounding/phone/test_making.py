import json
from itertools import islice
from pathlib import Path

import pytest

from tapworld_env.devices.handset.device import Handset
from tapworld_env.observations import Element
from tapworld_eval.cli import main
from tapworld_eval.grounding.boxes import area, inside_box
from tapworld_eval.grounding.datasets import check_dataset, read_dataset
from tapworld_eval.grounding.phone import start_screens
from tapworld_eval.grounding.phone.covering import Owners, covered_parts
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


class Phone:
    """Answers as if these boxes lay on the screen, the last on top."""

    def __init__(self, *boxes):
        self.boxes = boxes

    def hit_test(self, points):
        return [
            next(((box,) for box in reversed(self.boxes) if inside_box(point, box)), ())
            for point in points
        ]

    touch_test = hit_test


def test_touching_confirms_boxes_and_finds_covered_parts_to_a_pixel():
    elements = [element(0, text="A"), element(1, text="B")]
    # All of B and the lower part of A lie under something else.
    phone = Phone(*(e.bounds for e in elements), (0, 47, 90, 120))
    items, refused = screen_items(elements, phone, "mail")
    assert refused == 1
    assert [item["instruction"] for item in items] == ['Tap "A"']
    [(left, top, wide, high)] = items[0]["covered"]
    assert (left, wide) == (0, 90)
    assert (top, top + high) == pytest.approx((47, 60), abs=1)


def test_a_cover_in_the_middle_of_a_wide_row_and_one_at_its_corner():
    row = element(0, text="Row", bounds=(0, 0, 1000, 300))
    # Both lie between the points of the coarse grid; the tree tells where to look closer.
    lid = element(1, bounds=(400, 0, 460, 40), clickable=False)
    corner = element(2, bounds=(900, 260, 1080, 400), clickable=False)
    phone = Phone(row.bounds, lid.bounds, corner.bounds)
    found = covered_parts([row, lid, corner], [0], phone.hit_test)[0]
    assert sum(area(part) for part in found) == pytest.approx(60 * 40 + 100 * 40, rel=0.05)
    for part, true in zip(found, ((400, 0, 460, 40), (900, 260, 1000, 300)), strict=True):
        assert part == pytest.approx(true, abs=1)


def test_a_button_inside_a_row_takes_its_touches():
    row, star = element(0, text="Row"), element(1, bounds=(60, 10, 80, 30), description="Star")
    owners = Owners([row, star])
    assert owners.of((star.bounds, row.bounds)) == {1}
    assert owners.of(((61, 11, 79, 29), row.bounds)) == {1}
    assert owners.of((row.bounds,)) == {0}
    assert owners.of(()) == frozenset()


def test_the_first_screens_come_from_everywhere():
    first = [screen.name.split("/") for screen in islice(start_screens(["mail", "pay"]), 40)]
    assert {app for app, *_ in first} == {"mail", "pay"}
    assert len({state for _, state, *_ in first}) > 20
    assert len({theme for *_, theme, _ in first}) > 5
    assert first == [s.name.split("/") for s in islice(start_screens(["mail", "pay"]), 40)]


def test_an_app_is_in_one_split_only():
    assert split_of("pay", {"pay": "test"}) == "test"
    assert split_of("mail", {"pay": "test"}) == "train"


@pytest.mark.phone
def test_a_dataset_of_the_phone(tmp_path: Path, capsys):
    out = tmp_path / "phone"
    main_args = ["ground", "make", "--out", str(out), "--limit", "90", "--test", "mail", "--json"]
    with pytest.raises(SystemExit, match="0"):
        main(main_args)
    made = json.loads(capsys.readouterr().out)
    assert made["train"] + made["test"] == 90
    assert check_dataset(out).faults == ()
    samples = read_dataset(out)
    splits = {(sample.application, sample.id.split("-")[0]) for sample in samples}
    assert splits == {("mail", "test"), ("pay", "train")}
    for sample in samples:
        left, top, right, bottom = sample.target.box or (0, 0, 0, 0)
        assert sample.target.hit_by(((left + right) / 2, (top + bottom) / 2))


@pytest.mark.phone
def test_the_hit_test_meets_what_a_touch_meets():
    screen = next(iter(start_screens(["mail"])))
    with Handset() as phone:
        phone.load(screen.snapshot)
        before = phone.dump()
        look = phone.observe()
        # Nearer than a finger's radius to an edge, Chromium moves a touch to what can be clicked.
        points = [e.center for e in look.elements if e.visible and e.clickable]
        assert len(points) > 10
        assert phone.hit_test(points) == phone.touch_test(points)
        assert phone.observe().elements == look.elements
        assert phone.dump() == before
