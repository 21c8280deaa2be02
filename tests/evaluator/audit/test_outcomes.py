"""What audits write with ``--out``: one form, read again by the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from tapworld_eval.audit.determinism import DeterminismAudit
from tapworld_eval.audit.noop import judge_noop
from tapworld_eval.audit.outcome import AuditOutcome, AuditTable, read_outcome
from tapworld_eval.audit.outcomes import determinism_outcome, noop_outcome, replay_outcome
from tapworld_eval.audit.rates import Rate
from tapworld_eval.audit.replay_scores import score_replay
from tapworld_eval.cli import auditing
from tapworld_eval.errors import ReportError
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_eval.rollouts.record import EpisodeRecord
from tapworld_eval.rollouts.runner import run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios.catalog import Catalog


@pytest.fixture(scope="module")
def solved(toy: Catalog, tmp_path_factory: pytest.TempPathFactory) -> list[EpisodeRecord]:
    from tapworld_env.observations import Screen

    settings = RunSettings("oracle", device=DeviceSpec("fake", Screen(412, 915, 1.0)))
    folder = tmp_path_factory.mktemp("outcomes") / "run"
    return list(run(make_plan(toy, sample=4, seed=1), settings, folder, catalog=toy).records)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def invoke(toy: Catalog, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("tapworld_scenarios.load_catalog", lambda: toy)
    app = typer.Typer()
    auditing.add_to(app)
    return CliRunner().invoke(app, ["audit", *arguments], catch_exceptions=False).exit_code


@pytest.mark.parametrize("name", ["replay", "noop", "determinism"])
def test_every_audit_of_phones_writes_its_records(
    toy: Catalog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    out = tmp_path / "audit.jsonl"
    options = ["--device", "fake", "--sample", "3", "--workers", "1", "--out", str(out)]
    if name != "determinism":
        options += ["--runs", str(tmp_path / "runs")]
    assert invoke(toy, monkeypatch, name, *options) == 0
    first, *rest = lines(out)
    assert (first["record"], first["audit"], first["schema_version"]) == ("summary", name, 1)
    assert first["verdict"] in ("holds", "open")
    assert not [f for f in first["findings"] if f["severity"] == "flaw"]
    phases = [line.get("phase") for line in rest]
    expected = {"replay": ["source"] * 9 + ["static"] * 3 + ["varied"] * 3, "noop": [None] * 3}
    assert phases == expected.get(name, [])
    assert invoke(toy, monkeypatch, name, "--out", str(tmp_path)) == 2  # a folder is no file


def test_doing_nothing_that_solves_a_task_is_a_flaw(solved: list[EpisodeRecord]) -> None:
    outcome = noop_outcome(judge_noop(solved), solved)
    assert outcome.verdict == "fails"
    assert [f.where for f in outcome.findings] == [r.configuration for r in solved]
    assert noop_outcome(judge_noop([]), []).verdict == "open"


def test_what_differs_is_told_by_configuration() -> None:
    audit = DeterminismAudit(4, ("a",), (), ("a", "b"), (), True, 0)
    outcome = determinism_outcome(audit)
    assert outcome.verdict == "fails"
    assert [(r["configuration"], r["differs"]) for r in outcome.records] == [
        ("a", ["pixels", "states"]),
        ("b", ["states"]),
    ]
    drawn_anew = determinism_outcome(DeterminismAudit(4, (), (), (), (), False, 0))
    assert [f.where for f in drawn_anew.findings] == ["draw"]


def test_replay_is_judged_by_the_remark_and_by_fresh_configurations(
    solved: list[EpisodeRecord],
) -> None:
    dependent = {record.scenario for record in solved}
    failed = [record.model_copy(update={"success": False}) for record in solved]
    fresh = [
        record.model_copy(update={"configuration": f"fresh-{record.configuration}"})
        for record in solved
    ]

    def judged(static: list[EpisodeRecord], varied: list[EpisodeRecord]) -> AuditOutcome:
        scores = score_replay(solved, [*static, *varied], data_dependent=dependent)
        return replay_outcome(scores, [solved, static, varied], data_dependent=dependent)

    right = judged(solved, [r.model_copy(update={"success": False}) for r in fresh])
    assert (right.verdict, right.findings) == ("holds", ())
    assert judged(failed, []).verdict == "fails"
    remembered = judged(solved, fresh)
    assert remembered.verdict == "fails"
    assert {f.what for f in remembered.findings} == {"solved by blind replay"}
    assert judged(solved, []).verdict == "open"


def test_a_summary_survives_its_file_and_nothing_else_is_taken_for_one(tmp_path: Path) -> None:
    table = AuditTable("t", ("a", "b", "c"), (("row", (Rate(1, 2, 0.5, 0.1, 0.9), None)),))
    outcome = AuditOutcome("toy", "open", "said", (table,))
    outcome.write(tmp_path / "a.jsonl")
    assert read_outcome(tmp_path / "a.jsonl") == outcome
    with pytest.raises(ValueError, match="2 columns"):
        AuditTable("t", ("a", "b"), (("row", ()),))
    damaged = tmp_path / "b.jsonl"
    summary = lines(tmp_path / "a.jsonl")[0]
    for text, message in (
        ("no json", "cannot be read"),
        ("[]", "does not begin"),
        (json.dumps(summary | {"schema_version": 9}), "schema_version 1"),
        (json.dumps(summary | {"verdict": "maybe"}), "unknown verdict"),
        (json.dumps({k: v for k, v in summary.items() if k != "tables"}), "damaged"),
        (json.dumps(summary | {"tables": [{"title": "t"}]}), "damaged"),
    ):
        damaged.write_text(text + "\n", encoding="utf-8")
        with pytest.raises(ReportError, match=message):
            read_outcome(damaged)
    with pytest.raises(ReportError, match=r"absent\.jsonl"):
        read_outcome(tmp_path / "absent.jsonl")
