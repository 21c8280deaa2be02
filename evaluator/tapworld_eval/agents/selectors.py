"""Selectors of the oracle's steps: which element of the screen is meant.

A selector names an element by test id (``*`` is a wildcard), by text, by accessibility label,
by role, or by several of them at once. See ``docs/scenario-format.md``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tapworld_env.observations import Element
from tapworld_eval.errors import AgentError

__all__ = ["Selector", "normalise"]

_FIELDS = ("id", "text", "description", "role", "nth", "contains")


def normalise(text: str) -> str:
    r"""Make texts comparable: compatibility forms (no-break spaces, wide digits) and edges.

    >>> normalise(" 12,50\u00a0\u20ac ")
    '12,50 €'
    """
    return unicodedata.normalize("NFKC", text).strip()


@dataclass(frozen=True)
class Selector:
    """Which element is meant.

    Attributes:
        id: Test id; ``*`` stands for any run of characters.
        text: A whole text or description of the element, or one of its lines.
        description: The same, of the accessibility label alone.
        role: The element's role.
        nth: Which of the matches in drawing order, from 0; negative counts from the end.
        contains: Whether ``text`` and ``description`` may stand anywhere inside.
    """

    id: str | None = None
    text: str | None = None
    description: str | None = None
    role: str | None = None
    nth: int | None = None
    contains: bool = False

    @classmethod
    def of(cls, data: Any) -> Selector:
        """Read a selector from a step's argument, ignoring the step's own fields.

        Raises:
            AgentError: The argument is no mapping or names no element at all.
        """
        if not isinstance(data, Mapping):
            raise AgentError(f"a selector is a mapping such as {{id: send}}, not {data!r}")
        given = {key: data[key] for key in _FIELDS if data.get(key) is not None}
        if not given.keys() & {"id", "text", "description", "role"}:
            raise AgentError(f"the selector {dict(data)!r} needs id, text, description or role")
        return cls(**given)

    def __str__(self) -> str:
        parts = [f"{key}={getattr(self, key)!r}" for key in _FIELDS if getattr(self, key)]
        return "{" + ", ".join(parts) + "}"

    def rank(self, element: Element) -> int | None:
        """How well the element matches: 0 as a whole, 1 by a line, 2 by a part, or ``None``."""
        if self.id is not None and not _fits(self.id, element.id):
            return None
        if self.role is not None and element.role != self.role:
            return None
        ranks = [0]
        if self.text is not None:
            ranks.append(_rank(self.text, (element.text, element.description), self.contains))
        if self.description is not None:
            ranks.append(_rank(self.description, (element.description,), self.contains))
        return None if -1 in ranks else max(ranks)

    def find(self, elements: Iterable[Element], *, visible: bool = True) -> Element | None:
        """The element meant, or ``None``.

        With :attr:`nth` it is that one in drawing order; else enabled and clickable elements
        come before others, better matches before worse, earlier before later.
        """
        ranked = [
            (rank, element)
            for element in elements
            if (element.visible or not visible) and (rank := self.rank(element)) is not None
        ]
        if self.nth is not None:
            inside = -len(ranked) <= self.nth < len(ranked)
            return ranked[self.nth][1] if inside else None
        if not ranked:
            return None
        return min(ranked, key=_preference)[1]


def _fits(pattern: str, value: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), value) is not None


def _preference(ranked: tuple[int, Element]) -> tuple[bool, int, int]:
    rank, element = ranked
    return (not (element.clickable and element.enabled), rank, element.index)


def _rank(wanted: str, texts: tuple[str, ...], contains: bool) -> int:
    wanted = normalise(wanted)
    best = -1
    for text in texts:
        given = normalise(text)
        if given == wanted:
            return 0
        if wanted in [line.strip() for line in given.splitlines()]:
            best = 1
        elif contains and best != 1 and wanted in given:
            best = 2
    return best
