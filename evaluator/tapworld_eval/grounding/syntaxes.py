"""Reading a model's reply: one strict parser a syntax, and one fallback.

A parser takes a reply only if its syntax occurs exactly once. A reply without it goes to the
fallback, which takes a point if the reply holds exactly two numbers. Everything else is a miss:
"I see 3 buttons and 2 menus in 1 window" must not become a click. A parsed box keeps its four
numbers; its centre is the click.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tapworld_eval.grounding.errors import FormatError

__all__ = ["SYNTAXES", "Parsed", "numbers_in", "parse"]

Kind = Literal["point", "box", "refusal", "failure"]

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
# Not inside a word (bbox_2d), not part of a version (3.2.1).
_ANY_NUMBER = re.compile(rf"(?<![\w.]){_NUMBER}(?!\w|\.\d)")
_PERCENT = re.compile(r"\d\s*%")
_S = r"\s*"
_N = rf"{_S}({_NUMBER}){_S}"
_PAIR = rf"{_N},{_N}"
_FOUR = rf"{_N},{_N},{_N},{_N}"
_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


@dataclass(frozen=True)
class Parsed:
    """What a reply says.

    Attributes:
        kind: ``point``, ``box``, ``refusal`` or ``failure``.
        numbers: Two or four numbers in the model's own unit; empty for the others.
        native: Whether the asked-for syntax was used, and not the fallback.
        reason: Why it is a failure.
    """

    kind: Kind
    numbers: tuple[float, ...] = ()
    native: bool = True
    reason: str = ""


_REFUSAL = Parsed("refusal")
_Parser = Callable[[str], "Parsed | None"]


def numbers_in(text: str) -> tuple[float, ...]:
    """Every free-standing number, in order.

    Examples:
        >>> numbers_in('{"bbox_2d": [5.9e-01, 12]} in v3.2.1')
        (0.59, 12.0)
    """
    return tuple(float(found) for found in _ANY_NUMBER.findall(text))


def parse(reply: str, syntax: str) -> Parsed:
    """Read a reply in a syntax.

    Raises:
        FormatError: There is no such syntax.

    Examples:
        >>> parse("(512, 33)", "pair_round")
        Parsed(kind='point', numbers=(512.0, 33.0), native=True, reason='')
        >>> parse("It is at x=512, y=33.", "pair_round").native
        False
        >>> parse("I see 3 buttons and 2 menus in 1 window", "pair_round").reason
        '3 numbers, not 2'
    """
    if syntax not in SYNTAXES:
        raise FormatError(f"unknown syntax {syntax!r}; choose one of {', '.join(SYNTAXES)}")
    # What a model thinks before it answers is no answer.
    text = _THINKING.sub("", reply).strip()
    if not text:
        return Parsed("failure", native=False, reason="empty")
    found = SYNTAXES[syntax](text)
    return _fallback(text) if found is None else found


def _fallback(text: str) -> Parsed:
    if _PERCENT.search(text):
        return Parsed("failure", native=False, reason="percentages")
    found = numbers_in(text)
    if len(found) != 2:
        return Parsed("failure", native=False, reason=f"{len(found)} numbers, not 2")
    return Parsed("point", found, native=False)


def _of(numbers: tuple[float, ...]) -> Parsed:
    if numbers and all(number == -1 for number in numbers):
        return _REFUSAL
    return Parsed("point" if len(numbers) == 2 else "box", numbers)


def _several(count: int) -> Parsed:
    return Parsed("failure", reason=f"{count} answers, not 1")


def _pattern(expression: str) -> _Parser:
    compiled = re.compile(expression)

    def read(text: str) -> Parsed | None:
        found = [match.groups() for match in compiled.finditer(text)]
        if not found:
            return None
        if len(found) > 1:
            return _several(len(found))
        return _of(tuple(float(group) for group in found[0] if group is not None))

    return read


def _whole(expression: str) -> _Parser:
    """The syntax has no marks of its own, so it must be the whole reply."""
    compiled = re.compile(rf"(?:```\w*\s*)?{expression}(?:\s*```)?[.;]?")

    def read(text: str) -> Parsed | None:
        match = compiled.fullmatch(text)
        if match is None:
            return None
        return _of(tuple(float(group) for group in match.groups() if group is not None))

    return read


def _json_of(text: str) -> Any:
    fenced = re.fullmatch(r"```(?:json)?\s*(.*?)\s*```", text, re.DOTALL)
    try:
        return json.loads(fenced.group(1) if fenced else text)
    except ValueError:
        return None


def _real(values: Any, counts: tuple[int, ...]) -> tuple[float, ...] | None:
    if not isinstance(values, list) or len(values) not in counts:
        return None
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
        return None
    return tuple(float(value) for value in values)


_TOOL_CALL = re.compile(r"<tool_call>\s*(.*?)\s*(?:</tool_call>|\Z)", re.DOTALL)
_TOOLS = ("computer_use", "mobile_use", "mobile_action")


def _tool_call(text: str) -> Parsed | None:
    calls = _TOOL_CALL.findall(text)
    if not calls:
        return None
    if len(calls) > 1:
        return _several(len(calls))
    call = _json_of(calls[0])
    if not isinstance(call, dict) or not isinstance(call.get("arguments"), dict):
        return Parsed("failure", reason="malformed tool call")
    if call.get("name") not in _TOOLS:
        return Parsed("failure", reason=f"tool {call.get('name')!r}")
    arguments = call["arguments"]
    if arguments.get("action") == "terminate" and arguments.get("status") == "failure":
        return _REFUSAL
    numbers = _real(arguments.get("coordinate"), (2, 4))
    return Parsed("failure", reason="no coordinate") if numbers is None else _of(numbers)


def _qwen_json(text: str) -> Parsed | None:
    data = _json_of(text)
    if isinstance(data, list) and data and all(isinstance(item, dict) for item in data):
        if len(data) > 1:
            return _several(len(data))
        data = data[0]
    if not isinstance(data, dict):
        return None
    for key in ("bbox_2d", "point_2d"):
        if key in data:
            numbers = _real(data[key], (2, 4))
            return Parsed("failure", reason=f"malformed {key}") if numbers is None else _of(numbers)
    return None


def _click_json(text: str) -> Parsed | None:
    data = _json_of(text)
    if not isinstance(data, dict):
        return None
    inner = data.get("args", data.get("arguments", data))
    if not isinstance(inner, dict) or "x" not in inner or "y" not in inner:
        return None
    numbers = _real([inner["x"], inner["y"]], (2,))
    return Parsed("failure", reason="malformed x or y") if numbers is None else _of(numbers)


def _first(*parsers: _Parser) -> _Parser:
    def read(text: str) -> Parsed | None:
        for parser in parsers:
            found = parser(text)
            if found is not None:
                return found
        return None

    return read


_TOKENS = r"(?:<\|box_start\|>)?"
_END = r"(?:<\|box_end\|>)?"
_UI_TARS = _first(
    _pattern(rf"point='<point>{_N}[\s,]{_N}</point>'"),
    _pattern(rf"start_box='{_S}{_TOKENS}[(\[]{_FOUR}[)\]]{_END}{_S}'"),
    _pattern(rf"start_box='{_S}{_TOKENS}[(\[]{_PAIR}[)\]]{_END}{_S}'"),
)

#: Syntax -> parser. ``None`` from a parser means that the syntax does not occur.
SYNTAXES: dict[str, _Parser] = {
    "tool_call": _tool_call,
    "qwen_json": _qwen_json,
    "ui_tars": _UI_TARS,
    "pair_round": _whole(rf"\({_PAIR}\)"),
    "pair_square": _whole(rf"\[{_PAIR}\]"),
    "box_square": _whole(rf"\[{_FOUR}\]"),
    "box_nested": _whole(rf"\[{_S}\[{_FOUR}\]{_S}\]"),
    "os_atlas": _pattern(rf"<\|box_start\|>{_S}\({_PAIR}\){_S},{_S}\({_PAIR}\){_S}<\|box_end\|>"),
    "click_call": _first(_pattern(rf"\b[Cc]lick\({_PAIR}\)"), _click_json),
    "gemini": _first(
        _pattern(rf"\bclick_at\({_S}x{_S}={_N},{_S}y{_S}={_N}\)"),
        _click_json,
        _whole(rf"[(\[]{_PAIR}[)\]]"),
    ),
}
