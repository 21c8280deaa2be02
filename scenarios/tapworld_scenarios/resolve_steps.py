"""Fills the placeholders of oracle steps with what one types, reads or picks."""

from __future__ import annotations

from collections.abc import Mapping

from .answers import Expected
from .errors import ArrangeError
from .placeholders import fill_screen, placeholders
from .steps import IfVisible, PickDate, Repeat, Step, map_texts
from .values import Value

__all__ = ["resolve_steps"]


def resolve_steps(
    steps: tuple[Step, ...], forms: Mapping[str, Value], expected: Expected | None
) -> tuple[Step, ...]:
    """Return the steps without placeholders.

    ``{expected}`` becomes the right answer as the persona would write it; a ``pick_date`` gets
    epoch milliseconds; ``times`` becomes a number.

    Raises:
        ArrangeError: ``times`` is no number on this profile.
    """
    if expected is not None:
        text = expected.text
        forms = {**forms, "expected": Value("text", text, text, text)}
    picked = tuple(_pick(step, forms) for step in steps)
    return tuple(_count(step) for step in map_texts(picked, lambda text: fill_screen(text, forms)))


def _pick(step: Step, forms: Mapping[str, Value]) -> Step:
    if isinstance(step, PickDate):
        name, _ = placeholders(step.value)[0]
        return step.model_copy(update={"value": str(forms[name].sql)})
    if isinstance(step, IfVisible):
        return step.model_copy(
            update={
                "then": tuple(_pick(s, forms) for s in step.then),
                "otherwise": tuple(_pick(s, forms) for s in step.otherwise),
            }
        )
    if isinstance(step, Repeat):
        return step.model_copy(update={"steps": tuple(_pick(s, forms) for s in step.steps)})
    return step


def _count(step: Step) -> Step:
    if isinstance(step, IfVisible):
        return step.model_copy(
            update={
                "then": tuple(_count(s) for s in step.then),
                "otherwise": tuple(_count(s) for s in step.otherwise),
            }
        )
    if isinstance(step, Repeat):
        if not str(step.times).isdigit():
            raise ArrangeError(f"repeat: times is {step.times!r}, no number")
        steps = tuple(_count(s) for s in step.steps)
        return step.model_copy(update={"times": int(step.times), "steps": steps})
    return step
