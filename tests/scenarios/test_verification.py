"""Success needs every clause, the right ending, and nothing else changed on the phone."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from tapworld_scenarios import Configuration, arrange, verify
from tapworld_scenarios.catalog import load_catalog
from tapworld_scenarios.errors import EnvironmentFault
from tapworld_scenarios.snapshot import AppState

from .phone import change

PAY = "INSERT INTO payments VALUES (2, {contact}, {cents}, '{note}', 5)"
DEDUCT = "UPDATE wallet SET balance_cents = balance_cents - {cents}"


@pytest.fixture
def send(catalog):
    return arrange(catalog, Configuration("purse.send", 0, "ada", "day", "home"))


@pytest.fixture
def star(catalog):
    return arrange(catalog, Configuration("memo.star_note", 0, "bruno", "night", "home"))


def _sent(task, contact=1, cents=1250, note="Lunch", deduct=1250):
    return change(
        task.snapshot,
        "purse",
        PAY.format(contact=contact, cents=cents, note=note),
        DEDUCT.format(cents=deduct),
    )


def test_the_right_change_succeeds(send):
    verdict = verify(send, _sent(send), outcome="done")
    assert verdict.success, verdict.reasons
    assert verdict.to_json()["success"] is True


@pytest.mark.parametrize(
    "wrong", [{"contact": 2}, {"cents": 1251}, {"note": "lunch"}, {"deduct": 1200}, {"deduct": 0}]
)
def test_a_wrong_value_fails(send, wrong):
    assert not verify(send, _sent(send, **wrong), outcome="done").success


def test_a_second_row_fails(send):
    twice = change(_sent(send), "purse", "INSERT INTO payments VALUES (3, 2, 100, 'x', 6)")
    verdict = verify(send, twice, outcome="done")
    assert not verdict.success
    assert "1 other rows inserted" in " ".join(verdict.reasons)


@pytest.mark.parametrize("outcome", ["infeasible", "step_limit"])
def test_the_ending_counts(send, outcome):
    assert not verify(send, _sent(send), outcome=outcome).success


def test_damage_in_any_app_is_seen_row_by_row(send):
    after = change(
        _sent(send),
        "memo",
        "UPDATE notes SET title = 'x' WHERE id = 3",
        "DELETE FROM note_tags WHERE note_id = 1",
        "INSERT INTO tags VALUES (9, 'new')",
    )
    verdict = verify(send, after, outcome="done")
    assert not verdict.success
    assert all(clause.passed for clause in verdict.clauses)
    seen = {(c.app, c.table, c.change, c.key) for c in verdict.collateral}
    assert seen == {
        ("memo", "notes", "updated", (3,)),
        ("memo", "note_tags", "deleted", (1, 1)),
        ("memo", "tags", "inserted", (9,)),
    }
    title = next(c for c in verdict.collateral if c.table == "notes")
    assert title.columns == {"title": ["Note ada 2", "x"]}


def test_looking_is_no_damage(send):
    after = change(_sent(send), "memo", "UPDATE notes SET is_read = 1 WHERE id < 5",
                   "INSERT INTO searches VALUES (1, 'fox')")  # fmt: skip
    assert verify(send, after, outcome="done").success


def test_an_updated_row_is_not_free_to_change_otherwise(star):
    key = star.values["note_id"]
    right = change(star.snapshot, "memo", f"UPDATE notes SET starred = 1 WHERE id = {key}")
    assert verify(star, right, outcome="done").success
    also = change(right, "memo", f"UPDATE notes SET body = '' WHERE id = {key}")
    assert not verify(star, also, outcome="done").success
    other = change(right, "memo", "UPDATE notes SET starred = 1 WHERE starred = 0 AND id > 8")
    verdict = verify(star, other, outcome="done")
    assert not verdict.success
    assert "other rows updated" in " ".join(verdict.reasons)
    unread = change(right, "memo", "UPDATE notes SET is_read = 1")
    assert verify(star, unread, outcome="done").success


def test_sql_over_two_apps_and_before(catalog):
    task = arrange(catalog, Configuration("composed.pay_note", 2, "bruno", "day", "home"))
    contact = task.values["contact_id"]
    paid = change(task.snapshot, "purse", PAY.format(contact=contact, cents=700, note=""),
                  DEDUCT.format(cents=700))  # fmt: skip
    assert verify(task, paid, outcome="done").success
    short = change(task.snapshot, "purse", PAY.format(contact=contact, cents=700, note=""),
                   DEDUCT.format(cents=600))  # fmt: skip
    verdict = verify(task, short, outcome="done")
    assert [clause.kind for clause in verdict.clauses if not clause.passed] == ["sql"]


def test_a_question_needs_the_answer_and_an_unchanged_phone(catalog):
    task = arrange(catalog, Configuration("memo.count_notes", 0, "ada", "day", "home"))
    assert task.expected is not None
    right = task.expected.text
    assert verify(task, task.snapshot, outcome="answer", answer=right).success
    for answer in (f"1{right}", ""):
        assert not verify(task, task.snapshot, outcome="answer", answer=answer).success
    assert not verify(task, task.snapshot, outcome="done", answer=right).success
    harmed = change(task.snapshot, "purse", "DELETE FROM payments")
    assert not verify(task, harmed, outcome="answer", answer=right).success


def test_where_the_phone_ended_up(catalog):
    task = arrange(catalog, Configuration("memo.show_settings", 0, "ada", "day", "home"))
    state = task.snapshot.apps["memo"]
    ui = {
        "stack": [{"route": "notes"}, {"route": "settings", "state": {"tab": "a"}}],
        "dialog": None,
    }
    there = task.snapshot.with_app("memo", AppState(state.database, ui))
    assert verify(task, there, outcome="done").success
    asked = {**ui, "dialog": {"name": "confirm", "params": {}}}
    for bad in (
        task.snapshot,
        task.snapshot.with_app("memo", AppState(state.database, asked)),
        replace(there, foreground=None),
        replace(there, foreground="purse"),
    ):
        assert not verify(task, bad, outcome="done").success


def test_infeasible_is_right_only_when_the_phone_is_untouched(catalog):
    task = arrange(catalog, Configuration("memo.pay_ghost", 0, "ada", "day", "home"))
    assert verify(task, task.snapshot, outcome="infeasible").success
    assert not verify(task, task.snapshot, outcome="done").success
    harmed = change(task.snapshot, "memo", "DELETE FROM notes WHERE id = 5")
    assert not verify(task, harmed, outcome="infeasible").success


def test_a_broken_or_missing_database_is_a_fault(send):
    for app in ("memo", "purse"):
        with pytest.raises(EnvironmentFault):
            verify(send, send.snapshot.with_app(app, AppState(b"\0" * 9000)), outcome="done")
    with pytest.raises(EnvironmentFault, match="no database of purse"):
        verify(send, replace(send.snapshot, apps={"memo": send.snapshot.apps["memo"]}),
               outcome="done")  # fmt: skip


def test_equal_configurations_give_equal_tasks(catalog):
    configuration = Configuration("memo.count_notes", 9, "kenji", "night", "note-open", 2)
    first = arrange(catalog, configuration)
    catalog.memo.clear()
    second = arrange(catalog, configuration.id)
    assert first.snapshot.digest() == second.snapshot.digest()
    assert (first.goal, first.oracle) == (second.goal, second.oracle)


def test_a_shipped_task_travels_to_a_worker():
    catalog = load_catalog()
    assert pickle.loads(pickle.dumps(catalog)).path == catalog.path
