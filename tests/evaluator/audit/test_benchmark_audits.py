"""Verifiers, leakage, the five principles: they hold on a sound toy and fail on broken ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tapworld_env.observations import Element, Observation, Screen
from tapworld_eval.audit import prism
from tapworld_eval.audit.answer_forms import answer_forms
from tapworld_eval.audit.conditions import assignments
from tapworld_eval.audit.determinism import DeterminismAudit
from tapworld_eval.audit.end_states import EndState, make_end_state
from tapworld_eval.audit.leakage import LeakageAudit, audit_leakage
from tapworld_eval.audit.outcome import read_outcome
from tapworld_eval.audit.outcomes import verifiers_outcome
from tapworld_eval.audit.phone_looks import PhoneLooks, look_at_starts
from tapworld_eval.audit.prism import PrismAudit, audit_prism
from tapworld_eval.audit.verifiers import VerifierAudit, audit_verifiers
from tapworld_eval.cli import auditing
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_scenarios import Configuration, arrange, verify
from tapworld_scenarios.catalog import Catalog
from tapworld_scenarios.model import Clause

ADD = "notes.add_note"


def drawn(catalog: Catalog, count: int = 4) -> list[Configuration]:
    return list(make_plan(catalog, sample=count, seed=3, method="uniform").configurations)


def with_expectations(catalog: Catalog, *clauses: dict[str, Any], **update: Any) -> Catalog:
    """The toy with another verifier of ``notes.add_note``."""
    expect = tuple(Clause.model_validate(clause) for clause in clauses)
    broken = catalog.scenarios[ADD].model_copy(update={"expect": expect, **update})
    return replace(catalog, scenarios={**catalog.scenarios, ADD: broken}, memo={})


def only(catalog: Catalog) -> list[Configuration]:
    return [c for c in drawn(catalog, 6) if c.scenario == ADD]


INSERTED = {"inserted": {"table": "notes", "rows": 1, "where": "title = :title"}}


def test_sound_verifiers_decide_rightly_and_need_every_clause(toy: Catalog, tmp_path: Path) -> None:
    audit = audit_verifiers(toy, drawn(toy))
    assert audit.holds, audit.to_json()["mistakes"]
    assert audit.made == audit.scenarios == 2
    assert {"collateral", "clause_left_out", "answer_form", "other_instance"} <= set(
        audit.by_kind()
    )
    assert 0 < audit.false_accepts.high < 0.1
    outcome = verifiers_outcome(audit)
    outcome.write(tmp_path / "a" / "audit.jsonl")
    lines = (tmp_path / "a" / "audit.jsonl").read_text().splitlines()
    assert len(lines) == 1 + len(audit.probes) + len(audit.clauses)
    assert all('"schema_version": 1' in line for line in lines)
    read = read_outcome(tmp_path / "a" / "audit.jsonl")
    assert read == replace(outcome, records=())


def test_a_verifier_that_accepts_anything_is_found(toy: Catalog) -> None:
    audit = audit_verifiers(with_expectations(toy, {"sql": "SELECT 1"}), only(toy))
    kinds = {probe.kind for probe in audit.mistakes}
    assert kinds == {"do_nothing"}  # a changed row is still collateral damage
    assert audit.false_accepts.rate


def test_a_parameter_on_which_nothing_depends_is_found(toy: Catalog) -> None:
    any_note = {"inserted": {"table": "notes", "rows": 1, "where": "title <> ''"}}
    audit = audit_verifiers(with_expectations(toy, any_note), only(toy))
    assert audit.unchecked == {ADD: ("title",)}
    assert not audit.holds


def test_what_a_lax_may_change_lets_through_is_not_held_against_it(toy: Catalog) -> None:
    audit = audit_verifiers(with_expectations(toy, INSERTED, may_change=("owner",)), only(toy))
    assert not audit.mistakes
    assert not any(probe.name.endswith("notes.owner") for probe in audit.probes)


def test_a_clause_that_decides_nothing_is_found(toy: Catalog) -> None:
    idle = with_expectations(toy, INSERTED, {"sql": "SELECT 1"})
    audit = audit_verifiers(idle, only(toy))
    assert [clause.clause for clause in audit.untested] == ["1:sql"]
    assert not audit.holds


def test_a_verifier_that_refuses_a_recorded_success_is_found(toy: Catalog) -> None:
    chosen = only(toy)[:1]
    after = make_end_state(arrange(toy, chosen[0])).snapshot
    strict = with_expectations(toy, INSERTED, {"sql": "SELECT 0"})
    assert audit_verifiers(strict, chosen).unreached
    recorded = {ADD: (chosen[0], EndState(after, ()))}
    audit = audit_verifiers(strict, chosen, recorded=recorded)
    assert [probe.kind for probe in audit.mistakes] == ["solved"]
    assert audit.false_rejects.rate == 1


def test_a_free_query_is_made_true_by_the_smallest_change_its_words_suggest(toy: Catalog) -> None:
    query = "SELECT COUNT(*) > 0 FROM notes.owner WHERE email <> :title AND name = 'Someone else'"
    free = with_expectations(toy, {"sql": query}, may_change=("owner",))
    task = arrange(free, only(toy)[0])
    state = make_end_state(task)
    assert [(w.table, w.column, w.value) for w in state.written] == [
        ("owner", "name", "Someone else")
    ]
    assert verify(task, state.snapshot, outcome="done").success
    audit = audit_verifiers(free, only(toy))
    assert (audit.made, audit.unreached) == (1, {})
    assert not audit.mistakes


def test_a_change_that_breaks_another_query_is_not_taken(toy: Catalog) -> None:
    wanted = {"sql": "SELECT COUNT(*) > 0 FROM notes.owner WHERE name = 'Someone else'"}
    forbidden = {"sql": "SELECT COUNT(*) = 0 FROM notes.owner WHERE name LIKE 'Some%'"}
    task = arrange(with_expectations(toy, wanted, forbidden), only(toy)[0])
    assert make_end_state(task).written == ()
    assert make_end_state(task, without=1).written


def test_values_that_a_condition_rules_out_elsewhere_are_not_written(toy: Catalog) -> None:
    where = "title IN (SELECT 'Ruled out' UNION ALL SELECT :title) AND title <> 'Ruled out'"
    task = arrange(
        with_expectations(toy, {"inserted": {"table": "notes", "rows": 1, "where": where}}),
        only(toy)[0],
    )
    assert [w.value for w in make_end_state(task).written] == [task.values["title"]]


def test_conditions_are_read_as_assignments() -> None:
    columns = ("a", "b", "c", "d")
    where = "lower(a) = lower(:x) AND b IN (SELECT id FROM t WHERE c = 1 AND d = 2) AND d <= 3"
    assert assignments(where, columns) == [
        ("a", "=", "lower(:x)"),
        ("b", "in", "SELECT id FROM t WHERE c = 1 AND d = 2"),
    ]
    either = "(a = 1 AND b = 'x AND y') OR (a = 2)"
    assert assignments(either, columns) == [("a", "=", "1"), ("b", "=", "'x AND y'")]
    assert assignments(either, columns, 1) == [("a", "=", "2")]


def test_other_forms_of_an_answer_are_accepted(toy: Catalog) -> None:
    task = next(t for t in (arrange(toy, c) for c in drawn(toy)) if t.expected)
    assert task.expected
    forms = dict(answer_forms(task.expected))
    assert {"as_written", "full_stop"} <= set(forms)
    for text in forms.values():
        assert verify(task, task.snapshot, outcome="answer", answer=text).success, text


def leaks(
    catalog: Catalog, look: Observation | None = None, info: dict[str, Any] | None = None,
    **options: Any,
) -> LeakageAudit:  # fmt: skip
    tasks = [arrange(catalog, c) for c in drawn(catalog)]
    told = {"seed": 1, "elements": ()} if info is None else info
    shown = {t.id: ({"goal": t.goal}, told, look or Observation(None)) for t in tasks}
    return audit_leakage(catalog, tasks, shown=shown, **options)


def found(audit: LeakageAudit) -> set[str]:
    return {finding.check for finding in audit.findings}


def test_nothing_leaks_from_the_toy(toy: Catalog) -> None:
    audit = leaks(toy, train=drawn(toy, 2), test=[])
    assert audit.holds
    assert not audit.findings
    assert {"goal_oracle", "info_keys", "info_objects", "tree_task"} <= {
        c.name for c in audit.checks
    }


def test_an_answer_in_the_goal_leaks(toy: Catalog) -> None:
    count = toy.scenarios["notes.count_notes"]
    answer = {"answer": {"type": "text", "value": "Milk and honey"}}
    said = count.model_copy(
        update={
            "expect": (Clause.model_validate(answer),),
            "goal": ('Say "Milk and honey". {title}',) * 3,
        }
    )
    told = replace(toy, scenarios={**toy.scenarios, count.id: said}, memo={})
    assert "goal_answer" in found(leaks(told))


def test_info_that_tells_too_much_leaks(toy: Catalog) -> None:
    task = arrange(toy, drawn(toy)[0])
    assert "info_keys" in found(leaks(toy, info={"oracle": []}))
    assert "info_objects" in found(leaks(toy, info={"debug": [{"deep": (task,)}]}))
    assert "info_objects" in found(leaks(toy, info={"x": task.snapshot.apps["notes"].database}))
    named = leaks(toy, info={"task_id": task.id})
    assert "info_task" in found(named)
    assert named.holds  # an exposure is no leak


def test_the_phone_itself_leaks(toy: Catalog, tmp_path: Path) -> None:
    task = arrange(toy, drawn(toy)[0])
    button = Element(0, task.scenario.id, "", "", "", (0, 0, 1, 1))
    assert "tree_task" in found(leaks(toy, look=Observation(None, (button,))))
    bundle = tmp_path / "main.js"
    bundle.write_text(f"const solve = '{ADD}'")
    assert "phone_files" in found(leaks(toy, shipped=[bundle]))


def test_samples_that_share_configurations_leak(toy: Catalog) -> None:
    sample = drawn(toy)
    assert "split_configuration" in found(leaks(toy, train=sample, test=sample[:1]))
    names = list(toy.looks.themes())
    other = replace(sample[0], phrasing=(sample[0].phrasing + 1) % 3, theme=names[0])
    audit = leaks(toy, train=[other], test=sample[:1])
    assert found(audit) == {"split_values"}


def judged(
    catalog: Catalog, *, verifiers: VerifierAudit | None = None,
    configurations: Sequence[Configuration] | None = None, **found: Any,
) -> PrismAudit:  # fmt: skip
    sample = drawn(catalog) if configurations is None else configurations
    tried = verifiers or audit_verifiers(catalog, sample)
    return audit_prism(catalog, sample, verifiers=tried, **found)


def verdicts(audit: PrismAudit) -> dict[str, str]:
    return {principle.name: principle.verdict for principle in audit.principles}


def failed(audit: PrismAudit, name: str) -> list[str]:
    principle = next(p for p in audit.principles if p.name == name)
    return [e.check for e in principle.evidence if e.passed is False]


def test_the_toy_is_sound_but_no_phone_and_not_realistic(toy: Catalog) -> None:
    audit = judged(toy)
    assert verdicts(audit) == {
        "privileged": "holds",
        "realistic": "fails",
        "integrity": "holds",
        "sandboxed": "open",
        "multifactorial": "fails",  # two people, one theme
    }
    assert "tables of each app" in failed(audit, "realistic")
    assert not audit.holds
    evidence = audit.to_json()["principles"]["privileged"]["evidence"]
    assert all(e["command"] and e["passed"] for e in evidence)


def test_a_lax_verifier_breaks_privileged(toy: Catalog) -> None:
    lax = with_expectations(toy, {"sql": "SELECT 1"})
    audit = judged(toy, verifiers=audit_verifiers(lax, only(toy)))
    assert verdicts(audit)["privileged"] == "fails"
    assert "wrong endings accepted" in failed(audit, "privileged")


def test_a_changed_scenario_breaks_integrity(toy: Catalog, tmp_path: Path) -> None:
    changed = replace(toy, hashes={**toy.hashes, ADD: "another"}, memo={})
    sample = drawn(toy)
    found_ = _integrity_of(changed, sample)
    assert found_["certificates are up to date"] is False


def test_a_solved_start_breaks_integrity(toy: Catalog) -> None:
    solved = with_expectations(toy, {"sql": "SELECT 1"})
    found_ = _integrity_of(solved, only(toy))
    assert found_["sampled configurations solved by an untouched phone"] is False


def _integrity_of(catalog: Catalog, sample: Sequence[Configuration]) -> dict[str, bool | None]:
    return {e.check: e.passed for e in prism._integrity(catalog, sample)}


class DriftingProfiles:
    """Profiles that differ each time they are made."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def database(self, profile: str, app: str) -> bytes:
        import sqlite3

        self._calls += 1
        connection = sqlite3.connect(":memory:")
        connection.deserialize(self._inner.database(profile, app))
        connection.execute("INSERT INTO notes (title) VALUES (?)", (f"call {self._calls}",))
        connection.commit()
        return connection.serialize()


