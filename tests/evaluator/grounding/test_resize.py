import gzip
from pathlib import Path

import pytest

from tapworld_eval.grounding.errors import FormatError
from tapworld_eval.grounding.resize import Resize, smart_resize

FIXTURE = Path(__file__).parent / "fixtures" / "smart_resize.csv.gz"


def test_smart_resize_equals_the_published_definition_on_ten_thousand_sizes():
    rows = gzip.decompress(FIXTURE.read_bytes()).decode().split()
    assert len(rows) == 10_000
    wrong = []
    for row in rows:
        h, w, factor, least, most, *expected = map(int, row.split(","))
        if list(smart_resize(h, w, factor, least, most)) != expected:
            wrong.append(row)
    assert wrong == []


@pytest.mark.parametrize(("height", "width"), [(9, 100), (10, 2001)])
def test_smart_resize_refuses_what_the_published_function_refuses(height, width):
    with pytest.raises(FormatError):
        smart_resize(height, width)


def test_policies_keep_the_aspect_ratio():
    assert Resize("long_edge", edge=1568).apply((1000, 500)) == (1000, 500)
    assert Resize("width", edge=1344).apply((2688, 1000)) == (1344, 500)


def test_a_policy_without_its_edge_is_refused():
    with pytest.raises(FormatError, match="edge"):
        Resize("long_edge")
