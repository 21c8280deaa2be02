import pandas as pd
import pytest

from tapworld_eval.grounding.blindzones import Grid, taps
from tapworld_eval.grounding.blindzones.taps import first_attempts, map_taps, tap_records
from tapworld_eval.grounding.errors import BlindZoneError


def touch(x, y, *, hit, attempt=0, **fields):
    click = (x + 5, y + 5) if hit else (1.0, 1.0)
    return {
        "app": "mail",
        "theme": "paper",
        "gesture": "tap",
        "attempt": attempt,
        "left": x,
        "top": y,
        "right": x + 10,
        "bottom": y + 10,
        "x": click[0],
        "y": click[1],
        "width": 100,
        "height": 200,
        "correct": hit,
        **fields,
    }


@pytest.fixture
def touches(monkeypatch):
    """Targets in the lower half are missed at first, and found at the second attempt."""
    rows = [touch(20 + n, 20, hit=True) for n in range(20)]
    for n in range(20):
        rows += [touch(20 + n, 120, hit=False, theme="ocean")]
        rows += [touch(20 + n, 120, hit=True, theme="ocean", attempt=1)]
    monkeypatch.setattr(taps, "read_touches", lambda run: pd.DataFrame(rows))


def test_the_zone_of_an_agent_is_found_in_its_first_attempts(touches, tmp_path):
    found = map_taps(first_attempts(tap_records([tmp_path / "a"])), Grid(1, 2), fraction=0.5)
    assert (found["probes"], found["mask"], found["accuracy"]) == (40, [1], 0.5)
    assert [line["accuracy"] for line in found["by_theme"]] == [0, 1]
    assert found["by_app"][0]["n"] == 40


def test_later_attempts_would_hide_it(touches, tmp_path):
    found = map_taps(tap_records([tmp_path / "a"]), Grid(1, 2), fraction=0.5)
    assert found["accuracy"] == 0.75


def test_a_click_on_what_covers_the_target_is_wrong(monkeypatch, tmp_path):
    rows = [touch(20, 20, hit=True, correct=False), touch(20, 120, hit=True)]
    monkeypatch.setattr(taps, "read_touches", lambda run: pd.DataFrame(rows))
    records = tap_records([tmp_path])
    assert records["x"].isna().tolist() == [True, False]


def test_an_app_without_taps_is_said(touches, tmp_path):
    with pytest.raises(BlindZoneError, match="no tap in pay"):
        tap_records([tmp_path], app="pay")
