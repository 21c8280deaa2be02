"""The oracle's steps as data: what to do on the screen, with nothing device-specific.

In a scenario file a step is ``{tap: {id: send}}`` or ``{open: pay}``; the text of any field
may hold placeholders such as ``{recipient}``, which :func:`map_texts` fills in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

__all__ = [
    "AnswerStep",
    "Back",
    "Clear",
    "Done",
    "DoubleTap",
    "Enter",
    "Fill",
    "Home",
    "IfVisible",
    "Infeasible",
    "LongPress",
    "Open",
    "PickDate",
    "Repeat",
    "ScrollTo",
    "Selector",
    "Step",
    "Swipe",
    "Tap",
    "Wait",
    "map_texts",
    "parse_steps",
    "walk",
]

Direction = Literal["up", "down", "left", "right"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Selector(_Model):
    """Which element is meant.

    Attributes:
        id: Test id; ``*`` stands for any characters.
        text: A line, or the whole, of the element's text or description.
        description: The accessibility label.
        role: The element's role.
        nth: Which of several matches, from 0; negative counts from the end.
        contains: Let ``text`` match anywhere in the text.
    """

    id: str | None = None
    text: str | None = None
    description: str | None = None
    role: str | None = None
    nth: int | None = None
    contains: bool = False

    @model_validator(mode="after")
    def _names_something(self) -> Selector:
        if self.id is None and self.text is None and self.description is None and self.role is None:
            raise ValueError("a selector needs id, text, description or role")
        return self


class _Step(_Model):
    """Base of all steps.

    Attributes:
        commit: Marks the step that decides the outcome, for the near-miss "stop one step early";
            without a mark it is the last one that touches or types.
    """

    commit: bool = False


class Open(_Step):
    """Open an app, then back out until its tab bar shows."""

    op: Literal["open"] = "open"
    app: str


class Tap(_Step):
    """Tap an element."""

    op: Literal["tap"] = "tap"
    target: Selector


class DoubleTap(_Step):
    """Tap an element twice in quick succession."""

    op: Literal["double_tap"] = "double_tap"
    target: Selector


class LongPress(_Step):
    """Press an element until the long press fires."""

    op: Literal["long_press"] = "long_press"
    target: Selector


class Fill(_Step):
    """Scroll to a field, tap it, clear it, type ``value``."""

    op: Literal["fill"] = "fill"
    target: Selector
    value: str


class Clear(_Step):
    """Empty a field; without a target, the focused one."""

    op: Literal["clear"] = "clear"
    target: Selector | None = None


class Enter(_Step):
    """Press the keyboard's enter key."""

    op: Literal["enter"] = "enter"


class Back(_Step):
    """Press the phone's back button."""

    op: Literal["back"] = "back"


class Home(_Step):
    """Press the phone's home button."""

    op: Literal["home"] = "home"


class ScrollTo(_Step):
    """Scroll the nearest list until an element shows."""

    op: Literal["scroll_to"] = "scroll_to"
    target: Selector
    direction: Direction | None = None


class Swipe(_Step):
    """Swipe over an element."""

    op: Literal["swipe"] = "swipe"
    target: Selector
    direction: Direction


class Wait(_Step):
    """Let time of the phone pass."""

    op: Literal["wait"] = "wait"
    ms: int = Field(default=1000, ge=0)


class AnswerStep(_Step):
    """Give the answer and end the episode."""

    op: Literal["answer"] = "answer"
    value: str


class Done(_Step):
    """Declare the task done (implied at the end)."""

    op: Literal["done"] = "done"


class Infeasible(_Step):
    """Declare that the task cannot be done."""

    op: Literal["infeasible"] = "infeasible"


class IfVisible(_Step):
    """Do ``then`` if an element shows now, else ``otherwise``; never scrolls to look for it."""

    op: Literal["if_visible"] = "if_visible"
    target: Selector
    then: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


class Repeat(_Step):
    """Do ``steps`` several times; ``times`` is a number once resolved."""

    op: Literal["repeat"] = "repeat"
    times: str | int
    steps: tuple[Step, ...]


class PickDate(_Step):
    """Choose a day (and half hour) in the kit's DateField; ``value`` is epoch ms once resolved."""

    op: Literal["pick_date"] = "pick_date"
    id: str
    value: str


Step = Annotated[
    Open
    | Tap
    | DoubleTap
    | LongPress
    | Fill
    | Clear
    | Enter
    | Back
    | Home
    | ScrollTo
    | Swipe
    | Wait
    | AnswerStep
    | Done
    | Infeasible
    | IfVisible
    | Repeat
    | PickDate,
    Field(discriminator="op"),
]

IfVisible.model_rebuild()
Repeat.model_rebuild()

