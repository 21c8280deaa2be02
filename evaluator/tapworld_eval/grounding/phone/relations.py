"""Instructions by place: "the star of the third mail", "the tab to the right of Search"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tapworld_env.observations import Element
from tapworld_eval.grounding.phone.intents import label_of, list_of, noun_of

__all__ = ["relations"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERED = re.compile(r"^(.*?)[-_](\d+)$")
_ROW = "row"
_PEEPS = 8  # pixels of a row that nobody would count as showing
_LONGEST = 60


def relations(elements: Sequence[Element], app: str) -> Iterator[tuple[int, str]]:
    """Elements and the words that say where they are.

    Rows are counted from the top only where nothing of an earlier row shows.
    """
    groups = _groups(elements, app)
    for (list_id, stem), members in groups.items():
        places = _countable(elements, members)
        noun = noun_of(app, list_id)
        rows = groups.get((list_id, _ROW), {})
        row_places = _countable(elements, rows)
        for number, index in members.items():
            element = elements[index]
            if not (element.visible and element.clickable):
                continue
            row = elements[rows[number]] if number in rows else None
            if stem != _ROW and row is not None and _beside(element, row):
                what = stem if stem == "star" else f"{_words(stem)} button"
                if number in row_places:
                    place = _ORDINALS[row_places[number]]
                    yield index, f"The {what} of the {place} {noun or _ROW}"
                if 0 < len(label_of(row)) <= _LONGEST:
                    yield index, f'The {what} beside "{label_of(row)}"'
            elif number in places and len(places) > 1:
                what = noun if stem == _ROW and noun else _words(stem)
                yield index, f"The {_ORDINALS[places[number]]} {what} from the top"
    yield from _neighbours(elements, app)


def _groups(elements: Sequence[Element], app: str) -> dict[tuple[str, str], dict[int, int]]:
    """Elements whose ids differ in their number only: list and stem -> number -> index."""
    groups: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for index, element in enumerate(elements):
        match = _NUMBERED.match(element.id)
        if match and element.package == app:
            groups[(list_of(elements, index), match[1])][int(match[2])] = index
    return groups


def _countable(elements: Sequence[Element], members: dict[int, int]) -> dict[int, int]:
    """Number -> place from the top, for the members of one column that can be counted surely."""
    order = sorted(members, key=lambda n: elements[members[n]].bounds[1])
    showing = [n for n in order if elements[members[n]].visible]
    tops = [elements[members[n]].bounds[1] for n in showing]
    if len(set(tops)) < len(tops):  # several beside one another: no column
        return {}
    for number in order[: order.index(showing[0])] if showing else []:
        if _shown(elements, members[number]) > _PEEPS:
            return {}
    return {n: place for place, n in enumerate(showing) if place < len(_ORDINALS)}


def _shown(elements: Sequence[Element], index: int) -> float:
    """Height of an element inside everything that encloses it; a list's own box is its content."""
    _, top, _, bottom = elements[index].bounds
    at = elements[index].parent
    while at is not None:
        if elements[at].role != "list":
            top, bottom = max(top, elements[at].bounds[1]), min(bottom, elements[at].bounds[3])
        at = elements[at].parent
    return bottom - top


def _beside(element: Element, row: Element) -> bool:
    """Whether an element stands in a row's line."""
    return row.bounds[1] <= element.center[1] < row.bounds[3] and element.bounds != row.bounds


def _words(stem: str) -> str:
    return re.sub(r"[-_]+", " ", stem)


def _neighbours(elements: Sequence[Element], app: str) -> Iterator[tuple[int, str]]:
    """Tabs and choices in a line, by the one beside them."""
    lines: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for index, element in enumerate(elements):
        if element.visible and element.clickable and element.role in ("tab", "radio"):
            lines[(element.role, element.bounds[1], element.bounds[3])].append(index)
    for (role, _, _), members in lines.items():
        ordered = sorted(members, key=lambda i: elements[i].bounds[0])
        what = "tab" if role == "tab" else "choice"
        for left, right in pairwise(ordered):
            if elements[left].package != app or not label_of(elements[left]):
                continue
            yield right, f'The {what} to the right of "{label_of(elements[left])}"'
            if label_of(elements[right]):
                yield left, f'The {what} to the left of "{label_of(elements[right])}"'
