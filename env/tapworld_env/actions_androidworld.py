"""AndroidWorld's JSON actions, read as this package's.

AndroidWorld names its actions ``action_type`` and addresses elements by ``index`` (of its list of
UI elements) or by ``x`` and ``y`` in pixels. What it has no counterpart for here is refused by
name rather than guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tapworld_env.actions import (
    Action,
    Answer,
    Back,
    Done,
    DoubleTap,
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
)
from tapworld_env.errors import ActionRejected

if TYPE_CHECKING:
    from tapworld_env.observations import Element, Screen

__all__ = ["actions_from_androidworld"]

_KEYS = {"KEYCODE_BACK": Back, "KEYCODE_HOME": Home, "KEYCODE_ENTER": Enter}
_KNOWN = {
    "action_type",
    "index",
    "x",
    "y",
    "text",
    "direction",
    "goal_status",
    "app_name",
    "keycode",
    "clear_text",
    "touch_xy",
    "lift_xy",
}


def actions_from_androidworld(
    data: Any, *, elements: Sequence[Element] = (), screen: Screen | None = None
) -> list[Action]:
    """Translate one AndroidWorld action.

    Args:
        data: The decoded JSON, e.g. ``{"action_type": "click", "x": 10, "y": 20}``.
        elements: The elements of the observation, for actions that name an ``index``.
        screen: The screen, needed by ``swipe``.

    Returns:
        The actions to take one after another: ``input_text`` with a target taps first and with
        ``clear_text`` clears; all others are one.

    Raises:
        ActionRejected: Unknown action or field, a field of a wrong type, or no such element.

    >>> actions_from_androidworld({"action_type": "status", "goal_status": "infeasible"})
    [Infeasible()]
    >>> actions_from_androidworld({"action_type": "input_text", "text": "Hi", "x": 5, "y": 6})
    [Tap(x=5, y=6), Type(text='Hi'), Enter()]
    """
    if not isinstance(data, Mapping):
        raise ActionRejected(f"an action is a JSON object, not {type(data).__name__}")
    for name in data:
        if name not in _KNOWN:
            raise ActionRejected(f"unknown field {name!r} in an AndroidWorld action")
    kind = data.get("action_type")
    point = _point(data, elements)
    match kind:
        case "click":
            return [Tap(*_needed(point, kind))]
        case "double_tap":
            return [DoubleTap(*_needed(point, kind))]
        case "long_press":
            return [LongPress(*_needed(point, kind))]
        case "input_text":
            first: list[Action] = [Tap(*point)] if point is not None else []
            if data.get("clear_text"):
                first.append(action_from_json({"action": "clear"}))
            return [*first, Type(_text(data, "text")), Enter()]
        case "scroll":
            return [_scroll(data, point)]
        case "swipe":
            return [_swipe(data, screen)]
        case "drag_and_drop":
            return [_drag(data)]
        case "keyboard_enter":
            return [Enter()]
        case "navigate_home":
            return [Home()]
        case "navigate_back":
            return [Back()]
        case "open_app":
            return [OpenApp(_text(data, "app_name").strip().lower())]
        case "wait":
            return [Wait()]
        case "answer":
            return [Answer(_text(data, "text"))]
        case "status":
            return [_status(data)]
        case "press_keyboard":
            return [_key(data)]
        case _:
            raise ActionRejected(f"AndroidWorld's action {kind!r} is not known here")


def _point(data: Mapping[str, Any], elements: Sequence[Element]) -> tuple[float, float] | None:
    index, x, y = data.get("index"), data.get("x"), data.get("y")
    if index is not None:
        if x is not None or y is not None:
            raise ActionRejected("an action names an index or a point, not both")
        # AndroidWorld accepts numerals in strings, as models write them.
        number = int(index) if isinstance(index, str) and index.isdecimal() else index
        if isinstance(number, bool) or not isinstance(number, int):
            raise ActionRejected(f"the index is a whole number, not {index!r}")
        if not 0 <= number < len(elements):
            raise ActionRejected(f"there is no element {number}; the screen has {len(elements)}")
        return elements[number].center
    if x is None and y is None:
        return None
    probe = action_from_json({"action": "tap", "x": x, "y": y})
    assert isinstance(probe, Tap)
    return probe.x, probe.y


def _needed(point: tuple[float, float] | None, kind: str) -> tuple[float, float]:
    if point is None:
        raise ActionRejected(f"{kind} needs an index or x and y")
    return point


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise ActionRejected(f"the field {name!r} is a string, not {value!r}")
    return value


def _direction(data: Mapping[str, Any]) -> Any:
    return data.get("direction")


def _scroll(data: Mapping[str, Any], point: tuple[float, float] | None) -> Action:
    fields: dict[str, Any] = {"action": "scroll", "direction": _direction(data)}
    if point is not None:
        fields |= {"x": point[0], "y": point[1]}
    return action_from_json(fields)


def _swipe(data: Mapping[str, Any], screen: Screen | None) -> Action:
    """A finger that moves in the direction, over the middle half of the screen."""
    if screen is None:
        raise ActionRejected("swipe needs the size of the screen")
    scroll = action_from_json({"action": "scroll", "direction": _direction(data)})
    assert isinstance(scroll, Scroll)
    across, down = screen.width, screen.height
    ends = {
        "up": (across / 2, down * 0.75, across / 2, down * 0.25),
        "down": (across / 2, down * 0.25, across / 2, down * 0.75),
        "left": (across * 0.75, down / 2, across * 0.25, down / 2),
        "right": (across * 0.25, down / 2, across * 0.75, down / 2),
    }
    return Swipe(*ends[scroll.direction])


def _drag(data: Mapping[str, Any]) -> Action:
    ends = (data.get("touch_xy"), data.get("lift_xy"))
    values: list[Any] = []
    for end in ends:
        if not isinstance(end, list | tuple) or len(end) != 2:
            raise ActionRejected("drag_and_drop needs touch_xy and lift_xy, each [x, y]")
        values += end
    names = ("x1", "y1", "x2", "y2")
    return action_from_json({"action": "drag", **dict(zip(names, values, strict=True))})


def _status(data: Mapping[str, Any]) -> Action:
    status = data.get("goal_status")
    if status in ("complete", "task_complete"):
        return Done()
    if status == "infeasible":
        return Infeasible()
    raise ActionRejected(f"goal_status is 'complete' or 'infeasible', not {status!r}")


def _key(data: Mapping[str, Any]) -> Action:
    key = data.get("keycode")
    if key not in _KEYS:
        raise ActionRejected(f"the keycode is one of {', '.join(_KEYS)}, not {key!r}")
    return _KEYS[key]()
