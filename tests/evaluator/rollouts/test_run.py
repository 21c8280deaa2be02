"""Whole runs on the fake device, in real worker processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapworld_eval.errors import RunFolderMismatch, WorkerPoolError
from tapworld_eval.rollouts.folder import read_records, read_steps
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import Plan, make_plan
from tapworld_eval.rollouts.reverify import reverify
from tapworld_eval.rollouts.runner import run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios.catalog import Catalog


@pytest.fixture
def plan(toy: Catalog) -> Plan:
    return make_plan(toy, sample=6, rollouts=1, seed=3, method="stratified")


def test_oracle_solves_and_the_folder_tells_how(
    toy: Catalog, fake: DeviceSpec, plan: Plan, tmp_path: Path
) -> None:
    result = run(plan, RunSettings("oracle", device=fake), tmp_path / "run", catalog=toy)
    assert [record.success for record in result.records] == [True] * 6
    assert len({record.episode for record in result.records}) == 6
    for record in result.records:
        steps = read_steps(result.folder, record.episode)
        assert len(steps) == record.steps
        images = {path.name for path in (tmp_path / "run/trajectories" / record.episode).iterdir()}
        assert {step.image for step in steps} | {"end.webp", "steps.jsonl", "states.zip"} == images
    taps = [step for step in read_steps(result.folder, result.records[0].episode) if step.point]
    assert all(step.element for step in taps)


def test_stored_episodes_verify_again_without_a_phone(
    toy: Catalog, fake: DeviceSpec, plan: Plan, tmp_path: Path
) -> None:
    run(plan, RunSettings("oracle", device=fake), tmp_path / "run", catalog=toy)
    again = list(reverify(tmp_path / "run", toy))
    assert len(again) == 6
    assert all(result.after and result.same_start for result in again)


def test_resume_does_only_what_is_missing(
    toy: Catalog, fake: DeviceSpec, plan: Plan, tmp_path: Path
) -> None:
    settings = RunSettings("noop", device=fake, image_width=0)
    run(plan, settings, tmp_path, catalog=toy)
    lines = (tmp_path / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    # Two are lost and a third is torn by a crash.
    (tmp_path / "episodes.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:40])
    result = run(plan, settings, tmp_path, catalog=toy)
    after = (tmp_path / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    assert after[:3] == lines[:3]
    assert len(after) == 6
    assert {record.episode for record in result.records} == {job.episode for job in plan.jobs()}


def test_another_run_is_refused_with_the_difference(
    toy: Catalog, fake: DeviceSpec, plan: Plan, tmp_path: Path
) -> None:
    run(plan, RunSettings("noop", device=fake, image_width=0), tmp_path, catalog=toy)
    before = (tmp_path / "episodes.jsonl").read_bytes()
    with pytest.raises(RunFolderMismatch, match=r'agent.name: "noop" -> "random"'):
        run(plan, RunSettings("random", device=fake, image_width=0), tmp_path, catalog=toy)
    assert (tmp_path / "episodes.jsonl").read_bytes() == before


def test_a_lost_phone_is_replaced_and_not_held_against_the_agent(
    toy: Catalog, plan: Plan, fake: DeviceSpec, tmp_path: Path
) -> None:
    # Each phone is lost at its sixth action, in the middle of its second episode or so.
    losing = DeviceSpec("fake", fake.screen, {"lost_after": 6})
    settings = RunSettings("oracle", device=losing, workers=1, image_width=0)
    records = run(plan, settings, tmp_path, catalog=toy).records
    assert all(record.success for record in records)
    assert {fault.kind for record in records for fault in record.faults} == {"DeviceLost"}
    assert [record.attempt for record in records] == [len(record.faults) for record in records]


def test_phones_that_never_last_end_the_run(toy: Catalog, fake: DeviceSpec, tmp_path: Path) -> None:
    plan = make_plan(toy, selection=["notes.add_note"], sample=4, seed=0)
    dying = DeviceSpec("fake", fake.screen, {"lost_after": 1})
    settings = RunSettings("oracle", device=dying, workers=1, attempts=2, image_width=0)
    with pytest.raises(WorkerPoolError, match=r"DeviceLost.*tapworld doctor"):
        run(plan, settings, tmp_path, catalog=toy)
    given_up = read_records(tmp_path)
    assert {record.status for record in given_up} == {"fault"}
    assert {record.success for record in given_up} == {None}


def test_records_are_plain_json_lines(
    toy: Catalog, fake: DeviceSpec, plan: Plan, tmp_path: Path
) -> None:
    run(plan, RunSettings("noop", device=fake, image_width=0), tmp_path, catalog=toy)
    rows = [json.loads(line) for line in (tmp_path / "episodes.jsonl").read_text().splitlines()]
    assert {row["schema_version"] for row in rows} == {1}
    assert {row["success"] for row in rows} == {False}
    assert [record.model_dump(mode="json") for record in read_records(tmp_path)] == rows
