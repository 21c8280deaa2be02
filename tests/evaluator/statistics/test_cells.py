import numpy as np
import pandas as pd
import pytest

from tapworld_eval.statistics import RecordsError, count_cells, count_chunks

BASE = pd.DataFrame(
    {
        "app": ["pay", "pay", "mail", "mail"],
        "scenario": ["send", "send", "send", "read"],
        "theme": ["dark", "light", "dark", "dark"],
        "rollout": [0, 0, 0, 0],
        "success": [1, 0, 1, 1],
    }
)


def test_counts_are_sorted_and_scenarios_belong_to_apps():
    cells = count_cells(BASE)
    assert cells.to_frame().drop(columns="rollouts").values.tolist() == [
        ["mail", "read", "dark", 1],
        ["mail", "send", "dark", 1],
        ["pay", "send", "dark", 1],
        ["pay", "send", "light", 0],
    ]
    assert cells.scenario.tolist() == [0, 1, 2, 2]
    assert cells.app_rates.tolist() == [1.0, 0.5]


def test_axes_left_out_are_pooled():
    assert count_cells(BASE, axes=[]).rollouts.tolist() == [1, 1, 2]


@pytest.mark.parametrize("size", [5, 1000])
def test_chunks_count_exactly_like_one_table(make_records, size):
    frame = make_records(apps=2, scenarios=2)
    chunks = (frame.iloc[i : i + size] for i in range(0, len(frame), size))
    whole, streamed = count_cells(frame), count_chunks(chunks)
    pd.testing.assert_frame_equal(whole.to_frame(), streamed.to_frame())
    np.testing.assert_array_equal(whole.scenario, streamed.scenario)


def test_a_rollout_seen_twice_is_refused_across_chunks_too():
    with pytest.raises(RecordsError, match=r"positions 0 and 4 .*'pay'.*'send'"):
        count_cells(pd.concat([BASE, BASE.iloc[:1]], ignore_index=True))
    with pytest.raises(RecordsError, match="appears twice"):
        count_chunks([BASE, BASE.iloc[:1]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.iloc[:0], "empty"),
        (lambda f: f.drop(columns="app"), "lack the column.*app.*columns: scenario"),
        (lambda f: f.assign(success=["1", "0", "1", "1"]), "booleans, got '1'"),
        (lambda f: f.assign(success=[1, np.nan, 0, 1]), "missing in 1 row.*position 1"),
        (lambda f: f.assign(success=[1, 0.5, 0, 1]), "got 0.5 at position 1"),
        (lambda f: f.assign(theme=[None, "a", "b", "c"]), "'theme' is missing.*position 0"),
        (lambda f: f.assign(agent=list("xxyy")), "2 agents"),
        (lambda f: pd.concat([f, f["app"]], axis=1), "'app' twice"),
    ],
)
def test_unsound_records_get_a_clear_error(change, message):
    with pytest.raises(RecordsError, match=message):
        count_cells(change(BASE))


@pytest.mark.parametrize("axes", ["theme", ["theme", "theme"], ["success"], ["colour"]])
def test_wrong_axes_get_a_clear_error(axes):
    with pytest.raises(RecordsError, match=r"axes|axis"):
        count_cells(BASE, axes=axes)


@pytest.mark.parametrize("dtype", [bool, np.int8, float, "Int64", object])
def test_outcomes_of_any_numeric_type_count(dtype):
    frame = BASE.assign(success=BASE["success"].astype(dtype))
    assert count_cells(frame).successes.tolist() == [1, 1, 1, 0]


def test_numbers_and_their_text_are_one_level():
    frame = BASE.assign(theme=pd.Series([1, "1", 1, 1], dtype=object))
    assert count_cells(frame.drop(columns="rollout")).names["theme"] == ("1",)
