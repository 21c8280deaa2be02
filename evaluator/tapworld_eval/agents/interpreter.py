"""The interpreter of oracle steps: every step of ``docs/scenario-format.md`` as a routine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tapworld_env import actions
from tapworld_env.actions import Action
from tapworld_env.observations import Element
from tapworld_eval.agents.dates import pick_date
from tapworld_eval.agents.hand import Hand, Routine
from tapworld_eval.agents.keyboard import keyboard_is_up
from tapworld_eval.agents.scrolling import bring_into_view
from tapworld_eval.agents.selectors import find, show
from tapworld_scenarios import steps as s

__all__ = ["Interpreter"]

# Deeper than any stack of screens the apps have; a screen that never shows a tab bar is a bug.
_MOST_BACKS = 15

# Share of the element that a swipe crosses, centred.
_SWIPE = 0.7

_POINTED: dict[type, type[actions.Tap | actions.DoubleTap | actions.LongPress]] = {
    s.Tap: actions.Tap,
    s.DoubleTap: actions.DoubleTap,
    s.LongPress: actions.LongPress,
}


@dataclass(frozen=True)
class Interpreter:
    """Carries out steps with a hand.

    Attributes:
        hand: What sees and acts.
        time_zone: IANA name; turns the epoch milliseconds of ``pick_date`` into days.
    """

    hand: Hand
    time_zone: str = "UTC"

    def run(self, steps: Sequence[s.Step]) -> Routine[None]:
        """Carry out steps, then declare the task done unless a step already ended the episode.

        Raises:
            OracleStuck: A step cannot be done.
        """
        ended = yield from self._all(steps)
        if not ended:
            yield from self.hand.do(actions.Done())

    def _all(self, steps: Sequence[s.Step]) -> Routine[bool]:
        for number, step in enumerate(steps, start=1):
            self.hand.path.append(f"{number} {_show(step)}")
            ended = yield from self._one(step)
            self.hand.path.pop()
            if ended:
                return True
        return False

    def _one(self, step: s.Step) -> Routine[bool]:
        """Carry out one step; whether it ended the episode."""
        hand = self.hand
        match step:
            case s.Open(app=app):
                yield from self._open(app)
            case s.Tap(target=target) | s.DoubleTap(target=target) | s.LongPress(target=target):
                element = yield from self._locate(target)
                yield from hand.do(_POINTED[type(step)](*element.center), element)
            case s.Fill(target=target, value=value):
                yield from self._fill(target, value)
            case s.Clear(target=target):
                if target is not None:
                    yield from self._focus(target)
                yield from hand.do(actions.Clear())
            case s.ScrollTo(target=target, direction=direction):
                yield from self._find(target, direction)
            case s.Swipe():
                element = yield from self._locate(step.target)
                yield from hand.do(_swipe(element, step.direction))
            case s.IfVisible():
                if find(step.target, hand.look.elements) is None:
                    # It may only be covered.
                    yield from self._hide_keyboard()
                seen = find(step.target, hand.look.elements) is not None
                return (yield from self._all(step.then if seen else step.otherwise))
            case s.Repeat():
                for _ in range(int(step.times)):
                    if (yield from self._all(step.steps)):
                        return True
            case s.PickDate():
                yield from self._focus(s.Selector(id=step.id))
                yield from pick_date(hand, step.id, int(step.value), self.time_zone)
            case s.Back():
                yield from self._hide_keyboard()
                yield from hand.do(actions.Back())
            case s.AnswerStep() | s.Done() | s.Infeasible():
                yield from hand.do(_plain(step))
                return True
            case _:
                yield from hand.do(_plain(step))
        return False

    def _open(self, app: str) -> Routine[None]:
        hand = self.hand
        yield from hand.do(actions.OpenApp(app))
        for _ in range(_MOST_BACKS):
            if hand.look.foreground != app:
                yield from hand.do(actions.OpenApp(app))
            elif _at_tabs(hand):
                return
            else:
                yield from hand.do(actions.Back())
        raise hand.stuck(f"no tab bar of {app!r} after {_MOST_BACKS} times back")

    def _find(self, target: s.Selector, direction: str | None = None) -> Routine[Element]:
        element = yield from bring_into_view(self.hand, target, direction)
        if element is None and keyboard_is_up(self.hand.look.elements):
            yield from self._hide_keyboard()
            element = yield from bring_into_view(self.hand, target, direction)
        if element is None:
            raise self.hand.stuck(f"nothing on the screen or in its lists is {show(target)}")
        return element

    def _locate(self, target: s.Selector) -> Routine[Element]:
        element = yield from self._find(target)
        if not element.enabled:
            raise self.hand.stuck(f"{show(target)} is disabled")
        return element

    def _focus(self, target: s.Selector) -> Routine[None]:
        element = yield from self._locate(target)
        yield from self.hand.do(actions.Tap(*element.center), element)

    def _hide_keyboard(self) -> Routine[None]:
        """Back means the screen only once the keyboard is down."""
        if keyboard_is_up(self.hand.look.elements):
            yield from self.hand.do(actions.Back())

    def _fill(self, target: s.Selector, value: str) -> Routine[None]:
        yield from self._focus(target)
        field = find(target, self.hand.look.elements, visible=False)
        if field is None or field.value != "":
            yield from self.hand.do(actions.Clear())
        if value:
            yield from self.hand.do(actions.Type(value))


def _at_tabs(hand: Hand) -> bool:
    visible = hand.look.visible
    return any(element.id.startswith("tab-") for element in visible) and not any(
        element.role == "dialog" for element in visible
    )


def _plain(step: s.Step) -> Action:
    """The action of a step that needs no element."""
    match step:
        case s.Enter():
            return actions.Enter()
        case s.Home():
            return actions.Home()
        case s.Wait(ms=ms):
            return actions.Wait(ms)
        case s.AnswerStep(value=value):
            return actions.Answer(value)
        case s.Done():
            return actions.Done()
        case s.Infeasible():
            return actions.Infeasible()
    raise AssertionError(f"the interpreter does not know the step {step!r}")


def _swipe(element: Element, direction: s.Direction) -> Action:
    left, top, right, bottom = element.bounds
    x, y = element.center
    half_x, half_y = (right - left) * _SWIPE / 2, (bottom - top) * _SWIPE / 2
    dx, dy = {
        "left": (-half_x, 0.0),
        "right": (half_x, 0.0),
        "up": (0.0, -half_y),
        "down": (0.0, half_y),
    }[direction]
    return actions.Swipe(x - dx, y - dy, x + dx, y + dy)


def _show(step: s.Step) -> str:
    """A step in a few words, without what it contains."""
    fields = step.model_dump(exclude={"op", "commit", "then", "otherwise", "steps", "target"})
    words = [step.op, *(f"{value!r}" for value in fields.values() if value is not None)]
    target = getattr(step, "target", None)
    if target is not None:
        words.insert(1, show(target))
    return " ".join(words)
