"""The closed set of actions an agent may take, and their JSON form.

Coordinates are pixels of the observation, origin top left. An action is plain data; whether
it is legal on a given screen is the device's business (:class:`ActionRejected`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from math import isfinite
from typing import Any, ClassVar, Literal

from tapworld_env.errors import ActionRejected

__all__ = [
    "ACTION_TYPES",
    "Action",
    "Answer",
    "Back",
    "Clear",
    "Done",
    "DoubleTap",
    "Drag",
    "Enter",
    "Home",
    "Infeasible",
    "LongPress",
    "OpenApp",
    "Recents",
    "Scroll",
    "Swipe",
    "Tap",
    "Type",
    "Wait",
    "action_from_json",
    "action_to_json",
]


@dataclass(frozen=True)
class Action:
    """Base of all actions; ``kind`` is the name used in JSON."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True)
class Tap(Action):
    """Touch a point and let go at once."""

    x: float
    y: float
    kind: ClassVar[str] = "tap"


@dataclass(frozen=True)
class DoubleTap(Action):
    """Touch the same point twice in quick succession."""

    x: float
    y: float
    kind: ClassVar[str] = "double_tap"


@dataclass(frozen=True)
class LongPress(Action):
    """Touch a point and hold until the long-press fires."""

    x: float
    y: float
    kind: ClassVar[str] = "long_press"


@dataclass(frozen=True)
class Swipe(Action):
    """Move a finger from (x1, y1) to (x2, y2) in ``ms`` milliseconds.

    Without a way it is a touch of that length: from 600 ms on a long press.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    ms: int = 300
    kind: ClassVar[str] = "swipe"


@dataclass(frozen=True)
class Drag(Action):
    """Take up what lies at (x1, y1) by a long press, and drop it at (x2, y2).

    ``ms`` is how long the movement takes after the hold.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    ms: int = 500
    kind: ClassVar[str] = "drag"


@dataclass(frozen=True)
class Scroll(Action):
    """Move the content so that what lies in ``direction`` comes into view.

    ``Scroll("down")`` shows what is further down. Without a point it starts at the middle
    of the screen.
    """

    direction: Literal["up", "down", "left", "right"]
    x: float | None = None
    y: float | None = None
    kind: ClassVar[str] = "scroll"


@dataclass(frozen=True)
class Type(Action):
    """Enter text into the focused field; any Unicode. Never submits."""

    text: str
    kind: ClassVar[str] = "type"


@dataclass(frozen=True)
class Clear(Action):
    """Empty the focused field."""

    kind: ClassVar[str] = "clear"


@dataclass(frozen=True)
class Enter(Action):
    """Press the keyboard's enter key in the focused field."""

    kind: ClassVar[str] = "enter"


@dataclass(frozen=True)
class Back(Action):
    """Press the phone's back button."""

    kind: ClassVar[str] = "back"


@dataclass(frozen=True)
class Home(Action):
    """Press the phone's home button."""

    kind: ClassVar[str] = "home"


@dataclass(frozen=True)
class Recents(Action):
    """Open the list of recent apps."""

    kind: ClassVar[str] = "recents"


@dataclass(frozen=True)
class OpenApp(Action):
    """Bring an app to the front, as if chosen from the launcher."""

    app: str
    kind: ClassVar[str] = "open_app"


@dataclass(frozen=True)
class Wait(Action):
    """Do nothing for ``ms`` milliseconds (of the phone's time, not of the wall's)."""

    ms: int = 1000
    kind: ClassVar[str] = "wait"


@dataclass(frozen=True)
class Answer(Action):
    """Give the answer to a question and end the episode."""

    text: str
    kind: ClassVar[str] = "answer"


@dataclass(frozen=True)
class Done(Action):
    """Declare the task done and end the episode."""

    kind: ClassVar[str] = "done"


@dataclass(frozen=True)
class Infeasible(Action):
    """Declare that the task cannot be done and end the episode."""

    kind: ClassVar[str] = "infeasible"


ACTION_TYPES: dict[str, type[Action]] = {
    cls.kind: cls
    for cls in (
        Tap,
        DoubleTap,
        LongPress,
        Swipe,
        Drag,
        Scroll,
        Type,
        Clear,
        Enter,
        Back,
        Home,
        Recents,
        OpenApp,
        Wait,
        Answer,
        Done,
        Infeasible,
    )
}


def action_to_json(action: Action) -> dict[str, Any]:
    """Return ``{"action": kind, **fields}``.

    >>> action_to_json(Tap(3, 4))
    {'action': 'tap', 'x': 3, 'y': 4}
    """
    return {"action": action.kind, **asdict(action)}


def action_from_json(data: Any) -> Action:
    """Build an action from :func:`action_to_json`'s form.

    Fields with a default may be left out; nothing may be added.

    Raises:
        ActionRejected: Unknown kind, unknown or missing field, or a field of a wrong type.

    >>> action_from_json({"action": "scroll", "direction": "down"})
    Scroll(direction='down', x=None, y=None)
    """
    if not isinstance(data, Mapping):
        raise ActionRejected(f"an action is a JSON object, not {type(data).__name__}")
    kind = data.get("action")
    if not isinstance(kind, str) or kind not in ACTION_TYPES:
        raise ActionRejected(f"unknown action {kind!r}; there are {', '.join(ACTION_TYPES)}")
    cls = ACTION_TYPES[kind]
    given = {name: value for name, value in data.items() if name != "action"}
    known = {field.name: field for field in fields(cls)}
    for name in given:
        if name not in known:
            expected = ", ".join(known) or "no fields"
            raise ActionRejected(f"{kind}: unknown field {name!r}; it takes {expected}")
    for name, field in known.items():
        if name not in given and field.default is MISSING:
            raise ActionRejected(f"{kind}: the field {name!r} is missing")
    return cls(**{name: _checked(kind, name, value) for name, value in given.items()})


_DIRECTIONS = ("up", "down", "left", "right")
_LONGEST_MS = 60_000
_LONGEST_TEXT = 100_000
_MAY_BE_NULL = {("scroll", "x"), ("scroll", "y")}


def _checked(kind: str, name: str, value: Any) -> Any:
    """Return the field's value if it is of its type; the names fix the types."""
    where = f"{kind}: the field {name!r}"
    if value is None and (kind, name) in _MAY_BE_NULL:
        return None
    if name in ("text", "app"):
        if not isinstance(value, str):
            raise ActionRejected(f"{where} is a string, not {value!r}")
        if len(value) > _LONGEST_TEXT:
            raise ActionRejected(f"{where} is longer than {_LONGEST_TEXT} characters")
    elif name == "direction":
        if value not in _DIRECTIONS:
            raise ActionRejected(f"{where} is one of {', '.join(_DIRECTIONS)}, not {value!r}")
    elif isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ActionRejected(f"{where} is a finite number, not {value!r}")
    elif name == "ms":
        if value != int(value) or not 0 <= value <= _LONGEST_MS:
            raise ActionRejected(
                f"{where} is a whole number of milliseconds from 0 to {_LONGEST_MS}, not {value!r}"
            )
        return int(value)
    return value
