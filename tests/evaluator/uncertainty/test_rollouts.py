import dataclasses

import numpy as np
import pytest

from tapworld_eval.uncertainty import OptionError, RecordsError
from tapworld_eval.uncertainty.benchmark import measure_uncertainty
from tapworld_eval.uncertainty.rollouts import aggregate_episodes, selective_execution


@pytest.fixture
def taps(cell):
    part = cell.select(np.arange(6))
    items = part.items.assign(
        episode=["b", "a", "a", "b", "c", "d"],
        step=[1, 2, 1, 2, 1, 1],
        success=[0, 1, 1, 0, 1, 0],
    )
    return dataclasses.replace(part, items=items)


SCORES = np.array([0.5, 0.1, 0.2, 0.9, 0.2, np.nan])


def test_trajectories_by_hand(taps):
    expected = {
        "max": [0.2, 0.9, 0.2],
        "mean": [0.15, 0.7, 0.2],
        "last": [0.1, 0.9, 0.2],
        "product": [1 - 0.8 * 0.9, 1 - 0.5 * 0.1, 0.2],
    }
    for how, values in expected.items():
        table = aggregate_episodes(taps, SCORES, how)  # type: ignore[arg-type]
        assert table["episode"].tolist() == ["a", "b", "c", "d"]
        assert table["score"].tolist()[:3] == pytest.approx(values)
        assert np.isnan(table["score"][3])
    deferred = aggregate_episodes(taps, SCORES, defer_above=0.4)["deferred_at"].tolist()
    assert deferred == pytest.approx([np.nan, 1, np.nan, 1], nan_ok=True)


def test_selective_execution_trades_episodes_for_success(taps):
    curve = selective_execution(aggregate_episodes(taps, SCORES))
    assert curve["executed"].tolist() == [0.25, 0.5, 0.75]
    assert curve["success"].tolist() == pytest.approx([1, 1, 2 / 3])
    assert curve["solved"].tolist() == [0.25, 0.5, 0.5]


def test_what_is_no_rollout_is_refused(cell, taps):
    with pytest.raises(RecordsError, match="no taps of rollouts"):
        aggregate_episodes(cell, np.zeros(len(cell)))
    with pytest.raises(OptionError, match="probabilities"):
        aggregate_episodes(taps, SCORES + 1, "product")
    torn = dataclasses.replace(taps, items=taps.items.assign(success=[0, 1, 0, 0, 1, 0]))
    with pytest.raises(RecordsError, match="two outcomes"):
        aggregate_episodes(torn, SCORES)


def test_the_benchmark_measures_every_method():
    found = measure_uncertainty(records=60, dimension=20, seeds=2, bootstrap=2, cells=3)
    assert found["methods"] == 27
    assert found["peak_gb"] > 0
