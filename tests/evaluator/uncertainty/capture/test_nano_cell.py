"""The shipped cell: what the nano model that ships showed on 500 screens (``make nano-cell``)."""

from __future__ import annotations

from pathlib import Path

from tapworld_eval.uncertainty import get_method, load, supported
from tapworld_eval.uncertainty.methods.registry import benchmark_methods
from tapworld_eval.uncertainty.metrics.discrimination import auroc

FOLDER = Path(__file__).parents[1] / "fixtures" / "nano-hard"


def test_it_is_small_and_whole() -> None:
    cell = load(FOLDER)
    assert len(cell) == 500
    assert 0.05 < cell.accuracy < 0.95
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 3e6
    absent = {m.name for m in benchmark_methods()} - {m.name for m in supported(cell)}
    assert absent == {"verbalized_1s", "verbalized_2s"}


def test_a_real_models_signals_tell_wrong_clicks_from_right_ones() -> None:
    cell = load(FOLDER)
    for name in ("mean_token_entropy", "mcse"):
        assert auroc(get_method(name).score(cell), cell.wrong) > 0.6
