from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np
import pytest

from tapworld_env import PhoneEnv
from tapworld_env.actions import Swipe, Tap
from tapworld_env.devices.fake.tasks import ToyTasks
from tapworld_env.errors import EnvironmentSetupError
from tapworld_env.spaces import KINDS, space_action
from tapworld_env.wrappers import (
    DiscreteGrid,
    ElementIndex,
    JsonActions,
    NormalizedCoordinates,
    ScaledPixels,
    SetOfMarks,
    TreeObservation,
)

ADD = {"configuration": "notes.add/2/daylight"}


def make(**options: Any) -> PhoneEnv:
    return PhoneEnv("fake", tasks=ToyTasks(), **options)


def center(info: dict[str, Any], name: str) -> tuple[int, int]:
    return next(e.center for e in info["elements"] if e.id == name)


@pytest.mark.parametrize("scale", [1.0, 1000.0])
def test_normalized_coordinates_hit_the_same_thing_in_every_form(scale: float) -> None:
    env = NormalizedCoordinates(make(), scale=scale)
    _, info = env.reset(options=ADD)
    x, y = center(info, "add")
    x, y = x / 1080 * scale, y / 2400 * scale
    forms = [
        {"action": "tap", "x": x, "y": y},
        Tap(x, y),
        {**space_action("tap"), "point": np.array([x, y, 0, 0], np.float32)},
    ]
    for form in forms:
        env.reset(options=ADD)
        env.step(form)
        assert env.step({"action": "done"})[1] == 1.0


def test_normalized_edges_are_on_the_screen_and_what_is_beyond_is_not() -> None:
    env = NormalizedCoordinates(make())
    env.reset(options=ADD)
    assert env.step(Tap(1.0, 1.0))[4]["action_error"] is None
    assert "off the screen" in env.step(Tap(1.1, 0.5))[4]["action_error"]
    assert env.action(Swipe(0.5, 0.8, 0.5, 0.2)) == Swipe(540, 1920, 540, 480)


def test_the_grid_covers_the_screen_and_its_keys_work() -> None:
    env = DiscreteGrid(make(max_steps=1000), rows=24, columns=6)
    env.reset(options=ADD)
    phone: Any = env.unwrapped
    cells = 24 * 6
    count = cells + len(DiscreteGrid.KEYS)
    for action in range(count - 2):  # all but done and infeasible
        _, _, terminated, _, info = env.step(action)
        assert not terminated
        assert info["action_error"] is None or "focus" in info["action_error"]
    assert env.step(cells + DiscreteGrid.KEYS.index("home"))[4]["foreground"] == "launcher"
    assert env.step(cells + DiscreteGrid.KEYS.index("done"))[2] is True
    assert phone.screen.width == 1080


@pytest.mark.parametrize("action", [-1, 10_000, 1.5, "3", None])
def test_an_integer_off_the_grid_is_an_action_error(action: Any) -> None:
    env = DiscreteGrid(make())
    env.reset(options=ADD)
    assert env.step(action)[4]["action_error"]


def test_elements_by_index_from_the_space() -> None:
    env = ElementIndex(make())
    _, info = env.reset(options=ADD)
    index = next(e.index for e in info["elements"] if e.id == "add")
    action = {"kind": np.int64(ElementIndex.KINDS.index("tap")), "element": index, "text": ""}
    assert action in env.action_space
    env.step(action)
    done = {"kind": ElementIndex.KINDS.index("done"), "element": 0, "text": ""}
    assert env.step(done)[1] == 1.0


def test_an_element_that_is_not_there_or_hidden_is_an_action_error() -> None:
    env = ElementIndex(make())
    _, info = env.reset(options=ADD)
    hidden = next(e.index for e in info["elements"] if not e.visible)
    for element in (9999, hidden, "add", -1):
        assert env.step({"action": "tap", "element": element})[4]["action_error"]


def test_json_actions_of_this_package() -> None:
    env = JsonActions(make())
    _, info = env.reset(options=ADD)
    x, y = center(info, "add")
    assert env.step(json.dumps({"action": "tap", "x": x, "y": y}))[4]["action_error"] is None
    assert env.step('{"action": "done"}')[1] == 1.0


def test_androidworlds_input_text_taps_types_and_enters() -> None:
    env = JsonActions(make(), dialect="androidworld")
    _, info = env.reset(options=ADD)
    index = next(e.index for e in info["elements"] if e.id == "title")
    action = {"action_type": "input_text", "index": index, "text": "Tea", "clear_text": True}
    info = env.step(json.dumps(action))[4]
    assert info["step"] == 4
    assert next(e.value for e in info["elements"] if e.id == "title") == "Tea\n"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"action_type": "fly"}', '{"action_type": "click"}']
)
def test_bad_json_is_an_action_error(text: str) -> None:
    for dialect in ("tapworld", "androidworld"):
        env = JsonActions(make(), dialect=dialect)
        env.reset(options=ADD)
        assert env.step(text)[4]["action_error"]


def test_scaled_pixels_take_points_of_the_small_picture() -> None:
    env = ScaledPixels(make(), 270, 600)
    observation, info = env.reset(options=ADD)
    assert observation in env.observation_space
    x, y = center(info, "add")
    env.step(Tap(x / 4, y / 4))
    observation, reward, *_ = env.step({"action": "done"})
    assert reward == 1.0
    assert observation["pixels"].shape == (600, 270, 3)


def test_marks_and_tree_need_what_they_draw() -> None:
    for wrapper in (SetOfMarks, TreeObservation, ElementIndex):
        with pytest.raises(EnvironmentSetupError, match="elements"):
            wrapper(make(observe="pixels"))
    with pytest.raises(EnvironmentSetupError):
        ScaledPixels(make(observe="elements"), 10, 10)


def test_wrappers_stack_and_are_rebuilt_from_their_spec() -> None:
    env: Any = gymnasium.make("TapWorld-v0", device="fake", tasks=ToyTasks())
    env = TreeObservation(NormalizedCoordinates(env, scale=1000))
    rebuilt = gymnasium.make(env.spec)
    assert rebuilt.action_space == env.action_space
    observation, _ = rebuilt.reset(seed=1)
    assert observation in rebuilt.observation_space


def test_every_kind_of_the_space_is_named_once() -> None:
    assert len(set(KINDS)) == len(KINDS)
