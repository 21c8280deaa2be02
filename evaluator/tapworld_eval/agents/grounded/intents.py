"""Words for what a planner means to touch, as one person would tell another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tapworld_env.observations import Element
from tapworld_eval.grounding.phone.instructions import instructions

__all__ = ["intents", "reacting", "same_element", "topmost", "touchable"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_KINDS = ("text", "function", "relation")
_WORD = re.compile(r"[^\W\d_]+|\d+")


def topmost(elements: Sequence[Element], point: tuple[float, float]) -> Element | None:
    """The clickable element drawn last at a point: what a finger there reaches."""
    x, y = point
    found = None
    for element in elements:
        left, top, right, bottom = element.bounds
        if element.visible and element.clickable and left <= x < right and top <= y < bottom:
            found = element
    return found


def reacting(target: Element, elements: Sequence[Element]) -> Element:
    """The element that reacts to a touch of a target: itself, or what it is drawn on."""
    if target.clickable:
        return target
    return topmost(elements, target.center) or target


def touchable(
    meant: Element, elements: Sequence[Element]
) -> list[tuple[float, float, float, float]]:
    """Boxes of what a touch could be meant for, in drawing order; of ``meant`` in any case."""
    return [
        element.bounds
        for element in elements
        if element.index == meant.index or (element.visible and element.clickable)
    ]


def same_element(wanted: Element, elements: Sequence[Element]) -> Element | None:
    """The visible element that is the wanted one of an earlier screen, or ``None``.

    Of several with its names, the one nearest to where it was.
    """
    x, y = wanted.center
    found = [
        element
        for element in elements
        if element.visible
        and (element.id, element.description, element.role, element.package)
        == (wanted.id, wanted.description, wanted.role, wanted.package)
        and (element.text == wanted.text or wanted.role == "textfield")
    ]
    return min(
        found,
        key=lambda e: ((e.center[0] - x) ** 2 + (e.center[1] - y) ** 2, e.index),
        default=None,
    )


def intents(target: Element, elements: Sequence[Element]) -> list[str]:
    """Ways of naming a target, the most natural first; never empty, none twice.

    First what means one element of the screen, worded as in the phone's own grounding dataset;
    then by place among those that say the same; last by the words of its test id, which names a
    role. Only the last may mean several elements.

    Args:
        target: A visible element.
        elements: The screen it belongs to.
    """
    # The words of an icon inside a button are the button's, where it has none of its own.
    named = [target]
    holder = reacting(target, elements)
    if holder.index != target.index:
        named.append(holder)
    places = {element.index: position for position, element in enumerate(elements)}
    unique = instructions(elements)
    found: list[str] = []
    for element in named:
        mine = [one for one in unique if one.element == places[element.index]]
        found += [one.words for one in sorted(mine, key=lambda one: _KINDS.index(one.kind))]
    if target.index != holder.index and (words := _first_line(target)):
        found.append(f'Tap "{words}"')
    found += _among_equals(target, elements)
    found.append(_by_id(target))
    return list(dict.fromkeys(found))


def _first_line(element: Element) -> str:
    lines = (element.text.strip() or element.description.strip()).splitlines()
    return lines[0].strip() if lines else ""


def _among_equals(target: Element, elements: Sequence[Element]) -> list[str]:
    words = _first_line(target)
    if not words:
        return []
    equal = [
        element
        for element in elements
        if element.visible
        and element.clickable == target.clickable
        and _first_line(element) == words
    ]
    if not 1 < len(equal) <= len(_ORDINALS):
        return []
    equal.sort(key=lambda e: (e.bounds[1], e.bounds[0], e.index))
    place = next(n for n, element in enumerate(equal) if element.index == target.index)
    return [f'Tap the {_ORDINALS[place]} "{words}" from the top']


def _by_id(target: Element) -> str:
    words = " ".join(word.lower() for word in _WORD.findall(target.id)) or _first_line(target)
    role = target.role or "element"
    return f"Tap the {words} {role}".replace("  ", " ")