def test_drift_and_connections_break_the_sandbox(toy: Catalog) -> None:
    sound = DeterminismAudit(2, (), (), (), (), True, 0)
    quiet = PhoneLooks({"x": ({}, {}, Observation(None))}, (), True)
    tried = audit_verifiers(toy, drawn(toy))
    good = judged(toy, verifiers=tried, determinism=sound, looks=quiet)
    assert verdicts(good)["sandboxed"] == "holds"
    calling = replace(quiet, connections=("chromium -> 203.0.113.7:443",))
    unequal = replace(sound, pixels=("notes.add_note/i0",))
    for audit in (
        judged(toy, verifiers=tried, determinism=sound, looks=calling),
        judged(toy, verifiers=tried, determinism=unequal, looks=quiet),
    ):
        assert verdicts(audit)["sandboxed"] == "fails"


def test_start_states_that_drift_break_the_sandbox(toy: Catalog) -> None:
    drifting: Any = DriftingProfiles(toy.profiles)
    catalog = replace(toy, profiles=drifting, memo={})
    evidence = prism._sandboxed(catalog, drawn(toy), None, None)
    assert evidence[0].passed is False


def test_an_axis_that_does_nothing_breaks_multifactorial(
    toy: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "levels of each axis, the fewest" in failed(judged(toy), "multifactorial")
    sample = drawn(toy, 2)
    assert all(same == 0 for same, _ in prism._idle_axes(toy, sample).values())
    # An axis whose other level is the very same thing.
    monkeypatch.setattr(prism, "_neighbour", lambda catalog, configuration, axis: configuration)
    audit = judged(toy, configurations=sample)
    assert "changing one axis alone changes the start state" in failed(audit, "multifactorial")


def test_phones_are_looked_at_as_agents_see_them(toy: Catalog, fake: DeviceSpec) -> None:
    device = replace(fake, screen=Screen(412, 915, 1.0)).make()
    try:
        looks = look_at_starts(toy, device, drawn(toy, 2))
    finally:
        device.close()
    assert len(looks.shown) == 2
    assert looks.connections == ()
    assert looks.median_elements >= 1
    _, info, _ = next(iter(looks.shown.values()))
    assert "task_id" not in info
    assert audit_leakage(toy, [arrange(toy, c) for c in drawn(toy, 2)], shown=looks.shown).holds


def call(toy: Catalog, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, Any]:
    monkeypatch.setattr("tapworld_scenarios.load_catalog", lambda: toy)
    app = typer.Typer()
    auditing.add_to(app)
    result = CliRunner().invoke(app, ["audit", *arguments, "--json"])
    assert result.exit_code in (0, 1, 3), result.output
    return result.exit_code, json.loads(result.stdout)


def test_commands_print_their_contract_and_exit_by_the_verdict(
    toy: Catalog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, data = call(toy, monkeypatch, "verifiers", "--sample", "4", "--seed", "2")
    assert (code, data["holds"], data["false_accept"]["successes"]) == (0, True, 0)
    broken = with_expectations(toy, {"sql": "SELECT 1"})
    assert call(broken, monkeypatch, "verifiers", "--sample", "4")[0] == 1
    code, data = call(toy, monkeypatch, "leakage", "--device", "none")
    assert (code, data["leaks"]) == (0, 0)
    out = tmp_path / "prism.jsonl"
    options = ("--device", "none", "--sample", "3", "--replay", str(tmp_path), "--out", str(out))
    code, data = call(toy, monkeypatch, "prism", *options)
    assert code == 1
    assert set(data["principles"]) == set(prism.NAMES)
    assert [json.loads(line)["record"] for line in out.read_text().splitlines()] == [
        "summary",
        *["principle"] * 5,
    ]
