import math

import pytest

from tapworld_eval.grounding.errors import FormatError
from tapworld_eval.grounding.formats import model_formats, read_formats
from tapworld_eval.grounding.resize import Resize
from tapworld_eval.grounding.spaces import (
    CoordinateSpace,
    Frame,
    ScaleFault,
    to_image,
    to_model,
)

FRAME = Frame((200.0, 100.0, 1224.0, 1124.0), (1024, 1024), (1036, 1036))


@pytest.mark.parametrize("space", CoordinateSpace)
def test_there_and_back(space):
    point = (700.25, 300.5)
    back, fault = to_image(to_model(point, space, FRAME), space, FRAME)
    assert fault is None
    assert back == pytest.approx(point)


def test_a_wrong_space_clicks_a_plausible_wrong_place():
    """Pixels of the resized image read as pixels of the original: off by hundreds of pixels."""
    size = (3840, 2160)
    resized = Resize("smart", 28, 3136, 14 * 14 * 4 * 1280).apply(size)
    frame = Frame((0, 0, *size), size, resized)
    target = (3000.0, 1500.0)
    said = to_model(target, CoordinateSpace.RESIZED_PIXELS, frame)
    wrong, fault = to_image(said, CoordinateSpace.ORIGINAL_PIXELS, frame)
    assert fault is None
    assert target[0] - wrong[0] > 960


@pytest.mark.parametrize(
    ("numbers", "space", "fault"),
    [
        ((0.5, 430), CoordinateSpace.GRID_1000, ScaleFault.MIXED),
        ((0.5, 430), CoordinateSpace.UNIT, ScaleFault.MIXED),
        ((512, 430), CoordinateSpace.UNIT, ScaleFault.OUT_OF_RANGE),
        ((1016, 430), CoordinateSpace.GRID_1000, ScaleFault.OUT_OF_RANGE),
        ((1000, 430), CoordinateSpace.GRID_999, ScaleFault.OUT_OF_RANGE),
        ((-3, 430), CoordinateSpace.SENT_PIXELS, ScaleFault.OUT_OF_RANGE),
        ((math.nan, 430), CoordinateSpace.SENT_PIXELS, ScaleFault.OUT_OF_RANGE),
    ],
)
def test_mixed_and_out_of_range_become_nan(numbers, space, fault):
    points, why = to_image(numbers, space, FRAME)
    assert why is fault
    assert all(math.isnan(value) for value in points)


def test_every_format_names_its_space_and_source():
    for name, format_ in model_formats().items():
        assert format_.source, name
        assert isinstance(format_.space, CoordinateSpace)


def test_a_format_without_a_space_is_refused(tmp_path):
    file = tmp_path / "formats.yaml"
    file.write_text("mine: {syntax: pair_round, prompt: p, source: me}\n")
    with pytest.raises(FormatError, match=r"mine: space: Field required"):
        read_formats(file)
