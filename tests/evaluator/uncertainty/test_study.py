import pytest

from tapworld_eval.uncertainty.simulation.study import Planted, plant_cells, run_study


@pytest.fixture(scope="module")
def planted():
    return plant_cells(records=160, dimension=4)


def test_sixteen_open_cells_and_twelve_of_vendors_are_planted(planted):
    tiers = [one.cell.interface for one in planted]
    assert (tiers.count("open"), tiers.count("api")) == (16, 12)
    assert {one.family for one in planted} == {
        "density", "logit", "attention", "verbalised", "sampling"
    }  # fmt: skip
    assert all(0.85 < one.auroc < 1 for one in planted)
    assert len({one.cell.name for one in planted}) == 28


def test_the_study_tells_planted_winners_from_others(planted):
    by_name = {one.cell.name: one for one in planted}
    chosen = [
        by_name[name]
        for name in ("talker x desktop", "talker x dense", "vendor-a x dense", "vendor-b x dense")
    ]
    found = run_study(chosen, seeds=2, bootstrap=4, alpha=0.3)
    assert found.matches == 4
    assert found.crossed is not None
    assert len(found.crossed.pairs) == 2
    # A lie about what was planted is seen.
    lie = [Planted(one.cell, "vlm", 1.0) for one in chosen[2:]]
    told = run_study([*chosen[:2], *lie], seeds=2, bootstrap=4, alpha=0.3)
    assert told.matches == 2
    assert set(told.expected["kind"]) >= {"fixed", "elements"}
