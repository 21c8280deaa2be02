"""The pipeline finds what is wrong with a pair; certificates keep it and go stale."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

import pytest

from tapworld_scenarios import (
    arrange,
    catalog_counts,
    check_catalog,
    read_certificates,
    sample_configurations,
    verify,
    write_certificates,
)
from tapworld_scenarios.catalog import load_catalog
from tapworld_scenarios.configuration import Configuration
from tapworld_scenarios.errors import CertificateError

from .conftest import FIXTURES, LOOKS, PERSONAS, PROFILES


def _status(report, scenario):
    return {(c.instance, c.profile): (c.status, c.reason) for c in report.checks
            if c.scenario == scenario}  # fmt: skip


@pytest.fixture(scope="module")
def report(catalog):
    return check_catalog(catalog)


def test_counts_add_up(catalog, report):
    data = report.to_json()
    kinds = ("compatible", "infeasible", "trivial", "incoherent", "ambiguous", "duplicate")
    assert data["pairs"] == sum(len(s.instances) for s in catalog.scenarios.values()) * 3
    assert data["pairs"] == sum(data[kind] for kind in kinds)
    assert data["incoherent"] == 0
    assert len(data["excluded"]) == data["pairs"] - data["compatible"]
    assert all(entry["reason"] for entry in data["excluded"])


def test_two_people_of_one_name_are_ambiguous(report):
    found = _status(report, "memo.count_notes")
    assert found[0, "kenji"][0] == "ambiguous"
    assert "2 rows of memo.people.name may be meant by 'Sam Lee'" in found[0, "kenji"][1]
    assert found[0, "ada"][0] == "compatible"


def test_infeasible_pairs_say_why(report):
    found = _status(report, "purse.send")
    assert "at least 99999900" in found[9, "ada"][1]
    assert "safe_amount" in found[2, "kenji"][1]  # a wallet too small for the template
    starred = _status(report, "memo.star_note")
    assert starred[5, "ada"] == (
        "infeasible", "0 rows still to update in memo.notes where id = :note_id; 1 needed"
    )  # fmt: skip


def test_equal_tasks_are_kept_once(report):
    found = _status(report, "memo.count_notes")
    assert found[7, "ada"] == ("duplicate", "the same task as instance 0 on this profile")


def test_a_solved_ui_state_is_left_out(report):
    checks = [c for c in report.checks if c.scenario == "memo.show_settings"]
    assert all(c.ui_states == {"settings": "already solved"} for c in checks if c.status
               == "compatible")  # fmt: skip


def test_the_shortcut_agrees_with_whole_verification(catalog, report):
    for check in report.checks:
        if check.status != "compatible":
            continue
        for state in LOOKS.ui_states(catalog.scenarios[check.scenario].app):
            made = Configuration(check.scenario, check.instance, check.profile, "day", state["id"])
            task = arrange(catalog, made)
            for ending in ({"outcome": "done"}, {"outcome": "answer", "answer": ""}):
                solved = verify(task, task.snapshot, **ending).success  # type: ignore[arg-type]
                assert solved == (state["id"] in check.ui_states)


def test_an_already_solved_pair_is_trivial(catalog_folder, load):
    path = catalog_folder / "memo" / "show_settings.yaml"
    clause = "ui: {app: memo, route: settings, dialog: null}"
    text = path.read_text().replace(clause, 'sql: "SELECT COUNT(*) > 0 FROM memo.notes"')
    path.write_text(text)
    found = check_catalog(load(catalog_folder), ["memo.show_settings"])
    assert found.trivial == found.pairs == 30


@pytest.fixture
def certified(catalog_folder, load):
    catalog = load(catalog_folder)
    write_certificates(catalog, check_catalog(catalog))
    return catalog


def test_certificates_hold_the_compatible_pairs(certified, report):
    found = read_certificates(certified)
    compatible = {(c.scenario, c.instance, c.profile) for c in report.checks
                  if c.status == "compatible"}  # fmt: skip
    assert {(s, i, p) for s, pairs in found.pairs.items() for i, p in pairs} == compatible
    assert found.excluded_ui["memo.show_settings", 0, "ada"] == {"settings"}


def test_equal_catalogues_give_equal_certificates(certified):
    before = {p.name: p.read_bytes() for p in certified.certificates.iterdir()}
    write_certificates(certified, check_catalog(certified))
    assert {p.name: p.read_bytes() for p in certified.certificates.iterdir()} == before
    assert set(before) == {"memo.json", "purse.json", "composed.json"}


def test_a_missing_certificate_is_an_error(catalog_folder, load):
    with pytest.raises(CertificateError, match="missing; run `tapworld check`"):
        sample_configurations(load(catalog_folder), 1, seed=0)


def test_a_changed_scenario_makes_its_certificate_stale(certified, catalog_folder, load):
    path = catalog_folder / "memo" / "star_note.yaml"
    path.write_text(path.read_text().replace("max_steps", "max_steps") + "max_steps: 12\n")
    changed = load(catalog_folder)
    with pytest.raises(CertificateError, match=r"stale: memo\.star_note .* has changed"):
        read_certificates(changed, ["memo.count_notes"])
    assert read_certificates(changed, ["purse.send"]).pairs


def test_a_comment_does_not_make_it_stale(certified, catalog_folder, load):
    path = catalog_folder / "memo" / "star_note.yaml"
    path.write_text("# only a remark\n" + path.read_text())
    assert read_certificates(load(catalog_folder)).pairs


@dataclass(frozen=True)
class _Richer(type(PROFILES)):
    def personas(self):
        from dataclasses import replace

        return {**PERSONAS, "ada": replace(PERSONAS["ada"], currency="GBP")}


def test_a_changed_profile_makes_it_stale(certified, catalog_folder):
    changed = load_catalog(catalog_folder, _Richer(), LOOKS)
    with pytest.raises(CertificateError, match="personas of ada have changed"):
        read_certificates(changed)


@dataclass(frozen=True)
class _Torn(type(PROFILES)):
    def database(self, profile: str, app: str) -> bytes:
        data = super().database(profile, app)
        if (profile, app) != ("bruno", "memo"):
            return data
        connection = sqlite3.connect(":memory:")
        connection.deserialize(data)
        connection.execute("UPDATE notes SET person_id = 77 WHERE id = 2")
        connection.commit()
        return connection.serialize()


def test_a_profile_with_a_torn_key_is_incoherent():
    report = check_catalog(load_catalog(FIXTURES / "catalog", _Torn(), LOOKS))
    torn = [c for c in report.checks if c.profile == "bruno" and not c.scenario.startswith("purse")]
    assert {c.status for c in torn} == {"incoherent"}
    assert torn[0].reason == "memo.notes row 2 refers to a row of people that is not there"
    assert report.incoherent == len(torn)


def test_a_mangled_certificate_is_an_error(certified):
    path = certified.certificates / "memo.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 99}))
    with pytest.raises(CertificateError, match="another format"):
        read_certificates(certified)
    path.write_text("{")
    with pytest.raises(CertificateError, match="cannot be read"):
        read_certificates(certified)


def test_a_folder_that_cannot_be_written_leaves_nothing_behind(catalog_folder, load):
    catalog = load(catalog_folder)
    catalog.certificates.write_text("a file where the folder should be")
    with pytest.raises(CertificateError, match="cannot be written"):
        write_certificates(catalog, check_catalog(catalog))
    assert [p for p in catalog_folder.iterdir() if p.suffix == ".tmp"] == []


def test_counts_for_list(certified):
    counts = catalog_counts(certified)
    assert (counts["apps"], counts["scenarios"], counts["composed"]) == (2, 6, 1)
    assert counts["instances"] == 60
    assert counts["certified"] is True
    total = sum(row["configurations"] for row in counts["per_app"].values())
    assert counts["configurations"] == total
    pairs = read_certificates(certified).pairs
    assert counts["per_app"]["purse"]["configurations"] == len(pairs["purse.send"]) * 3 * 3 * 3
