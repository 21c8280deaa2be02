"""The hand that carries out steps: one action out, one look back, written as a generator.

A routine yields actions and is sent the look that follows each; ``hand.look`` is always the
newest. So a step of many actions reads as straight-line code and still runs behind
``act(observation, info)``, one action at a time.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

from tapworld_env.actions import Action
from tapworld_env.observations import Element
from tapworld_eval.agents.base import Look
from tapworld_eval.errors import OracleStuck

__all__ = ["Hand", "Routine"]

T = TypeVar("T")
Routine = Generator[Action, Look, T]

_SHOWN = 40


@dataclass
class Hand:
    """What the hand sees and which step it is at.

    Attributes:
        look: The newest look at the screen.
        path: Where in the steps it is, outermost first, for messages.
        target: The element at which the action under way is aimed, if it is aimed at one.
    """

    look: Look
    path: list[str] = field(default_factory=list)
    target: Element | None = None

    def do(self, action: Action, target: Element | None = None) -> Routine[None]:
        """Carry out one action, aimed at an element or not.

        Raises:
            OracleStuck: The phone refused it.
        """
        self.target = target
        self.look = yield action
        if self.look.action_error:
            raise self.stuck(f"the phone refused {action}: {self.look.action_error}")

    def stuck(self, reason: str) -> OracleStuck:
        """An error that names the step and what is on the screen."""
        where = " > ".join(self.path) or "start"
        return OracleStuck(f"step {where}: {reason}. On the screen: {self.screen()}")

    def screen(self) -> str:
        """The foreground and its visible elements in one line."""
        shown = [
            f"{element.id or element.role or '?'}={text!r}" if text else element.id
            for element in self.look.visible
            if (text := _short(element.text or element.description)) or element.id
        ]
        rest = f", and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
        return f"[{self.look.foreground}] {', '.join(shown[:_SHOWN])}{rest}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 40 else flat[:39] + "…"
