"""The interpreter of oracle steps: every step of ``docs/scenario-format.md`` as a routine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapworld_env.actions import (
    Action,
    Answer,
    Back,
    Clear,
    Done,
    DoubleTap,
    Enter,
    Home,
    Infeasible,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
    Type,
    Wait,
)
from tapworld_env.observations import Element
from tapworld_eval.agents.dates import pick_date
from tapworld_eval.agents.hand import Hand, Routine
from tapworld_eval.agents.scrolling import bring_into_view
from tapworld_eval.agents.selectors import Selector
from tapworld_eval.agents.steps import Step, read_steps, show_step
from tapworld_eval.errors import AgentError

__all__ = ["interpret"]

# Deeper than any stack of screens the apps have; a screen that never shows a tab bar is a bug.
_MOST_BACKS = 15

# Share of the element that a swipe crosses, centred.
_SWIPE = 0.7


def interpret(hand: Hand, steps: Sequence[Any]) -> Routine[None]:
    """Carry out steps, then declare the task done unless a step already ended the episode.

    Raises:
        OracleStuck: A step cannot be done.
        AgentError: A step is malformed.
    """
    ended = yield from _run(hand, read_steps(steps))
    if not ended:
        hand.path = ["done"]
        yield from hand.do(Done())


def _run(hand: Hand, steps: Sequence[Step]) -> Routine[bool]:
    for number, step in enumerate(steps, start=1):
        hand.path.append(f"{number} {show_step(step)}")
        name, argument = step
        ended = yield from _ROUTINES[name](hand, argument)
        hand.path.pop()
        if ended:
            return True
    return False


def _open(hand: Hand, app: Any) -> Routine[bool]:
    app = str(app)
    yield from hand.do(OpenApp(app))
    for _ in range(_MOST_BACKS):
        if hand.look.foreground != app:
            yield from hand.do(OpenApp(app))
        elif _at_tabs(hand):
            return False
        else:
            yield from hand.do(Back())
    raise hand.stuck(f"no tab bar of {app!r} after {_MOST_BACKS} times back")


def _at_tabs(hand: Hand) -> bool:
    visible = hand.look.visible
    return any(element.id.startswith("tab-") for element in visible) and not any(
        element.role == "dialog" for element in visible
    )


def locate(hand: Hand, argument: Any) -> Routine[Element]:
    """Find the element a step names, scrolling where needed.

    Raises:
        OracleStuck: No such element, or it is disabled.
    """
    selector = Selector.of(argument)
    element = yield from bring_into_view(hand, selector)
    if element is None:
        raise hand.stuck(f"nothing on the screen or in its lists matches {selector}")
    if not element.enabled:
        raise hand.stuck(f"{selector} is disabled")
    return element


def _touching(action: Callable[[float, float], Action]) -> Callable[[Hand, Any], Routine[bool]]:
    def routine(hand: Hand, argument: Any) -> Routine[bool]:
        element = yield from locate(hand, argument)
        yield from hand.do(action(*element.center))
        return False

    return routine


def _ending(make: Callable[[Any], Action]) -> Callable[[Hand, Any], Routine[bool]]:
    def routine(hand: Hand, argument: Any) -> Routine[bool]:
        yield from hand.do(make(argument))
        return True

    return routine


def _plain(make: Callable[[Any], Action]) -> Callable[[Hand, Any], Routine[bool]]:
    def routine(hand: Hand, argument: Any) -> Routine[bool]:
        yield from hand.do(make(argument))
        return False

    return routine


def _fill(hand: Hand, argument: Any) -> Routine[bool]:
    text = str(_need(argument, "text", "fill"))
    # In a fill, `text` is what to type unless there is an id to find the field by.
    field = {key: value for key, value in argument.items() if key != "text"}
    if not field:
        raise AgentError(f"fill needs the field's id (or role, description): {argument!r}")
    element = yield from locate(hand, field)
    yield from hand.do(Tap(*element.center))
    after = Selector.of(field).find(hand.look.elements, visible=False)
    if after is None or after.value != "":
        yield from hand.do(Clear())
    if text:
        yield from hand.do(Type(text))
    return False


def _scroll_to(hand: Hand, argument: Any) -> Routine[bool]:
    selector = Selector.of(argument)
    element = yield from bring_into_view(hand, selector, argument.get("direction"))
    if element is None:
        raise hand.stuck(f"no list on the screen has {selector}")
    return False


def _swipe(hand: Hand, argument: Any) -> Routine[bool]:
    direction = str(_need(argument, "direction", "swipe"))
    element = yield from locate(hand, argument)
    left, top, right, bottom = element.bounds
    x, y = element.center
    half_x, half_y = (right - left) * _SWIPE / 2, (bottom - top) * _SWIPE / 2
    offsets = {
        "left": (half_x, 0, -half_x, 0),
        "right": (-half_x, 0, half_x, 0),
        "up": (0, half_y, 0, -half_y),
        "down": (0, -half_y, 0, half_y),
    }
    if direction not in offsets:
        raise AgentError(f"swipe goes left, right, up or down, not {direction!r}")
    dx1, dy1, dx2, dy2 = offsets[direction]
    yield from hand.do(Swipe(x + dx1, y + dy1, x + dx2, y + dy2))
    return False


def _if_visible(hand: Hand, argument: Any) -> Routine[bool]:
    branch = "then" if Selector.of(argument).find(hand.look.elements) is not None else "else"
    return (yield from _run(hand, read_steps(argument.get(branch) or [])))


def _repeat(hand: Hand, argument: Any) -> Routine[bool]:
    steps = read_steps(_need(argument, "steps", "repeat"))
    for _ in range(int(_need(argument, "times", "repeat"))):
        if (yield from _run(hand, steps)):
            return True
    return False


def _pick_date(hand: Hand, argument: Any) -> Routine[bool]:
    field = {"id": _need(argument, "id", "pick_date")}
    element = yield from locate(hand, field)
    yield from hand.do(Tap(*element.center))
    yield from pick_date(hand, field["id"], _need(argument, "value", "pick_date"))
    return False


def _wait(argument: Any) -> Action:
    milliseconds = argument.get("ms") if isinstance(argument, Mapping) else argument
    return Wait(int(milliseconds)) if milliseconds not in (None, True) else Wait()


def _need(argument: Any, key: str, step: str) -> Any:
    if not isinstance(argument, Mapping) or argument.get(key) is None:
        raise AgentError(f"{step} needs {key!r}: {argument!r}")
    return argument[key]


_ROUTINES: dict[str, Callable[[Hand, Any], Routine[bool]]] = {
    "open": _open,
    "tap": _touching(Tap),
    "double_tap": _touching(DoubleTap),
    "long_press": _touching(LongPress),
    "fill": _fill,
    "type": _plain(lambda text: Type(str(text))),
    "clear": _plain(lambda _: Clear()),
    "enter": _plain(lambda _: Enter()),
    "back": _plain(lambda _: Back()),
    "home": _plain(lambda _: Home()),
    "scroll_to": _scroll_to,
    "swipe": _swipe,
    "wait": _plain(_wait),
    "answer": _ending(lambda text: Answer(str(text))),
    "done": _ending(lambda _: Done()),
    "infeasible": _ending(lambda _: Infeasible()),
    "if_visible": _if_visible,
    "repeat": _repeat,
    "pick_date": _pick_date,
}
