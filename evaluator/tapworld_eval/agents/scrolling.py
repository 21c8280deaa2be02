"""Finding what is not in view, by scrolling the lists of the screen.

Where the tree knows the hidden element, or the step names a direction, a list is scrolled that
way. Else nobody knows on which side it lies: some phones list only what is on the screen, and a
screen may open in the middle of a list. So the search goes to and fro, each sweep twice as far
as the last: it costs a few times the element's distance, not the length of the list.
"""

from __future__ import annotations

from collections.abc import Iterator

from tapworld_env.actions import Scroll
from tapworld_env.observations import Element
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.hand import Hand, Routine
from tapworld_eval.agents.selectors import find, show
from tapworld_scenarios.steps import Selector

__all__ = ["bring_into_view", "scrollables"]

# A list of 600 rows is swept to and fro in fewer scrolls than this; it only guards against a
# screen that never stops changing.
_MOST_SCROLLS = 400

# Screens past which no oracle of the catalogue has to scroll, twice over: what lies on the
# expected side is found without turning.
_FIRST_REACH = 6

# A strip of chips scrolls sideways: much wider than high.
_STRIP = 0.35

_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def bring_into_view(
    hand: Hand, selector: Selector, direction: str | None = None
) -> Routine[Element | None]:
    """Scroll until an element that matches can be seen.

    Containers are tried nearest first.

    Args:
        hand: Where the newest look is read and actions are given out.
        selector: What to find.
        direction: Where to look first; by default the side on which the hidden element
            lies if the tree knows it, else down (right in a strip), to and fro.

    Returns:
        The element, or ``None`` if no container has it.
    """
    found = find(selector, hand.look.elements)
    if found is not None:
        return found
    for container, first, reach in _plan(hand.look, selector, direction):
        found = yield from _search(hand, selector, container, first, reach)
        if found is not None:
            return found
    return None


def scrollables(look: Look) -> list[Element]:
    """Visible scrollable elements, largest first."""
    inside = [element for element in look.visible if element.scrollable]
    return sorted(inside, key=lambda element: (-_area(element), element.index))


def _plan(
    look: Look, selector: Selector, direction: str | None
) -> Iterator[tuple[Element, str, int]]:
    """Containers with the side to begin with and how many scrolls to trust it for."""
    hidden = find(selector, look.elements, visible=False)
    nearest = _enclosing(look, hidden) if hidden is not None else None
    if hidden is not None and nearest is not None:
        yield nearest, direction or _side(hidden, nearest), _MOST_SCROLLS
    for container in scrollables(look):
        if container is nearest:
            continue
        if direction is not None:
            yield container, direction, _MOST_SCROLLS
        else:
            yield container, "right" if _is_strip(container) else "down", _FIRST_REACH


def _search(
    hand: Hand, selector: Selector, container: Element, first: str, reach: int
) -> Routine[Element | None]:
    """Sweep to and fro until both ends were seen; an end is where a scroll changes nothing.

    Args:
        hand: Sees and acts.
        selector: What to find.
        container: What to scroll.
        first: Side of the first sweep.
        reach: Scrolls from where it began at which the first sweep turns.
    """
    x, y = container.center
    toward, place = first, 0
    ends: set[str] = set()
    for _ in range(_MOST_SCROLLS):
        before = _signature(hand.look)
        yield from hand.do(Scroll(toward, x, y))  # type: ignore[arg-type]
        found = find(selector, hand.look.elements)
        if found is not None:
            return found
        place += 1 if toward == first else -1
        back = _OPPOSITE[toward]
        if _signature(hand.look) == before:
            ends.add(toward)
            if back in ends:
                return None
            toward = back
        elif back not in ends and (place if toward == first else -place) >= reach:
            toward, reach = back, 2 * reach
    raise hand.stuck(f"scrolled {_MOST_SCROLLS} times for {show(selector)} and saw no end")


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
