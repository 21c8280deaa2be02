"""Finding what is not in view: scroll the nearest list to its end, then back to its start."""

from __future__ import annotations

from collections.abc import Iterator

from tapworld_env.actions import Scroll
from tapworld_env.observations import Element
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.hand import Hand, Routine
from tapworld_eval.agents.selectors import find, show
from tapworld_scenarios.steps import Selector

__all__ = ["bring_into_view", "scrollables"]

# A list of 600 rows passes in fewer scrolls than this; it only guards against a screen that
# never stops changing.
_MOST_SCROLLS = 150

# A strip of chips scrolls sideways: much wider than high.
_STRIP = 0.35

_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def bring_into_view(
    hand: Hand, selector: Selector, direction: str | None = None
) -> Routine[Element | None]:
    """Scroll until an element that matches can be seen.

    Containers are tried nearest first; each is scrolled to one end, then to the other, and an
    end is where a scroll changes nothing.

    Args:
        hand: Where the newest look is read and actions are given out.
        selector: What to find.
        direction: Where to look first; by default the side on which the hidden element
            lies if the tree knows it, else down (right in a strip).

    Returns:
        The element, or ``None`` if no container has it.
    """
    found = find(selector, hand.look.elements)
    if found is not None:
        return found
    for container, first in _plan(hand.look, selector, direction):
        for toward in (first, _OPPOSITE[first]):
            found = yield from _scroll_to_end(hand, selector, container, toward)
            if found is not None:
                return found
    return None


def scrollables(look: Look) -> list[Element]:
    """Visible scrollable elements, largest first."""
    inside = [element for element in look.visible if element.scrollable]
    return sorted(inside, key=lambda element: (-_area(element), element.index))


def _plan(look: Look, selector: Selector, direction: str | None) -> Iterator[tuple[Element, str]]:
    hidden = find(selector, look.elements, visible=False)
    nearest = _enclosing(look, hidden) if hidden is not None else None
    if hidden is not None and nearest is not None:
        yield nearest, direction or _side(hidden, nearest)
    for container in scrollables(look):
        if container is not nearest:
            yield container, direction or ("right" if _is_strip(container) else "down")


def _scroll_to_end(
    hand: Hand, selector: Selector, container: Element, toward: str
) -> Routine[Element | None]:
    x, y = container.center
    for _ in range(_MOST_SCROLLS):
        before = _signature(hand.look)
        yield from hand.do(Scroll(toward, x, y))  # type: ignore[arg-type]
        found = find(selector, hand.look.elements)
        if found is not None:
            return found
        if _signature(hand.look) == before:
            return None
    raise hand.stuck(f"scrolled {_MOST_SCROLLS} times {toward} for {show(selector)} and saw no end")


def _signature(look: Look) -> tuple[tuple[str, str, tuple[int, int, int, int]], ...]:
    return tuple((element.id, element.text, element.bounds) for element in look.elements)


def _enclosing(look: Look, element: Element) -> Element | None:
    parent = element.parent
    while parent is not None:
        candidate = look.elements[parent]
        if candidate.scrollable and candidate.visible:
            return candidate
        parent = candidate.parent
    return None


def _side(hidden: Element, container: Element) -> str:
    (x, y), (middle_x, middle_y) = hidden.center, container.center
    if _is_strip(container):
        return "left" if x < middle_x else "right"
    return "up" if y < middle_y else "down"


def _is_strip(element: Element) -> bool:
    left, top, right, bottom = element.bounds
    return bottom - top < _STRIP * (right - left)


def _area(element: Element) -> int:
    left, top, right, bottom = element.bounds
    return (right - left) * (bottom - top)
