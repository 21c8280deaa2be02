from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode

from tapworld_env import PhoneEnv
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.vector import PhoneVectorEnv

from .devices.conftest import BUNDLE

SMALL = (108, 240, 0.2625)
WAIT, DONE = {"action": "wait"}, {"action": "done"}


def make(count: int = 3, **options: Any) -> PhoneVectorEnv:
    return PhoneVectorEnv(count, device="fake", tasks=ToyTasks(), screen=SMALL, **options)


@pytest.fixture
def envs() -> Iterator[PhoneVectorEnv]:
    envs = make()
    yield envs
    envs.close()


def test_it_is_what_make_vec_makes() -> None:
    envs = gymnasium.make_vec("TapWorld-v0", num_envs=2, device="fake", tasks=ToyTasks())
    assert isinstance(envs.unwrapped, PhoneVectorEnv)
    envs.close()


def test_it_equals_single_environments_of_the_same_seeds(envs: PhoneVectorEnv) -> None:
    observation, info = envs.reset(seed=5)
    assert observation in envs.observation_space
    for i in range(3):
        single = PhoneEnv("fake", tasks=ToyTasks(), screen=SMALL)
        alone, alone_info = single.reset(seed=5 + i)
        assert np.array_equal(observation["pixels"][i], alone["pixels"])
        assert observation["goal"][i] == alone["goal"]
        assert info["task_id"][i] == alone_info["task_id"]
        assert info["elements"][i] == alone_info["elements"]


def test_an_element_of_the_batched_action_space_is_a_step(envs: PhoneVectorEnv) -> None:
    envs.reset(seed=1)
    envs.action_space.seed(1)
    observation, rewards, terminated, truncated, _ = envs.step(envs.action_space.sample())
    assert observation in envs.observation_space
    assert rewards.shape == terminated.shape == truncated.shape == (3,)


def test_next_step_autoreset(envs: PhoneVectorEnv) -> None:
    envs.reset(options={"configurations": ["notes.add/1", "notes.add/2", "notes.add/3"]})
    _, _, terminated, _, info = envs.step([WAIT, DONE, WAIT])
    assert terminated.tolist() == [False, True, False]
    assert info["_verdict"].tolist() == [False, True, False]
    _, _, terminated, _, info = envs.step([WAIT, DONE, WAIT])
    assert not terminated.any()
    assert info["step"].tolist() == [2, 0, 2]


def test_same_step_autoreset() -> None:
    envs = make(autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    _, _, terminated, _, info = envs.step([WAIT, DONE, WAIT])
    assert terminated.tolist() == [False, True, False]
    assert info["step"].tolist() == [1, 0, 1]
    assert info["final_info"]["outcome"][1] == "done"
    assert info["final_obs"][1]["pixels"].shape == (240, 108, 3)
    envs.close()


def test_a_mask_resets_only_some(envs: PhoneVectorEnv) -> None:
    envs.reset(seed=1)
    envs.step([WAIT, WAIT, WAIT])
    _, info = envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert info["_step"].tolist() == [False, True, False]
    assert envs.step([WAIT, WAIT, WAIT])[4]["step"].tolist() == [2, 1, 2]


def test_a_lost_phone_ends_only_its_own_episode(envs: PhoneVectorEnv) -> None:
    envs.reset(seed=1)
    lost = cast(Any, envs.envs[1]).device
    lost.lose()
    _, _, terminated, truncated, info = envs.step([WAIT, WAIT, WAIT])
    assert truncated.tolist() == [False, True, False]
    assert not terminated.any()
    assert info["fault"]["kind"][1] == "DeviceLost"
    assert not envs.step([WAIT, WAIT, WAIT])[3].any()


def test_wrong_numbers_are_errors(envs: PhoneVectorEnv) -> None:
    with pytest.raises(ValueError, match="seeds"):
        envs.reset(seed=[1])
    with pytest.raises(EnvironmentSetupError, match="configurations"):
        envs.reset(options={"configurations": ["notes.add/1"]})
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="actions"):
        envs.step([WAIT])
    with pytest.raises(EnvironmentSetupError):
        PhoneVectorEnv(0)


@pytest.mark.phone
def test_handsets_step_together_in_one_browser() -> None:
    options = {"screen": (412, 915, 1.0), "device_options": {"bundle": BUNDLE}}
    envs = PhoneVectorEnv(3, tasks=ToyTasks(), **options)
    try:
        envs.reset(options={"configurations": [f"notes.add/{n}" for n in (1, 2, 3)]})
        assert len({env.device.process_group for env in envs.envs}) == 1  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
        envs.step([WAIT, WAIT, WAIT])
        _, _, terminated, _, info = envs.step([WAIT, WAIT, WAIT])
        assert not terminated.any()
        assert info["foreground"].tolist() == ["notes"] * 3
    finally:
        envs.close()


def make_one() -> PhoneEnv:
    return PhoneEnv("fake", tasks=ToyTasks(), screen=SMALL)


def test_it_runs_under_gymnasiums_processes() -> None:
    envs = AsyncVectorEnv([make_one, make_one], shared_memory=False)
    try:
        envs.reset(seed=1)
        _, _, terminated, _, _ = envs.step(envs.action_space.sample())
        assert terminated.shape == (2,)
    finally:
        envs.close()
