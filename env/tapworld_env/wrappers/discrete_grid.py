"""One integer for everything."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from tapworld_env.spaces import IllegalAction, space_action
from tapworld_env.wrappers.phone import phone_of

__all__ = ["DiscreteGrid"]


class DiscreteGrid(gymnasium.ActionWrapper[dict[str, Any], Any, Any], RecordConstructorArgs):
    """``Discrete(rows * columns + keys)``: tap the middle of a cell, or press a key.

    Cells count row by row from the top left; :attr:`KEYS` follow. Typing has no place here: the
    grid suits tasks that are solved by tapping.

    Args:
        env: A phone environment.
        rows: Cells down.
        columns: Cells across.

    Example:
        >>> from tapworld_env import PhoneEnv
        >>> from tapworld_env.devices.fake.tasks import ToyTasks
        >>> env = DiscreteGrid(PhoneEnv("fake", tasks=ToyTasks()), rows=2, columns=2)
        >>> int(env.action_space.n) - len(DiscreteGrid.KEYS)
        4
        >>> env.action(3)["point"][:2].tolist()
        [810.0, 1800.0]
    """

    KEYS = (
        "scroll_up",
        "scroll_down",
        "scroll_left",
        "scroll_right",
        "back",
        "home",
        "recents",
        "enter",
        "wait",
        "done",
        "infeasible",
    )

    def __init__(
        self, env: gymnasium.Env[dict[str, Any], Any], rows: int = 24, columns: int = 12
    ) -> None:
        RecordConstructorArgs.__init__(self, rows=rows, columns=columns)
        gymnasium.ActionWrapper.__init__(self, env)
        self._screen = phone_of(env).screen
        self._rows, self._columns = rows, columns
        self.action_space = spaces.Discrete(rows * columns + len(self.KEYS))

    def action(self, action: Any) -> Any:
        """Return the element of the inner action space behind an integer."""
        cells = self._rows * self._columns
        count = cells + len(self.KEYS)
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            return IllegalAction(f"an action is a whole number, not {action!r}")
        if not 0 <= action < count:
            return IllegalAction(f"action {action} is not in 0..{count - 1}")
        width, height = self._screen.width, self._screen.height
        if action >= cells:
            return space_action(self.KEYS[int(action) - cells], (width / 2, height / 2))
        row, column = divmod(int(action), self._columns)
        x = (column + 0.5) * width / self._columns
        y = (row + 0.5) * height / self._rows
        return space_action("tap", (x, y))
