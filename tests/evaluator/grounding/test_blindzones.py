import random

import numpy as np
import pandas as pd
import pytest

from tapworld_eval.grounding.blindzones import (
    Grid,
    Prober,
    augment,
    bottom_mask,
    concentration,
    count_records,
    null_concentration,
    relocations,
    severity,
    shift_image,
    transfer,
)
from tapworld_eval.grounding.blindzones.adaptive import probe_adaptively
from tapworld_eval.grounding.blindzones.augment import cell_weights
from tapworld_eval.grounding.blindzones.bands import severity_bands
from tapworld_eval.grounding.blindzones.relocate import seam_share
from tapworld_eval.grounding.errors import BlindZoneError


def test_f_blind_of_the_paper():
    """A .1946 and F .6827 imply a mean accuracy of .6133."""
    assert pytest.approx(0.6827, abs=1e-4) == 1 - 0.1946 / 0.6133


@pytest.mark.parametrize(
    ("error", "expected"), [(0.03, 0.54), (0.05, 0.43), (0.10, 0.30), (0.20, 0.20), (0.39, 0.13)]
)
def test_null_of_the_concentration(error, expected):
    mean, low, high = null_concentration(np.full(1600, 30), error, replicates=40)
    assert mean == pytest.approx(expected, abs=0.01)
    assert low < mean < high


def test_concentration_equals_the_mean_absolute_difference():
    errors = np.random.default_rng(1).random(50)
    by_pairs = np.abs(errors[:, None] - errors[None]).mean() / (2 * errors.mean())
    assert concentration(errors) == pytest.approx(by_pairs)


def test_no_errors_leave_the_concentration_undefined():
    assert np.isnan(severity([30, 30], [30, 30]).concentration)


def test_bands_hold_the_estimate_of_area():
    right = np.r_[np.full(80, 29), np.full(20, 5)]
    low, high = severity_bands(right, np.full(100, 30))["area"]
    assert low <= 0.2 <= high


def test_ties_go_to_the_worse_neighbourhood_then_to_the_index():
    accuracy = np.ones((7, 7))
    accuracy[1, 1] = accuracy[4, 3] = accuracy[4, 4] = 0.5
    mask = bottom_mask(accuracy.ravel(), Grid(7, 7), 2 / 49)
    assert np.flatnonzero(mask.cells).tolist() == [31, 32]
    assert (mask.ties, mask.contested) == (3, 1)


def test_probes_are_reproducible_and_leave_the_background_alone():
    screen = np.random.default_rng(0).integers(0, 256, (600, 400, 3), dtype=np.uint8)
    prober = Prober([screen], Grid(8, 8))
    assert len(prober) == 192
    seen = {probe.index: image.copy() for probe, image in prober.images(range(len(prober)))}
    for probe, image in prober.images([150, 3]):
        assert np.array_equal(image, seen[probe.index])
        left, top, right, bottom = map(int, probe.box)
        changed = (image != screen).any(axis=2)
        assert changed[top:bottom, left:right].any()
        changed[top:bottom, left:right] = False
        assert not changed.any()


def test_records_count_by_the_cell_of_their_centre():
    records = pd.DataFrame(
        {
            "left": [0, 90.0],
            "top": [0, 40.0],
            "right": [10, 100.0],
            "bottom": [10, 50.0],
            "x": [5, np.nan],
            "y": [5, np.nan],
            "width": 100,
            "height": 50,
        }
    )
    counts = count_records(records, Grid(2, 2))
    assert (counts.right.tolist(), counts.trials.tolist()) == ([1, 0, 0, 0], [1, 0, 0, 1])


def test_unprobed_cells_are_refused():
    with pytest.raises(BlindZoneError, match="no probes"):
        severity([1, 0], [1, 0])


def test_adaptive_probing_saves_and_finds_the_same_zone():
    grid = Grid(10, 10)
    blind = np.zeros(100, dtype=bool)
    blind[:20] = True

    def ask(indices):
        rates = np.where(blind, 0.2, 0.97)
        return [bool(random.Random(i).random() < rates[i % 100]) for i in indices]

    found = probe_adaptively(ask, grid, 30)
    assert found.saved > 500
    assert found.spent + found.saved == 3000
    assert ((found.counts.accuracy < 0.8) == blind).mean() > 0.95


