from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

from tapworld_env import PhoneEnv
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.wrappers import ElementIndex, FrameHistory, ScaledPixels, SetOfMarks

SMALL = (412, 915, 1.0)
HOME, WAIT = {"action": "home"}, {"action": "wait"}


def make(observe: Any = "both", **options: Any) -> PhoneEnv:
    return PhoneEnv("fake", tasks=ToyTasks(), screen=SMALL, observe=observe, **options)


def test_the_last_screens_stand_in_order_and_the_first_one_pads() -> None:
    env = FrameHistory(make(), frames=3)
    first, _ = env.reset(seed=1)
    assert (first["history"] == first["pixels"]).all()
    second = env.step(HOME)[0]
    third = env.step(WAIT)[0]
    assert not np.array_equal(first["pixels"], second["pixels"])
    for got, wanted in zip(third["history"], (first, second, third), strict=True):
        assert np.array_equal(got, wanted["pixels"])
    again, _ = env.reset(seed=1)
    assert (again["history"] == first["history"]).all()


def test_an_array_handed_out_is_the_agents_own() -> None:
    env = FrameHistory(make(), frames=2)
    first, _ = env.reset(seed=1)
    before = first["pixels"].copy()
    first["pixels"][:] = 0
    first["history"][:] = 0
    assert np.array_equal(env.step(HOME)[0]["history"][0], before)


def test_zero_padding_and_scale() -> None:
    env = FrameHistory(make(), frames=3, scale=0.5, padding="zero")
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    assert seen["history"].shape == (3, 458, 206, 3)
    assert not seen["history"][:2].any()
    assert seen["history"][2].any()
    assert seen["pixels"].shape == (915, 412, 3)


def test_it_stands_on_and_under_other_wrappers() -> None:
    env = ElementIndex(FrameHistory(SetOfMarks(make()), frames=2))
    seen, info = env.reset(seed=1)
    assert np.array_equal(seen["history"][1], seen["pixels"])
    index = next(e.index for e in info["elements"] if e.id == "add")
    assert env.step({"action": "tap", "element": index})[4]["action_error"] is None
    small = FrameHistory(ScaledPixels(make(), 103, 229), frames=2)
    assert small.reset(seed=1)[0]["history"].shape == (2, 229, 103, 3)


@pytest.mark.parametrize(
    "options", [{"frames": 0}, {"scale": 0.0}, {"scale": 1.5}, {"padding": "mirror"}], ids=str
)
def test_wrong_options_are_named(options: dict[str, Any]) -> None:
    with pytest.raises(EnvironmentSetupError, match=next(iter(options))):
        FrameHistory(make(), **options)
    with pytest.raises(EnvironmentSetupError, match="pixels"):
        FrameHistory(make("elements"))


def test_every_phone_of_a_vector_has_a_history_that_begins_anew_with_its_episodes() -> None:
    envs = gymnasium.make_vec(
        "TapWorld-v0",
        num_envs=2,
        device="fake",
        tasks=ToyTasks(),
        screen=SMALL,
        wrap=[partial(FrameHistory, frames=3, scale=0.25)],
    )
    try:
        first, _ = envs.reset(seed=1)
        assert first["history"].shape == (2, 3, 229, 103, 3)
        assert first in envs.observation_space
        seen = envs.step([HOME, {"action": "done"}])[0]
        assert not np.array_equal(seen["history"][0, 1], seen["history"][0, 2])
        seen = envs.step([WAIT, WAIT])[0]  # the second phone begins its next episode
        assert (seen["history"][1] == seen["history"][1, 0]).all()
        assert not (seen["history"][0] == seen["history"][0, 0]).all()
    finally:
        envs.close()
