"""The text baseline: what a handful of rules on words achieve without any model.

It knows the English of phones (a "to" field wants a person, "confirm" ends a form, "archive" is
what archives) and nothing of the benchmark: no scenario, no screen and no test id of an app is
special to it. Its rules, in order of precedence, are the methods that :meth:`TextAgent.act` asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tapworld_env.actions import (
    Action,
    Answer,
    Back,
    Clear,
    Done,
    Enter,
    Infeasible,
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
from tapworld_eval.agents.text.scoring import (
    commits,
    entity_hits,
    signature,
    targets,
    verb_of,
    word_score,
)
from tapworld_eval.errors import AgentError

__all__ = ["TextAgent"]

# An element must share about half a telling word with the goal.
_THRESHOLD = 0.45
_MOST_SCROLLS = 5
_MOST_BACKS = 4


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
        self._tidied = self._backs = self._scrolls = self._empty = 0
        self._typed: list[str] = []
        self._queue: list[Action] = []
        self._tried: Counter[str] = Counter()
        self._reached = 0  # named things seen together on what was tapped
        self._seen = False  # whether any named thing was ever on the screen
        self._committed = False
        self._last: tuple[str, ...] = ()
        self.note = ""

    def act(self, observation: Mapping[str, Any], info: Mapping[str, Any]) -> Action:
        """Choose the next action by the first rule that applies."""
        look = Look.of(info)
        if self._queue:
            return self._queue.pop(0)
        self._goal = self._goal.without({*(e.package for e in look.elements), look.foreground})
        self._seen = self._seen or any(entity_hits(self._goal, e) for e in look.visible)
        shown = tuple(f"{signature(e)}{e.bounds}" for e in look.visible)
        moved, self._last = shown != self._last, shown
        return (
            self._tidy(look)
            or self._open(look)
            or self._after_commit(look)
            or self._fill(look)
            or self._commit(look)
            or self._answer(look)
            or self._reach(look)
            or self._do(look)
            or self._shown()
            or self._unsearch(look)
            or self._wander(look)
            or self._explore(look, moved)
        )

    def _tidy(self, look: Look) -> Action | None:
        """Close what someone left open, before the first move of one's own."""
        if self._tidied or self._backs >= _MOST_BACKS:
            return None
        if any(e.role == "dialog" or e.id == "nav-back" for e in look.visible):
            self._backs += 1
            self.note = "closes what was left open"
            return Back()
        self._tidied = 1
        return None

    def _open(self, look: Look) -> Action | None:
        """Go to the app the goal speaks of, if the launcher is in front."""
        if look.foreground != "launcher" or self._tried["open"]:
            return None
        said = words_of(self._goal.text)
        for icon in targets(look.visible):
            app = icon.id.removeprefix("launcher-")
            if app != icon.id and set(words_of(f"{app} {icon.text}")) & set(said):
                self._tried["open"] += 1
                self.note = f"the goal speaks of {icon.text or app}"
                return OpenApp(app)
        return None

    def _after_commit(self, look: Look) -> Action | None:
        """Once something was committed and no dialog asks back, the job is probably done."""
        if not self._committed:
            return None
        buttons = commits(look.visible)
        if buttons and any(e.role == "dialog" for e in look.visible) and self._tried["asked"] < 3:
            self._tried["asked"] += 1
            self.note = "confirms a dialog"
            return Tap(*buttons[-1].center)
        self.note = "committed: done"
        return Done()

    def _fill(self, look: Look) -> Action | None:
        found = any(entity_hits(self._goal, e) for e in targets(look.visible))
        for field in look.visible:
            searching = "search" in f"{field.id} {field.description}".lower() or "query" in field.id
            if field.role != "textfield" or not field.enabled or (searching and found):
                continue
            text = text_for(field, self._goal, self._typed)
            if text is None or field.value == text or self._tried[f"fill/{field.id}"]:
                continue
            self._tried[f"fill/{field.id}"] += 1
            if not searching:
                self._typed.append(text)
            self._queue = [*([Clear()] if field.value else []), Type(text)]
            if searching:
                self._queue.append(Enter())
            self.note = f"types {text!r} into {field.id}"
            return Tap(*field.center)
        return None

    def _commit(self, look: Look) -> Action | None:
        """A form that has been filled wants its button."""
        buttons = [e for e in commits(look.visible) if not self._tried[signature(e)]]
        if not self._typed or not buttons:
            return None
        button = buttons[-1]
        self._tried[signature(button)] += 1
        self._committed = not self._goal.asks and button.id not in ("next", "continue")
        self.note = "the form is filled"
        return Tap(*button.center)

    def _answer(self, look: Look) -> Action | None:
        if not self._goal.asks or not self._reached:
            return None
        answer = answer_from(self._goal, look.visible)
        if answer is None:
            return None
        self.note = "the likeliest text on the screen"
        return Answer(answer)

    def _reach(self, look: Look) -> Action | None:
        """Go to what the goal names; never twice, and never to less than was found."""
        hits = [
            (entity_hits(self._goal, element), element)
            for element in targets(look.visible)
            if not self._tried[signature(element)]
        ]
        best = max((count for count, _ in hits), default=0)
        if best <= self._reached:
            return None
        element = next(element for count, element in hits if count == best)
        self._tried[signature(element)] += 1
        self._reached, self._scrolls = best, 0
        self.note = f"{element.id!r} shows {best} of the things named"
        return Tap(*element.center)

    def _do(self, look: Look) -> Action | None:
        """Tap the control that does what the goal says."""
        for element in targets(look.visible):
            verb = verb_of(self._goal, element)
            if verb is None or self._tried[signature(element)] or element.id.startswith("tab-"):
                continue
            if self._goal.entities and not self._reached and element.id[-1:].isdigit():
                continue  # a control of some row, but of which?
            self._tried[signature(element)] += 1
            self._scrolls = 0
            form = bool(self._goal.amounts or self._goal.quoted) and not self._reached
            self._committed = not self._goal.asks and not form
            self.note = f"{element.id!r} says {verb}"
            return Tap(*element.center)
        return None

    def _shown(self) -> Action | None:
        """What was to be shown is shown, and nothing else was asked for."""
        if self._reached and self._goal.shows and not self._goal.asks:
            self.note = "what was to be shown is shown"
            return Done()
        return None

    def _unsearch(self, look: Look) -> Action | None:
        """A search that found nothing is in the way."""
        for element in targets(look.visible):
            if element.id.endswith("-clear") and not self._reached:
                self.note = "the search found nothing"
                return Tap(*element.center)
        return None

    def _wander(self, look: Look) -> Action | None:
        """Follow the element that shares the most telling words, or a menu that may hold more."""
        choice = targets(look.visible)
        scored = [
            (word_score(self._goal, e, choice) - 2 * self._tried[signature(e)], -e.index, e)
            for e in choice
        ]
        score, _, element = max(scored, default=(0.0, 0, None), key=lambda item: item[:2])
        if element is None or score < _THRESHOLD:
            element = next(
                (e for e in choice if _is_menu(e) and not self._tried[signature(e)]), None
            )
            if element is None or not self._reached:
                return None
        self._tried[signature(element)] += 1
        self._scrolls = 0
        self.note = f"{element.id or element.text[:30]!r} fits by {score:.1f}"
        return Tap(*element.center)

    def _explore(self, look: Look, moved: bool) -> Action:
        if self._scrolls < _MOST_SCROLLS and (moved or self._scrolls == 0):
            self._scrolls += 1
            self.note = "nothing here fits: looks further down"
            return Scroll("down")
        self._empty += 1
        self._scrolls = 0
        tabs = [e for e in targets(look.visible) if e.id.startswith(("tab-", "launcher-"))]
        untried = [e for e in tabs if not self._tried[f"explore/{e.id}"]]
        if untried and self._empty < 2 * self._patience:
            self._tried[f"explore/{untried[0].id}"] += 1
            self.note = "nothing here fits: tries elsewhere"
            return Tap(*untried[0].center)
        if self._empty < self._patience and not tabs:
            self.note = "nothing here fits: goes back"
            return Back()
        self.note = "out of ideas"
        if self._goal.asks:
            return Answer(answer_from(self._goal, look.visible) or "unknown")
        if self._goal.entities and not self._seen:
            self.note = "what the goal names is nowhere"
            return Infeasible()
        return Done()


def _is_menu(element: Element) -> bool:
    return element.id == "more" or "menu" in element.id or "more" in element.description.lower()
