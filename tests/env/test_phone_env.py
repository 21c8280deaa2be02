from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

from tapworld_env import PhoneEnv
from tapworld_env.actions import Answer, Done, Infeasible, Tap
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.spaces import KINDS, space_action


def make(**options: Any) -> PhoneEnv:
    return PhoneEnv("fake", tasks=ToyTasks(), **options)


@pytest.fixture
def env() -> Iterator[PhoneEnv]:
    env = make()
    yield env
    env.close()


def element(info: dict[str, Any], name: str) -> Any:
    return next(e for e in info["elements"] if e.id == name)


def add_a_note(env: PhoneEnv, info: dict[str, Any]) -> tuple[Any, ...]:
    env.step(Tap(*element(info, "add").center))
    return env.step(Done())


def test_it_passes_gymnasiums_checker() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Its advice to normalise actions; pixels are this environment's coordinates, and a
        # wrapper normalises them.
        warnings.filterwarnings("ignore", message=".*symmetric and normalized.*")
        # With a spec it would open a window, and there may be no display.
        warnings.filterwarnings("ignore", message=".*alternative render modes.*")
        env = make(render_mode="rgb_array", screen=(108, 240, 0.2625))
        check_env(env, skip_close_check=True)
        env.close()


def test_solving_a_task_gives_the_reward_and_the_verdict(env: PhoneEnv) -> None:
    observation, info = env.reset(options={"configuration": "notes.add/2/night"})
    assert observation["goal"] == "Add a note to the 2 that are there."
    assert info["task_id"] == "notes.add/2/night"
    _, reward, terminated, truncated, info = add_a_note(env, info)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["verdict"]["success"] is True


@pytest.mark.parametrize(
    ("scenario", "action", "reward"),
    [
        ("notes.add/2", Done(), 0.0),
        ("notes.add/2", Infeasible(), 0.0),
        ("notes.count/2", Answer("2"), 1.0),
        ("notes.count/2", Answer("22"), 0.0),
    ],
)
def test_ending_actions_terminate(env: PhoneEnv, scenario: str, action: Any, reward: float) -> None:
    env.reset(options={"configuration": scenario})
    _, got, terminated, truncated, info = env.step(action)
    assert (got, terminated, truncated) == (reward, True, False)
    assert info["outcome"] == action.kind
    with pytest.raises(ResetNeeded):
        env.step(action)


def test_the_last_step_truncates_with_a_verdict(env: PhoneEnv) -> None:
    _, info = env.reset(options={"configuration": "notes.add/2"})
    for _ in range(info["max_steps"] - 1):
        assert env.step({"action": "wait"})[2:4] == (False, False)
    _, reward, terminated, truncated, info = env.step({"action": "wait"})
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["outcome"] == "step_limit"
    assert info["verdict"]["success"] is False


@pytest.mark.parametrize(
    "action",
    [
        {"action": "fly"},
        {"action": "tap", "x": 5},
        {"action": "tap", "x": "5", "y": 5},
        {"action": "tap", "x": -5, "y": 5},
        {"action": "tap", "x": 5, "y": 5, "z": 5},
        {"action": "type", "text": "no focus"},
        {"action": "open_app", "app": "nosuch"},
        {"kind": 99, "point": np.zeros(4), "text": ""},
        {"kind": 0, "point": np.full(4, np.nan), "text": ""},
        {},
        None,
        "tap",
        Tap(float("inf"), 3),
    ],
    ids=str,
)
def test_an_illegal_action_is_reported_and_changes_nothing(env: PhoneEnv, action: Any) -> None:
    before, _ = env.reset(seed=3)
    after, reward, terminated, truncated, info = env.step(action)
    assert isinstance(info["action_error"], str)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert np.array_equal(before["pixels"], after["pixels"])
    _, _, _, _, info = env.step({"action": "wait"})
    assert info["action_error"] is None


def test_equal_seeds_give_equal_episodes() -> None:
    first, second = make(), make()
    for seed in (7, None, None):
        (seen, info), (seen_too, info_too) = first.reset(seed=seed), second.reset(seed=seed)
        assert data_equivalence(seen, seen_too)
        assert info["task_id"] == info_too["task_id"]
        assert first.render_png() == second.render_png()
    drawn = {first.reset()[1]["task_id"] for _ in range(20)}
    assert len(drawn) > 3


@pytest.mark.parametrize(
    ("observe", "pixels", "elements"),
    [("pixels", True, False), ("elements", False, True), ("both", True, True)],
)
def test_the_agent_sees_only_what_it_may(observe: Any, pixels: bool, elements: bool) -> None:
    env = make(observe=observe, render_mode="rgb_array")
    observation, info = env.reset(seed=1)
    assert ("pixels" in observation) is pixels
    assert ("elements" in info) is elements
    assert observation in env.observation_space
    frame = env.render()
    assert frame is not None
    assert frame.shape == (2400, 1080, 3)


def test_every_kind_of_the_action_space_is_an_action(env: PhoneEnv) -> None:
    for kind in KINDS:
        env.reset(options={"configuration": "notes.add/2"})
        action = space_action(kind, (500, 900, 500, 700), "clock")
        assert action in env.action_space
        _, _, _, _, info = env.step(action)
        focused = kind not in ("type", "clear", "enter")
        assert (info["action_error"] is None) is focused


def test_a_lost_device_truncates_and_the_next_reset_has_a_fresh_one() -> None:
    env = make(device_options={"lost_after": 2})
    env.reset(seed=1)
    lost = env.device
    env.step(Tap(5, 5))
    _, reward, terminated, truncated, info = env.step(Tap(5, 5))
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["fault"]["kind"] == "DeviceLost"
    assert "verdict" not in info
    env.reset(seed=1)
    assert env.device is not lost
    assert env.step(Tap(5, 5))[4]["action_error"] is None


def test_a_device_lost_before_reset_is_replaced(env: PhoneEnv) -> None:
    env.reset(seed=1)
    lost: Any = env.device
    lost.lose()
    env.reset(seed=2)
    assert env.device is not lost


@pytest.mark.parametrize(
    "options",
    [
        {"scenario": "a", "configuration": "b"},
        {"scenario": 3},
        {"colour": 1},
        {"configuration": "no/such"},
    ],
    ids=str,
)
def test_wrong_reset_options_are_errors(env: PhoneEnv, options: dict[str, Any]) -> None:
    with pytest.raises(EnvironmentSetupError):
        env.reset(options=options)


@pytest.mark.parametrize(
    "options",
    [
        {"observe": "smell"},
        {"render_mode": "ansi"},
        {"screen": (1, 2)},
        {"screen": "big"},
        {"max_steps": 0},
    ],
    ids=str,
)
def test_wrong_options_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(EnvironmentSetupError):
        make(**options)


def test_a_window_without_a_display_says_what_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(EnvironmentSetupError, match="rgb_array"):
        make(render_mode="human")


@pytest.mark.parametrize("name", ["TapWorld-v0", "tapworld_env:TapWorld-v0"])
def test_gymnasium_knows_it(name: str) -> None:
    env = gymnasium.make(name, device="fake", tasks=ToyTasks())
    assert isinstance(env.unwrapped, PhoneEnv)
    env.close()


def test_the_import_is_light() -> None:
    heavy = ["torch", "transformers", "ray", "matplotlib", "pandas"]
    code = f"import sys, tapworld_env; print([m for m in {heavy} if m in sys.modules])"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert out.strip() == "[]"
