"""Which element of a screen a selector means.

A selector (``tapworld_scenarios.steps.Selector``) names an element by test id (``*`` is a
wildcard), by text, by accessibility label, by role, or by several of them at once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tapworld_env.observations import Element
from tapworld_eval.agents.keyboard import is_key
from tapworld_scenarios.steps import Selector

__all__ = ["find", "matches", "normalise", "show"]


def normalise(text: str) -> str:
    r"""Make texts comparable: compatibility forms (no-break spaces, wide digits) and edges.

    >>> normalise(" 12,50\u00a0\u20ac ")
    '12,50 €'
    """
    return unicodedata.normalize("NFKC", text).strip()


def show(selector: Selector) -> str:
    """The selector as it stands in a scenario file, for messages.

    >>> show(Selector(id="row-*", nth=1))
    "{id: 'row-*', nth: 1}"
    """
    given = selector.model_dump(exclude_defaults=True)
    return "{" + ", ".join(f"{key}: {value!r}" for key, value in given.items()) + "}"


def find(
    selector: Selector, elements: Iterable[Element], *, visible: bool = True
) -> Element | None:
    """The element meant, or ``None``.

    With ``nth`` it is that one in drawing order; else enabled and clickable elements come
    before others, better matches before worse, earlier before later.
    """
    found = matches(selector, elements, visible=visible)
    if selector.nth is not None:
        inside = -len(found) <= selector.nth < len(found)
        return found[selector.nth][1] if inside else None
    return min(found, key=_preference)[1] if found else None


def matches(
    selector: Selector, elements: Iterable[Element], *, visible: bool = True
) -> list[tuple[int, Element]]:
    """Every match in drawing order with its rank: 0 as a whole, 1 by a line, 2 by a part.

    A key of the soft keyboard is meant only where its test id is given in full: the text "a" or
    the label "Search" never means a key.
    """
    return [
        (rank, element)
        for element in elements
        if (element.visible or not visible)
        and (not is_key(element) or selector.id == element.id)
        and (rank := _rank(selector, element)) is not None
    ]


def _rank(selector: Selector, element: Element) -> int | None:
    if selector.id is not None and not _fits(selector.id, element.id):
        return None
    if selector.role is not None and element.role != selector.role:
        return None
    ranks: list[int | None] = [0]
    if selector.text is not None:
        texts = (element.text, element.description)
        ranks.append(_text_rank(selector.text, texts, selector.contains))
    if selector.description is not None:
        texts = (element.description,)
        ranks.append(_text_rank(selector.description, texts, selector.contains))
    known = [rank for rank in ranks if rank is not None]
    return max(known) if len(known) == len(ranks) else None


def _fits(pattern: str, value: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), value) is not None


def _text_rank(wanted: str, texts: tuple[str, ...], contains: bool) -> int | None:
    wanted = normalise(wanted)
    best: int | None = None
    for text in map(normalise, texts):
        if text == wanted:
            return 0
        if wanted in [line.strip() for line in text.splitlines()]:
            best = 1
        elif contains and best is None and wanted in text:
            best = 2
    return best


def _preference(ranked: tuple[int, Element]) -> tuple[bool, int, int]:
    rank, element = ranked
    return (not (element.clickable and element.enabled), rank, element.index)
