"""Start states: templates, rows merged and checked, values in their three forms."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tapworld_scenarios import Configuration, arrange
from tapworld_scenarios.errors import ArrangeError, ConfigurationError
from tapworld_scenarios.templates import Resolver, parse_call


def _task(catalog, name, instance=0, profile="ada", state="home", phrasing=0):
    return arrange(catalog, Configuration(name, instance, profile, "day", state, phrasing))


def _rows(task, app, sql):
    connection = sqlite3.connect(":memory:")
    connection.deserialize(task.snapshot.apps[app].database)
    return connection.execute(sql).fetchall()


@pytest.mark.parametrize(
    ("profile", "goal"),
    [("ada", 'Send $12.50 to Sam Lee with the note "Lunch" on Mar 13, 2026.'),
     ("bruno", 'Send 12,50\u00a0€ to Lena Vogt with the note "Lunch" on 23. Mai 2026.')],
)  # fmt: skip
def test_a_goal_reads_as_the_apps_do(catalog, profile, goal):
    assert _task(catalog, "purse.send", 0, profile).goal == goal


def test_the_oracle_types_and_picks_and_sql_compares(catalog):
    task = _task(catalog, "purse.send", 0, "bruno")
    typed = {s.target.id: s.value for s in task.oracle if s.op == "fill"}  # type: ignore[union-attr]
    assert typed == {"recipient": "Lena Vogt", "amount": "12.50", "note": "Lunch"}
    picked = next(s.value for s in task.oracle if s.op == "pick_date")  # type: ignore[union-attr]
    assert int(picked) == task.values["when"]
    assert task.values["amount"] == 1250


def test_an_amount_with_cents_is_infeasible_in_yen(catalog):
    with pytest.raises(ArrangeError, match=r"12\.5 is no amount in JPY") as caught:
        _task(catalog, "purse.send", 0, "kenji")
    assert caught.value.status == "infeasible"


def test_rows_are_merged_with_ids_that_fit(catalog):
    task = _task(catalog, "memo.count_notes", 9)
    people = _rows(task, "memo", "SELECT id FROM people WHERE name = 'Noor Haddad'")
    notes = _rows(task, "memo", "SELECT title, person_id FROM notes ORDER BY id DESC LIMIT 1")
    assert notes == [("About Noor Haddad", people[0][0])]
    assert task.expected is not None
    assert task.expected.value == 1


def test_every_app_is_on_the_phone_in_the_state_of_the_same_position(catalog):
    task = _task(catalog, "memo.count_notes", state="note-open")
    assert set(task.snapshot.apps) == {"memo", "purse"}
    memo, purse = task.snapshot.apps["memo"].ui, task.snapshot.apps["purse"].ui
    assert memo is not None
    assert memo["stack"][1]["params"] == {"id": 1}
    assert purse is None  # the third state of purse is the launcher's
    assert task.snapshot.foreground == "memo"
    assert _task(catalog, "memo.count_notes", state="launcher").snapshot.foreground is None
    assert task.snapshot.settings.clock_ms == 1_773_151_920_000


def _edit(folder: Path, old: str, new: str) -> None:
    path = folder / "memo" / "count_notes.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [('person_id: "{{new_id:memo.people}}"', "person_id: 999",
      r"arrange\.memo\.notes\.0.*refers by person_id"),
     ('memo.people: [{id: "{{new_id:memo.people}}"', "memo.people: [{id: 1",
      r"arrange\.memo\.people\.0: UNIQUE constraint failed"),
     ("memo.notes: [{id", "memo.tags: [{id: 7, name: Garden}]\n  memo.notes: [{id",
      r"memo\.tags\.0: UNIQUE constraint failed: tags\.name")],
)  # fmt: skip
def test_rows_that_do_not_fit_are_incoherent(catalog_folder, load, old, new, said):
    _edit(catalog_folder, old, new)
    with pytest.raises(ArrangeError, match=said) as caught:
        _task(load(catalog_folder), "memo.count_notes")
    assert caught.value.status == "incoherent"


@pytest.mark.parametrize(
    ("text", "value"),
    [("first_note_title", "Note ada 0"), ("middle_note_id", 7), ("last_note_id", 12),
     ("nth_note_title:3", "Note ada 3"), ("person:1", "Mina Okafor"),
     ("person_email:1", "mina@x.example"),
     ("new_id:memo.notes", 13), ("new_id:memo.notes,2", 15), ("current_user_name", "Ada Byron"),
     ("current_user_handle", "@ada"), ("person_name:2", "Rui Costa"), ("now", 1_773_151_920_000),
     ("sql:SELECT COUNT(*) FROM memo.notes", 12), ("hours_from_now:2", 1_773_159_120_000),
     ("days_from_now:1,9,30", 1_773_239_400_000)],
)  # fmt: skip
def test_templates(catalog, text, value):
    assert Resolver(catalog.bench("ada"), ("memo",)).resolve(parse_call(text)) == value


def test_a_template_that_finds_nothing_is_never_text(catalog):
    with pytest.raises(ArrangeError, match=r"nth_note_title:400.*12 such rows") as caught:
        _task(catalog, "memo.star_note", 9)
    assert caught.value.status == "infeasible"


@pytest.mark.parametrize(
    ("text", "said"),
    [("memo.star_not/i0/ada/day/home/p0", "did you mean 'memo.star_note'"),
     ("memo.star_note/i10/ada/day/home/p0", "10 instances"),
     ("memo.star_note/i0/ada/day/home/p3", "3 phrasings"),
     ("memo.star_note/i0/eve/day/home/p0", "unknown profile"),
     ("memo.star_note/i0/ada/dusk/home/p0", "unknown theme"),
     ("memo.star_note/i0/ada/day/hom/p0", "did you mean 'home'"),
     ("memo.star_note/0/ada", "no configuration id")],
)  # fmt: skip
def test_what_does_not_exist_is_named(catalog, text, said):
    with pytest.raises(ConfigurationError, match=said):
        arrange(catalog, text)


def test_configuration_ids_round_trip():
    made = Configuration("pay.send_money", 3, "ada", "midnight", "search-open", 1, 7)
    assert Configuration.parse(made.id) == made
    assert Configuration.from_json(made.to_json()) == made
    with pytest.raises(ConfigurationError):
        Configuration.from_json({**made.to_json(), "skin": 1})
