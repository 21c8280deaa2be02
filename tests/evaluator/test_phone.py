"""Runs on the real handset: the oracle solves, and a browser that dies costs nobody a point."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_work import KillBrowserOnce

from tapworld_env.observations import Screen
from tapworld_eval.rollouts.folder import read_steps
from tapworld_eval.rollouts.jobs import DeviceSpec, Finished
from tapworld_eval.rollouts.plan import plan_configurations
from tapworld_eval.rollouts.pool import WorkerPool
from tapworld_eval.rollouts.reverify import reverify
from tapworld_eval.rollouts.runner import EpisodeWork, run
from tapworld_eval.rollouts.settings import RunSettings
from tapworld_scenarios import Configuration, load_catalog

pytestmark = pytest.mark.phone
PHONE = DeviceSpec("handset", Screen(412, 915, 1.0))
CONFIGURATIONS = [
    Configuration("pay.send_money", 2, "ada", "midnight", "launcher"),
    Configuration("mail.star_conversation", 1, "bruno", "paper", "search-results", 1),
]


def test_the_oracle_solves_and_its_episodes_verify_again(tmp_path: Path) -> None:
    plan = plan_configurations(CONFIGURATIONS)
    settings = RunSettings("oracle", device=PHONE, workers=1, image_width=200)
    result = run(plan, settings, tmp_path)
    assert [record.success for record in result.records] == [True, True]
    for record in result.records:
        folder = tmp_path / "trajectories" / record.episode
        steps = read_steps(tmp_path, record.episode)
        assert steps
        assert all((folder / str(step.image)).is_file() for step in steps)
    assert all(again.after for again in reverify(tmp_path, load_catalog()))


def test_a_browser_killed_in_mid_episode_is_a_fault_of_the_environment(tmp_path: Path) -> None:
    work = EpisodeWork(load_catalog(), str(tmp_path), "oracle", image_width=0)
    jobs = plan_configurations(CONFIGURATIONS[:1]).jobs()
    with WorkerPool(PHONE, KillBrowserOnce(work, str(tmp_path)), workers=1) as pool:
        (outcome,) = pool.run(jobs)
    assert isinstance(outcome, Finished)
    assert outcome.result.success
    assert outcome.result.attempt == 1
    (fault,) = outcome.faults
    assert fault.kind in ("DeviceLost", "DeviceTimeout")
    folders = [path.name for path in (tmp_path / "trajectories").iterdir()]
    assert folders == [jobs[0].episode]
