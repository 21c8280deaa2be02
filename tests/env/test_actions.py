from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapworld_env.actions import (
    ACTION_TYPES,
    Back,
    Clear,
    Done,
    DoubleTap,
    Drag,
    Enter,
    Home,
    Infeasible,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    Wait,
    action_from_json,
    action_to_json,
)
from tapworld_env.actions_androidworld import actions_from_androidworld
from tapworld_env.errors import ActionRejected
from tapworld_env.observations import Element, Screen

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
FIELDS = {
    "text": st.text(),
    "app": st.text(),
    "direction": st.sampled_from(["up", "down", "left", "right"]),
    "ms": st.integers(0, 60_000),
}


@given(st.data())
def test_every_action_survives_json(data: st.DataObject) -> None:
    cls = data.draw(st.sampled_from(sorted(ACTION_TYPES.values(), key=lambda c: c.kind)))
    names = [name for name in cls.__dataclass_fields__ if name != "kind"]
    action = cls(**{name: data.draw(FIELDS.get(name, NUMBERS)) for name in names})
    assert action_from_json(action_to_json(action)) == action


@pytest.mark.parametrize(
    "data",
    [
        None,
        "tap",
        {},
        {"action": "fly"},
        {"action": ["tap"]},
        {"action": "tap", "x": 1},
        {"action": "tap", "x": 1, "y": 2, "z": 3},
        {"action": "tap", "x": True, "y": 2},
        {"action": "tap", "x": "1", "y": 2},
        {"action": "tap", "x": float("nan"), "y": 2},
        {"action": "tap", "x": None, "y": 2},
        {"action": "scroll", "direction": "sideways"},
        {"action": "type", "text": 5},
        {"action": "wait", "ms": -1},
        {"action": "wait", "ms": 1.5},
        {"action": "wait", "ms": 10**9},
        {"action": "done", "x": 1},
    ],
    ids=str,
)
def test_malformed_actions_are_rejected(data: Any) -> None:
    with pytest.raises(ActionRejected):
        action_from_json(data)


BUTTON = Element(0, "send", "Send", "", "button", (0, 0, 10, 20), clickable=True)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"action_type": "click", "x": 3, "y": 4}, [Tap(3, 4)]),
        ({"action_type": "click", "index": 0}, [Tap(5, 10)]),
        ({"action_type": "click", "index": "0"}, [Tap(5, 10)]),
        ({"action_type": "double_tap", "index": 0}, [DoubleTap(5, 10)]),
        ({"action_type": "long_press", "index": 0}, [LongPress(5, 10)]),
        (
            {"action_type": "input_text", "index": 0, "text": "a", "clear_text": True},
            [Tap(5, 10), Clear(), Type("a"), Enter()],
        ),
        ({"action_type": "scroll", "direction": "down"}, [Scroll("down")]),
        ({"action_type": "scroll", "direction": "up", "index": 0}, [Scroll("up", 5, 10)]),
        ({"action_type": "swipe", "direction": "up"}, [Swipe(50, 150, 50, 50)]),
        (
            {"action_type": "drag_and_drop", "touch_xy": [1, 2], "lift_xy": [3, 4]},
            [Drag(1, 2, 3, 4)],
        ),
        ({"action_type": "open_app", "app_name": "Mail"}, [OpenApp("mail")]),
        ({"action_type": "navigate_back"}, [Back()]),
        ({"action_type": "navigate_home"}, [Home()]),
        ({"action_type": "wait"}, [Wait()]),
        ({"action_type": "status", "goal_status": "complete"}, [Done()]),
        ({"action_type": "status", "goal_status": "infeasible"}, [Infeasible()]),
    ],
    ids=lambda value: str(value)[:60],
)
def test_androidworlds_actions(data: Any, expected: list[Any]) -> None:
    found = actions_from_androidworld(data, elements=[BUTTON], screen=Screen(100, 200, 1.0))
    assert found == expected


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"action_type": "fly"},
        {"action_type": "click"},
        {"action_type": "click", "index": 1},
        {"action_type": "click", "index": 0, "x": 1, "y": 1},
        {"action_type": "click", "x": 1},
        {"action_type": "input_text", "text": 3},
        {"action_type": "status", "goal_status": "maybe"},
        {"action_type": "swipe", "direction": "up"},
        {"action_type": "click", "x": 1, "y": 1, "colour": "red"},
    ],
    ids=str,
)
def test_malformed_androidworld_actions_are_rejected(data: Any) -> None:
    with pytest.raises(ActionRejected):
        actions_from_androidworld(data, elements=[BUTTON])
