from __future__ import annotations

import pytest

from tapworld_eval.errors import PlanError
from tapworld_eval.rollouts.plan import make_plan, select_scenarios
from tapworld_scenarios.catalog import Catalog


def test_one_seed_decides_everything(toy: Catalog) -> None:
    one, same = (make_plan(toy, sample=8, rollouts=2, seed=5).jobs() for _ in range(2))
    other = make_plan(toy, sample=8, rollouts=2, seed=6).jobs()
    assert one == same
    assert [job.seed for job in one] != [job.seed for job in other]


def test_episode_ids_are_unique_and_fit_a_file_system(toy: Catalog) -> None:
    jobs = make_plan(toy, sample=20, rollouts=3, seed=0).jobs()
    ids = [job.episode for job in jobs]
    assert len(set(ids)) == 60
    assert not any("/" in name for name in ids)


def test_first_rollouts_come_first(toy: Catalog) -> None:
    jobs = make_plan(toy, sample=5, rollouts=3, seed=0).jobs()
    assert [job.rollout for job in jobs] == [0] * 5 + [1] * 5 + [2] * 5


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("notes.add_note", ["notes.add_note"]),
        ("notes.*", ["notes.add_note", "notes.count_notes"]),
        ("notes", ["notes.add_note", "notes.count_notes"]),
        ("kind:question", ["notes.count_notes"]),
    ],
)
def test_selectors(toy: Catalog, selector: str, found: list[str]) -> None:
    assert select_scenarios(toy, [selector]) == found


def test_an_unknown_selector_suggests_a_near_one(toy: Catalog) -> None:
    with pytest.raises(PlanError, match=r"did you mean notes\.add_note"):
        select_scenarios(toy, ["notes.ad_note"])