def test_relocation_moves_across_the_border_and_keeps_the_picture():
    grid = Grid(10, 10)
    mask = np.zeros(100, dtype=bool)
    mask[:30] = True
    boxes = [(20.0, 150.0, 50.0, 170.0), (100.0, 10.0, 120.0, 30.0)]
    moves, failed = relocations(boxes, [(200, 200)] * 2, mask, grid, seed=3)
    assert sum(failed.values()) == 0
    assert len(moves) == 2 * 2 * 5
    pixels = np.random.default_rng(0).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    for move in moves:
        x = (move.box[0] + move.box[2]) / 400
        y = (move.box[1] + move.box[3]) / 400
        assert bool(mask[int(grid.cell_of(x, y))]) is move.arm.endswith("->in")
        assert seam_share(move.shift, (200, 200)) <= 0.6
        a, b = (tuple(map(int, box)) for box in (boxes[move.index], move.box))
        moved = shift_image(pixels, move.shift)
        assert np.array_equal(pixels[a[1] : a[3], a[0] : a[2]], moved[b[1] : b[3], b[0] : b[2]])
    again, _ = relocations(boxes, [(200, 200)] * 2, mask, grid, seed=3)
    assert again == moves


def test_augmentation_aims_where_the_model_is_blind():
    grid = Grid(4, 4)
    accuracy = np.ones(16)
    accuracy[5] = 0.0
    pixels = np.full((200, 200, 3), 7, np.uint8)
    pixels[90:110, 90:110] = 200
    weights = cell_weights(accuracy, grid, "blind", floor=0.0)
    for number in range(20):
        made = augment(pixels, (90, 90, 110, 110), weights, grid, random.Random(number))
        assert made is not None
        assert made.cell == 5
        left, top, right, bottom = map(int, made.box)
        assert (made.pixels[top:bottom, left:right] == 200).all()
        assert (made.pixels == 200).all(axis=2).sum() == 400


def test_transfer_compares_inside_with_outside():
    grid = Grid(2, 1)

    def row(x, correct, element):
        return {
            "target": {"box": [x, 0, x + 2, 2]},
            "size": [100, 50],
            "correct": correct,
            "element": element,
            "platform": "p",
            "application": "a",
        }

    rows = [row(10, i < 5, "icon") for i in range(50)] + [
        row(80, i < 45, "text") for i in range(50)
    ]
    found = transfer(rows, [True, False], grid)
    first = found.iloc[0]
    assert (first["outside"], first["inside"]) == (0.9, 0.1)
    assert first["low"] < 0.8 < first["high"]
    assert first["p"] < 1e-10
    assert list(found["stratum"]) == ["all"]
    with pytest.raises(BlindZoneError, match="one side"):
        transfer(rows[:50], [True, False], grid)


def test_the_adjusted_gap_compares_like_with_like():
    """Icons are hard and lie inside more often; within icons and texts the zone does nothing."""

    def row(x, correct, element):
        return {
            "target": {"box": [x, 0, x + 2, 2]},
            "size": [100, 50],
            "correct": correct,
            "element": element,
            "platform": "p",
            "application": "a",
        }

    rows = []
    for element, rate, inside, outside in (("icon", 0.4, 80, 20), ("text", 0.9, 20, 80)):
        rows += [row(10, i < rate * inside, element) for i in range(inside)]
        rows += [row(80, i < rate * outside, element) for i in range(outside)]
    found = transfer(rows, [True, False], Grid(2, 1)).set_index("stratum")
    assert found.loc["all", "gap"] == pytest.approx(0.3)
    assert found.loc["adjusted", "gap"] == pytest.approx(0)
    adjusted = found.loc["adjusted"].to_dict()
    assert adjusted["low"] < 0 < adjusted["high"]
    assert found.loc["adjusted", "p"] == pytest.approx(1)
