"""The text baseline: what a handful of rules on words achieve without any model.

It knows the English of phones (a "to" field wants a person, "confirm" ends a form) and nothing of
the benchmark: no scenario, no screen and no test id of an app is special to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapworld_env.actions import (
    Action,
    Answer,
    Back,
    Clear,
    Done,
    Enter,
    OpenApp,
    Scroll,
    Tap,
    Type,
)
from tapworld_env.observations import Element
from tapworld_eval.agents.base import Look
from tapworld_eval.agents.registry import register
from tapworld_eval.agents.text.answers import answer_from
from tapworld_eval.agents.text.forms import text_for
from tapworld_eval.agents.text.goal import Goal, read_goal, words_of
from tapworld_eval.agents.text.scoring import is_commit, rank_targets, signature
from tapworld_eval.errors import AgentError

__all__ = ["TextAgent"]

# An element must share at least about one telling word with the goal.
_THRESHOLD = 0.45
_MOST_SCROLLS = 6


@register("text")
class TextAgent:
    """Matches the goal's words to texts, ids and descriptions; fills fields from the goal.

    Args:
        patience: Screens without anything that fits after which it stops.
    """

    name = "text"
    needs = frozenset({"elements"})

    def __init__(self, *, patience: int = 4) -> None:
        if patience < 1:
            raise AgentError(f"patience starts at 1, not {patience}")
        self._patience = patience
        self.reset("", {})

    def reset(self, goal: str, info: Mapping[str, Any]) -> None:
        """Read the goal and forget the last episode."""
        self._goal: Goal = read_goal(goal)
        self._opened = False
        self._typed: list[str] = []
        self._filling: tuple[str, str] | None = None  # field's id and what goes in
        self._queue: list[Action] = []
        self._tried: set[str] = set()
        self._scrolls = 0
        self._empty = 0
        self._committed = False
        self._last: tuple[str, ...] = ()
        self.note = ""

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Choose the next action by the first rule that applies."""
        look = Look.of(info)
        if self._queue:
            return self._queue.pop(0)
        shown = tuple(signature(element) for element in look.visible)
        moved, self._last = shown != self._last, shown
        return (
            self._open(look)
            or self._after_commit(look)
            or self._fill(look)
            or self._answer(look)
            or self._tap(look)
            or self._explore(look, moved)
        )

    def _open(self, look: Look) -> Action | None:
        """Go to the app the goal speaks of, once."""
        if self._opened:
            return None
        self._opened = True
        launchers = {e.id.removeprefix("launcher-"): e.text for e in look.visible if _is_icon(e)}
        named = [app for app, title in launchers.items() if _mentions(self._goal, app, title)]
        if named:
            self.note = f"the goal names {named[0]}"
            return OpenApp(named[0])
        return None

    def _after_commit(self, look: Look) -> Action | None:
        """Once something was committed and no dialog asks back, the job is probably done."""
        if not self._committed:
            return None
        buttons = [e for e in look.visible if e.clickable and e.enabled and is_commit(e)]
        if any(e.role == "dialog" for e in look.visible) and buttons:
            self.note = "confirms a dialog"
            return Tap(*buttons[-1].center)
        self.note = "committed: done"
        return Done()

    def _fill(self, look: Look) -> Action | None:
        for field in look.visible:
            if field.role != "textfield" or not field.enabled:
                continue
            text = text_for(field, self._goal, self._typed)
            if text is None or field.value == text or f"fill/{field.id}" in self._tried:
                continue
            self._tried.add(f"fill/{field.id}")
            self._typed.append(text)
            self._queue = [Clear()] if field.value else []
            self._queue.append(Type(text))
            if "search" in field.id:
                self._queue.append(Enter())
            self.note = f"types {text!r} into {field.id}"
            return Tap(*field.center)
        return None

    def _answer(self, look: Look) -> Action | None:
        if not self._goal.asks or not (self._tried or self._scrolls):
            return None
        answer = answer_from(self._goal, look.visible)
        wandering = self._scrolls >= _MOST_SCROLLS or len(self._tried) >= 3
        if answer is not None and wandering:
            self.note = "the likeliest text on the screen"
            return Answer(answer)
        return None

    def _tap(self, look: Look) -> Action | None:
        ranked = rank_targets(self._goal, look.visible, frozenset(self._tried))
        commits = [element for element in look.visible if element.clickable and is_commit(element)]
        if self._typed and commits and (not ranked or ranked[0][0] < 1):
            ranked = [(1.0, commits[-1])]
        if not ranked or ranked[0][0] < _THRESHOLD:
            return None
        score, element = ranked[0]
        self._tried.add(signature(element))
        self._scrolls = 0
        if is_commit(element) and (self._typed or not self._goal.quoted):
            self._committed = not self._goal.asks
        self.note = f"{element.id or element.text[:30]!r} fits by {score:.1f}"
        return Tap(*element.center)

    def _explore(self, look: Look, moved: bool) -> Action:
        if self._scrolls < _MOST_SCROLLS and (moved or self._scrolls == 0):
            self._scrolls += 1
            self.note = "nothing here fits: looks further down"
            return Scroll("down")
        self._empty += 1
        self._scrolls = 0
        if self._empty < self._patience:
            self.note = "nothing here fits: goes back"
            return Back()
        if self._goal.asks:
            return Answer(answer_from(self._goal, look.visible) or "unknown")
        self.note = "out of ideas"
        return Done()


def _is_icon(element: Element) -> bool:
    return element.id.startswith("launcher-")


def _mentions(goal: Goal, app: str, title: str) -> bool:
    return bool(set(words_of(f"{app} {title}")) & set(words_of(goal.text)))
