"""Proof and audits on the fake device."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapworld_eval.audit.determinism import audit_determinism
from tapworld_eval.audit.noop import judge_noop
from tapworld_eval.audit.prove import ProofMemory, prove
from tapworld_eval.audit.replay import audit_replay, fresh_configurations
from tapworld_eval.audit.replay_scores import score_replay
from tapworld_eval.rollouts.jobs import DeviceSpec
from tapworld_eval.rollouts.plan import make_plan
from tapworld_eval.rollouts.runner import run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios.catalog import Catalog


def test_proof_solves_and_refuses_and_remembers(
    toy: Catalog, fake: DeviceSpec, tmp_path: Path
) -> None:
    plan = make_plan(toy, sample=6, seed=1, method="pairwise")
    memory = ProofMemory(tmp_path / "proof.jsonl", "one")
    first = prove(toy, plan.configurations, device=fake, memory=memory)
    assert (first.sampled, first.solved) == (6, 6), first.failures
    assert first.refused == first.near_misses > 6, first.failures
    again = prove(toy, plan.configurations, device=fake, memory=memory)
    assert again.reused == 6 + first.near_misses
    assert (again.solved, again.refused) == (first.solved, first.refused)
    assert ProofMemory(tmp_path / "proof.jsonl", "another").known() == {}


def test_replay_scores_are_pass_at_k_where_nothing_varies(
    toy: Catalog, fake: DeviceSpec, tmp_path: Path
) -> None:
    audit = audit_replay(
        toy,
        tmp_path,
        agent_options={"epsilon": 0.3},
        sample=8,
        rollouts=2,
        seed=4,
        device=fake,
    )
    data = audit.to_json()
    assert data["episodes"] == 8 * 2 + 8 + 8
    assert 0 < audit.scores.source.rate < data["pass_at_k"] < 1  # type: ignore[operator]
    # The remark as a theorem: the fake phone is deterministic.
    assert data["static_success"] == data["pass_at_k"]
    assert data["varied_success"] < data["static_success"]


def test_fresh_configurations_are_fresh(toy: Catalog) -> None:
    known = make_plan(toy, sample=10, seed=0).configurations
    fresh = fresh_configurations(toy, known, seed=1)
    assert not set(fresh) & set(known)
    assert len(set(fresh)) == 10
    assert [c.scenario for c in fresh] == [c.scenario for c in known]
    assert all(one.profile != other.profile for one, other in zip(known, fresh, strict=True))


def test_noop_solves_nothing_and_changes_nothing(
    toy: Catalog, fake: DeviceSpec, tmp_path: Path
) -> None:
    plan = make_plan(toy, sample=6, seed=0)
    result = run(plan, RunSettings("noop", device=fake, image_width=0), tmp_path, catalog=toy)
    audit = judge_noop(result.records)
    assert (audit.episodes, audit.successes, audit.damaged) == (6, 0, 0)
    solved = [record.model_copy(update={"success": True}) for record in result.records[:1]]
    assert judge_noop(solved).solved == (solved[0].configuration,)


def test_equal_states_look_equal(toy: Catalog, fake: DeviceSpec) -> None:
    audit = audit_determinism(toy, lambda: make_plan(toy, sample=4, seed=9), device=fake, workers=1)
    assert audit.holds
    assert audit.configurations == 4


def test_a_draw_that_changes_is_noticed(toy: Catalog, fake: DeviceSpec) -> None:
    seeds = iter([1, 2])
    audit = audit_determinism(
        toy, lambda: make_plan(toy, sample=2, seed=next(seeds)), device=fake, workers=1
    )
    assert not audit.draws
    assert not audit.holds


def test_rates_without_episodes_are_unknown() -> None:
    scores = score_replay([], [])
    assert scores.static.rate is None
    assert (scores.static.low, scores.static.high) == pytest.approx((0.0, 1.0))
