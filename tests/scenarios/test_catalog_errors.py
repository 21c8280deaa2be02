"""A wrong catalogue is refused with file, line and field, and says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapworld_scenarios.errors import CatalogError

SEND = "purse/send.yaml"
STAR = "memo/star_note.yaml"


def _break(folder: Path, name: str, old: str, new: str) -> Path:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


@pytest.mark.parametrize(
    ("name", "old", "new", "field", "said"),
    [
        (SEND, "kind: multi_step", "kinds: multi_step", "kinds", "unknown key"),
        (SEND, "kind: multi_step", "kind: many", "kind", "multi_step"),
        (SEND, "rows: 1, where", "row: 1, where", "expect.0.inserted.row", "did you mean 'rows'"),
        (SEND, "purse.payments, rows", "purse.payment, rows", "expect.0.inserted.table",
         "did you mean 'payments'"),
        (SEND, "column: balance_cents, by", "column: balance, by", "expect.1.changed.column",
         "no column 'balance'"),
        (SEND, "AND note = :note", "AND text = :note", "expect.0.inserted.where",
         "no such column: text"),
        (SEND, "AND note = :note", "AND note = :remark", "expect.0.inserted.where",
         "unknown value :remark"),
        (SEND, "{{safe_amount:0}}", "{{safe_sum:0}}", "instances.2.amount",
         "did you mean 'safe_amount'"),
        (SEND, "{{first_contact_name}}", "{{first_contact_nam}}", "instances.3.recipient",
         "no column 'nam'"),
        (SEND, 'amount: 20, note: "Tea"', 'note: "Tea"', "instances.1",
         "no value for the parameter 'amount'"),
        (SEND, 'amount: "1", note', 'amount: "1.234", note', "instances.5.amount", "two decimals"),
        (SEND, 'when: "2026-04-02"', 'when: "2. April"', "instances.1.when", "2026-03-14"),
        (SEND, "Send {amount} to", "Send {sum} to", "goal.0", "unknown placeholder {sum}"),
        (SEND, "pay {recipient} {amount}", "pay {amount}", "goal.2", "does not say recipient"),
        (SEND, "tap: {id: confirm}", "tapp: {id: confirm}", "oracle.6", "unknown step 'tapp'"),
        (SEND, "tap: {id: confirm}", "tap: {ids: confirm}", "oracle.6.tap", "unknown key"),
        (SEND, 'text: "{amount}"', 'text: "{amont}"', "oracle", "did you mean 'amount'"),
        (SEND, "SELECT id FROM purse.contacts", "DELETE FROM purse.contacts", "let.contact_id",
         "only reading"),
        (SEND, "column: balance_cents, at_least", "column: cents, at_least",
         "require.0.balance.column", "no column 'cents'"),
        (STAR, "set: {starred: 1}", "set: {star: 1}", "expect.0.updated.set.star",
         "did you mean 'starred'"),
        (STAR, 'unique:\n  - "SELECT id', 'unique:\n  - "SELECT idd', "unique.0", "no such column"),
        (STAR, "id: memo.star_note", "id: memo.star", "id", "memo.star_note"),
        ("memo/app.yaml", "incidental: [searches", "incidental: [search", "incidental.0",
         "did you mean"),
        ("memo/app.yaml", "table: notes, order: id", "table: notes, order: ids", "entities.note",
         "no such column: ids"),
        ("composed/pay_note.yaml", "before_purse.wallet)", "before_purse.purse)", "expect.1.sql",
         "no such table"),
    ],
)  # fmt: skip
def test_names_file_line_and_field(catalog_folder, load, name, old, new, field, said):
    path = _break(catalog_folder, name, old, new)
    line = next(i for i, text in enumerate(path.read_text().split("\n"), 1) if new.split("\n")[-1]
                in text)  # fmt: skip
    with pytest.raises(CatalogError) as caught:
        load(catalog_folder)
    error = caught.value
    assert error.file == path
    assert error.field == field
    assert said in str(error)
    # A wrong key or value is found on its own line; a wrong list is found where it begins.
    assert error.line is not None
    assert error.line <= line


def test_line_is_exact(catalog_folder, load):
    path = _break(catalog_folder, SEND, "column: balance_cents, by", "column: balance, by")
    expected = 1 + path.read_text().split("column: balance, by")[0].count("\n")
    with pytest.raises(CatalogError) as caught:
        load(catalog_folder)
    assert caught.value.line == expected
    assert f"send.yaml:{expected}" in str(caught.value)


def test_a_key_that_stands_twice(catalog_folder, load):
    path = catalog_folder / SEND
    path.write_text(path.read_text() + "kind: edit\n")
    with pytest.raises(CatalogError, match="'kind' stands twice"):
        load(catalog_folder)


def test_broken_yaml_names_the_line(catalog_folder, load):
    (catalog_folder / SEND).write_text("id: purse.send\nkind: [edit\n")
    with pytest.raises(CatalogError, match=r"send\.yaml:\d+: not YAML"):
        load(catalog_folder)


def test_all_wrong_files_are_named(catalog_folder, load):
    _break(catalog_folder, SEND, "kind: multi_step", "kind: many")
    _break(catalog_folder, STAR, "kind: edit", "kind: one")
    with pytest.raises(CatalogError, match=r"star_note[\s\S]*send\.yaml"):
        load(catalog_folder)


def test_writing_sql_is_refused_wherever_it_stands(catalog_folder, load):
    for sql in ("DROP TABLE purse.wallet", "PRAGMA user_version = 3", "ATTACH 'x' AS y",
                "SELECT 1; DELETE FROM purse.wallet"):  # fmt: skip
        path = catalog_folder / "composed/pay_note.yaml"
        text = path.read_text()
        start = text.index('  - sql: "')
        path.write_text(text[:start] + f'  - sql: "{sql}"\n' + text[text.index("may_change") :])
        with pytest.raises(CatalogError, match=r"only reading|only one statement"):
            load(catalog_folder)
        path.write_text(text)


def test_reading_is_cached_until_a_file_changes(catalog_folder, load):
    first = load(catalog_folder)
    assert load(catalog_folder) is first
    _break(catalog_folder, SEND, "with the note", "and the note")
    again = load(catalog_folder)
    assert again is not first
    assert again.scenarios["purse.send"].goal[0].startswith("Send {amount} to {recipient} and")
    assert again.hashes["purse.send"] != first.hashes["purse.send"]
    assert again.hashes["memo.star_note"] == first.hashes["memo.star_note"]


def test_yaml_follows_the_core_schema(tmp_path):
    from tapworld_scenarios.marked_yaml import parse_marked

    data = parse_marked("{a: yes, b: 12:30, c: 2026-03-14, d: true, e: 7, f: 1.5, g: '7', h: ~}",
                        tmp_path).data  # fmt: skip
    assert data == {"a": "yes", "b": "12:30", "c": "2026-03-14", "d": True, "e": 7, "f": 1.5,
                    "g": "7", "h": None}  # fmt: skip
