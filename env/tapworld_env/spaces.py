"""The environment's spaces, and how an element of the action space becomes an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from tapworld_env.actions import (
    ACTION_TYPES,
    Action,
    Answer,
    DoubleTap,
    Drag,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
    Tap,
    Type,
    action_from_json,
)
from tapworld_env.errors import ActionRejected
from tapworld_env.observations import Screen

__all__ = [
    "KINDS",
    "MAX_GOAL",
    "IllegalAction",
    "UnicodeText",
    "action_space",
    "observation_space",
    "read_action",
    "space_action",
]

MAX_GOAL = 4096
_MAX_TEXT = 1024

# Scrolling is one kind a direction, so that every kind needs at most points and one text.
KINDS: tuple[str, ...] = tuple(
    kind
    for name in ACTION_TYPES
    for kind in (
        [f"scroll_{way}" for way in ("up", "down", "left", "right")] if name == "scroll" else [name]
    )
)
_ONE_POINT: dict[str, type[Tap] | type[DoubleTap] | type[LongPress]] = {
    "tap": Tap,
    "double_tap": DoubleTap,
    "long_press": LongPress,
}
_ONE_TEXT: dict[str, type[Type] | type[OpenApp] | type[Answer]] = {
    "type": Type,
    "open_app": OpenApp,
    "answer": Answer,
}


class UnicodeText(spaces.Text):
    """Text of any characters; samples are drawn from letters, digits and space.

    >>> UnicodeText(10).contains("größer 😀")
    True
    """

    _SAMPLED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "

    def __init__(self, max_length: int, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=self._SAMPLED, seed=seed)

    def contains(self, x: Any) -> bool:
        """Whether ``x`` is a string of at most ``max_length`` characters."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"


def observation_space(screen: Screen, *, pixels: bool) -> spaces.Dict:
    """``Dict(goal=Text)``, with ``pixels=Box(H, W, 3)`` where they may be seen."""
    parts: dict[str, spaces.Space[Any]] = {"goal": UnicodeText(MAX_GOAL)}
    if pixels:
        parts["pixels"] = spaces.Box(0, 255, (screen.height, screen.width, 3), np.uint8)
    return spaces.Dict(parts)


def action_space(screen: Screen) -> spaces.Dict:
    """``Dict(kind=Discrete, point=Box(4), text=Text)``.

    ``kind`` indexes :data:`KINDS`. ``point`` is ``(x1, y1, x2, y2)`` in pixels: taps and scrolls
    read the first two, a swipe and a drag all four. ``text`` is what ``type`` enters, ``answer``
    says and ``open_app`` opens. What a kind does not read is ignored.
    """
    right, bottom = screen.width - 1, screen.height - 1
    high = np.array([right, bottom, right, bottom], np.float32)
    return spaces.Dict(
        {
            "kind": spaces.Discrete(len(KINDS)),
            "point": spaces.Box(np.zeros(4, np.float32), high, dtype=np.float32),
            "text": UnicodeText(_MAX_TEXT),
        }
    )


def space_action(kind: str, point: tuple[float, ...] = (), text: str = "") -> dict[str, Any]:
    """Build an element of the action space.

    >>> KINDS[space_action("tap", (3, 4))["kind"]]
    'tap'
    """
    padded = [*map(float, point), *[0.0] * (4 - len(point))]
    return {
        "kind": np.int64(KINDS.index(kind)),
        "point": np.array(padded, np.float32),
        "text": text,
    }


@dataclass(frozen=True)
class IllegalAction:
    """Stands for what a wrapper could not turn into an action; ``step`` reports its message.

    Attributes:
        message: For ``info["action_error"]``.
    """

    message: str


def read_action(given: Any) -> Action:
    """Turn what an agent gave to ``step`` into an action.

    Args:
        given: An :class:`Action`, its JSON form, or an element of :func:`action_space`.

    Raises:
        ActionRejected: It is none of them.
    """
    if isinstance(given, Action):
        # Built by hand, its fields may still be anything: validated like JSON.
        return action_from_json({"action": given.kind, **vars(given)})
    if isinstance(given, IllegalAction):
        raise ActionRejected(given.message)
    if not isinstance(given, Mapping):
        raise ActionRejected(
            f"an action is an Action, its JSON object or an element of the action space, "
            f"not {type(given).__name__}"
        )
    if "action" in given:
        return action_from_json(given)
    if "kind" not in given:
        raise ActionRejected("an action needs the key 'action' (JSON) or 'kind' (action space)")
    return _from_space(given)


def _from_space(given: Mapping[str, Any]) -> Action:
    try:
        index = int(given["kind"])
        x1, y1, x2, y2 = (float(value) for value in given.get("point", (0, 0, 0, 0)))
    except (TypeError, ValueError) as error:
        raise ActionRejected(f"not an element of the action space: {error}") from error
    if not 0 <= index < len(KINDS):
        raise ActionRejected(f"kind {index} is not in 0..{len(KINDS) - 1}")
    text = given.get("text", "")
    kind = KINDS[index]
    action: Action
    if kind in _ONE_POINT:
        action = _ONE_POINT[kind](x1, y1)
    elif kind in _ONE_TEXT:
        action = _ONE_TEXT[kind](text)
    elif kind == "swipe":
        action = Swipe(x1, y1, x2, y2)
    elif kind == "drag":
        action = Drag(x1, y1, x2, y2)
    elif kind.startswith("scroll_"):
        action = Scroll(kind.removeprefix("scroll_"), x1, y1)  # pyright: ignore[reportArgumentType]
    else:
        action = ACTION_TYPES[kind]()
    return read_action(action)