_ADAPTER: TypeAdapter[Step] = TypeAdapter(Step)
_TARGETED = {"tap", "double_tap", "long_press", "swipe", "scroll_to", "clear", "fill", "if_visible"}
_BARE = {"enter", "back", "home", "done", "infeasible", "clear", "wait"}
_SHORT = {"open": "app", "answer": "value", "wait": "ms"}
_OPS = sorted(_TARGETED | _BARE | set(_SHORT) | {"repeat", "pick_date"})
_SELECTOR_KEYS = set(Selector.model_fields)


class StepError(ValueError):
    """A step is malformed; ``path`` leads to it inside the list of steps."""

    def __init__(self, message: str, path: tuple[str | int, ...]) -> None:
        self.path = path
        super().__init__(message)


def parse_steps(raw: Any, path: tuple[str | int, ...] = ()) -> tuple[Step, ...]:
    """Read the steps of a scenario file.

    Raises:
        StepError: A step is malformed; its path leads to the place.

    >>> parse_steps([{"open": "pay"}, "back"])[0].app
    'pay'
    """
    if not isinstance(raw, list):
        raise StepError("steps must be a list", path)
    return tuple(_parse_step(item, (*path, index)) for index, item in enumerate(raw))


def _parse_step(raw: Any, path: tuple[str | int, ...]) -> Step:
    if isinstance(raw, str):
        raw = {raw: None}
    if not isinstance(raw, dict) or not raw:
        raise StepError(f"a step is a mapping such as {{tap: {{id: send}}}}, not {raw!r}", path)
    extra = {key: value for key, value in raw.items() if key == "commit"}
    named = [key for key in raw if key != "commit"]
    if len(named) != 1 or named[0] not in _OPS:
        unknown = ", ".join(named)
        raise StepError(f"unknown step {unknown!r}; known: {', '.join(_OPS)}", path)
    op = named[0]
    fields = _fields(op, raw[op], (*path, op))
    try:
        return _ADAPTER.validate_python({"op": op, **fields, **extra})
    except ValueError as error:
        raise StepError(_first_message(error), (*path, op)) from error


def _fields(op: str, raw: Any, path: tuple[str | int, ...]) -> dict[str, Any]:
    if raw is None or raw is True:
        if op in _BARE:
            return {}
        raise StepError(f"the step {op!r} needs something to act on", path)
    if not isinstance(raw, dict):
        if op in _SHORT:
            return {_SHORT[op]: str(raw) if op == "answer" else raw}
        raise StepError(f"the step {op!r} needs a mapping, not {raw!r}", path)
    fields = dict(raw)
    if op == "fill":
        return _fill_fields(fields, path)
    if op in _TARGETED:
        fields["target"] = {k: fields.pop(k) for k in list(fields) if k in _SELECTOR_KEYS}
    if op == "if_visible":
        fields["then"] = parse_steps(fields.get("then", []), (*path, "then"))
        otherwise = fields.pop("else", fields.pop("otherwise", []))
        fields["otherwise"] = parse_steps(otherwise, (*path, "else"))
    if op == "repeat":
        fields["steps"] = parse_steps(fields.get("steps", []), (*path, "steps"))
    if op == "pick_date" and "value" in fields:
        fields["value"] = str(fields["value"])
    return fields


def _fill_fields(fields: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    # With an id, `text` is what is typed; without one it names the field and `value` is typed.
    if "value" in fields:
        value = fields.pop("value")
    elif fields.get("id") is not None or fields.get("description") is not None:
        value = fields.pop("text", None)
    else:
        value = None
    if value is None:
        raise StepError("fill needs an id and the text to type", path)
    target = {k: fields.pop(k) for k in list(fields) if k in _SELECTOR_KEYS}
    return {"target": target, "value": str(value), **fields}


def _first_message(error: ValueError) -> str:
    errors = getattr(error, "errors", None)
    if not callable(errors):
        return str(error)
    found: Any = sorted(errors(), key=lambda e: e["type"] != "extra_forbidden")  # type: ignore
    first = found[0]
    place = ".".join(str(part) for part in first["loc"][1:])
    message = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        return f"unknown key {place!r}"
    return f"{place}: {message}" if place else message


def map_texts(steps: tuple[Step, ...], fill: Callable[[str], str]) -> tuple[Step, ...]:
    """Return the steps with every text passed through ``fill``."""
    return tuple(_ADAPTER.validate_python(_mapped(step.model_dump(), fill)) for step in steps)


def _mapped(value: Any, fill: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return fill(value) if "{" in value else value
    if isinstance(value, dict):
        return {k: v if k == "op" else _mapped(v, fill) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(_mapped(item, fill) for item in value)
    return value


def walk(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Every step, also those inside ``if_visible`` and ``repeat``, in order."""
    for step in steps:
        yield step
        if isinstance(step, IfVisible):
            yield from walk(step.then)
            yield from walk(step.otherwise)
        elif isinstance(step, Repeat):
            yield from walk(step.steps)


def texts(steps: tuple[Step, ...]) -> Iterator[str]:
    """Every text of the steps that may hold placeholders."""
    for step in steps:
        yield from _texts(step.model_dump())


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "op":
                yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
