"""Which near-misses apply follows from the scenario; all of them are refused."""

from __future__ import annotations

import pytest

from tapworld_scenarios import Configuration, apply_edits, arrange, verify

from .phone import change


def _misses(catalog, name, instance=0, profile="ada"):
    task = arrange(catalog, Configuration(name, instance, profile, "day", "home"))
    return task, {miss.name: miss for miss in task.near_misses}


def test_of_a_scenario_that_adds_a_row(catalog):
    task, found = _misses(catalog, "purse.send")
    assert {m.kind for m in found.values()} == {
        "do_nothing", "wrong_outcome", "other_instance", "twice", "stop_early", "damage"
    }  # fmt: skip
    assert found["twice"].steps == (*task.oracle, *task.oracle, found["do_nothing"].steps[0])
    assert [s.op for s in found["stop_early"].steps][-2:] == ["pick_date", "done"]
    typed = [s.value for s in found["other_instance"].steps if s.op == "fill"]  # type: ignore[union-attr]
    assert typed == ["Mina Okafor", "20.00", "Tea"]


def test_of_a_scenario_that_updates_one(catalog):
    _, found = _misses(catalog, "memo.star_note")
    assert "twice" not in found  # done once, there is nothing left to update
    assert [s.op for s in found["stop_early"].steps] == ["open", "tap", "if_visible", "done"]
    assert "damage_memo_delete_first" not in found  # its table is the one the task changes
    assert found["written_neighbour"].steps[1].target.text == "Note ada 9"  # type: ignore[union-attr]


def test_a_written_one_that_is_right_here_is_left_out(catalog):
    _, found = _misses(catalog, "memo.star_note", 8)
    assert "written_neighbour" in found
    scenario = catalog.scenarios["memo.star_note"]
    index = next(i for i, raw in enumerate(scenario.instances) if "last_note" in str(raw))
    assert index == 7


def test_of_a_question(catalog):
    task, found = _misses(catalog, "memo.count_notes")
    for miss in found.values():
        after = apply_edits(task.snapshot, miss.edits)
        last = miss.steps[-1]
        outcome = last.op if last.op in ("answer", "infeasible") else "done"
        answer = last.value if last.op == "answer" else None  # type: ignore[union-attr]
        if miss.kind == "damage" and not miss.edits:
            after = change(after, "memo", "DELETE FROM notes WHERE id = 1")
        assert not verify(task, after, outcome=outcome, answer=answer).success, miss.name  # type: ignore[arg-type]
    assert {"answer_one_more", "answer_digit_in_front", "answer_parameter_person"} <= set(found)
    assert found["damage_memo_delete_first"].steps[-1].value == "3"  # type: ignore[union-attr]
    assert "stop_early" not in found


def test_of_a_task_that_cannot_be_done(catalog):
    _, found = _misses(catalog, "memo.pay_ghost")
    assert [s.op for s in found["done_said"].steps] == ["open", "fill", "done"]
    assert "infeasible_said" not in found
    assert "other_instance" not in found


def test_an_edit_is_damage_that_verification_sees(catalog):
    task, found = _misses(catalog, "purse.send")
    solved = change(task.snapshot, "purse",
                    "INSERT INTO payments VALUES (2, 1, 1250, 'Lunch', 5)",
                    "UPDATE wallet SET balance_cents = balance_cents - 1250")  # fmt: skip
    assert verify(task, solved, outcome="done").success
    edited = [miss for miss in found.values() if miss.edits]
    assert {miss.edits[0].app for miss in edited} == {"memo", "purse"}
    for miss in edited:
        verdict = verify(task, apply_edits(solved, miss.edits), outcome="done")
        assert not verdict.success
        assert verdict.collateral_count == 1


@pytest.mark.parametrize("profile", ["ada", "bruno"])
def test_no_two_are_equal(catalog, profile):
    for name in catalog.scenarios:
        task, found = _misses(catalog, name, 0, profile)
        assert (
            len({(m.steps, m.edits) for m in found.values()}) == len(found) == len(task.near_misses)
        )
